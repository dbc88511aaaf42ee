#include "base/instruction_set.h"

namespace gbrank {

#if defined(__x86_64__)
bool has_avx2() { return __builtin_cpu_supports("avx2") != 0; }
bool has_avx512() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
         __builtin_cpu_supports("avx512bw") != 0;
}
#else
bool has_avx2() { return false; }
bool has_avx512() { return false; }
#endif

}  // namespace gbrank
