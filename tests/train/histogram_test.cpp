#include "train/histogram.h"

#include <vector>

#include <doctest/doctest.h>

using namespace gbrank;

namespace {

/// Four columns, of which the first and the last share a byte: two bins and missing values; three;
/// one; one.
const std::vector<BinPlace> kPlaces = {{0, 1, 3}, {1, 1, 4}, {2, 1, 2}, {0, 3, 2}};

}  // namespace

TEST_CASE("a histogram has a cell for each value of a byte") {
  const HistogramLayout layout(kPlaces);
  CHECK(layout.size() == 12);
  CHECK(layout.first(0) == 0);
  CHECK(layout.first(1) == 6);
  CHECK(layout.first(2) == 10);
  CHECK(layout.cells(0) == 6);
  CHECK(layout.cells(1) == 4);
}

TEST_CASE("words are put and added to cells, in one word or in two") {
  const HistogramLayout layout(kPlaces);
  const LeafSums a{-5, 7, 2};
  const LeafSums b{1000, 30000, 16000};
  const GradientWord words[] = {pack(a), pack(b)};
  for (const bool wide : {false, true}) {
    Histogram histogram(layout, wide);
    CHECK(histogram.is_wide() == wide);
    *histogram.first(6) = 12345;  // from an earlier leaf
    put_words(words, {6, 2}, histogram);
    CHECK(histogram.cell(6) == a);
    CHECK(histogram.cell(7) == b);
    CHECK(histogram.cell(5) == LeafSums{});
  }
  Histogram wide(layout, true);
  for (int i = 0; i < 100000; ++i) add_words(words, {2, 2}, wide);
  CHECK(wide.cell(2) == LeafSums{-500000, 700000, 200000});
  CHECK(wide.cell(3) == LeafSums{100000000, 3000000000, 1600000000});
}

TEST_CASE("the parent less one child is the other child, whatever is wide") {
  const HistogramLayout layout(kPlaces);
  const LeafSums child{-5, 7, 2};
  const LeafSums rest{8, 1, 3};
  const GradientWord child_word = pack(child);
  const GradientWord parent_word = pack(child + rest);
  for (const bool parent_wide : {false, true}) {
    for (const bool child_wide : {false, true}) {
      for (const bool other_wide : {false, true}) {
        if (!parent_wide && (child_wide || other_wide)) continue;
        Histogram parent(layout, parent_wide);
        Histogram part(layout, child_wide);
        put_words(&parent_word, {3, 1}, parent);
        put_words(&child_word, {3, 1}, part);
        Histogram other(layout, other_wide);
        subtract(parent, part, {2, 3}, other);
        CHECK(other.cell(3) == rest);
        CHECK(other.cell(4) == LeafSums{});
        if (parent_wide != other_wide) continue;
        subtract(parent, part, {2, 3}, parent);
        CHECK(parent.cell(3) == rest);
      }
    }
  }
}

TEST_CASE("a pool gives back what it was given, by its kind") {
  const HistogramLayout layout(kPlaces);
  HistogramPool pool(layout);
  std::unique_ptr<Histogram> narrow = pool.take(false);
  std::unique_ptr<Histogram> wide = pool.take(true);
  const Histogram* const was_narrow = narrow.get();
  const Histogram* const was_wide = wide.get();
  pool.give_back(std::move(narrow));
  pool.give_back(std::move(wide));
  pool.give_back(nullptr);
  CHECK(pool.take(true).get() == was_wide);
  CHECK(pool.take(false).get() == was_narrow);
  CHECK(pool.take(true)->is_wide());
}
