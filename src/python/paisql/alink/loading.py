"""Rows of a program as a table: columns go by a CSV file that TUNNEL reads, and no row is an SQL text.

Used by every operator that makes rows in Python.
"""

import base64
import datetime
import os
import re
import tempfile

from paisql.alink import environment, pai_statement
from paisql.alink_models.alink_columns import quoted

_PROGRAM = "rows of the program, line"  # and a colon and its number
_BASE64 = "BINARY"  # types that CSV has no form of travel as base64


def make(table, columns):
    """Makes an empty table that is removed after a day when it was not dropped before."""
    fields = ", ".join("%s %s" % (quoted(name), kind) for name, kind in columns)
    environment.current().run("CREATE TABLE %s (%s) LIFECYCLE 1" % (table, fields))


def fill(table, columns, rows):
    """Makes `table` and puts rows in it: lists or tuples of one value a column, None for NULL.

    rows  any iterable; it is gone through once, and not kept in memory
    AlinkError for a value that does not fit its column's type, with the row's number.
    """
    fill_from(table, columns, lambda path: _write_rows(path, columns, rows))


def fill_arrow(table, columns, batches):
    """Like fill() with pyarrow.RecordBatches, a column each, of types that fit the columns'."""
    fill_from(table, columns, lambda path: _write_batches(path, columns, batches))


def fill_from(table, columns, write):
    """Makes `table` of what write(path) puts into a CSV file: no header, NULL is an empty field."""
    run = environment.current().run
    coded = [(name, "STRING" if kind == _BASE64 else kind) for name, kind in columns]
    with tempfile.TemporaryDirectory(prefix="paisql-alink-") as folder:
        path = os.path.join(folder, "rows.csv")
        write(path)
        if coded == list(columns):
            make(table, columns)
            upload(path, table, called=_PROGRAM)
            return
        name = environment.current().new_table()
        make(name, coded)
        upload(path, name, called=_PROGRAM)
        values = [
            "UNBASE64(%s) AS %s" % (quoted(n), quoted(n)) if kind == _BASE64 else quoted(n) for n, kind in columns
        ]
        run("CREATE TABLE %s LIFECYCLE 1 AS SELECT %s FROM %s" % (table, ", ".join(values), name))
        run("DROP TABLE %s PURGE" % name)


_NONE_FITS = re.compile(r"^Tunnel exception - (.*) \(all \d+ records\)$")
_BAD = "bad record "  # begins TUNNEL's message for a record that it cannot take


class BadRecord(environment.AlinkError):
    """A record that its table cannot take; the message has its place, and what is wrong."""


def upload(path, table, *options, names=(), called="", hint="", line_of=None):
    """TUNNEL UPLOAD of a CSV file; an empty file is not a row.

    BadRecord names its line: of the file, or of `called`. names: what the table's
    columns are called in it. line_of: gives the line of `called` that a line of the file was.
    """
    if os.path.getsize(path) == 0:
        return
    words = " ".join(options)
    try:
        environment.current().run("TUNNEL UPLOAD %s %s %s" % (words, pai_statement.word(path), table), quiet=True)
    except environment.AlinkError as error:
        bad = [note[len(_BAD) :] for note in error.notes if note.startswith(_BAD)]
        none_fits = _NONE_FITS.search(error.message)
        if none_fits:  # all records for one reason, of which TUNNEL tells in the error alone
            first = 2 if "-h true" in options else 1
            bad = ["%s:%d: %s" % (os.path.abspath(path), first, none_fits[1])]
        if not bad:
            raise
        begin, text = os.path.abspath(path) + ":", bad[0]
        if text.startswith(begin):
            number, _, text = text[len(begin) :].partition(":")
            text = "%s:%d:%s" % (called or path, (line_of or int)(int(number)), text)
        for own, name in names:
            text = text.replace("column %s:" % own, "column %s:" % name, 1)
        raise BadRecord(error.code, text, hint) from None


def _field(value):
    """A value as a field of the file; a text is in quotes, so that an empty one is not NULL."""
    if value is None:
        return ""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, str):
        return '"%s"' % value.replace('"', '""')
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (bytes, bytearray)):
        return '"%s"' % base64.b64encode(value).decode()
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S.%f" if value.microsecond else "%Y-%m-%d %H:%M:%S")
    if isinstance(value, float):
        return repr(value)
    text = str(value)
    plain = text and not any(letter in text for letter in ',"\r\n')
    return text if plain else '"%s"' % text.replace('"', '""')


def _write_rows(path, columns, rows):
    # A file of one column would have an empty line for NULL, which is a record of one field.
    with open(path, "w", encoding="utf-8", newline="") as stream:
        for number, row in enumerate(rows):
            if len(row) != len(columns):
                raise ValueError("row %d has %d values for %d columns" % (number, len(row), len(columns)))
            stream.write(",".join(map(_field, row)))
            stream.write("\n")


def _write_batches(path, columns, batches):
    import pyarrow as pa
    from pyarrow import csv

    options = csv.WriteOptions(include_header=False, quoting_style="needed")
    with open(path, "wb") as stream:
        for batch in batches:
            arrays = [_csv_array(batch.column(number), kind) for number, (_, kind) in enumerate(columns)]
            names = [name for name, _ in columns]
            csv.write_csv(pa.RecordBatch.from_arrays(arrays, names=names), stream, options)


def _csv_array(array, kind):
    """An Arrow array as CSV has it: times as their text, bytes as base64, lists not at all."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_dictionary(array.type):
        array = array.cast(array.type.value_type)
    if pa.types.is_timestamp(array.type):
        array = array.cast(pa.timestamp("us", tz=array.type.tz), safe=False)
        if array.type.tz is not None:
            # An instant, as the session's zone shows it.
            zone = environment.current().time_zone
            array = pc.local_timestamp(array.cast(pa.timestamp("us", tz=zone)))
        return array.cast(pa.string())
    if kind == _BASE64:
        coded = [None if v is None else base64.b64encode(v).decode() for v in array.to_pylist()]
        return pa.array(coded, pa.string())
    if pa.types.is_binary(array.type) or pa.types.is_large_binary(array.type):
        return array.cast(pa.string())
    if pa.types.is_decimal(array.type) or pa.types.is_float16(array.type):
        return array.cast(pa.string() if pa.types.is_decimal(array.type) else pa.float32())
    return array
