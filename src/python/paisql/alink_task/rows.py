"""What task_config.output_writer takes, as rows of the output table."""

import threading

import pyarrow as pa

from paisql.alink_task import TaskError, examples
from paisql.tables import columns as column_rules
from paisql.tables import staged_file

_FLUSH_ROWS = 16384
_FLUSH_BYTES = 16 << 20
_LOOK_ROWS = 64  # between two looks at the bytes

_KINDS = {"STRING": "u", "FLOAT": "f", "DOUBLE": "f"}


class ExampleRows:
    """Takes serialised Examples, of any thread; close() completes them.

    TaskError for an Example that is no row of the table. The job does not succeed without close().
    """

    def __init__(self, table, place):
        self._table, self._place = table, place
        self._types = [column_rules.arrow_type(column.type) for column in table.columns]
        kinds = [
            (column.name, _KINDS.get(column_rules.base_type(column.type), "l"))
            for column in table.columns
        ]
        self._kinds = kinds
        self._decoder = examples.Decoder(kinds)
        self._waiting, self._lock, self._file = 0, threading.Lock(), None

    def add(self, example):
        with self._lock:
            self._open()
            try:
                self._decoder.add(example)
            except examples.Refused as refused:
                raise TaskError(self._why(refused)) from None
            self._waiting += 1
            if self._waiting % _LOOK_ROWS == 0:
                full = self._waiting >= _FLUSH_ROWS or self._decoder.text_bytes >= _FLUSH_BYTES
                if full:
                    self._flush()

    def _open(self):
        if self._file is not None:
            return
        if self._place.is_server:
            raise TaskError("a parameter server never ends, so that it cannot write rows")
        fields = list(zip([column.name for column in self._table.columns], self._types))
        self._file = staged_file.StagedFile(self._table.staging, self._place.index, fields)

    def _why(self, refused):
        name, kind = self._kinds[refused.column]
        column = self._table.columns[refused.column]
        wanted = {"u": "bytes_list", "f": "float_list", "l": "int64_list"}[kind]
        place = "row %d of output_writer: " % (self._file.rows + self._waiting + 1)
        if refused.fault == examples.MISSING:
            return place + "the Example has no feature '%s', which the output's columns name" % name
        if refused.fault == examples.EMPTY:
            return place + "the feature '%s' has no value" % name
        if refused.fault == examples.WRONG_KIND:
            found = examples.LIST_NAMES.get(refused.found, "another list")
            return place + "the feature '%s' is a %s, and a %s column takes a %s" % (
                name,
                found,
                column.type,
                wanted,
            )
        return place + "this is no tf.train.Example"

    def _flush(self):
        arrays, self._waiting = self._decoder.take(), 0
        fitting = []
        for array, kind, column in zip(arrays, self._types, self._table.columns):
            try:
                if pa.types.is_string(kind):
                    array = array.cast(pa.large_string())  # which looks at the UTF-8
                fitting.append(array.cast(kind))
            except pa.ArrowInvalid as error:
                raise TaskError(
                    "output_writer: column '%s' (%s): %s" % (column.name, column.type, error)
                ) from None
        self._file.append(fitting)

    def close(self):
        """The chief's table counts as written even when nobody has written a row."""
        with self._lock:
            if self._place.is_chief:
                self._open()
            if self._file is not None:
                if self._waiting:
                    self._flush()
                self._file.close()
            self._decoder.close()
