"""tf.TableRecordReader and tf.TableRecordWriter: tables in the graph (pai-table-io: 4 and 5).

The reader takes table URLs from a queue and gives rows as delimited text for tf.decode_csv; the
writer is an operation that appends a batch. Both are kept for old scripts: TableRecordDataset and
tf.python_io.TableWriter do the same in whole columns.
"""

import collections
import threading

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from tensorflow.python.framework import constant_op, dtypes, ops, tensor_shape
from tensorflow.python.ops import (
    array_ops,
    cond,
    control_flow_ops,
    math_ops,
    script_ops,
    while_loop,
)

from paisql import columns as column_rules
from paisql import rows, table_writer

_QUOTED = r'[",\r\n]'


def _csv_field(array, column, delimiter):
    """An Arrow array as CSV fields: NULL is empty, quotes stand only where they must."""
    base = column_rules.base_type(column.type)
    if base == "BINARY":
        text = array.cast(pa.string())
    else:
        text = column_rules.to_text(array, column.type)
    if column_rules.family(column, "") == "string":
        pattern = _QUOTED if delimiter == "," else r'["\r\n' + "\\" + delimiter + "]"
        quoted = pc.binary_join_element_wise('"', pc.replace_substring(text, '"', '""'), '"', "")
        text = pc.if_else(pc.match_substring_regex(text, pattern), quoted, text)
    return pc.fill_null(text, "")


class TableRecordReader:
    """Rows of the tables whose URLs a queue holds, as text. Arguments as for TableRecordDataset."""

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
        self._delimiter = csv_delimiter
        self._arguments = (selected_cols, excluded_cols, slice_id, slice_count)
        self._lock = threading.Lock()
        self._urls = collections.deque()  # taken from the queue, not opened yet
        self._chunks = None
        self._ready = collections.deque()  # (key, value) pairs

    def _needs_url(self):
        with self._lock:
            return np.bool_(not self._advance())

    def _advance(self):
        """Makes at least one row ready; False when another table is needed for that."""
        while not self._ready:
            if self._chunks is None:
                if not self._urls:
                    return False
                url = self._urls.popleft()
                found = rows.RowRange(url.decode(), *self._arguments)
                self._chunks = self._texts(found, url)
            pairs = next(self._chunks, None)
            if pairs is None:
                self._chunks = None
            else:
                self._ready.extend(pairs)
        return True

    def _texts(self, found, url):
        def to_lines(arrays):
            columns = zip(arrays, found.columns)
            fields = [_csv_field(array, column, self._delimiter) for array, column in columns]
            joined = pc.binary_join_element_wise(*fields, self._delimiter)
            return joined.cast(pa.binary()).to_pylist()

        number = found.start
        for lines in found.chunks(convert=to_lines):
            yield [(url + b":%d" % (number + index), line) for index, line in enumerate(lines)]
            number += len(lines)

    def _take(self, url, count):
        with self._lock:
            if url:
                self._urls.append(url)
            keys, values = [], []
            while len(keys) < count and self._advance():
                key, value = self._ready.popleft()
                keys.append(key)
                values.append(value)
            return np.array(keys, dtype=object), np.array(values, dtype=object)

    def read_up_to(self, queue, num_records, name=None):
        """(keys, values) of 1 to num_records rows; OutOfRangeError at the queue's end."""
        with ops.name_scope(name, "TableRecordReader"):

            def step(keys, values):
                needed = script_ops.py_func(self._needs_url, [], dtypes.bool)
                needed.set_shape([])
                url = cond.cond(needed, lambda: queue.dequeue(), lambda: constant_op.constant(b""))
                taken = script_ops.py_func(
                    self._take, [url, num_records], [dtypes.string, dtypes.string]
                )
                for tensor in taken:
                    tensor.set_shape([None])
                return taken

            nothing = constant_op.constant([], dtypes.string)
            vector = tensor_shape.TensorShape([None])
            return tuple(
                while_loop.while_loop(
                    lambda keys, values: math_ops.equal(array_ops.size(keys), 0),
                    step,
                    [nothing, nothing],
                    shape_invariants=[vector, vector],
                    parallel_iterations=1,
                    back_prop=False,
                )
            )

    def read(self, queue, name=None):
        """(key, value) of the next row, two string scalars."""
        keys, values = self.read_up_to(queue, 1, name)
        return array_ops.reshape(keys, []), array_ops.reshape(values, [])


class TableRecordWriter:
    """Appends batches to an output table from within the graph. Arguments as for TableWriter."""

    def __init__(self, table, slice_id=0, name=None):
        self._lock = threading.Lock()
        self._writer = table_writer.TableWriter(table, slice_id)

    def write(self, indices, values, name=None):
        """The operation that appends a batch.

        values[i], of shape [], [B] or [B,1], goes to the column number indices[i].
        """
        indices = [int(index) for index in indices]

        def append(*columns):
            with self._lock:
                lists = [np.asarray(column).reshape(-1).tolist() for column in columns]
                self._writer.write(list(zip(*lists)), indices)
            return np.bool_(True)

        return _operation(append, list(values), name or "TableRecordWriter_write")

    def close(self, name=None):
        """The operation that completes the slice."""

        def close():
            with self._lock:
                self._writer.close()
            return np.bool_(True)

        return _operation(close, [], name or "TableRecordWriter_close")


def _operation(function, inputs, name):
    done = script_ops.py_func(function, inputs, dtypes.bool, stateful=True)
    return control_flow_ops.group(done, name=name)
