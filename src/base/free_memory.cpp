#include "base/free_memory.h"

#include <cstdlib>  // defines __GLIBC__, if it is that

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace gbrank {

void return_free_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace gbrank
