"""What a worker of a stream reads: units as the coordinator announces them, and every n-th of their rows."""

import collections
import struct
import threading

import pyarrow as pa

from paisql.alink_stream import row_query, units
from paisql.alink_task import TaskError, examples, tensors, worker_rows
from paisql.monitoring import progress

_LENGTH = struct.Struct("<Q")
_FRAME = 12  # bytes before a record of TFRecords; 4 stand after it


def records_of(frames):
    """The records of TFRecords that are known to be whole, as a list of bytes."""
    records, position = [], 0
    unpack = _LENGTH.unpack_from
    while position < len(frames):
        (length,) = unpack(frames, position)
        position += _FRAME
        records.append(frames[position : position + length])
        position += length + 4
    return records


class Feed:
    """Rows of a stream for worker `index` of `workers`; told of units by one thread, read by another.

    chunks() yields lists of serialised Examples. It ends when no more units come, or at once when it
    was stopped. What goes wrong in it is kept in `error`, too, since TensorFlow words it anew.
    """

    def __init__(self, settings, index, workers, link):
        self._settings, self._index, self._workers, self.link = settings, index, workers, link
        self._change = threading.Condition()
        self._waiting = collections.deque()
        self._sizes = {}
        self._known, self._ended, self._stopped = 0, False, False
        self._reading = threading.Lock()
        self._iterator = None
        self.first, self.given, self.error = 0, 0, None
        self.tensors = {}  # {column: (type, shape)}, set before the first row is asked for

    def begin(self, number, row):
        """The first unit that is announced is `number`, and its first row is row `row` of the stream."""
        with self._change:
            if number > self._known:
                self._known = number
                self._waiting.append({"number": number - 1, "end": row})

    def add(self, unit):
        """A unit that was announced before counts once."""
        with self._change:
            if unit["number"] < self._known:
                return
            self._known = unit["number"] + 1
            if "growing" in unit:
                self._sizes[unit["number"]] = units.Size()
            self._waiting.append(unit)
            self._change.notify_all()

    def grow(self, number, size, ended):
        with self._change:
            found = self._sizes.get(number)
        if found is not None:
            found.set(size, ended)

    def end(self):
        with self._change:
            self._ended = True
            self._change.notify_all()

    def stop(self):
        with self._change:
            self._stopped = True
            self._change.notify_all()
            sizes = list(self._sizes.values())
        for size in sizes:
            size.set(size.bytes, True)

    def chunks(self):
        """One sequence for all callers."""
        while True:
            with self._reading:
                if self._iterator is None:
                    self._iterator = self._chunks()
                try:
                    chunk = next(self._iterator, None)
                except Exception as error:
                    self.error = self.error or error
                    raise
            if chunk is None:
                return
            yield chunk

    def _next_unit(self):
        with self._change:
            self._change.wait_for(lambda: self._waiting or self._ended or self._stopped)
            if self._stopped or not self._waiting:
                return None
            return self._waiting.popleft()

    def first_row(self):
        """{column: array of one value} of this worker's first row, which is waited for; None without one.

        Nothing counts as taken.
        """
        reader, position = row_query.reader_of(self._settings, lambda *_: None), 0
        begin, number = self.first * self._workers + self._index, 0
        while True:
            with self._change:
                self._change.wait_for(lambda: len(self._waiting) > number or self._ended or self._stopped)
                if self._stopped or len(self._waiting) <= number:
                    return None
                unit = self._waiting[number]
            number += 1
            if "end" in unit:
                position = unit["end"]
                continue
            if unit["rows"] is not None and position + unit["rows"] <= begin:
                position += unit["rows"]
                continue
            rows, size = 0, self._sizes.get(unit["number"])
            for low, arrays in reader.batches(unit, max(begin - position, 0), size):
                rows = low + len(arrays[0])
                if begin < position + rows:
                    row = begin - position - low
                    return {name: one.slice(row, 1) for name, one in zip(reader.names(), arrays)}
            position += rows if unit["rows"] is None else unit["rows"]

    def _chunks(self):
        position = 0  # of the unit's first row in the stream
        reader = None
        self.given = self.first
        while True:
            unit = self._next_unit()
            if unit is None:
                return
            begin = self.given * self._workers + self._index
            if "end" in unit:
                position = unit["end"]
                continue
            if unit["rows"] is not None and position + unit["rows"] <= begin:
                position += unit["rows"]
                self._leave(unit)
                continue
            reader = reader or row_query.reader_of(self._settings, self._tell_skipped)
            rows = 0
            size = self._sizes.get(unit["number"])
            for low, arrays in reader.batches(unit, max(begin - position, 0), size):
                rows = low + len(arrays[0])
                if size is not None:
                    self.link.taken(unit["number"], reader.taken_bytes)
                chunk = self._own(unit, reader, arrays, position + low, low)
                if chunk:
                    yield chunk
                if self._stopped:
                    return
            if unit["kind"] == "table" and unit["rows"] is not None:
                rows = unit["rows"]
            if self._stopped and size is not None:
                return  # it may go on, so its rows are unknown
            if unit["rows"] is None:
                self.link.counted(unit["number"], rows)
            position += rows
            self._leave(unit)

    def _leave(self, unit):
        with self._change:
            self._sizes.pop(unit["number"], None)
        self.link.taken(unit["number"] + 1, 0)

    def _own(self, unit, reader, arrays, position, row):
        """The records of this worker among rows that begin at `position` of the stream."""
        count = len(arrays[0])
        begin = self.given * self._workers + self._index
        if begin >= position + count:
            return None
        arrays = [worker_rows.fitting(array, column) for array, column in zip(arrays, reader.columns)]
        batch = pa.RecordBatch.from_arrays(arrays, names=reader.names())
        try:
            omit = self._settings["nulls"] == "omit"
            kinds = tensors.lines(reader.names(), self.tensors)
            frames = examples.encode(batch, begin - position, self._workers, omit, kinds)
        except examples.NullCell as null:
            raise TaskError(
                "column '%s' is NULL in %s, and a tf.train.Example has no NULL: "
                "-DnullValues=omit leaves it out"
                % (null.column, units.row_in_words(unit, row + null.row + 1, self._settings))
            ) from None
        except examples.BadTensor as bad:
            raise TaskError(
                "column '%s', %s: %s"
                % (bad.column, units.row_in_words(unit, row + bad.row + 1, self._settings), bad.why)
            ) from None
        chunk = records_of(frames)
        self.given += len(chunk)
        progress.add_rows_read(len(chunk), 0)
        return chunk

    def _tell_skipped(self, name, count):
        if self._index == 0:
            print("badRows: %d lines of %s were left out" % (count, name), flush=True)
