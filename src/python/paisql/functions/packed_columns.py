"""Packed batches (src/udf/packed_batch.h) as lists of Python's values, and back, by the standard library alone.

A batch: the numbers of columns and rows, then a node for each column:

    tag, has_nulls (1 byte each), form (2 bytes), length (4); a bitmap of values that are there, where has_nulls;
    buffers, each filled up to 8 bytes; the nodes of elements

Texts of the form ENDED are one buffer's length and that buffer, in which a NUL ends each of them: so all are cut, and
put together, at once.

NULL is None. Values that a function returned are checked strictly, as the platform does.
"""

import array
import bisect
import collections
import datetime
import decimal
import itertools
import operator
import struct

BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, STRING, BINARY, DATE, DATETIME, ARRAY, MAP, STRUCT, NULL = (
    range(1, 16)
)

ENDED = 1  # the form of texts none of which has a NUL within

_HEAD, _NODE, _SIZE = struct.Struct("<II"), struct.Struct("<BBHI"), struct.Struct("<Q")
_ELEMENTS = {TINYINT: "b", SMALLINT: "h", INT: "i", BIGINT: "q", FLOAT: "f", DOUBLE: "d", DATE: "i", DATETIME: "q"}
_BITS = tuple(tuple(bool(byte >> bit & 1) for bit in range(8)) for byte in range(256))
_MISSING = tuple(tuple(bit for bit in range(8) if not byte >> bit & 1) for byte in range(256))
_DIGITS = bytes([48, 49]) + bytes(254)  # of a number's text, for 0 and 1
_BOOLEANS = (False, True)

_DAY_ZERO = datetime.date(1970, 1, 1).toordinal()
_EPOCH = datetime.datetime(1970, 1, 1)
_SECOND = datetime.timedelta(seconds=1)

TAGS = {
    "boolean": BOOLEAN, "tinyint": TINYINT, "smallint": SMALLINT, "int": INT, "integer": INT, "bigint": BIGINT,
    "float": FLOAT, "double": DOUBLE, "string": STRING, "varchar": STRING, "char": STRING, "json": STRING,
    "decimal": STRING, "binary": BINARY, "date": DATE, "datetime": DATETIME, "timestamp": DATETIME,
    "timestamp_ntz": DATETIME, "array": ARRAY, "map": MAP, "struct": STRUCT, "void": NULL, "unknown": NULL,
}  # fmt: skip


class Mistyped(Exception):
    """A value that a function returned is not of its type: its row, and what Python calls the error."""

    def __init__(self, row, kind, words):
        super().__init__(words)
        self.row, self.kind = row, kind


class Meaning:
    """How values of types look to a function.

    old    Python 2: text can be decoded, a DATETIME is the milliseconds since 1970
    zone   a tzinfo for that; None: the machine's
    """

    def __init__(self, old=False, zone=None):
        self.old, self.zone = old, zone

    def text(self, data):
        if self.old:
            from paisql.python2 import text

            return text.from_bytes(data)
        return str(data, "utf-8", "surrogateescape")


def _without_nulls(values, flags):
    """The list with None for each value that is not there, which are few mostly."""
    whole = len(values) // 8
    for at, byte in enumerate(flags[:whole]):
        if byte != 255:
            for bit in _MISSING[byte]:
                values[at * 8 + bit] = None
    for place in range(whole * 8, len(values)):
        if not flags[whole] >> (place & 7) & 1:
            values[place] = None
    return values


def _date(days):
    return datetime.date.fromordinal(days + _DAY_ZERO)


def _datetime(microseconds):
    return _EPOCH + datetime.timedelta(0, 0, microseconds)


class Reader:
    """What a node's bytes are; each type's own way."""

    def __init__(self, payload, meaning):
        self._data, self._at, self._form, self._meaning = memoryview(payload), 0, 0, meaning

    def batch(self, types):
        """(rows, lists of values): a list for each type."""
        rows = self.head(types)
        return rows, [self.node(kind) for kind in types]

    def head(self, types):
        """The number of rows; then come the nodes."""
        count, rows = _HEAD.unpack_from(self._data, 0)
        self._at = _HEAD.size
        if count != len(types):
            raise ValueError("a batch of %d columns in place of %d" % (count, len(types)))
        return rows

    def peek(self):
        """(tag, form, length) of the next node."""
        tag, _, form, length = _NODE.unpack_from(self._data, self._at)
        return tag, form, length

    def skip_head(self):
        """The bitmap of the next node, or None, when the caller reads its buffers."""
        _, has_nulls, _, length = _NODE.unpack_from(self._data, self._at)
        self._at += _NODE.size
        return self.buffer((length + 63) // 64 * 8) if has_nulls else None

    def buffer(self, size):
        """The bytes of the next buffer."""
        start = self._at
        self._at = start + (size + 7 & ~7)
        return self._data[start : start + size]

    def node(self, kind):
        """The values of the next node, of a Type."""
        tag, self._form, length = self.peek()
        flags = self.skip_head()
        if tag == NULL:
            return [None] * length
        values = _READERS[tag](self, length, kind)
        convert = self._conversion(tag, kind)
        if convert is None:
            return values if flags is None else _without_nulls(values, flags)
        if flags is None:
            return list(map(convert, values))
        there = itertools.chain.from_iterable(map(_BITS.__getitem__, flags))
        return [convert(value) if one else None for value, one in zip(values, there)]

    def _conversion(self, tag, kind):
        """What makes a value of what the buffers hold; None where that is the value."""
        if kind.name == "decimal":
            return decimal.Decimal
        if tag == DATETIME:
            return self._milliseconds if self._meaning.old else _datetime
        return _date if tag == DATE else None

    def _milliseconds(self, value):
        second = (_EPOCH + value // 1000000 * _SECOND).replace(tzinfo=self._meaning.zone)
        return int(second.timestamp()) * 1000 + value // 1000 % 1000

    def elements(self, code, length):
        return self.buffer(length * struct.calcsize(code)).cast(code).tolist()

    def booleans(self, length, _kind):
        return list(map(_BOOLEANS.__getitem__, self.buffer(length)))

    def _offsets(self, length):
        return self.elements("I", length + 1)

    def ended(self):
        """The bytes of texts that have the form ENDED."""
        return self.buffer(_SIZE.unpack(self.buffer(_SIZE.size))[0])

    def texts(self, length, kind):
        if self._form == ENDED:
            values = self._cut(kind)
            values.pop()  # what follows the last NUL
            if len(values) != length:
                raise ValueError("%d texts in place of %d" % (len(values), length))
            return values
        offsets = self._offsets(length)
        data = bytes(self.buffer(offsets[-1]))
        if self._meaning.old and kind.name != "decimal":
            made = self._meaning.text
            return [made(data[a:b]) for a, b in zip(offsets, offsets[1:])]
        if data.isascii():
            text = data.decode("ascii")
            return [text[a:b] for a, b in zip(offsets, offsets[1:])]
        return [data[a:b].decode("utf-8", "surrogateescape") for a, b in zip(offsets, offsets[1:])]

    def _cut(self, kind):
        if self._meaning.old and kind.name != "decimal":
            return list(map(self._meaning.text, bytes(self.ended()).split(b"\0")))
        return str(self.ended(), "utf-8", "surrogateescape").split("\0")

    def binaries(self, length, _kind):
        offsets = self._offsets(length)
        data = bytes(self.buffer(offsets[-1]))
        return [data[a:b] for a, b in zip(offsets, offsets[1:])]

    def arrays(self, length, kind):
        offsets = self._offsets(length)
        values = self.node(kind.parts[0])
        return [values[a:b] for a, b in zip(offsets, offsets[1:])]

    def maps(self, length, kind):
        offsets = self._offsets(length)
        keys, values = self.node(kind.parts[0]), self.node(kind.parts[1])
        return [dict(zip(keys[a:b], values[a:b])) for a, b in zip(offsets, offsets[1:])]

    def structs(self, length, kind):
        (count,) = struct.unpack("<I", self.buffer(4))
        if count != len(kind.parts):
            raise ValueError("a struct of %d fields in place of %d" % (count, len(kind.parts)))
        made = row_class(kind.fields)
        return list(map(made, *[self.node(part) for part in kind.parts]))


def _reads(code):
    return lambda reader, length, _kind: reader.elements(code, length)


_READERS = {tag: _reads(code) for tag, code in _ELEMENTS.items()}
_READERS.update({
    BOOLEAN: Reader.booleans, STRING: Reader.texts, BINARY: Reader.binaries,
    ARRAY: Reader.arrays, MAP: Reader.maps, STRUCT: Reader.structs,
})  # fmt: skip

_row_classes = {}


def row_class(fields):
    """The namedtuple of a STRUCT."""
    if fields not in _row_classes:
        _row_classes[fields] = collections.namedtuple("struct", fields, rename=True)
    return _row_classes[fields]


def read(payload, types, meaning):
    """(rows, lists of values) of a batch that has a column for each of `types` (type_names.Type)."""
    return Reader(payload, meaning).batch(types)


def write(columns, types, rows, meaning):
    """The batch of lists of values; Mistyped for a value that is not of its type."""
    pieces = begin(len(columns), rows)
    for values, kind in zip(columns, types):
        _node(pieces, values, kind, meaning)
    return b"".join(pieces)


_EXPECTED = {
    BOOLEAN: bool, TINYINT: int, SMALLINT: int, INT: int, BIGINT: int, FLOAT: float, DOUBLE: float, STRING: str,
    BINARY: bytes, DATE: datetime.date, DATETIME: datetime.datetime, ARRAY: list, MAP: dict, STRUCT: tuple,
}  # fmt: skip
_ALSO = {  # beside the expected class
    FLOAT: (int,),
    DOUBLE: (int,),
    BINARY: (bytearray,),
    ARRAY: (tuple,),
}
_NONE = type(None)
_INTEGERS, _NUMBERS = (int,), (float, int)
_SUMS = {
    TINYINT: _INTEGERS, SMALLINT: _INTEGERS, INT: _INTEGERS, BIGINT: _INTEGERS, FLOAT: _NUMBERS, DOUBLE: _NUMBERS,
}  # fmt: skip
_QUICK = frozenset((*_SUMS, STRING))


def _expected(tag, kind, meaning):
    """(the class that errors name, those that are taken beside it)."""
    if kind.name == "decimal":
        return decimal.Decimal, ()
    if meaning.old:
        if tag == DATETIME:
            return int, (datetime.datetime,)
        if tag == STRING:
            return str, (bytes,)
    return _EXPECTED[tag], _ALSO.get(tag, ())


def begin(columns, rows):
    """The pieces of a batch, which has only its head."""
    return [_HEAD.pack(columns, rows)]


def add_node(pieces, tag, length, flags, *buffers, form=0):
    """Adds a node of buffers that are there; flags: its bitmap, or None."""
    pieces.append(_NODE.pack(tag, flags is not None, form, length))
    for one in buffers if flags is None else (flags, *buffers):
        _add(pieces, one)


def ended_size(data):
    """The buffer that goes before texts of the form ENDED."""
    return _SIZE.pack(len(data))


def _quickly(pieces, tag, values, kind, meaning):
    """Adds the node of values that are all there and plainly of their type; False for any others, which _node checks
    one by one. A sum has the type of its values, and takes a third of the time that looking at each type does."""
    try:
        if tag == STRING:
            if meaning.old or kind.name == "decimal":
                return False
            form, buffers = _joined(values)
            add_node(pieces, tag, len(values), None, *buffers, form=form)
            return True
        if type(sum(values)) not in _SUMS[tag]:
            return False
        data = struct.pack("<%d%s" % (len(values), _ELEMENTS[tag]), *values)
    except Exception:  # of a value's own class, too
        return False
    add_node(pieces, tag, len(values), None, data)
    return True


def _node(pieces, values, kind, meaning):
    tag = TAGS.get(kind.name)
    if tag is None:
        raise ValueError("functions of users have no values of type %s" % kind.name.upper())
    if tag in _QUICK and _quickly(pieces, tag, values, kind, meaning):
        return
    if tag == NULL:
        pieces.append(_NODE.pack(NULL, 0, 0, len(values)))
        return
    expected, also = _expected(tag, kind, meaning)
    found = set(map(type, values))
    has_nulls = _NONE in found
    found.discard(_NONE)
    if has_nulls and not found:
        pieces.append(_NODE.pack(NULL, 0, 0, len(values)))
        return
    for one in found:
        if one is not expected and not issubclass(one, (expected, *also)):
            row = next(at for at, value in enumerate(values) if type(value) is one)
            raise Mistyped(row, "TypeError", "return value expected %r but %r found" % (expected, one))
    at = len(pieces)
    pieces.append(_NODE.pack(tag, has_nulls, 0, len(values)))
    if has_nulls:
        bits = bytes(map(operator.is_not, values, itertools.repeat(None)))[::-1].translate(_DIGITS)
        pieces.append(int(bits, 2).to_bytes((len(values) + 63) // 64 * 8, "little"))
    form = _WRITERS[tag](pieces, values, kind, meaning, has_nulls)
    if form:
        pieces[at] = _NODE.pack(tag, has_nulls, form, len(values))


def _add(pieces, data):
    pieces.append(data)
    if len(data) & 7:
        pieces.append(bytes(-len(data) & 7))


def _filled(values, has_nulls, empty):
    return [empty if value is None else value for value in values] if has_nulls else values


def _elements(pieces, values, code, name):
    try:
        return _add(pieces, struct.pack("<%d%s" % (len(values), code), *values))
    except (struct.error, OverflowError):
        pass  # arrays round what is too large for a FLOAT
    try:
        _add(pieces, array.array(code, values).tobytes())
    except OverflowError:
        for row, value in enumerate(values):
            try:
                array.array(code, [value])
            except OverflowError:
                words = "Python int too large to convert to %s: %s" % (name, value)
                raise Mistyped(row, "OverflowError", words) from None
        raise


def _writes(code):
    return lambda pieces, values, kind, _meaning, has_nulls: _elements(
        pieces, _filled(values, has_nulls, 0), code, kind.name
    )


def _booleans(pieces, values, _kind, _meaning, has_nulls):
    _add(pieces, bytes(_filled(values, has_nulls, False)))


def _offsets_of(sizes):
    found = [0]
    found.extend(itertools.accumulate(sizes))
    return found, array.array("I", found).tobytes()


def _offsets(pieces, sizes):
    found, data = _offsets_of(sizes)
    _add(pieces, data)
    return found


def _texts(pieces, values, kind, meaning, has_nulls):
    if kind.name == "decimal":
        values = [None if value is None else _digits(row, value) for row, value in enumerate(values)]
    elif meaning.old:
        values = [value.decode("utf-8", "surrogateescape") if type(value) is bytes else value for value in values]
    values = _filled(values, has_nulls, "")
    try:
        form, buffers = _joined(values)
    except UnicodeEncodeError:
        values = [_encoded(row, value) for row, value in enumerate(values)]
        raise
    for one in buffers:
        _add(pieces, one)
    return form


def _joined(values):
    """(the form, the buffers) of a list of str; UnicodeEncodeError where one has half of a character."""
    data = "\0".join(values).encode("utf-8", "surrogateescape")
    if data.count(0) == len(values) - 1:
        data += b"\0"
        return ENDED, (ended_size(data), data)
    values = [value.encode("utf-8", "surrogateescape") for value in values]
    return 0, (_offsets_of(map(len, values))[1], b"".join(values))


def _encoded(row, value):
    try:
        return value.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise Mistyped(row, "UnicodeEncodeError", str(error)) from None


def _digits(row, value):
    if not value.is_finite():
        raise Mistyped(row, "ValueError", "cannot convert %s to decimal" % value)
    return format(value, "f")


def _binaries(pieces, values, _kind, _meaning, has_nulls):
    values = _filled(values, has_nulls, b"")
    _offsets(pieces, map(len, values))
    _add(pieces, b"".join(values))


def _dates(pieces, values, _kind, _meaning, has_nulls):
    ordinal = datetime.date.toordinal
    _elements(pieces, [ordinal(value) - _DAY_ZERO for value in _filled(values, has_nulls, _EPOCH)], "i", "date")


def _datetimes(pieces, values, _kind, meaning, has_nulls):
    values = _filled(values, has_nulls, _EPOCH)
    _elements(pieces, [_microseconds(value, meaning.zone) for value in values], "q", "datetime")


def _microseconds(value, zone):
    if type(value) is not datetime.datetime and isinstance(value, int):  # of Python 2
        whole, rest = divmod(value, 1000)
        value = datetime.datetime.fromtimestamp(whole, zone).replace(tzinfo=None, microsecond=rest * 1000)
    elif value.tzinfo is not None:
        value = value.astimezone(zone).replace(tzinfo=None)
    past = value - _EPOCH
    return (past.days * 86400 + past.seconds) * 1000000 + past.microseconds


def _arrays(pieces, values, kind, meaning, has_nulls):
    values = _filled(values, has_nulls, ())
    offsets = _offsets(pieces, map(len, values))
    _inner(pieces, list(itertools.chain.from_iterable(values)), kind.parts[0], meaning, offsets)


def _maps(pieces, values, kind, meaning, has_nulls):
    values = _filled(values, has_nulls, {})
    offsets = _offsets(pieces, map(len, values))
    _inner(pieces, list(itertools.chain.from_iterable(values)), kind.parts[0], meaning, offsets)
    found = list(itertools.chain.from_iterable(map(dict.values, values)))
    _inner(pieces, found, kind.parts[1], meaning, offsets)


def _inner(pieces, values, kind, meaning, offsets):
    try:
        _node(pieces, values, kind, meaning)
    except Mistyped as error:
        error.row = bisect.bisect_right(offsets, error.row) - 1
        raise


def _structs(pieces, values, kind, meaning, has_nulls):
    count = len(kind.parts)
    values = _filled(values, has_nulls, (None,) * count)
    for row, value in enumerate(values):
        if len(value) != count:
            words = "return value expected a tuple of %d values but %d found" % (count, len(value))
            raise Mistyped(row, "TypeError", words)
    _add(pieces, struct.pack("<I", count))
    for part, found in zip(kind.parts, zip(*values) if values else [()] * count):
        _node(pieces, found, part, meaning)


_WRITERS = {tag: _writes(code) for tag, code in _ELEMENTS.items()}
_WRITERS.update({
    BOOLEAN: _booleans, STRING: _texts, BINARY: _binaries, DATE: _dates, DATETIME: _datetimes, ARRAY: _arrays,
    MAP: _maps, STRUCT: _structs,
})  # fmt: skip
