"""The tf.data operation that reads tables: src/libraries/tensors, built as libpaisql_tensors.so.

It stands beside this package's folder; PAISQL_TABLE_SOURCE names another place. Python says what a
table URL means (paisql.tables.rows), the operation reads, decodes and batches.
"""

import ctypes
import functools
import json
import os

import numpy as np
import pyarrow.compute  # noqa: F401  the operation uses the libraries that these load
import pyarrow.parquet  # noqa: F401
from tensorflow.python.data.ops import dataset_ops
from tensorflow.python.framework import constant_op, dtypes, errors_impl, load_library
from tensorflow.python.framework import tensor as tensor_lib
from tensorflow.python.ops import script_ops

from paisql.job import own_files
from paisql.monitoring import progress

_NAME = "libpaisql_tensors.so"


def library_path():
    return os.environ.get("PAISQL_TABLE_SOURCE") or os.path.join(own_files.LIBRARIES, _NAME)


@functools.lru_cache(maxsize=None)
def library():
    """The module of generated functions. Loaded by the first dataset, not by an import."""
    path = library_path()
    if not os.path.exists(path):
        raise RuntimeError(
            "Tables cannot be read into tensors here: %s was not built. Run scripts/setup (without "
            "--no-training) and build again." % path
        )
    try:
        module = load_library.load_op_library(path)
    except errors_impl.OpError as error:
        raise RuntimeError(
            "Tables cannot be read into tensors here: %s does not fit the packages of this Python; "
            "build again. (%s)" % (path, error.message)
        ) from None
    read_counters = ctypes.CDLL(path).paisql_read_counters

    def counts():
        counters = (ctypes.c_int64 * 5)()
        read_counters(counters)
        rows, size, *times = counters
        return rows, size, *(nanoseconds / 1e9 for nanoseconds in times)

    progress.add_reader(counts)
    return module


def default_threads():
    """A quarter of the threads that compute, and two where there are two."""
    cores = len(os.sched_getaffinity(0))
    return max(cores // 4, min(cores, 2))


def time_zone():
    """The zone in which DATETIME and TIMESTAMP are shown."""
    return os.environ.get("PAISQL_TIME_ZONE", "Asia/Shanghai")


class _Source(dataset_ops.DatasetSource):
    def __init__(self, variant, spec):
        self._spec = spec
        super().__init__(variant)

    @property
    def element_spec(self):
        return self._spec


def _constant(descriptions):
    texts = [json.dumps(one) for one in descriptions]
    return constant_op.constant(texts, dtypes.string, shape=[len(texts)])


class TableSource:
    """Which columns of which tables are read, and what they become.

    describe  function of a URL's text that gives rows.RowRange.description() or raises ValueError;
              a second argument says whether the rows may still be coming
    urls      the texts, or None when `tensor` has them in the running graph
    defaults  (tf dtype, value) of each column
    threads, capacity  0: chosen
    """

    def __init__(self, describe, urls, tensor, defaults, threads, capacity):
        self.dtypes = tuple(dtype for dtype, _ in defaults)
        self._defaults = [constant_op.constant(value, dtype, shape=[]) for dtype, value in defaults]
        if urls is not None:
            # Only of the last table the native source need not know the rows.
            texts = [describe(url) for url in urls[:-1]] + [describe(url, True) for url in urls[-1:]]
            self._scans = _constant(texts)
        else:
            self._scans = script_ops.py_func(
                # One name comes as bytes, several as an array of them.
                lambda names: np.array(
                    [json.dumps(describe(name.decode())) for name in np.asarray(names, object).reshape(-1)], object
                ),
                [tensor],
                dtypes.string,
                stateful=False,
            )
            self._scans.set_shape([None])
        self._threads = threads or default_threads()
        self._capacity = capacity or 0

    def batches(self, stages, size, drop_remainder):
        """The dataset of batches: a tuple of vectors of `size` rows, the last smaller or dropped.

        stages  (kind, first, second) each, as src/libraries/tensors/batches/row_sequence.h has them
        """
        rows = size if drop_remainder else None
        spec = tuple(tensor_lib.TensorSpec([rows], dtype) for dtype in self.dtypes)
        variant = library().paisql_table_dataset(
            scans=self._scans,
            record_defaults=self._defaults,
            output_shapes=[one.shape for one in spec],
            stages=[number for stage in stages for number in stage],
            batch_size=size,
            drop_remainder=drop_remainder,
            capacity=self._capacity,
            num_threads=self._threads,
            time_zone=time_zone(),
        )
        return _Source(variant, spec)
