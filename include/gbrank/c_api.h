#ifndef GBRANK_C_API_H
#define GBRANK_C_API_H

/* gbrank from C, and from everything that can call C: loads a model and scores rows with it.
 * docs/c-api.md tells how to link it and what later versions will keep; docs/examples/score.c is a
 * whole program.
 *
 * Threads: every function may be called from any thread at any time, also with one model from many
 * threads at once. Only gbrank_model_free must come when nobody uses the model any more.
 *
 * Errors: functions that return int return GBRANK_OK, which is 0, or another gbrank_status; then
 * gbrank_last_error has a sentence about it for people. No C++ exception leaves a function. Memory
 * that the caller passes is read or written during the call only, and is never kept. */

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define GBRANK_EXPORT __attribute__((visibility("default")))
#else
#define GBRANK_EXPORT
#endif

/* What this header declares: 1 more in every release that adds to it. */
#define GBRANK_C_API_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

enum gbrank_status {
  GBRANK_OK = 0,
  GBRANK_BAD_ARGUMENT = 1,    /* a null pointer, a size that does not fit, a bad offset, ... */
  GBRANK_BAD_MODEL = 2,       /* cannot be read, or is not a whole model of a known version */
  GBRANK_UNKNOWN_FEATURE = 3, /* the model has no feature of that name */
  GBRANK_OUT_OF_MEMORY = 4,
  GBRANK_INTERNAL_ERROR = 5 /* what should not happen */
};

/* A loaded model, which never changes. */
typedef struct gbrank_model gbrank_model;

/* The version of the library that runs, as "major.minor.patch"; and its GBRANK_C_API_VERSION, which
 * is that of the program's header or larger where the library has all that the program may call. */
GBRANK_EXPORT const char* gbrank_version(void);
GBRANK_EXPORT int gbrank_c_api_version(void);

/* What went wrong in the last call of this thread that failed, in UTF-8; "" before any has. Calls
 * that succeed leave it. Texts of more than 2,000 bytes are cut. The pointer is never null, belongs
 * to the library, and is good until another call of this thread fails or the thread ends. */
GBRANK_EXPORT const char* gbrank_last_error(void);

/* Loads a model file of gbrank fit or gbrank import. On success *model is the caller's, to be freed
 * by gbrank_model_free; otherwise it is null. Takes memory of several times the file while it
 * loads. A null path or model is GBRANK_BAD_ARGUMENT. */
GBRANK_EXPORT int gbrank_model_load(const char* path, gbrank_model** model);

/* The same from the bytes of such a file in memory, which need not end with a zero. Null bytes are
 * GBRANK_BAD_ARGUMENT unless there are 0 of them. */
GBRANK_EXPORT int gbrank_model_load_buffer(const void* bytes, size_t size, gbrank_model** model);

/* Frees a model and what belongs to it, such as the names of features. Null does nothing. */
GBRANK_EXPORT void gbrank_model_free(gbrank_model* model);

/* How many features and how many trees a model has; 0 for null. */
GBRANK_EXPORT size_t gbrank_model_features(const gbrank_model* model);
GBRANK_EXPORT size_t gbrank_model_trees(const gbrank_model* model);

/* The name of a feature, counted from 0 (LETOR's index 1 is feature 0), in UTF-8: "f1", "f2", ...
 * where training was given no names. It belongs to the model. Null, with a text in
 * gbrank_last_error, for a null model and for what is not below gbrank_model_features. */
GBRANK_EXPORT const char* gbrank_model_feature_name(const gbrank_model* model, size_t feature);

/* Which feature has a name; the first one, should a model have it twice. GBRANK_UNKNOWN_FEATURE
 * where none has, and *feature stays as it was. Compares with one name after the other: look
 * features up once, after loading. A null argument is GBRANK_BAD_ARGUMENT. */
GBRANK_EXPORT int gbrank_model_feature_index(const gbrank_model* model, const char* name,
                                             size_t* feature);

/* What stands for a feature that a document does not have: 0, or NaN (missing) for models that were
 * imported from programs that take it so. For whoever makes dense rows of documents that do not
 * have every feature; in sparse rows it is done here. 0 for null. */
GBRANK_EXPORT float gbrank_model_absent_value(const gbrank_model* model);

/* Scores of rows with all their values: row r begins at values[r * stride] and has `columns`
 * values, feature 0 first, NaN for missing; infinities are numbers like others. scores[r] becomes
 * its score, in double precision: the same bits as from gbrank predict, whatever other rows stand
 * beside it and whatever the number of threads.
 *
 * Columns that the model does not know, behind its features, are ignored. Fewer columns than
 * features are GBRANK_BAD_ARGUMENT, as is a stride below `columns`: no value is ever made up.
 *
 * threads: 1 scores in this thread; up to 4,096 lets threads of the library help, which it starts
 * when they are first wanted and keeps, asleep; 0 means as many as the process may use processors.
 * Where two calls want help at once, one of them goes without. A service that has threads of its
 * own gives 1.
 *
 * 0 rows are fine. `values` may be null where rows or columns are 0, `scores` where rows are 0;
 * other null arguments are GBRANK_BAD_ARGUMENT. No score is written where arguments are bad; after
 * other errors scores are undefined. */
GBRANK_EXPORT int gbrank_predict_dense(const gbrank_model* model, const float* values, size_t rows,
                                       size_t columns, size_t stride, double* scores, int threads);

/* Scores of rows of which only some values are written, as in a matrix of SciPy's csr_matrix: row r
 * has values[e] of feature indices[e] for every entry e from offsets[r] to offsets[r + 1] - 1.
 * Other features are gbrank_model_absent_value. A row's indices may stand in any order; of an index
 * that is written twice the last value counts. `columns` is how many columns the matrix has: the
 * model's features or more, as in gbrank_predict_dense, which tells the rest, too.
 *
 * offsets has rows + 1 elements, indices and values have `entries` each. offsets[0] need not be 0,
 * so that some rows of a matrix can be scored. GBRANK_BAD_ARGUMENT, and no score is written, where
 * offsets fall, are negative or are larger than `entries`, or an index of these rows is negative or
 * not below `columns`. `indices` and `values` may be null where entries are 0, `offsets` where rows
 * are 0. */
GBRANK_EXPORT int gbrank_predict_csr(const gbrank_model* model, const int64_t* offsets,
                                     const int32_t* indices, const float* values, size_t rows,
                                     size_t columns, size_t entries, double* scores, int threads);

/* The same with offsets of 32 bits, which SciPy's matrices have unless they are very large. Makes a
 * copy of them of 8 bytes a row. */
GBRANK_EXPORT int gbrank_predict_csr32(const gbrank_model* model, const int32_t* offsets,
                                       const int32_t* indices, const float* values, size_t rows,
                                       size_t columns, size_t entries, double* scores, int threads);

#ifdef __cplusplus
}
#endif

#endif
