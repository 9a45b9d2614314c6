"""Values of Alink's .ak files as bytes, and back: Flink's forms, as Java's serializers write them.

Kinds are the names that ak_rows gives: those of MaxCompute's types, DECIMAL without digits, and VECTOR,
DENSE_VECTOR and SPARSE_VECTOR, which are read as the texts that Alink prints of them, and not written.
Times are instants: datetimes of UTC without a zone, for DATE the midnight of the writer's zone.
"""

import datetime
import decimal
import struct

NUMBERS = {
    "TINYINT": struct.Struct(">b"),
    "SMALLINT": struct.Struct(">h"),
    "INT": struct.Struct(">i"),
    "BIGINT": struct.Struct(">q"),
    "FLOAT": struct.Struct(">f"),
    "DOUBLE": struct.Struct(">d"),
}
_LENGTH = struct.Struct(">i")
_TIME = struct.Struct(">qi")  # milliseconds from 1970 on, nanoseconds within the second
_DATE = struct.Struct(">q")
_EPOCH = datetime.datetime(1970, 1, 1)
_MOST_DIGITS = 38

WRITTEN = (*NUMBERS, "BOOLEAN", "STRING", "BINARY", "TIMESTAMP", "DATE", "DECIMAL")
VECTORS = ("VECTOR", "DENSE_VECTOR", "SPARSE_VECTOR")


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


def _read_bytes(data, at, less=0):
    """Bytes after their number, of which `less` is taken away."""
    (length,) = _LENGTH.unpack_from(data, at)
    length, at = length - less, at + _LENGTH.size
    if length < 0 or at + length > len(data):
        raise AkError("a value has no end")
    return data[at : at + length], at + length


def _read_instant(data, at):
    (milliseconds,) = _DATE.unpack_from(data, at)
    return _EPOCH + datetime.timedelta(milliseconds=milliseconds), at + _DATE.size


_SMALL = {1: 0, 2: 1, 3: 10}  # numbers that stand for themselves in place of a length
_OWN_LENGTHS = 4  # how many there are, and what is added to lengths


def _read_decimal(data, at):
    (length,) = _LENGTH.unpack_from(data, at)
    if length in _SMALL:
        number, at = _SMALL[length], at + _LENGTH.size
    else:
        coded, at = _read_bytes(data, at, less=_OWN_LENGTHS)
        number = int.from_bytes(coded, "big", signed=True)
    (scale,) = _LENGTH.unpack_from(data, at)
    digits = tuple(map(int, str(abs(number))))
    return decimal.Decimal((number < 0, digits, -scale)), at + _LENGTH.size


def _decimal(value):
    sign, digits, exponent = decimal.Decimal(str(value)).as_tuple()
    if not isinstance(exponent, int) or len(digits) > _MOST_DIGITS:
        raise ValueError("not a number of at most %d digits" % _MOST_DIGITS)
    number = int("".join(map(str, digits))) * (-1 if sign else 1)
    coded = number.to_bytes(number.bit_length() // 8 + 1, "big", signed=True)
    return _LENGTH.pack(len(coded) + _OWN_LENGTHS) + coded + _LENGTH.pack(-exponent)


def java_text(number):
    """A double as Java prints it, such as 1.0E-10."""
    if number != number or number in (float("inf"), float("-inf")):
        return "NaN" if number != number else "Infinity" if number > 0 else "-Infinity"
    if number == 0 or 1e-3 <= abs(number) < 1e7:
        return repr(float(number))
    sign, digits, exponent = decimal.Decimal(repr(float(number))).normalize().as_tuple()
    text = "".join(map(str, digits))
    power = exponent + len(text) - 1
    return "%s%s.%sE%d" % ("-" if sign else "", text[0], text[1:] or "0", power)


def _doubles(data, at, count):
    if count < 0 or at + 8 * count > len(data):
        raise AkError("a vector has no end")
    return struct.unpack_from(">%dd" % count, data, at), at + 8 * count


_POJO, _POJO_NULL = 2, 1
_NAMED = 1  # in place of a class's number: its name follows
_DENSE, _SPARSE = b"com.alibaba.alink.common.linalg.DenseVector", b"com.alibaba.alink.common.linalg.SparseVector"


def _read_dense_object(data, at):
    """A DenseVector as an object of a known class, by its fields."""
    if data[at] != _POJO or data[at + 1] > _POJO_NULL:
        raise AkError("it is not a DenseVector")
    if data[at + 1] == _POJO_NULL:
        return "", at + 2
    (count,) = _LENGTH.unpack_from(data, at + 2)
    numbers, at = _doubles(data, at + 2 + _LENGTH.size, count)
    return " ".join(map(java_text, numbers)), at


def _signed(number):
    return (number >> 1) ^ -(number & 1)


def _read_array_length(data, at):
    """Of an array that is an object: its mark, then its length and one."""
    if data[at] != 1:
        raise AkError("a vector's values stand elsewhere")
    length, at = _read_count(data, at + 1)
    return length - 1, at


def _read_kryo_vector(data, at):
    """A vector with its class before it, by name or by number."""
    name = _SPARSE
    number, at = _read_count(data, at)
    if number == _NAMED:
        end = next(place for place in range(at + 1, len(data)) if data[place] & 0x80)
        name, at = data[at + 1 : end] + bytes([data[end] & 0x7F]), end + 1
    at += 1  # the mark of an object that is not seen before
    if name == _DENSE:
        count, at = _read_array_length(data, at)
        numbers, at = _doubles(data, at, count)
        return " ".join(map(java_text, numbers)), at
    if name != _SPARSE:
        raise AkError("it is a %s" % name.decode("ascii", "replace"))
    count, at = _read_array_length(data, at)
    places = []
    for _ in range(count):
        place, at = _read_count(data, at)
        places.append(_signed(place))
    size, at = _read_count(data, at)
    values, at = _read_array_length(data, at)
    numbers, at = _doubles(data, at, values)
    head = "$%d$" % _signed(size) if _signed(size) >= 0 else ""
    pairs = zip(places, map(java_text, numbers))
    return head + " ".join("%d:%s" % pair for pair in pairs), at


def read_value(kind, data, at):
    """(value, where it ends) of a value that begins at `at`. AkError, IndexError, struct.error for none."""
    if kind in NUMBERS:
        return NUMBERS[kind].unpack_from(data, at)[0], at + NUMBERS[kind].size
    if kind == "STRING":
        return _read_text(data, at)
    if kind == "BOOLEAN":
        if data[at] > 1:
            raise AkError("%d is not a BOOLEAN" % data[at])
        return bool(data[at]), at + 1
    if kind in _READERS:
        return _READERS[kind](data, at)
    milliseconds, nanoseconds = _TIME.unpack_from(data, at)
    shift = datetime.timedelta(seconds=milliseconds // 1000, microseconds=nanoseconds // 1000)
    return _EPOCH + shift, at + _TIME.size


_READERS = {
    "BINARY": _read_bytes,
    "DATE": _read_instant,
    "DECIMAL": _read_decimal,
    "VECTOR": _read_kryo_vector,
    "SPARSE_VECTOR": _read_kryo_vector,
    "DENSE_VECTOR": _read_dense_object,
}


def value_bytes(kind, value):
    """The bytes of a value. struct.error, TypeError, ValueError, OverflowError for any other value."""
    if kind in NUMBERS:
        return NUMBERS[kind].pack(float(value) if isinstance(value, decimal.Decimal) else value)
    if kind == "STRING":
        return _text(value)
    if kind == "BOOLEAN":
        return b"\1" if value else b"\0"
    if kind == "BINARY":
        return _LENGTH.pack(len(value)) + bytes(value)
    if kind == "DECIMAL":
        return _decimal(value)
    shift = value - _EPOCH
    seconds = shift.days * 86400 + shift.seconds
    if kind == "DATE":
        return _DATE.pack(seconds * 1000)
    return _TIME.pack(seconds * 1000 + shift.microseconds // 1000, shift.microseconds * 1000)
