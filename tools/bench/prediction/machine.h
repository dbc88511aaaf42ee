#pragma once

#include <chrono>
#include <string>

namespace gbrank::bench {

/// The processor's name as the system tells it, and the instruction set that gbrank uses of it.
std::string processor_name();
std::string instruction_set();

/// Threads that this process has at the moment; 0 where the system does not tell.
int threads_of_this_process();

/// How busy everything else on the machine has been since this object was made.
class OtherCores {
 public:
  OtherCores();
  /// In cores.
  double so_far() const;

 private:
  std::chrono::steady_clock::time_point start_;
  double others_before_;  // seconds
};

}  // namespace gbrank::bench
