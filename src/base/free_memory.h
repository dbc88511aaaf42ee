#pragma once

namespace gbrank {

/// Gives memory that has been freed back to the system. The allocator keeps what was freed in small
/// pieces for later, which is as good as leaked before something large is allocated.
void return_free_memory();

}  // namespace gbrank
