/* score MODEL < ROWS: prints a score for each row. A row is one number for each feature of the
 * model, in their order, nan where the value is missing.
 *
 *   cc -std=c11 score.c $(pkg-config --cflags --libs gbrank_c) -o score */
#include <gbrank/c_api.h>
#include <stdio.h>
#include <stdlib.h>

/* Rows that are scored by one call: faster than one at a time. */
enum { LIST = 100 };

/* Whether there was a row; *bad is set for half of one and for what is no number. */
static int read_row(FILE* file, float* row, size_t features, int* bad) {
  for (size_t f = 0; f < features; ++f) {
    if (fscanf(file, "%f", &row[f]) == 1) continue;
    *bad = f > 0 || !feof(file);
    return 0;
  }
  return features > 0;
}

static int print_scores(const gbrank_model* model, float* values) {
  const size_t features = gbrank_model_features(model);
  double scores[LIST];
  size_t rows = LIST;
  int bad = 0;
  while (rows == LIST) {
    rows = 0;
    while (rows < LIST && read_row(stdin, values + rows * features, features, &bad)) ++rows;
    if (gbrank_predict_dense(model, values, rows, features, features, scores, 1) != GBRANK_OK) {
      fprintf(stderr, "score: %s\n", gbrank_last_error());
      return 1;
    }
    for (size_t r = 0; r < rows; ++r) printf("%.17g\n", scores[r]);
  }
  if (bad) fprintf(stderr, "score: expected rows of %zu numbers\n", features);
  return bad;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: score MODEL < ROWS\n");
    return 2;
  }
  gbrank_model* model = NULL;
  if (gbrank_model_load(argv[1], &model) != GBRANK_OK) {
    fprintf(stderr, "score: %s\n", gbrank_last_error());
    return 1;
  }
  float* values = malloc(LIST * (gbrank_model_features(model) + 1) * sizeof *values);
  int status = 1;
  if (values == NULL) {
    fprintf(stderr, "score: out of memory\n");
  } else {
    status = print_scores(model, values);
  }
  free(values);
  gbrank_model_free(model);
  return status;
}
