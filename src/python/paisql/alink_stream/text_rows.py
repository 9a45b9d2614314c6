"""Lines of JSON and CSV as columns.

pyarrow reads whole blocks of JSON, TUNNEL's reader those of CSV. A block with a bad line is read line by
line, which finds the line: an error with file and line, or a count of the skipped lines. A good line is
the same row either way, whatever stands beside it.
"""

import functools
import io
import json
import math
import re

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json

from paisql.alink_stream import whole_lines
from paisql.alink_task import TaskError
from paisql.job import csv_records

BLOCK_BYTES = 1 << 20


# Numbers that JSON has no form of, as sinks write them (row_lines.py).
_NO_NUMBERS = {text: float(text) for text in ("NaN", "Infinity", "-Infinity")}
_PLAIN_INTEGER = re.compile("-?[1-9][0-9]{0,6}")  # which every type of numbers holds as it is
_BEGINS_NO_OBJECT = re.compile(rb"(?:\A|\n)[ \t\r]*[^ \t\r\n{]")


class BadLine(Exception):
    """Why a line is not a row."""


def _value(value, kind):
    """A value of JSON as one of an Arrow type; BadLine for another kind."""
    if value is None:
        return None
    if pa.types.is_integer(kind):
        fits = isinstance(value, int) and not isinstance(value, bool)
    elif pa.types.is_floating(kind):
        value = _NO_NUMBERS.get(value, value) if isinstance(value, str) else value
        fits = isinstance(value, (int, float)) and not isinstance(value, bool)
        value = _as_float(value) if fits else value
    else:
        fits = isinstance(value, str)
    if not fits:
        raise BadLine("%s is not a valid %s" % (json.dumps(value)[:60], kind))
    return value


def _as_float(number):
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _json_row(line, schema):
    try:
        found = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadLine("the line is not UTF-8") from None
    except ValueError as error:
        raise BadLine("this is not JSON (%s)" % error) from None
    except RecursionError:
        return _deep_row(line, schema)
    if not isinstance(found, dict):
        raise BadLine("this is not an object of JSON")
    row = []
    for field in schema:
        try:
            row.append(_value(found.get(field.name), field.type))
        except BadLine as bad:
            raise BadLine("column '%s': %s" % (field.name, bad)) from None
    return row


def _deep_row(line, schema):
    """A line whose nesting is too deep for Python's reader; pyarrow has no limit."""
    try:
        table = _by_json(line, schema) if _begin_objects(line, 1) else None
    except pa.ArrowException:
        table = None
    if table is None or table.num_rows != 1:
        raise BadLine("this is not JSON, and nested more deeply than its error could say") from None
    return [table.column(name)[0].as_py() for name in schema.names]


def _json_rows(block, schema):
    """(number of a line, a function that gives its row) of each line that is not empty."""
    for number, line in enumerate(block.split(b"\n"), 1):
        if line.strip():
            yield number, functools.partial(_json_row, line, schema)


def _csv_rows(block, schema):
    """The same; a row has several lines where values in quotes have line ends."""
    cutter = csv_records.Cutter()
    cutter.cut(block.removeprefix(whole_lines.BYTE_ORDER_MARK), True)
    for number, fields in cutter.records():
        if isinstance(fields, csv_records.BadRecord):
            yield number, functools.partial(_raise, BadLine(str(fields)))
        elif len(fields) > 1 or fields and (len(schema) == 1 or (fields[0] or b"").strip()):
            yield number, functools.partial(_csv_row, fields, schema)


def _raise(error):
    raise error


def _csv_row(fields, schema):
    if len(fields) != len(schema):
        raise BadLine("it has %d fields for %d columns" % (len(fields), len(schema)))
    row = []
    for value, field in zip(fields, schema):
        text = (value or b"").decode("utf-8", "surrogateescape")
        try:
            if pa.types.is_string(field.type):
                row.append((value or b"").decode())
            else:
                row.append(_csv_number(text, field.type) if text else None)
        except UnicodeDecodeError:
            raise BadLine("column '%s': the text is not UTF-8" % field.name) from None
        except ValueError:
            raise BadLine("column '%s': '%s' is not a valid %s" % (field.name, text[:60], field.type)) from None
    return row


def _csv_number(text, kind):
    """ValueError for what the vectorised reader refuses: Arrow's rules count, not Python's."""
    if _PLAIN_INTEGER.fullmatch(text):
        return int(text)
    return pa.scalar(text.strip(" \t"), pa.string()).cast(kind).as_py()


def _by_json(block, schema):
    return pa.json.read_json(
        io.BytesIO(block),
        read_options=pa.json.ReadOptions(use_threads=False, block_size=len(block) + 1),
        parse_options=pa.json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore"),
    )


def _filled_lines(block, line_ends):
    lines = line_ends + (not block.endswith(b"\n"))
    if block.startswith(b"\n") or b"\n\n" in block or b" \n" in block or b"\r\n" in block:
        return sum(1 for line in block.split(b"\n") if line.strip())
    return lines


def _begin_objects(block, filled_lines):
    """Whether all lines do; of a null in place of an object pyarrow makes a row, or it crashes."""
    begun = block.count(b"\n{") + block.startswith(b"{")
    return begun == filled_lines or not _BEGINS_NO_OBJECT.search(block.removeprefix(whole_lines.BYTE_ORDER_MARK))


def _json_block(block, schema, _):
    """A pyarrow.Table; None where a line may be no row."""
    block.decode()  # a UnicodeDecodeError for bytes that pyarrow would pass on
    lines = _filled_lines(block, block.count(b"\n"))
    if not _begin_objects(block, lines):
        return None
    table = _by_json(block, schema).select(schema.names).cast(schema)
    # Two objects of JSON in one line are two rows to pyarrow, and no row to everybody else.
    return table if table.num_rows == lines else None


def _csv_block(block, schema, cutter):
    """A pyarrow.Table; None where a line may be no row."""
    columns = []
    if cutter is None:
        cutter = csv_records.Cutter()
        cutter.cut(block.removeprefix(whole_lines.BYTE_ORDER_MARK), True)
    for number, field in enumerate(schema):
        found = cutter.column(len(schema), number)
        if found is None:
            return None
        rows, *buffers = found
        texts = pa.LargeStringArray.from_buffers(rows, *map(pa.py_buffer, buffers))
        texts.validate(full=True)
        if not pa.types.is_string(field.type):
            texts = pc.if_else(pc.equal(texts, ""), pa.scalar(None, texts.type), pc.utf8_trim(texts, " \t"))
        columns.append(texts.cast(field.type))
    return pa.Table.from_arrays(columns, schema=schema)


class TextRows:
    """Reads blocks of whole lines as pyarrow.Table of `schema`.

    name      of the file, for errors
    kind      "csv" or "jsonl"
    skip      bad lines are counted, in `skipped`, and left out; else they are a TaskError
    place     gives the place of a line by its number, from 1 on, in words; None: the file's name and that
    """

    def __init__(self, name, kind, schema, skip, place=None):
        self._name, self._schema, self._skip = name, schema, skip
        self._place = place or (lambda number: "%s:%d" % (name, number))
        self._fast, self._slow = {"csv": (_csv_block, _csv_rows), "jsonl": (_json_block, _json_rows)}[kind]
        self._lines = 0  # before the block
        self.skipped = 0

    def read(self, block, cutter=None):
        """The rows of a block; `cutter` has cut it already, where that is a csv_records.Cutter."""
        try:
            # An empty line is not a row, and pyarrow refuses a block that has no other.
            table = self._fast(block, self._schema, cutter) if block.strip() else self._schema.empty_table()
        except (UnicodeDecodeError, pa.ArrowInvalid, pa.ArrowKeyError, pa.ArrowNotImplementedError):
            table = None
        if table is None:
            table = self._line_by_line(block)
        self._lines += block.count(b"\n")
        return table

    def _line_by_line(self, block):
        rows = []
        for number, read in self._slow(block, self._schema):
            try:
                row = read()
                for value, field in zip(row, self._schema):
                    _check(value, field)
                rows.append(row)
            except BadLine as bad:
                if not self._skip:
                    place = self._place(self._lines + number)
                    raise TaskError("%s: %s (-DbadRows=skip leaves such lines out)" % (place, bad)) from None
                self.skipped += 1
        columns = [pa.array([row[i] for row in rows], field.type) for i, field in enumerate(self._schema)]
        return pa.Table.from_arrays(columns, schema=self._schema)


def _check(value, field):
    """BadLine for a value that the column does not hold."""
    try:
        pa.scalar(value, field.type)
    except UnicodeEncodeError:
        raise BadLine("column '%s': the text has half a character" % field.name) from None
    except (ValueError, OverflowError, pa.ArrowException):
        raise BadLine("column '%s': %s is not a valid %s" % (field.name, value, field.type)) from None
