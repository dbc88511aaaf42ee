#pragma once

namespace gbrank {

/// The version of the library that is linked, as "major.minor.patch".
const char* version();

}  // namespace gbrank
