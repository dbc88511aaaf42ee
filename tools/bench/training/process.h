#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace gbrank::bench {

using Words = std::vector<std::string>;

struct Finished {
  int status = 0;                  // the exit status, or minus the signal that ended it
  double seconds = 0;              // from start to end
  double peak_bytes = 0;           // of resident memory; pages of mapped files count, too
  double other_cores = 0;          // cores that everything else on the machine took meanwhile
  std::vector<std::string> lines;  // of standard output and standard error together
};

/// Runs a program to its end. Throws Error where it cannot even be started.
Finished run(const Words& words);

/// The end of what a program said, for people.
std::string last_lines(const Finished& finished);

/// Seconds that all cores together have worked since the machine started, or were kept from it by
/// the host of a virtual machine; 0 where the system does not tell.
double machine_seconds();

/// Seconds of user and system time.
double processor_seconds(const rusage& usage);

/// Says so where other programs took so many cores during a measurement; otherwise empty.
std::string disturbance(double other_cores);

/// Reads a file once, so that no program has to wait for the disk.
void warm(const std::string& path);

/// A process of our own that keeps one core busy as long as this object lives, and an hour at most.
class Spinner {
 public:
  Spinner();
  ~Spinner();
  Spinner(const Spinner&) = delete;
  Spinner& operator=(const Spinner&) = delete;

 private:
  pid_t child_;
};

}  // namespace gbrank::bench
