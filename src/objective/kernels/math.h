// Exponential and logarithm of eight numbers; see vector.h for how this is compiled.

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

}  // namespace gbrank::GBRANK_TARGET
