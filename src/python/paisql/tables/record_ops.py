"""tf.TableRecordReader and tf.TableRecordWriter: tables in the graph (pai-table-io: 4 and 5).

The reader takes table URLs from a queue and gives rows as delimited text for tf.decode_csv; the
writer is an operation that appends a batch. Both are kept for old scripts: TableRecordDataset and
tf.python_io.TableWriter do the same in whole columns.
"""

import threading

import numpy as np
from tensorflow.python.framework import dtypes
from tensorflow.python.ops import control_flow_ops, io_ops, script_ops

from paisql.tables import table_describer, table_source, table_writer, tensorflow_errors


class TableRecordReader(io_ops.ReaderBase):
    """Rows of the tables whose URLs a queue holds, as text: read(queue), read_up_to(queue, n).

    csv_delimiter  stands between the fields of a row: one character of ASCII, as tf.decode_csv
                   wants it, and none that a quoted field is written with. Any other is an
                   InvalidArgumentError
    The other arguments are those of TableRecordDataset.

    The methods are those of TensorFlow's readers. A key is the URL and the number of the row in the
    table. NULL is the empty field. read_up_to gives 1 to n rows, all of one table; after the last
    row of the last table is an OutOfRangeError. A URL that cannot be read is an
    InvalidArgumentError of the step, a damaged file a DataLossError.
    """

    def __init__(
        self,
        csv_delimiter=",",
        selected_cols="",
        excluded_cols="",
        slice_count=1,
        slice_id=0,
        num_threads=0,
        capacity=0,
        name=None,
    ):
        csv_delimiter = _checked_delimiter(csv_delimiter)
        table_describer.install()
        super().__init__(
            table_source.library().paisql_table_record_reader(
                selection=table_describer.selection(selected_cols, excluded_cols, slice_id, slice_count),
                delimiter=csv_delimiter,
                time_zone=table_source.time_zone(),
                capacity=capacity or 0,
                num_threads=num_threads or table_source.default_threads(),
                name=name or "TableRecordReader",
            )
        )


class TableRecordWriter:
    """Appends batches to an output table from within the graph. Arguments as for TableWriter."""

    def __init__(self, table, slice_id=0, name=None):
        self._lock = threading.Lock()
        self._writer = table_writer.TableWriter(table, slice_id)

    def write(self, indices, values, name=None):
        """The operation that appends a batch.

        values[i], of shape [], [B] or [B,1], goes to the column number indices[i]. Columns of
        different lengths, and what TableWriter.write() refuses, are an InvalidArgumentError of the
        step.
        """
        indices = [int(index) for index in indices]

        def append(*columns):
            with self._lock:
                self._writer.write_columns(columns, indices)
            return np.bool_(True)

        return _operation(append, list(values), name or "TableRecordWriter_write")

    def close(self, name=None):
        """The operation that completes the slice."""

        def close():
            with self._lock:
                self._writer.close()
            return np.bool_(True)

        return _operation(close, [], name or "TableRecordWriter_close")


def _checked_delimiter(given):
    delimiter = given.decode("utf-8", "replace") if isinstance(given, bytes) else given
    single = isinstance(delimiter, str) and len(delimiter) == 1 and "\0" < delimiter <= "\x7f"
    if not single or delimiter in '"\r\n':
        raise tensorflow_errors.invalid_argument(
            "csv_delimiter is %r: one character of ASCII is wanted that is not a quote and ends no "
            "line, for instance ',' or '\\x01'" % (given,)
        )
    return delimiter


def _operation(function, inputs, name):
    done = script_ops.py_func(function, inputs, dtypes.bool, stateful=True)
    return control_flow_ops.group(done, name=name)
