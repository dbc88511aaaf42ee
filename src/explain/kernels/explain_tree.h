// One tree's part in the contributions of eight documents. Included after base/vector.h by each
// instruction set; see there.

namespace gbrank::GBRANK_TARGET {

static_assert(kGroupDocuments == kLanes);

/// What is known at a depth of the path at hand.
struct Level {
  double* met;       // a mask: the documents that meet all conditions on the last edge's feature
  double* products;  // over the features of the path, one a place
  double* sums;      // of the products of the leaves below, each times its value
};

GBRANK_INLINE Level level_at(const PathScratch& scratch, std::size_t places, std::size_t depth) {
  double* const begin = scratch.levels + depth * level_doubles(places);
  return {begin, begin + kLanes, begin + (1 + places) * kLanes};
}

GBRANK_INLINE Words flipped(Words mask) { return all_words(-1) - mask; }

GBRANK_INLINE Words lets_through(const PathEdge& edge, Doubles x) {
  const Doubles bound = all(edge.bound);
  switch (edge.condition) {
    case Condition::kBelow:
      return x < bound;
    case Condition::kNotBelow:
      return flipped(x < bound);
    case Condition::kAbove:
      return bound < x;
    case Condition::kNotAbove:
      break;
  }
  return flipped(bound < x);
}

/// How the product changes along an edge.
GBRANK_INLINE Doubles step(const PathEdge& edge, const EdgeFactors& factors, Words met,
                           Words earlier) {
  const Doubles changed = select(met, all(factors.met), all(factors.failed));
  return edge.earlier == 0 ? changed : select(earlier, changed, all(edge.narrowing));
}

GBRANK_INLINE Doubles gain(const PathEdge& edge, const EdgeFactors& factors, Words met,
                           Words earlier) {
  const Doubles gained = select(met, all(factors.gain_met), all(factors.gain_failed));
  return edge.earlier == 0 ? gained : select(earlier, gained, all(0));
}

void explain(const PathWork& work, const double* values, double* contributions,
             const PathScratch& scratch) {
  const std::size_t places = work.places;
  const Level root = level_at(scratch, places, 0);
  store(from_bits(all_words(-1)), root.met);
  for (std::size_t p = 0; p < places; ++p) {
    store(all(work.weights[p]), root.products + p * kLanes);
    store(all(0), root.sums + p * kLanes);
  }

  // Goes up from the node at a depth, below which all is done.
  const auto leave = [&](std::size_t depth) {
    const PathEdge& edge = work.edges[scratch.edges[depth]];
    const EdgeFactors* const factors = work.factors + scratch.edges[depth] * places;
    const Level level = level_at(scratch, places, depth);
    const Level parent = level_at(scratch, places, depth - 1);
    const Words met = bits(load(level.met));
    const Words earlier = bits(load(level_at(scratch, places, edge.earlier).met));
    Doubles contribution = load(contributions + edge.feature * kLanes);
    for (std::size_t p = 0; p < places; ++p) {
      const Doubles sum = load(level.sums + p * kLanes);
      contribution = contribution + sum * gain(edge, factors[p], met, earlier);
      add(sum, parent.sums + p * kLanes);
    }
    store(contribution, contributions + edge.feature * kLanes);
  };

  std::size_t depth = 0;
  const EdgeFactors* factors = work.factors;
  for (std::uint32_t e = 0; e < work.edge_count; ++e, factors += places) {
    const PathEdge& edge = work.edges[e];
    for (; depth >= edge.depth; --depth) leave(depth);
    const Level parent = level_at(scratch, places, depth);
    const Words earlier = bits(load(level_at(scratch, places, edge.earlier).met));
    const Words met = earlier & lets_through(edge, load(values + edge.feature * kLanes));
    if (edge.is_leaf) {
      Doubles contribution = load(contributions + edge.feature * kLanes);
      for (std::size_t p = 0; p < places; ++p) {
        const Doubles sum = load(parent.products + p * kLanes) *
                            step(edge, factors[p], met, earlier) * all(edge.value);
        contribution = contribution + sum * gain(edge, factors[p], met, earlier);
        add(sum, parent.sums + p * kLanes);
      }
      store(contribution, contributions + edge.feature * kLanes);
      continue;
    }
    scratch.edges[++depth] = e;
    const Level level = level_at(scratch, places, depth);
    store(from_bits(met), level.met);
    for (std::size_t p = 0; p < places; ++p) {
      const Doubles product = load(parent.products + p * kLanes);
      store(product * step(edge, factors[p], met, earlier), level.products + p * kLanes);
      store(all(0), level.sums + p * kLanes);
    }
  }
  for (; depth > 0; --depth) leave(depth);
}

}  // namespace gbrank::GBRANK_TARGET
