"""Rows of Alink's .ak files as bytes, and back.

A file is a zip with two entries: alink_meta.json, whose schemaStr names the columns, and data: "ALK", then
for each row its length, three bytes with the highest first, and Flink's form of it. That is a mask with
a bit a column, the highest first, which is 1 for a NULL, then the values of the columns that are not NULL,
as ak_values has them. Alink writes it so on all versions of Flink.
"""

import io
import json
import struct
import zipfile

from paisql.alink.file_formats.ak_values import AkError, read_value, value_bytes

META, DATA, MAGIC = "alink_meta.json", "data", b"ALK"
MOST_ROW_BYTES = (1 << 24) - 1


def _read_row_of(kinds, data):
    at = (len(kinds) + 7) // 8
    if len(data) < at:
        raise AkError("it is too short")
    mask = int.from_bytes(data[:at], "big")
    top = 8 * at - 1
    if mask & ((1 << (top + 1 - len(kinds))) - 1):
        raise AkError("its mask has bits of no column")
    row = []
    for number, kind in enumerate(kinds):
        if mask >> (top - number) & 1:
            row.append(None)
            continue
        value, at = read_value(kind, data, at)
        row.append(value)
    if at != len(data):
        raise AkError("it does not end with its last column")
    return row


def _read_row(kinds, data):
    """The values of a row's bytes. AkError for other bytes."""
    try:
        return _read_row_of(kinds, data)
    except (ArithmeticError, AkError, IndexError, StopIteration, UnicodeDecodeError, struct.error) as error:
        raise AkError("it is not a row of these columns (%s)" % error) from None


def row_bytes(kinds, row):
    """The bytes of a row. AkError names a column by its number."""
    size = (len(kinds) + 7) // 8
    mask, parts = 0, []
    for number, (kind, value) in enumerate(zip(kinds, row)):
        if value is None:
            mask |= 1 << (8 * size - 1 - number)
            continue
        try:
            parts.append(value_bytes(kind, value))
        except (struct.error, TypeError, ValueError, OverflowError) as error:
            raise AkError("value %d, %r, is not a valid %s (%s)" % (number + 1, value, kind, error)) from None
    return mask.to_bytes(size, "big") + b"".join(parts)


def read_schema(path):
    """The schemaStr of an .ak file. AkError for any other file."""
    try:
        with zipfile.ZipFile(path) as archive:
            told = json.loads(archive.read(META))
        return str(told["schemaStr"])
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError) as error:
        raise AkError("%s is not an .ak file of Alink (%s)" % (path, error)) from None


def read_rows(path, kinds):
    """Goes through the rows of an .ak file, one in memory at a time. AkError names file and row."""
    for number, data in enumerate(_row_data(path), 1):
        try:
            yield _read_row(kinds, data)
        except AkError as error:
            raise AkError("%s: row %d: %s" % (path, number, error)) from None


def _row_data(path):
    number = 0
    try:
        with zipfile.ZipFile(path) as archive:
            names = [name for name in archive.namelist() if name != META and name[-1] != "/"]
            for name in names:
                with archive.open(name) as opened:
                    for data in _records(io.BufferedReader(opened, 1 << 20)):
                        number += 1
                        yield data
    except (zipfile.BadZipFile, EOFError) as error:
        raise AkError("%s is damaged after its row %d: %s" % (path, number, error)) from None
    except AkError as error:
        raise AkError("%s: %s" % (path, error)) from None


def _records(stream):
    if stream.read(len(MAGIC)) != MAGIC:
        raise AkError("it does not begin with %s" % MAGIC.decode())
    while True:
        head = stream.read(3)
        if not head:
            return
        length = int.from_bytes(head, "big")
        data = stream.read(length)
        if len(head) < 3 or len(data) < length:
            raise EOFError("its last row is cut off")
        yield data


def write(path, schema, kinds, rows):
    """Writes an .ak file. AkError names the row that does not fit."""
    told = {"fileFormat": "binary", "schemaStr": schema, "numFiles": 1, "version": "v0.1"}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(META, json.dumps(told))
        with archive.open(DATA, "w", force_zip64=True) as stream:
            stream.write(MAGIC)
            for number, row in enumerate(rows, 1):
                try:
                    data = row_bytes(kinds, row)
                    if len(data) > MOST_ROW_BYTES:
                        raise AkError(
                            "it has %d bytes, and a row of an .ak file at most %d" % (len(data), MOST_ROW_BYTES)
                        )
                except AkError as error:
                    raise AkError("row %d: %s" % (number, error)) from None
                stream.write(len(data).to_bytes(3, "big") + data)
