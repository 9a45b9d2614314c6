"""The rows of a worker: a file of Examples, made when a script asks for it, and a dataset of the same.

Row i goes to worker i modulo their number. With `even`, workers that have a row less get the table's
last one again, since all-reduce wants as many steps of each. A parameter server gets none.
"""

import functools
import os
import sys

import pyarrow as pa

from paisql.alink_task import TaskError, examples, tensors
from paisql.tables import columns as column_rules
from paisql.tables.rows import RowRange

_LOOK_ROWS = 16  # at once, for the first tensor of a column


class WorkerRows:
    """The rows of the process at `place`; nothing is read before it is asked for."""

    def __init__(self, settings, place, work_dir):
        self._settings, self._place = settings, place
        self._path = os.path.join(work_dir, "dataset.tfrecords")
        self.range = RowRange(settings["input"], settings["columns"])
        if not self.range.is_growing:
            self._rows_of_all  # which says how they are dealt

    @functools.cached_property
    def tensors(self):
        """{column: (type, shape)} of the columns whose texts are tensors, by the input's first rows."""
        wanted = self._settings.get("tensor_cols") or []
        if not wanted:
            return {}
        read = RowRange(self._settings["input"], wanted)
        chunks = (dict(zip(wanted, arrays)) for arrays in read._arrays(0, _LOOK_ROWS))
        return tensors.first_kinds(wanted, chunks)

    @functools.cached_property
    def _tensor_lines(self):
        return tensors.lines([column.name for column in self.range.columns], self.tensors)

    @functools.cached_property
    def _rows_of_all(self):
        """How many rows all workers have; the rows of a query are waited for."""
        rows = self.range.rows
        extra = rows % self._place.workers
        if self._settings["even"] and extra and self._place.is_chief:
            sys.stderr.write(
                "evenSplit: %d of %d workers get the last row again, so that all have %d rows "
                "(-DevenSplit=false leaves that)\n"
                % (self._place.workers - extra, self._place.workers, -(-rows // self._place.workers))
            )
        return rows

    def length(self):
        """How many rows the worker has."""
        if self._place.is_server:
            return 0
        begin = 0 if self._settings["even"] else self._place.index
        return -((begin - self._rows_of_all) // self._place.workers)

    @functools.cached_property
    def _written(self):
        # Under its name stands a whole file only.
        part = self._path + ".part"
        with open(part, "wb") as stream:
            if not self._place.is_server:
                for records in self._records():
                    stream.write(records)
        os.replace(part, self._path)
        return self._path

    def file(self):
        """The path of a file of the worker's TFRecords, which is written by the first call."""
        return self._written

    def remove(self):
        """Takes the file away, if it was written."""
        if os.path.exists(self._path):
            os.remove(self._path)

    def _records(self):
        place, even = self._place, self._settings["even"]
        fields = [column.name for column in self.range.columns]
        position, last = 0, None
        for arrays in self.range.chunks():
            arrays = [fitting(array, column) for array, column in zip(arrays, self.range.columns)]
            batch = pa.RecordBatch.from_arrays(arrays, names=fields)
            first = (place.index - position) % place.workers
            yield self._encoded(batch, first, place.workers, position)
            position, last = position + batch.num_rows, batch.slice(batch.num_rows - 1)
        extra = position % place.workers
        if even and extra and place.index >= extra:
            yield self._encoded(last, 0, 1, position - 1)

    def _encoded(self, batch, first, step, position):
        try:
            omit = self._settings["nulls"] == "omit"
            return examples.encode(batch, first, step, omit, self._tensor_lines)
        except examples.NullCell as null:
            raise TaskError(
                "column '%s' is NULL in row %d of the input, and a tf.train.Example has no NULL: "
                "COALESCE(%s, ...) in a query, or -DnullValues=omit"
                % (null.column, position + null.row + 1, null.column)
            ) from None
        except examples.BadTensor as bad:
            raise TaskError(
                "column '%s', row %d of the input: %s" % (bad.column, position + bad.row + 1, bad.why)
            ) from None

    def source(self):
        """Arguments of the operation PaisqlExampleDataset: (description, its attributes)."""
        read, place = self.range, self._place
        found = read.growing_description() if read.is_growing else read.description()
        if place.is_server:
            found.pop("parts", None)
            found["files"] = []
        attributes = dict(columns=len(read.columns), workers=place.workers, index=place.index)
        attributes.update(even=self._settings["even"], omit_nulls=self._settings["nulls"] == "omit")
        attributes["tensors"] = self._tensor_lines
        return found, attributes


def fitting(array, column):
    """The array as the encoder takes it; what asks for a conversion was checked by the statement."""
    kind = array.type
    if pa.types.is_boolean(kind):
        return array.cast(pa.int8())
    if pa.types.is_decimal(kind) and column_rules.base_type(column.type) == "DECIMAL":
        return array.cast(pa.float64())
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        return array
    if pa.types.is_string(kind) or pa.types.is_binary(kind) or pa.types.is_list(kind):
        return array
    return column_rules.to_text(array, column.type)
