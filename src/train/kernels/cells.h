// What is done with all the cells of a byte, eight at a time.

namespace gbrank::GBRANK_TARGET {

/// Eight cells of a wide histogram.
struct WideCells {
  Words gradient;
  Words rest;  // hessian and documents
};

GBRANK_INLINE WideCells widen(Words words) {
  const Words hessian = (words >> kHessianShift) & kHessianMask;
  return {words >> kGradientShift, (hessian << kWideHessianShift) + (words & kDocumentsMask)};
}

GBRANK_INLINE Words narrow(const WideCells& cells) {
  const Words hessian = cells.rest >> kWideHessianShift;
  return (cells.gradient << kGradientShift) + (hessian << kHessianShift) +
         (cells.rest & kWideDocumentsMask);
}

GBRANK_INLINE void put_or_add(Words x, bool add, std::int64_t* to) {
  store_words(add ? load_words(to) + x : x, to);
}

void move_words(GradientWord* words, std::size_t count, bool add, const Cells& to) {
  for (std::size_t i = 0; i < count; i += kLanes) {
    const Words word = load_words(words + i);
    store_words(all_words(0), words + i);
    if (to.second == nullptr) {
      put_or_add(word, add, to.first + i);
    } else {
      const WideCells wide = widen(word);
      put_or_add(wide.gradient, add, to.first + i);
      put_or_add(wide.rest, add, to.second + i);
    }
  }
}

GBRANK_INLINE WideCells load_wide(const ConstCells& cells, std::size_t at) {
  const Words first = load_words(cells.first + at);
  if (cells.second == nullptr) return widen(first);
  return {first, load_words(cells.second + at)};
}

void subtract(const ConstCells& whole, const ConstCells& part, std::size_t count,
              const Cells& rest) {
  for (std::size_t i = 0; i < count; i += kLanes) {
    if (whole.second == nullptr) {
      store_words(load_words(whole.first + i) - load_words(part.first + i), rest.first + i);
      continue;
    }
    const WideCells a = load_wide(whole, i);
    const WideCells b = load_wide(part, i);
    const WideCells difference = {a.gradient - b.gradient, a.rest - b.rest};
    if (rest.second == nullptr) {
      store_words(narrow(difference), rest.first + i);
    } else {
      store_words(difference.gradient, rest.first + i);
      store_words(difference.rest, rest.second + i);
    }
  }
}

}  // namespace gbrank::GBRANK_TARGET
