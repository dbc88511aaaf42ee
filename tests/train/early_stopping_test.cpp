#include "train/early_stopping.h"

#include <limits>

#include <doctest/doctest.h>

using namespace gbrank;

TEST_CASE("early stopping gives up after its patience and remembers the earliest best round") {
  EarlyStopping stopping(2, true);
  CHECK_FALSE(stopping.add(1, 0.0));
  CHECK(stopping.best_round() == 1);
  CHECK_FALSE(stopping.add(2, 0.5));
  CHECK_FALSE(stopping.add(3, 0.5));
  CHECK(stopping.add(4, 0.4));
  CHECK(stopping.best_round() == 2);
}

TEST_CASE("for an error the lowest value is the best") {
  EarlyStopping stopping(3, false);
  CHECK_FALSE(stopping.add(1, 2.0));
  CHECK_FALSE(stopping.add(2, 1.0));
  CHECK_FALSE(stopping.add(3, 1.5));
  CHECK(stopping.best_round() == 2);
}

TEST_CASE("without patience it only remembers") {
  EarlyStopping stopping(0, true);
  stopping.add(1, 0.9);
  for (int round = 2; round < 100; ++round) CHECK_FALSE(stopping.add(round, 0.1));
  CHECK(stopping.best_round() == 1);
}

TEST_CASE("a difference in the last bits is no improvement") {
  EarlyStopping stopping(0, true);
  stopping.add(1, 0.1 + 0.2);
  stopping.add(2, 0.3);
  CHECK(stopping.best_round() == 1);
  stopping.add(3, (0.1 + 0.2) + 1e-15);
  CHECK(stopping.best_round() == 1);
  stopping.add(4, 0.3 + 1e-9);
  CHECK(stopping.best_round() == 4);
}
