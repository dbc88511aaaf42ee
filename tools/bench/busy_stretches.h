#pragma once

namespace gbrank::bench {

/// Prints how much longer two threads take for arithmetic that touches no memory while another
/// process spins on one core, by how often they have to wait for each other: what any program that
/// works in stretches as short must expect of this machine's scheduler.
void print_busy_stretches();

}  // namespace gbrank::bench
