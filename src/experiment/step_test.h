#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gbrank {

/// Whether some of several steps raises a mean over queries by more than chance, although it is the
/// best of them that is looked at: Fisher's randomisation test of the best step, one-sided.
///
/// `differences` are those to step 0, `steps` of each query. If no step is better or worse, each
/// query's differences could as well have the opposite sign, those of all its steps together; p is
/// how often the best step is then as good as the one observed. Steps are compared by mean over
/// root mean square, so that large steps, which change many queries at random, do not hide what a
/// small one does.
///
/// All signs are tried where there are no more than `samples`, or a sample of them until the best
/// step was as good 100 times (Besag and Clifford 1991): a large p needs few samples.
double step_test(std::span<const double> differences, std::size_t steps, std::size_t samples,
                 std::uint64_t seed);

}  // namespace gbrank
