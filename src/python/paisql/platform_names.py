"""Adds the platform's own names to a `tensorflow` module (pai-table-io: 1 to 5)."""

import sys
import types


def add(tf):
    """tf: tensorflow.compat.v1, or TensorFlow 2 itself, which has no python_io of its own."""
    from paisql import dataset, errors, record_ops, table_reader, table_writer

    tf.data.TableRecordDataset = dataset.TableRecordDataset
    python_io = getattr(tf, "python_io", None)
    if python_io is None:
        python_io = types.ModuleType("tensorflow.python_io", "Tables, row by row.")
        tf.python_io = sys.modules["tensorflow.python_io"] = python_io
    python_io.TableReader = table_reader.TableReader
    python_io.TableWriter = table_writer.TableWriter
    python_io.OutOfRangeException = errors.OutOfRangeException
    tf.TableRecordReader = record_ops.TableRecordReader
    tf.TableRecordWriter = record_ops.TableRecordWriter
