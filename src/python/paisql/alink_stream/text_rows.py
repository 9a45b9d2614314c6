"""Lines of JSON and CSV as columns.

Whole blocks of lines are read by pyarrow. A block that it refuses is read line by line, which finds
the bad one: an error with file and line, or a count of those that were skipped.
"""

import csv
import functools
import io
import json

import pyarrow as pa
import pyarrow.csv
import pyarrow.json

from paisql.alink_task import TaskError

BLOCK_BYTES = 1 << 20
LONGEST_LINE_BYTES = 256 << 20  # as much as an Example may have


# Numbers that JSON has no form of, as sinks write them (row_lines.py).
_NO_NUMBERS = {text: float(text) for text in ("NaN", "Infinity", "-Infinity")}


class BadLine(Exception):
    """Why a line is no row."""


def _value(value, kind):
    """A value of JSON as one of an Arrow type; BadLine for another kind."""
    if value is None:
        return None
    if pa.types.is_integer(kind):
        fits = isinstance(value, int) and not isinstance(value, bool)
    elif pa.types.is_floating(kind):
        value = _NO_NUMBERS.get(value, value) if isinstance(value, str) else value
        fits = isinstance(value, (int, float)) and not isinstance(value, bool)
    else:
        fits = isinstance(value, str)
    if not fits:
        raise BadLine("%s is no %s" % (json.dumps(value)[:60], kind))
    return value


def _json_row(line, schema):
    try:
        found = json.loads(line.decode("utf-8-sig"))
    except ValueError as error:
        raise BadLine("this is no JSON (%s)" % error) from None
    if not isinstance(found, dict):
        raise BadLine("this is no object of JSON")
    row = []
    for field in schema:
        try:
            row.append(_value(found.get(field.name), field.type))
        except BadLine as bad:
            raise BadLine("column '%s': %s" % (field.name, bad)) from None
    return row


def _json_rows(block, schema):
    """(number of a line, a function that gives its row) of each line that is not empty."""
    for number, line in enumerate(block.split(b"\n"), 1):
        if line.strip():
            yield number, functools.partial(_json_row, line, schema)


def _csv_rows(block, schema):
    """The same; a row has several lines where values in quotes have line ends."""
    csv.field_size_limit(LONGEST_LINE_BYTES)
    text = block.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    reader, number = csv.reader(io.StringIO(text, newline="\n"), strict=True), 1
    while True:
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield number, functools.partial(_raise, BadLine(str(error)))
        else:
            if len(fields) > 1 or "".join(fields).strip() or fields and len(schema) == 1:
                yield number, functools.partial(_csv_row, fields, schema)
        number = reader.line_num + 1


def _raise(error):
    raise error


def _csv_row(fields, schema):
    if len(fields) != len(schema):
        raise BadLine("it has %d fields for %d columns" % (len(fields), len(schema)))
    row = []
    for text, field in zip(fields, schema):
        try:
            if pa.types.is_integer(field.type):
                row.append(int(text) if text else None)
            elif pa.types.is_floating(field.type):
                row.append(float(text) if text else None)
            else:
                text.encode()  # fails for bytes that are no UTF-8
                row.append(text)
        except UnicodeEncodeError:
            raise BadLine("column '%s': the text is not UTF-8" % field.name) from None
        except ValueError:
            raise BadLine("column '%s': '%s' is no %s" % (field.name, text[:60], field.type)) from None
    return row


def _by_json(block, schema):
    return pa.json.read_json(
        io.BytesIO(block),
        read_options=pa.json.ReadOptions(use_threads=False, block_size=len(block) + 1),
        parse_options=pa.json.ParseOptions(
            explicit_schema=schema, unexpected_field_behavior="ignore"
        ),
    )


def _filled_lines(block, line_ends):
    lines = line_ends + (not block.endswith(b"\n"))
    if block.startswith(b"\n") or b"\n\n" in block or b" \n" in block or b"\r\n" in block:
        return sum(1 for line in block.split(b"\n") if line.strip())
    return lines


def _by_csv(block, schema):
    return pa.csv.read_csv(
        io.BytesIO(block),
        read_options=pa.csv.ReadOptions(
            use_threads=False, block_size=len(block) + 1, column_names=schema.names
        ),
        parse_options=pa.csv.ParseOptions(newlines_in_values=True),
        convert_options=pa.csv.ConvertOptions(
            column_types=schema, strings_can_be_null=False, null_values=[""]
        ),
    )


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
        self._fast, self._slow = {"csv": (_by_csv, _csv_rows), "jsonl": (_by_json, _json_rows)}[kind]
        self._lines = 0  # before the block
        self.skipped = 0

    def read(self, block):
        lines = block.count(b"\n")
        try:
            # An empty line is no row, and pyarrow refuses a block that has no other.
            if not block.strip():
                return self._schema.empty_table()
            table = self._fast(block, self._schema).select(self._schema.names).cast(self._schema)
            # Two objects of JSON in one line are two rows to pyarrow, and no row to everybody else.
            if self._fast is _by_json and table.num_rows != _filled_lines(block, lines):
                return self._line_by_line(block)
            return table
        except (pa.ArrowInvalid, pa.ArrowKeyError, pa.ArrowNotImplementedError):
            return self._line_by_line(block)
        finally:
            self._lines += lines

    def _line_by_line(self, block):
        rows = []
        for number, read in self._slow(block, self._schema):
            try:
                row = read()
                for value, field in zip(row, self._schema):
                    pa.scalar(value, field.type)
                rows.append(row)
            except (BadLine, ValueError, OverflowError, csv.Error, pa.ArrowException) as error:
                if not self._skip:
                    raise TaskError(
                        "%s: %s (-DbadRows=skip leaves such lines out)"
                        % (self._place(self._lines + number), error)
                    ) from None
                self.skipped += 1
        columns = [
            pa.array([row[i] for row in rows], field.type) for i, field in enumerate(self._schema)
        ]
        return pa.Table.from_arrays(columns, schema=self._schema)


def refuse_long_line(size, name):
    """TaskError for a line, or a CSV field in quotes, of so many bytes that has not ended yet."""
    if size > LONGEST_LINE_BYTES:
        raise TaskError(
            "%s: a line is longer than %d MiB, the most that a row may have"
            % (name, LONGEST_LINE_BYTES >> 20)
        )


def whole_lines(data, kind, last):
    """How many bytes of `data` are whole lines; all of them when nothing follows.

    A line end within quotes of CSV ends no line.
    """
    if last:
        return len(data)
    end = data.rfind(b"\n") + 1
    quotes = data.count(b'"', 0, end) if kind == "csv" else 0
    while end and quotes % 2:
        # The last quote has opened what the line end stands in.
        before = data.rfind(b"\n", 0, data.rfind(b'"', 0, end)) + 1
        quotes -= data.count(b'"', before, end)
        end = before
    return end
