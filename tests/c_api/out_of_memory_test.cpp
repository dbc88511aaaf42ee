// A program of its own, as it replaces what allocates memory.

#include <atomic>
#include <cstdlib>
#include <functional>
#include <new>

#include "base/thread_pool.h"
#include "c_api/loaded_model.h"
#include "support/temporary_folder.h"

namespace {

/// How many allocations succeed before all fail; below 0: all succeed.
std::atomic<long> allowed{-1};
std::atomic<long> living{0};

void* allocate(std::size_t size, std::size_t alignment) {
  long left = allowed;
  while (left > 0 && !allowed.compare_exchange_weak(left, left - 1)) {
  }
  void* memory =
      left == 0 ? nullptr : std::aligned_alloc(alignment, (size / alignment + 1) * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  ++living;
  return memory;
}

void release(void* memory) {
  if (memory != nullptr) --living;
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace gbrank::test {
namespace {

/// Calls with memory that runs out at the first allocation, at the second one, and so on until it
/// suffices; returns how often it ran out.
int run_out_of_memory(const std::function<int()>& call) {
  for (int allocations = 0;; ++allocations) {
    const long before = living;
    allowed = allocations;
    const int status = call();
    allowed = -1;
    if (status == GBRANK_OK) return allocations;
    REQUIRE(status == GBRANK_OUT_OF_MEMORY);
    REQUIRE(gbrank_last_error() == std::string("out of memory"));
    REQUIRE(living == before);
  }
}

}  // namespace

TEST_CASE("a load without memory for the file says so and leaves nothing behind") {
  const TemporaryFolder folder;
  const std::string path = folder.path("model.json");
  save_model(fitted(), path);
  for (const long allocations : {0, 1}) {
    gbrank_model* model = nullptr;
    const long before = living;
    allowed = allocations;
    const int status = gbrank_model_load(path.c_str(), &model);
    allowed = -1;
    CHECK(living == before);
    CHECK(status == GBRANK_OUT_OF_MEMORY);
    CHECK(gbrank_last_error() == std::string("out of memory"));
    CHECK(model == nullptr);
  }
}

TEST_CASE("other errors are out of memory where their text has no place") {
  gbrank_model* model = nullptr;
  allowed = 0;
  const int status = gbrank_model_load(nullptr, &model);
  allowed = -1;
  CHECK(status == GBRANK_OUT_OF_MEMORY);
}

TEST_CASE("a prediction that runs out of memory says so, and later ones are as before") {
  const Handle model = load(fitted());
  const RandomRows rows(1000, 6);
  std::vector<double> expected;
  REQUIRE(rows.dense(model.get(), expected, 1) == GBRANK_OK);
  // Offsets of 32 bits are copied: memory of the C API itself.
  const std::vector<std::int32_t> offsets(rows.offsets.begin(), rows.offsets.end());
  std::vector<double> scores(rows.rows());
  for (const int threads : {1, 3}) {
    const auto predict = [&] {
      return gbrank_predict_csr32(model.get(), offsets.data(), rows.indices.data(),
                                  rows.values.data(), rows.rows(), 5, rows.values.size(),
                                  scores.data(), threads);
    };
    // The first calls with enough memory start threads, which stay.
    for (int allocations = 0; allocations < 30; ++allocations) {
      allowed = allocations;
      predict();
      allowed = -1;
      REQUIRE(ThreadPool::shared().run(0, [](int) {}));
    }
    CHECK(run_out_of_memory(predict) > 0);
    CHECK(bits(scores) == bits(expected));
  }
}

}  // namespace gbrank::test
