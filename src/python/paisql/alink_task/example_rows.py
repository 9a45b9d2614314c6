"""What task_config.output_writer takes, as rows of the output table."""

import threading

import pyarrow as pa

from paisql.alink_task import TaskError, examples
from paisql.tables import bytes_texts, halves, staged_file
from paisql.tables import columns as column_rules

_FLUSH_ROWS = 65536
_FLUSH_BYTES = 64 << 20
# Examples are decoded together; the first ones alone, so that what is wrong with all of them is told
# in the line of the script that writes the first.
_MOST_TOGETHER = 1024
_TOGETHER_BYTES = 4 << 20
MOST_EXAMPLE_BYTES = 256 << 20

NO_ROWS_OF_SERVERS = (
    "a parameter server never ends, so it cannot write rows; there task_config.task_type is 'ps', "
    "and numPSs=0 leaves parameter servers out"
)

_KINDS = {"STRING": "u", "FLOAT": "f", "DOUBLE": "f"}


def _cast(array, kind):
    if pa.types.is_string(kind):
        array = array.cast(pa.large_string())  # which looks at the UTF-8
    return array.cast(kind)


def _refusal(value, kind):
    """Why _cast refuses an array of this value."""
    try:
        _cast(pa.array([value.as_py()], value.type), kind)
    except pa.ArrowInvalid as error:
        return "this is not UTF-8" if pa.types.is_string(kind) else error
    raise AssertionError("it is not refused")


class ExampleRows:
    """Takes serialised Examples, of any thread; close() completes them.

    TaskError for an Example that is not a row of the table; others are kept, those after it, too. It may come
    some rows later than the one it is about, whose number it has among those that are kept. The job does
    not succeed without close().
    """

    def __init__(self, table, place):
        self._table, self._place = table, place
        self._types = [column_rules.arrow_type(column.type) for column in table.columns]
        self._columns = [(c.name, column_rules.base_type(c.type)) for c in table.columns]
        self._decoder = examples.Decoder([(name, _KINDS.get(kind, "l")) for name, kind in self._columns])
        self._lock, self._file = threading.Lock(), None
        self._together, self._waiting, self._waiting_bytes = 1, [], 0
        # Rows that are not written yet: those of the decoder, and before them those after a refused one.
        self._decoded, self._behind = 0, None

    def begin(self):
        """Without close() the job fails from here on, also where the process ends before the first row."""
        with self._lock:
            if not self._place.is_server and self._file is None:
                self._open()

    def add(self, example):
        with self._lock:
            if self._file is None:
                self._open()
            if len(example) > MOST_EXAMPLE_BYTES:
                raise TaskError(
                    "row %d of output_writer: the Example has %d bytes, and a row at most %d; write "
                    "it as several rows" % (self._row(0), len(example), MOST_EXAMPLE_BYTES)
                )
            self._waiting.append(example)
            self._waiting_bytes += len(example)
            if self._behind is not None:
                self._flush()
            if len(self._waiting) >= self._together or self._waiting_bytes >= _TOGETHER_BYTES:
                self._together = min(2 * self._together, _MOST_TOGETHER)
                self._decode()

    def _row(self, waiting):
        """The number, from 1, of the Example with so many waiting ones before it."""
        return self._file.rows + self._decoded + waiting + 1

    def _open(self):
        if self._place.is_server:
            raise TaskError(NO_ROWS_OF_SERVERS)
        fields = list(zip([column.name for column in self._table.columns], self._types))
        self._file = staged_file.StagedFile(self._table.staging, self._place.index, fields)

    def _decode(self):
        waiting, self._waiting, self._waiting_bytes = self._waiting, [], 0
        try:
            self._decoder.add_all(waiting)
        except examples.Refused as refused:
            # Those after it are kept for a script that goes on.
            self._waiting = waiting[refused.row + 1 :]
            self._waiting_bytes = sum(map(len, self._waiting))
            why = examples.why(refused, self._columns)
            error = TaskError("row %d of output_writer: %s" % (self._row(refused.row), why))
            self._decoded += refused.row
            raise error from None
        self._decoded += len(waiting)
        if self._decoded >= _FLUSH_ROWS or self._decoder.text_bytes >= _FLUSH_BYTES:
            self._flush()

    def _flush(self):
        """Writes what is decoded up to the first row that does not fit, of which the TaskError tells."""
        arrays, self._decoded = self._decoder.take(), 0
        if self._behind is not None:
            arrays = [pa.concat_arrays(pair) for pair in zip(self._behind, arrays)]
            self._behind = None
        fitting, why = self._fitting(arrays)
        self._file.append(fitting)
        if why is None:
            return
        error = TaskError("row %d of output_writer: %s" % (self._row(0), why))
        behind = len(fitting[0]) + 1
        self._decoded = len(arrays[0]) - behind
        if self._decoded:
            self._behind = [array.slice(behind) for array in arrays]
        raise error

    def _fitting(self, arrays):
        """(the first rows, as the columns have them, why the row after them fits none); None: all fit."""
        fitting, why, end = [], None, len(arrays[0])
        for array, kind, column in zip(arrays, self._types, self._table.columns):
            first = array.slice(0, end)
            spelled = bytes_texts.first(first)
            if spelled is not None:
                end = spelled
                why = "column '%s' (%s): %s" % (column.name, column.type, bytes_texts.why(array[end].as_py()))
                first = array.slice(0, end)
            try:
                fitting.append(_cast(first, kind))
            except pa.ArrowInvalid:
                end = halves.first_refused(
                    lambda begin, count: _cast(first.slice(begin, count), kind), len(first), pa.ArrowInvalid
                )
                fitting.append(_cast(first.slice(0, end), kind))
                why = "column '%s' (%s): %s" % (column.name, column.type, _refusal(array[end], kind))
        return [one.slice(0, end) for one in fitting], why

    def close(self):
        """The chief's table counts as written even when no row was written."""
        with self._lock:
            if self._place.is_chief and self._file is None:
                self._open()
            if self._file is not None:
                if self._waiting:
                    self._decode()
                if self._decoded:
                    self._flush()
                self._file.close()
            self._decoder.close()
