#include "objective/kernels/kernels.h"

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "base/instruction_set.h"
#include "base/random.h"
#include "support/check_derivatives.h"

using namespace gbrank;

namespace {

/// Documents for kernels, with room to spare behind each array and poison in it.
struct Documents {
  std::vector<double> score, up, down, gain, discount, slope;
  PairDocuments view;

  Documents(std::size_t n, double spread, std::uint64_t seed) {
    Random random(random_key(seed, n));
    const double poison = std::nan("");
    for (std::size_t i = 0; i < n + kSpareElements; ++i) {
      const bool real = i < n;
      score.push_back(real ? spread * (random.uniform() - 0.5) : poison);
      // Some ties.
      if (real && i > 0 && random.below(5) == 0) score[i] = score[i - 1];
      up.push_back(real ? std::exp(score[i]) : poison);
      down.push_back(real ? std::exp(-score[i]) : poison);
      gain.push_back(real ? static_cast<double>(random.below(4)) : poison);
      discount.push_back(real ? random.uniform() : poison);
      slope.push_back(real ? random.uniform() : poison);
    }
    view.score = score.data();
    view.up = up.data();
    view.down = down.data();
    view.wide = spread > 600;
    view.steepness = 1.7;
    view.gain = gain.data();
    view.discount = discount.data();
    view.slope = slope.data();
  }
};

struct Sums {
  std::vector<double> first;
  std::vector<double> second;
  double returned = 0;
};

using RowKernel = double (*)(const Kernels&, const PairDocuments&, PairRow, double*, double*);

struct NamedKernel {
  const char* name;
  RowKernel run;
};

const NamedKernel kRowKernels[] = {
    {"logistic", [](const Kernels& k, const PairDocuments& d, PairRow r, double* g,
                    double* h) { return k.logistic_row(d, r, true, g, h); }},
    {"logistic without loss", [](const Kernels& k, const PairDocuments& d, PairRow r, double* g,
                                 double* h) { return k.logistic_row(d, r, false, g, h); }},
    {"lambda, row better", [](const Kernels& k, const PairDocuments& d, PairRow r, double* g,
                              double* h) { return k.lambda_row(d, r, true, true, g, h); }},
    {"lambda, row worse", [](const Kernels& k, const PairDocuments& d, PairRow r, double* g,
                             double* h) { return k.lambda_row(d, r, false, true, g, h); }},
    {"lambda, row worse, without loss",
     [](const Kernels& k, const PairDocuments& d, PairRow r, double* g, double* h) {
       return k.lambda_row(d, r, false, false, g, h);
     }},
    {"hinge", [](const Kernels& k, const PairDocuments& d, PairRow r, double* g,
                 double* h) { return k.hinge_row(d, r, 0.7, g, h); }},
    {"sigmoid ranks",
     [](const Kernels& k, const PairDocuments& d, PairRow r, double* g, double*) {
       k.sigmoid_ranks(d, r, g);
       return 0.0;
     }},
    {"sigmoid slopes",
     [](const Kernels& k, const PairDocuments& d, PairRow r, double* g, double* h) {
       k.sigmoid_slopes(d, r, g, h);
       return 0.0;
     }},
    {"smoothed hinge ranks",
     [](const Kernels& k, const PairDocuments& d, PairRow r, double* g, double*) {
       k.smooth_hinge_ranks(d, r, g);
       return 0.0;
     }},
    {"smoothed hinge slopes",
     [](const Kernels& k, const PairDocuments& d, PairRow r, double* g, double* h) {
       k.smooth_hinge_slopes(d, r, g, h);
       return 0.0;
     }},
};

Sums run(const NamedKernel& kernel, const Kernels& table, const Documents& documents, PairRow row,
         std::size_t n) {
  Sums sums{std::vector<double>(n + kSpareElements), std::vector<double>(n + kSpareElements), 0};
  for (std::size_t i = 0; i < n; ++i) {
    sums.first[i] = static_cast<double>(i);
    sums.second[i] = 100 - static_cast<double>(i);
  }
  sums.returned = kernel.run(table, documents.view, row, sums.first.data(), sums.second.data());
  sums.first.resize(n);
  sums.second.resize(n);
  return sums;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

}  // namespace

TEST_CASE("every table that the machine can run is on the list, and the best is used") {
  std::vector<std::string> expected = {"exact", "portable"};
  if (has_avx2()) expected.emplace_back("avx2");
  if (has_avx512()) expected.emplace_back("avx512");
  std::vector<std::string> found;
  for (const Kernels* table : all_kernels()) found.emplace_back(table->name);
  CHECK(found == expected);
  CHECK(exact_kernels().name == expected.front());
  CHECK(fastest_kernels().name == expected.back());
}

TEST_CASE(
    "pair kernels: every instruction set gives the same bits, and what the obvious code gives") {
  for (const double spread : {0.0, 0.5, 30.0, 600.0, 2000.0, 2e6}) {
    for (std::size_t n = 1; n <= 40; ++n) {
      const Documents documents(n, spread, 1);
      for (const PairRow row : {PairRow{0, 1, n}, PairRow{n - 1, 0, n - 1}, PairRow{0, n, n},
                                PairRow{0, n / 2, n / 2 + (n - n / 2) / 2}}) {
        if (row.begin > row.end || row.end > n || (row.begin == 0 && row.row == 0)) continue;
        for (const NamedKernel& kernel : kRowKernels) {
          const Sums expected = run(kernel, exact_kernels(), documents, row, n);
          const Sums portable = run(kernel, *all_kernels()[1], documents, row, n);
          CAPTURE(kernel.name);
          CAPTURE(spread);
          CAPTURE(n);
          test::check_close(portable.first, expected.first, 1e-14);
          test::check_close(portable.second, expected.second, 1e-14);
          CHECK(std::abs(portable.returned - expected.returned) <=
                1e-9 * std::max(1e-5, std::abs(expected.returned)));
          for (const Kernels* table : all_kernels().subspan(2)) {
            CAPTURE(table->name);
            const Sums found = run(kernel, *table, documents, row, n);
            CHECK(same_bits(found.first, portable.first));
            CHECK(same_bits(found.second, portable.second));
            CHECK(std::memcmp(&found.returned, &portable.returned, sizeof(double)) == 0);
          }
        }
      }
    }
  }
}

TEST_CASE("the vector exponential is within 1e-15 of the true one, and stays at its bounds") {
  constexpr std::size_t kCount = 200'003;  // not a multiple of eight
  std::vector<double> x(kCount);
  Random random(9);
  for (std::size_t i = 0; i < kCount; ++i) {
    x[i] = i % 3 == 0 ? 2 * random.uniform() - 1 : 1400 * random.uniform() - 700;
  }
  x[0] = 0;
  x[1] = -0.0;
  x[2] = 1e-300;
  for (const Kernels* table : all_kernels()) {
    std::vector<double> found = x;
    table->exponentials(found.data(), kCount);
    double worst = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
      const long double expected = std::exp(static_cast<long double>(x[i]));
      worst = std::max(
          worst, static_cast<double>(std::abs(static_cast<long double>(found[i]) / expected - 1)));
    }
    CAPTURE(table->name);
    CHECK(worst < 1e-15);
    CHECK(found[0] == 1);
    CHECK(found[1] == 1);

    std::vector<double> far = {-1e6, 1e6, -700, 700, -1e300, 1e300};
    table->exponentials(far.data(), far.size());
    CHECK(far[0] == far[2]);
    CHECK(far[1] == far[3]);
    CHECK(far[4] == far[2]);
    CHECK(far[5] == far[3]);
  }
}
