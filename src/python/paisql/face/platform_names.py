"""Adds the platform's own names to a `tensorflow` module (pai-table-io: 1 to 6)."""

import importlib
import os
import sys
import types

from paisql.job import own_files

# Of tf.data, what is the platform's and not offered, and what to use instead.
_REFUSED_DATA = {
    "FeatureTable": "a table of features that is looked up by its key is a "
    "tf.lookup.StaticHashTable, whose keys and values tf.python_io.TableReader reads; rows of two "
    "tables are joined by a query in -Dtables"
}

# Functions whose module is loaded when they are called.
_CSV_FUNCTIONS = ("trans_csv_id2sparse", "trans_csv_kv2dense", "trans_csv_to_dense")


def add(tf):
    """tf: tensorflow.compat.v1, or TensorFlow 2 itself, which has no python_io of its own."""
    from paisql.face import adam_async
    from paisql.tables import dataset, record_ops, table_reader, table_writer, tensorflow_errors

    tf.data.TableRecordDataset = dataset.TableRecordDataset
    tf.data.__getattr__ = _refuse_data
    python_io = getattr(tf, "python_io", None)
    if python_io is None:
        python_io = types.ModuleType("tensorflow.python_io", "Tables, row by row.")
        tf.python_io = sys.modules["tensorflow.python_io"] = python_io
    python_io.TableReader = table_reader.TableReader
    python_io.TableWriter = table_writer.TableWriter
    python_io.OutOfRangeException = tensorflow_errors.OutOfRangeException
    tf.TableRecordReader = record_ops.TableRecordReader
    tf.TableRecordWriter = record_ops.TableRecordWriter
    _add_late_functions(tf)
    _add_work_queue()
    tf.summary.MetricsWriter = _late("paisql.face.metrics_writer", "MetricsWriter")
    train = getattr(tf, "train", None)
    if hasattr(train, "AdamOptimizer"):  # TensorFlow 2 has no optimizers of this kind
        train.AdamAsyncOptimizer = adam_async.AdamAsyncOptimizer


def _refuse_data(name):
    """What tf.data, which has no such name, says for it."""
    if name in _REFUSED_DATA:
        raise AttributeError("tf.data.%s is not offered here: %s" % (name, _REFUSED_DATA[name]))
    raise AttributeError("module 'tensorflow.data' has no attribute %r" % name)


def _late(module, name):
    """The function `name` of a module of ours that is imported by its first call."""

    def call(*arguments, **named):
        return getattr(importlib.import_module(module), name)(*arguments, **named)

    call.__name__ = call.__qualname__ = name
    return call


def _add_late_functions(tf):
    from tensorflow.python.ops import string_ops

    for name in _CSV_FUNCTIONS:
        function = _late("paisql.tables.csv_tensors", name)
        setattr(tf, name, function)
        setattr(string_ops, name, function)


def _add_work_queue():
    """tensorflow.python.ops.work_queue can be imported."""
    package = sys.modules["tensorflow.python.ops"]
    package.__path__.append(os.path.join(own_files.PACKAGE, "tensorflow_path", "python_ops"))
