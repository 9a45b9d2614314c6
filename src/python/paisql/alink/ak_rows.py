"""Rows of Alink's .ak files as bytes, and back.

A file is a zip with two entries: alink_meta.json, whose schemaStr names the columns, and data: "ALK", then
for each row its length, three bytes with the highest first, and Flink's form of it. That is a mask with
a bit a column, the highest first, which is 1 for a NULL, then the values of the columns that are none,
numbers with the highest byte first. Later versions of Flink put two bits of their own before the mask's.
No file says which version has written it: own_bits_of tells it from the rows.
"""

import datetime
import decimal
import io
import json
import struct
import zipfile

META, DATA, MAGIC = "alink_meta.json", "data", b"ALK"
MOST_ROW_BYTES = (1 << 24) - 1
_OWN_BITS = (0, 2)  # before the mask's: of older versions of Flink, and of later ones

_NUMBERS = {
    "TINYINT": struct.Struct(">b"),
    "SMALLINT": struct.Struct(">h"),
    "INT": struct.Struct(">i"),
    "BIGINT": struct.Struct(">q"),
    "FLOAT": struct.Struct(">f"),
    "DOUBLE": struct.Struct(">d"),
}
_LENGTH = struct.Struct(">i")
_TIME = struct.Struct(">qi")  # milliseconds from 1970 on, nanoseconds within the second
_EPOCH = datetime.datetime(1970, 1, 1)

TYPES = (*_NUMBERS, "BOOLEAN", "STRING", "BINARY", "TIMESTAMP")


class AkError(ValueError):
    """What is wrong with an .ak file or a value for one, in words for the user."""


def _read_count(data, at):
    """A number in groups of seven bits, the lowest first; and where it ends."""
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
        shift += 7
        if shift > 35:
            raise AkError("a text has no end")


def _count(number):
    found = bytearray()
    while number >= 0x80:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


def _read_text(data, at):
    length, at = _read_count(data, at)
    if length == 0:
        return None, at
    letters = data[at : at + length - 1]
    if len(letters) == length - 1 and letters.isascii():
        return letters.decode("ascii"), at + length - 1
    units = []
    for _ in range(length - 1):
        unit, at = _read_count(data, at)
        units.append(unit)
    coded = struct.pack("<%dH" % len(units), *units)
    return coded.decode("utf-16-le", "surrogatepass"), at


def _text(value):
    value = str(value)
    if value.isascii():
        return _count(len(value) + 1) + value.encode()
    coded = value.encode("utf-16-le", "surrogatepass")
    units = struct.unpack("<%dH" % (len(coded) // 2), coded)
    return _count(len(units) + 1) + b"".join(map(_count, units))


def _read_value(kind, data, at):
    if kind in _NUMBERS:
        return _NUMBERS[kind].unpack_from(data, at)[0], at + _NUMBERS[kind].size
    if kind == "STRING":
        return _read_text(data, at)
    if kind == "BOOLEAN":
        if data[at] > 1:
            raise AkError("%d is no BOOLEAN" % data[at])
        return bool(data[at]), at + 1
    if kind == "BINARY":
        (length,) = _LENGTH.unpack_from(data, at)
        at += _LENGTH.size
        if length < 0 or at + length > len(data):
            raise AkError("a value has no end")
        return data[at : at + length], at + length
    milliseconds, nanoseconds = _TIME.unpack_from(data, at)
    seconds = milliseconds // 1000
    shift = datetime.timedelta(seconds=seconds, microseconds=nanoseconds // 1000)
    return _EPOCH + shift, at + _TIME.size


def _value(kind, value):
    if kind in _NUMBERS:
        number = float(value) if isinstance(value, decimal.Decimal) else value
        return _NUMBERS[kind].pack(number)
    if kind == "STRING":
        return _text(value)
    if kind == "BOOLEAN":
        return b"\1" if value else b"\0"
    if kind == "BINARY":
        return _LENGTH.pack(len(value)) + bytes(value)
    if isinstance(value, str):
        value = datetime.datetime.fromisoformat(value)
    shift = value.replace(tzinfo=None) - _EPOCH
    seconds = shift.days * 86400 + shift.seconds
    return _TIME.pack(seconds * 1000 + shift.microseconds // 1000, shift.microseconds * 1000)


def _read_row_with(own_bits, kinds, data):
    at = (len(kinds) + own_bits + 7) // 8
    if len(data) < at:
        raise AkError("it is too short")
    mask = int.from_bytes(data[:at], "big")
    top = 8 * at - 1 - own_bits
    if mask >> (top + 1) or mask & ((1 << (top + 1 - len(kinds))) - 1):
        raise AkError("its mask has bits of no column")
    row = []
    for number, kind in enumerate(kinds):
        if mask >> (top - number) & 1:
            row.append(None)
            continue
        value, at = _read_value(kind, data, at)
        row.append(value)
    if at != len(data):
        raise AkError("it does not end with its last column")
    return row


def _read_row(own_bits, kinds, data):
    """The values of a row's bytes; kinds are types of MaxCompute. AkError for bytes that are none."""
    try:
        return _read_row_with(own_bits, kinds, data)
    except (AkError, IndexError, OverflowError, UnicodeDecodeError, struct.error) as error:
        raise AkError("it is no row of these columns (%s)" % error) from None


def _fits(own_bits, kinds, data):
    try:
        _read_row(own_bits, kinds, data)
    except AkError:
        return False
    return True


def own_bits_with(flink_version):
    """How many bits stand before the masks of a version of Flink, as "1.10"; AkError for what is none."""
    try:
        major, minor = (int(part) for part in str(flink_version).split(".")[:2])
    except ValueError:
        raise AkError("flinkVersion '%s' is no version as '1.10' is one" % flink_version) from None
    return _OWN_BITS[(major, minor) >= (1, 11)]


def own_bits_of(paths, kinds):
    """How many bits stand before the masks in these files of one writer: 0 or 2.

    Reads until only one form fits. Where both fit all rows, and would give other values, it is an AkError.
    """
    sizes = {(len(kinds) + own_bits + 7) // 8 for own_bits in _OWN_BITS}
    fitting, is_same = list(_OWN_BITS), True
    for path in paths:
        for data in _row_data(path):
            fitting = [own_bits for own_bits in fitting if _fits(own_bits, kinds, data)]
            if len(fitting) < 2:
                return fitting[0] if fitting else _OWN_BITS[0]
            is_same = is_same and len(sizes) == 1 and not any(data[: min(sizes)])
    if is_same:
        return _OWN_BITS[0]
    raise AkError(
        "%s: its rows can be read as those of older and of later versions of Flink, and their NULLs "
        "stand in other columns; setFlinkVersion('1.10'), or '1.11', says which has written it" % paths[0]
    )


def row_bytes(kinds, row):
    """The bytes of a row, as older versions of Flink have it. AkError names a column by its number."""
    size = (len(kinds) + 7) // 8
    mask, parts = 0, []
    for number, (kind, value) in enumerate(zip(kinds, row)):
        if value is None:
            mask |= 1 << (8 * size - 1 - number)
            continue
        try:
            parts.append(_value(kind, value))
        except (struct.error, TypeError, ValueError, OverflowError) as error:
            raise AkError("value %d, %r, is no %s (%s)" % (number + 1, value, kind, error)) from None
    return mask.to_bytes(size, "big") + b"".join(parts)


def read_schema(path):
    """The schemaStr of an .ak file. AkError for a file that is none."""
    try:
        with zipfile.ZipFile(path) as archive:
            told = json.loads(archive.read(META))
        return str(told["schemaStr"])
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError) as error:
        raise AkError("%s is no .ak file of Alink (%s)" % (path, error)) from None


def read_rows(path, kinds, own_bits):
    """Goes through the rows of an .ak file, one in memory at a time. AkError names file and row."""
    for number, data in enumerate(_row_data(path), 1):
        try:
            yield _read_row(own_bits, kinds, data)
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
        raise AkError("%s is damaged behind its row %d: %s" % (path, number, error)) from None
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
                            "it has %d bytes, and a row of an .ak file at most %d"
                            % (len(data), MOST_ROW_BYTES)
                        )
                except AkError as error:
                    raise AkError("row %d: %s" % (number, error)) from None
                stream.write(len(data).to_bytes(3, "big") + data)
