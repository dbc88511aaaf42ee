"""from_python.py LIBRARY MODEL < ROWS: prints the score of each row, by way of ctypes: dense, and sparse as SciPy would have it."""
import ctypes
import sys
from ctypes import POINTER, byref, c_char_p, c_double, c_float, c_int, c_int32, c_int64, c_size_t, c_void_p

library = ctypes.CDLL(sys.argv[1])
library.gbrank_last_error.restype = c_char_p
library.gbrank_model_load.argtypes = [c_char_p, POINTER(c_void_p)]
library.gbrank_model_free.argtypes = [c_void_p]
library.gbrank_model_free.restype = None
library.gbrank_model_features.argtypes = [c_void_p]
library.gbrank_model_features.restype = c_size_t
sizes_and_scores = [c_size_t, c_size_t, c_size_t, POINTER(c_double), c_int]
library.gbrank_predict_dense.argtypes = [c_void_p, POINTER(c_float)] + sizes_and_scores
for function, offset in (library.gbrank_predict_csr, c_int64), (library.gbrank_predict_csr32, c_int32):
    function.argtypes = [c_void_p, POINTER(offset), POINTER(c_int32), POINTER(c_float)] + sizes_and_scores


def call(function, *arguments):
    if function(*arguments) != 0:
        raise RuntimeError(library.gbrank_last_error().decode())


def array(kind, values):
    return (kind * len(values))(*values)


model = c_void_p()
try:
    call(library.gbrank_model_load, b"no-such-file", byref(model))
except RuntimeError as error:
    assert str(error) == "no-such-file: cannot be opened: No such file or directory", error
else:
    raise AssertionError("a model that is not there was loaded")

call(library.gbrank_model_load, sys.argv[2].encode(), byref(model))
features = library.gbrank_model_features(model)
rows = [[float(word) for word in line.split()] for line in sys.stdin]
values = array(c_float, [value for row in rows for value in row])
scores = (c_double * len(rows))()
call(library.gbrank_predict_dense, model, values, len(rows), features, features, scores, 2)

offsets, indices, entries = [0], [], []
for row in rows:
    for index, value in enumerate(row):
        if value != 0:
            indices.append(index)
            entries.append(value)
    offsets.append(len(entries))
for function, offset in (library.gbrank_predict_csr, c_int64), (library.gbrank_predict_csr32, c_int32):
    sparse = (c_double * len(rows))()
    call(function, model, array(offset, offsets), array(c_int32, indices), array(c_float, entries),
         len(rows), features, len(entries), sparse, 2)
    assert list(sparse) == list(scores), "sparse rows have other scores"
library.gbrank_model_free(model)
for score in scores:
    print("%.17g" % score)
