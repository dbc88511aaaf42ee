#include "metric/gains_and_discounts.h"

#include <cassert>
#include <cmath>

namespace gbrank {

double gain(Gain kind, double label) {
  return kind == Gain::kExponential ? std::exp2(label) - 1 : label;
}

double discount(Discount kind, std::size_t rank) {
  assert(rank >= 1);
  const double r = static_cast<double>(rank);
  if (kind == Discount::kLog2) return 1 / std::log2(1 + r);
  return rank <= 2 ? 1 : 1 / std::log2(r);
}

std::vector<double> discount_table(Discount kind, std::size_t places) {
  std::vector<double> table(places);
  for (std::size_t i = 0; i < places; ++i) table[i] = discount(kind, i + 1);
  return table;
}

}  // namespace gbrank
