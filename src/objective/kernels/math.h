// Exponential, logarithm and Gaussian tail of eight numbers; see vector.h for how this is compiled.

namespace gbrank::GBRANK_TARGET {

inline constexpr double kLog2E = 0x1.71547652b82fep0;
// ln 2 in two parts; the first has 20 zero bits at its end, so that its product with an exponent is
// exact.
inline constexpr double kLn2High = 0x1.62e42fefp-1;
inline constexpr double kLn2Low = 0x1.473de6af278edp-34;
/// Adding and taking it away rounds to a whole number; the low bits of the sum are that number.
inline constexpr double kRounder = 0x1.8p52;

/// exp(x); beyond +-kExpRange as if x were there. The polynomial is Taylor's of degree 13 on
/// |r| <= ln(2) / 2: its remainder is below 5e-18, so that what is left is rounding, a relative
/// error below 1e-15 (tested).
inline constexpr double kExpRange = 700;

GBRANK_INLINE Doubles exp(Doubles x) {
  x = smaller(larger(x, all(-kExpRange)), all(kExpRange));
  const Doubles shifted = x * all(kLog2E) + all(kRounder);
  const Doubles k = shifted - all(kRounder);
  const Doubles r = (x - k * all(kLn2High)) - k * all(kLn2Low);
  Doubles y = all(1.0 / 6227020800.0);
  y = y * r + all(1.0 / 479001600.0);
  y = y * r + all(1.0 / 39916800.0);
  y = y * r + all(1.0 / 3628800.0);
  y = y * r + all(1.0 / 362880.0);
  y = y * r + all(1.0 / 40320.0);
  y = y * r + all(1.0 / 5040.0);
  y = y * r + all(1.0 / 720.0);
  y = y * r + all(1.0 / 120.0);
  y = y * r + all(1.0 / 24.0);
  y = y * r + all(1.0 / 6.0);
  y = y * r + all(0.5);
  y = ((y * r) * r + r) + all(1.0);
  // Times 2^k, by adding k to the bits of the exponent.
  return from_bits(bits(y) + (bits(shifted) << 52));
}

/// log(1 + u) for u >= 0 up to 1e300, to within 1e-10 of the larger of itself and 1e-5: enough for
/// a loss that is only shown.
GBRANK_INLINE Doubles log1p(Doubles u) {
  const Doubles w = u + all(1.0);
  Doubles m = from_bits((bits(w) & 0x000fffffffffffff) | 0x3ff0000000000000);
  // 2^52 + the exponent's bits, as a double.
  Doubles k = from_bits((bits(w) >> 52) | 0x4330000000000000) - all(0x1p52 + 1023);
  const Words high = all(0x1.6a09e667f3bcdp0) < m;
  m = select(high, m * all(0.5), m);
  k = select(high, k + all(1.0), k);
  const Doubles z = (m - all(1.0)) / (m + all(1.0));
  const Doubles z2 = z * z;
  Doubles y = all(2.0 / 13);
  y = y * z2 + all(2.0 / 11);
  y = y * z2 + all(2.0 / 9);
  y = y * z2 + all(2.0 / 7);
  y = y * z2 + all(2.0 / 5);
  y = y * z2 + all(2.0 / 3);
  y = y * z2 + all(2.0);
  return y * z + k * all(0x1.62e42fefa39efp-1);
}

/// Phi(-x), the Gaussian's upper tail, for 0 <= x <= 37, given exp(-x^2 / 2), to a relative error
/// of 1e-12 (tested). The tail is exp(-x^2 / 2) / (x + a) times a function of u = (x - a) / (x + a)
/// that is smooth from u = -1, x = 0, to u = 1, x = infinity; here it is its Chebyshev interpolant
/// of degree 18 up to x = 38, written in powers of u, which is within 2e-14 of it.
GBRANK_INLINE Doubles gaussian_tail(Doubles x, Doubles bell) {
  constexpr double kCoefficients[] = {
      -0x1.714cc50ecae46p-27, -0x1.5913d16c2f4dep-23, -0x1.2ab8d28026b44p-23, 0x1.9649e7287273ap-20,
      0x1.5aba4f86070ap-22,   -0x1.986716853f466p-17, 0x1.12e6cc27a0d4p-16,   0x1.2badc3d859c7ep-14,
      -0x1.544ee25bbb214p-12, 0x1.1ab02865fa672p-12,  0x1.40350637ba756p-9,   -0x1.c83eda9c13d78p-7,
      0x1.71707b1ef03f1p-5,   -0x1.c1580708cf361p-4,  0x1.be33e6ef62fa8p-3,   -0x1.77dbb5cdb23afp-2,
      0x1.1239b3f8bf47bp-1,   -0x1.5ed05c7e41e3dp-1,  0x1.8c2b8893b5cap-1,
  };
  constexpr double kMiddle = 5.5;
  const Doubles inverse = all(1.0) / (x + all(kMiddle));
  const Doubles u = (x - all(kMiddle)) * inverse;
  Doubles y = all(0);
  for (const double coefficient : kCoefficients) y = y * u + all(coefficient);
  return (bell * inverse) * y;
}

}  // namespace gbrank::GBRANK_TARGET
