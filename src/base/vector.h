// Eight doubles at a time, as the instruction set at hand has them. Included once by each of
// portable.cpp, avx2.cpp and avx512.cpp, which are compiled for different machines: everything here
// is inside GBRANK_TARGET's own namespace and nothing of the standard library is called, so that no
// function compiled for a newer machine can be linked where an older one runs.
//
// Every operation is one IEEE operation a lane, nothing is fused, and sums always have eight lanes:
// the results are the same bits on every machine.

#include <cstddef>
#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace gbrank::GBRANK_TARGET {

#if defined(__AVX512F__)
inline constexpr std::size_t kBytes = 64;
#elif defined(__AVX2__)
inline constexpr std::size_t kBytes = 32;
#else
inline constexpr std::size_t kBytes = 16;
#endif

inline constexpr std::size_t kLanes = 8;
inline constexpr std::size_t kNativeLanes = kBytes / sizeof(double);
inline constexpr std::size_t kParts = kLanes / kNativeLanes;

using NativeDoubles = double __attribute__((vector_size(kBytes)));
using NativeWords = std::int64_t __attribute__((vector_size(kBytes)));

#define GBRANK_INLINE __attribute__((always_inline)) inline

/// Eight 64-bit integers, or eight masks of all ones or all zeros.
struct Words {
  NativeWords part[kParts];
};

struct Doubles {
  NativeDoubles part[kParts];
};

template <typename Operation>
GBRANK_INLINE Doubles each(Operation operation) {
  Doubles result;
  for (std::size_t p = 0; p < kParts; ++p) result.part[p] = operation(p);
  return result;
}

template <typename Operation>
GBRANK_INLINE Words each_word(Operation operation) {
  Words result;
  for (std::size_t p = 0; p < kParts; ++p) result.part[p] = operation(p);
  return result;
}

GBRANK_INLINE Doubles all(double x) {
  // x + 0 would not be x where x is -0, so the compiler would have to add.
  return each([&](std::size_t) { return x - NativeDoubles{}; });
}
// Register by register: a copy of all eight at once would go through memory in pieces.
GBRANK_INLINE Doubles load(const double* from) {
  return each([&](std::size_t p) {
    NativeDoubles part;
    __builtin_memcpy(&part, from + p * kNativeLanes, sizeof part);
    return part;
  });
}
GBRANK_INLINE void store(Doubles x, double* to) {
  for (std::size_t p = 0; p < kParts; ++p) {
    __builtin_memcpy(to + p * kNativeLanes, &x.part[p], sizeof x.part[p]);
  }
}

GBRANK_INLINE Doubles operator+(Doubles a, Doubles b) {
  return each([&](std::size_t p) { return a.part[p] + b.part[p]; });
}
GBRANK_INLINE Doubles operator-(Doubles a, Doubles b) {
  return each([&](std::size_t p) { return a.part[p] - b.part[p]; });
}
GBRANK_INLINE Doubles operator*(Doubles a, Doubles b) {
  return each([&](std::size_t p) { return a.part[p] * b.part[p]; });
}
GBRANK_INLINE Doubles operator/(Doubles a, Doubles b) {
  return each([&](std::size_t p) { return a.part[p] / b.part[p]; });
}
GBRANK_INLINE Words operator<(Doubles a, Doubles b) {
  return each_word([&](std::size_t p) -> NativeWords { return a.part[p] < b.part[p]; });
}
/// a where the mask is set, b elsewhere.
GBRANK_INLINE Doubles select(Words mask, Doubles a, Doubles b) {
  return each([&](std::size_t p) { return mask.part[p] ? a.part[p] : b.part[p]; });
}
GBRANK_INLINE Doubles smaller(Doubles a, Doubles b) {
  return each([&](std::size_t p) { return a.part[p] < b.part[p] ? a.part[p] : b.part[p]; });
}
GBRANK_INLINE Doubles larger(Doubles a, Doubles b) {
  return each([&](std::size_t p) { return a.part[p] > b.part[p] ? a.part[p] : b.part[p]; });
}
GBRANK_INLINE Words bits(Doubles x) {
  return each_word([&](std::size_t p) { return reinterpret_cast<NativeWords>(x.part[p]); });
}
GBRANK_INLINE Doubles from_bits(Words x) {
  return each([&](std::size_t p) { return reinterpret_cast<NativeDoubles>(x.part[p]); });
}
GBRANK_INLINE Words operator+(Words a, Words b) {
  return each_word([&](std::size_t p) { return a.part[p] + b.part[p]; });
}
GBRANK_INLINE Words operator&(Words a, std::int64_t b) {
  return each_word([&](std::size_t p) { return a.part[p] & b; });
}
GBRANK_INLINE Words operator&(Words a, Words b) {
  return each_word([&](std::size_t p) { return a.part[p] & b.part[p]; });
}
GBRANK_INLINE Words operator|(Words a, std::int64_t b) {
  return each_word([&](std::size_t p) { return a.part[p] | b; });
}
GBRANK_INLINE Words operator<<(Words a, int by) {
  return each_word([&](std::size_t p) { return a.part[p] << by; });
}
/// Arithmetic: the sign is kept.
GBRANK_INLINE Words operator>>(Words a, int by) {
  return each_word([&](std::size_t p) { return a.part[p] >> by; });
}
GBRANK_INLINE Words operator-(Words a, Words b) {
  return each_word([&](std::size_t p) { return a.part[p] - b.part[p]; });
}
GBRANK_INLINE Words all_words(std::int64_t x) {
  return each_word([&](std::size_t) { return x - NativeWords{}; });
}
GBRANK_INLINE Words load_words(const std::int64_t* from) {
  return each_word([&](std::size_t p) {
    NativeWords part;
    __builtin_memcpy(&part, from + p * kNativeLanes, sizeof part);
    return part;
  });
}
GBRANK_INLINE void store_words(Words x, std::int64_t* to) {
  for (std::size_t p = 0; p < kParts; ++p) {
    __builtin_memcpy(to + p * kNativeLanes, &x.part[p], sizeof x.part[p]);
  }
}

GBRANK_INLINE Doubles absolute(Doubles x) { return from_bits(bits(x) & 0x7fffffffffffffff); }

/// Whether any lane of a mask is set.
GBRANK_INLINE bool any(Words mask) {
#if defined(__AVX512F__)
  return _mm512_test_epi64_mask((__m512i)mask.part[0], (__m512i)mask.part[0]) != 0;
#elif defined(__AVX2__)
  const NativeWords both = mask.part[0] | mask.part[1];
  return _mm256_testz_si256((__m256i)both, (__m256i)both) == 0;
#else
  const NativeWords some = (mask.part[0] | mask.part[1]) | (mask.part[2] | mask.part[3]);
  return (some[0] | some[1]) != 0;
#endif
}

GBRANK_INLINE void add(Doubles x, double* to) { store(load(to) + x, to); }

/// The sum of the lanes, always in the same order.
GBRANK_INLINE double sum(Doubles x) {
  double lane[kLanes];
  store(x, lane);
  return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

}  // namespace gbrank::GBRANK_TARGET
