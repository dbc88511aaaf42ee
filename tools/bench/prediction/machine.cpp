#include "machine.h"

#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "predict/kernels/kernels.h"
#include "training/process.h"

namespace gbrank::bench {
namespace {

/// Of processor time that was not ours.
double seconds_of_others() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return machine_seconds() - processor_seconds(usage);
}

}  // namespace

std::string processor_name() {
  std::ifstream description("/proc/cpuinfo");
  for (std::string line; std::getline(description, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "an unknown processor";
}

std::string instruction_set() { return fastest_predict_kernels().name; }

int threads_of_this_process() {
  std::error_code error;
  const std::filesystem::directory_iterator tasks("/proc/self/task", error);
  return error ? 0 : static_cast<int>(std::distance(begin(tasks), end(tasks)));
}

OtherCores::OtherCores()
    : start_(std::chrono::steady_clock::now()), others_before_(seconds_of_others()) {}

double OtherCores::so_far() const {
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
  return std::max(0.0, seconds_of_others() - others_before_) / passed.count();
}

}  // namespace gbrank::bench
