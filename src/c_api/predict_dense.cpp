#include "c_api/score_call.h"

using namespace gbrank;

int gbrank_predict_dense(const gbrank_model* model, const float* values, size_t rows,
                         size_t columns, size_t stride, double* scores, int threads) {
  return status_of([&] {
    const ScoreCall call{model, rows, columns, scores, threads};
    call.check();
    if (stride < columns) {
      throw bad_argument(
          fmt::format("stride is {}, expected {} or more, the columns", stride, columns));
    }
    if (rows == 0) return;
    if (columns > 0) check_given(values, "values");
    if (stride > kMostBytes / sizeof(float) / rows) {
      throw bad_argument(
          fmt::format("{} rows with a stride of {} are more than any memory holds", rows, stride));
    }
    // No address is computed where there may be none.
    call.score(DenseRows{values, rows, columns == 0 ? 0 : stride});
  });
}
