"""Reading the units of a stream, in a worker.

A unit is a JSON object: {"number", "kind": "table", "parquet", "csv" or "jsonl", "path", "rows"}, rows
being None until they are counted. Of a table whose rows go through a query "source_rows" are
those of the file. A file that was found has "bytes" and "mtime_ns", its size and time of change. A unit of
the kind "table" has the members of a manifest's file; one with "growing" gets longer: how long it is, and
whether it has ended, comes later; one with "runs" has messages of Kafka (kafka/runs.py). Of a stream with
several sources "source" is the number of the unit's, 0 where it is missing.
"""

import os
import threading

import pyarrow as pa
import pyarrow.parquet as pq

from paisql.alink_task import TaskError
from paisql.alink_stream import found_files, text_rows, whole_lines, wide_cells
from paisql.alink_stream.kafka import runs
from paisql.tables import columns as column_rules
from paisql.tables import halves
from paisql.tables.rows import RowRange

BATCH_ROWS = 4096
_BATCH_BYTES = 16 << 20


_OF_SOURCE = ("input", "source", "query", "follow", "bad_rows")


def of_source(settings, number):
    """The settings of a stream as if source `number` of it, from 0 on, were the only one; such settings stay as they are."""
    if "more" not in settings:
        return settings
    own = {name: value for name, value in settings.items() if name != "more"}
    if number:
        own = {name: value for name, value in own.items() if name not in _OF_SOURCE}
        own.update(settings["more"][number - 1])
    return own


class Size:
    """How many bytes of a growing unit may be read; set by one thread, waited for by another."""

    def __init__(self):
        self._change = threading.Condition()
        self.bytes, self.ended = 0, False

    def set(self, size, ended):
        with self._change:
            self.bytes, self.ended = size, ended
            self._change.notify_all()

    def wait_beyond(self, size):
        """(bytes, whether no more come), when there are more than `size` or it has ended."""
        with self._change:
            self._change.wait_for(lambda: self.bytes > size or self.ended)
            return self.bytes, self.ended


class UnitReader:
    """Reads units as lists of Arrow arrays, one for each column that the script gets.

    told        called with the name of a unit and the number of lines that were skipped in it
    batch_rows  how many rows a list has at most
    """

    def __init__(self, settings, told, batch_rows=BATCH_ROWS):
        self._settings, self._told, self._batch_rows = settings, told, batch_rows
        self.taken_bytes = 0  # of a unit of text
        source = settings["source"]
        if source["kind"] == "table":
            self._range = RowRange(settings["input"], settings["columns"])
            self.columns = self._range.columns
            return
        listed = {column["name"]: column["type"] for column in source["columns"]}
        self._schema = pa.schema([(name, column_rules.arrow_type(kind)) for name, kind in listed.items()])
        self.columns = [Column(name, listed[name]) for name in settings["columns"]]

    def names(self):
        return [column.name for column in self.columns]

    def batches(self, unit, low, size):
        """Yields (position, arrays), from row `low` of the unit on, or from some row before it.

        size  the Size of a growing unit, else None
        """
        try:
            if unit["kind"] == "table":
                yield from self._table(unit, low)
            elif unit["kind"] == "parquet":
                yield from self._unchanged(unit, self._parquet(unit))
            elif size is None:
                yield from self._unchanged(unit, self._text(unit, size))
            else:
                yield from self._text(unit, size)
        except FileNotFoundError:
            raise TaskError("%s was removed while the stream reads it" % unit["path"]) from None
        except OSError as error:
            raise TaskError("%s cannot be read: %s" % (unit["path"], error.strerror or error)) from None

    def _table(self, unit, low):
        rows = unit.get("source_rows", unit["rows"])
        file, position = dict(unit, rows=rows), min(low, rows)
        # Of a file that has come since the job was submitted: its columns are today's.
        today = {column.id: column for column in self._range.table.columns}
        self._range.table.versions.setdefault(unit["schema_version"], today)
        name = "table %s, file %s" % (self._range.table.name, unit["path"])
        try:
            for arrays in self._range.file_chunks(file, position, rows, self._batch_rows):
                wide_cells.refuse(arrays, self.names(), position, name)
                yield position, arrays
                position += len(arrays[0])
        except ValueError as error:  # of a file that is gone or damaged
            raise TaskError(str(error)) from None

    def _unchanged(self, unit, batches):
        """The batches; TaskError where the file is, or becomes meanwhile, another than was found."""
        self._refuse_changed(unit)
        yield from batches
        try:
            self._refuse_changed(unit)
        except FileNotFoundError:
            pass  # while it was open, it was still what was found

    def _refuse_changed(self, unit):
        status = os.stat(unit["path"])
        # Of a single file rows may be added after its first length: they do not belong to the stream.
        longer = status.st_size > unit.get("bytes", status.st_size) and self._settings["source"]["kind"] == "file"
        if not longer and not found_files.is_as_found(unit, status):
            raise TaskError(
                "%s has changed since the stream has found it; -DstartMode=restart reads it again" % unit["path"]
            )

    def _parquet(self, unit):
        try:
            with pq.ParquetFile(unit["path"]) as file:
                position = 0
                for batch in file.iter_batches(_rows_at_once(file.metadata, self._batch_rows)):
                    arrays = [self._of_file(batch, one, unit, position) for one in self.columns]
                    wide_cells.refuse(arrays, self.names(), position, unit["path"])
                    yield position, arrays
                    position += batch.num_rows
        except (pa.ArrowException, OSError) as error:
            if getattr(error, "errno", None):
                raise
            # Such as Arrow's words for bytes that it does not expect.
            raise TaskError(
                "%s cannot be read as Parquet: its bytes are damaged, or something else" % unit["path"]
            ) from None

    def _of_file(self, batch, column, unit, position):
        """A column of rows from `position` on as the type that the stream has it in."""
        wanted = self._schema.field(column.name).type
        index = batch.schema.get_field_index(column.name)
        if index < 0:
            raise TaskError(
                "%s has no column '%s'; it has %s" % (unit["path"], column.name, ", ".join(batch.schema.names))
            )
        found = batch.column(index)

        def cast(begin, count):
            return found.slice(begin, count).cast(wanted, safe=not pa.types.is_floating(wanted))

        try:
            return cast(0, len(found))
        except pa.ArrowException:
            what = "%s: column '%s' is %s, not %s" % (unit["path"], column.name, found.type, column.type)
            row = _first_refused(cast, len(found))
            if row is not None:
                value = repr(found[row].as_py())
                what += ": row %d has %s" % (position + row + 1, value if len(value) < 60 else value[:57] + "...")
            raise TaskError(what) from None

    def _text(self, unit, size):
        rows = text_rows.TextRows(
            unit.get("name", unit["path"]),
            unit["kind"],
            self._schema,
            self._settings["bad_rows"] == "skip",
            _place_of(unit),
        )
        position = self.taken_bytes = 0
        lines = whole_lines.of_kind(unit["kind"])
        for block in _blocks(unit, size, lines):
            table = rows.read(block, lines.cutter)
            self.taken_bytes += len(block)
            for batch in table.to_batches(self._batch_rows):
                arrays = [batch.column(name) for name in self.names()]
                yield position, arrays
                position += batch.num_rows
        if rows.skipped:
            self._told(unit.get("name", unit["path"]), rows.skipped)


def _first_refused(cast, count):
    """The first row whose value does not fit; None where no value of the type does."""
    try:
        cast(0, 0)
        return halves.first_refused(cast, count, pa.ArrowInvalid)
    except pa.ArrowException:
        return None


def _rows_at_once(metadata, most):
    """As many rows of a file of Parquet, `most` at most, as have _BATCH_BYTES on the average of a row group."""
    rows = most
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        row_bytes = group.total_byte_size // max(group.num_rows, 1) + 1
        rows = min(rows, max(_BATCH_BYTES // row_bytes, 1))
    return rows


class Column:
    def __init__(self, name, kind):
        self.name, self.type = name, kind


def _place_of(unit):
    """Of messages of Kafka the offset, in place of a line."""
    if "runs" not in unit:
        return None
    return lambda number: "%s: %s" % (unit["name"], runs.place_of_line(unit["path"], number))


def row_in_words(unit, number, settings):
    """Where row `number` of a unit, from 1 on, comes from. Lines that were left out have no number.

    With a query in the settings it is a row of what the query gives, whose line is unknown.
    """
    settings = of_source(settings, unit.get("source", 0))
    place = place_in_words(unit, number, settings)
    name = unit.get("name", unit["path"])
    behind = " after the query" if "query" in settings else ""
    return "row %d of %s%s" % (number, name, behind) if place == name else place


def place_in_words(unit, number, settings):
    """The name of a unit, with the offset of a row where that is known."""
    settings = of_source(settings, unit.get("source", 0))
    if "runs" in unit and settings["bad_rows"] == "error" and "query" not in settings:
        return _place_of(unit)(number)
    return unit.get("name", unit["path"])


def _blocks(unit, size, lines):
    """The whole lines of a file as bytes; of a growing one as far as it is."""
    done = 0
    name = unit.get("name", unit["path"])
    end, ended = (unit["bytes"], True) if size is None else (0, False)
    with open(unit["path"], "rb") as stream:
        while True:
            if done == end and not ended:
                end, ended = size.wait_beyond(done)
            read = stream.read(min(text_rows.BLOCK_BYTES, end - done))
            if not read and done < end:
                raise TaskError("%s has become shorter while the stream reads it" % unit["path"])
            done += len(read)
            block = lines.add(read)
            if block:
                yield block
            whole_lines.refuse_long_line(len(lines.rest), name)
            if done == end and ended:
                block = lines.end()
                if block:
                    yield block
                return
