"""A module of users' functions that give, keep and tell random values of every type; the test calls the same classes
by hand, and what they say is what the statements have to say."""

import collections
import datetime
import decimal
import random
import struct

from odps.udf import BaseUDTF, annotate

_LETTERS = "abc \t\n\"'\\,;\x01äß数据🎈"
_FIRST = datetime.datetime(1900, 1, 1)


def _float32(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def _text(chance):
    return "".join(chance.choice(_LETTERS) for _ in range(chance.choice((0, 1, 3, 12, 200))))


def _whole(bits):
    edges = (0, -1, 1, -(1 << bits - 1), (1 << bits - 1) - 1)
    return lambda chance: chance.choice(edges) if chance.random() < 0.3 else chance.getrandbits(bits) - (1 << bits - 1)


def _double(chance):
    edges = (0.0, -0.0, 1.5, 1e308, -5e-324, 0.1, float("inf"), float("-inf"), float("nan"))
    return chance.choice(edges) if chance.random() < 0.3 else chance.gauss(0, 10 ** chance.randint(-5, 15))


def _decimal(precision, scale):
    def make(chance):
        digits = chance.randint(0, precision)
        return decimal.Decimal(chance.randint(-(10**digits) + 1, 10**digits - 1)).scaleb(-scale, _WIDE)

    return make


_WIDE = decimal.Context(prec=60)


def _often(make):
    """None at times."""
    return lambda chance: None if chance.random() < 0.2 else make(chance)


def _array(make):
    return lambda chance: [_often(make)(chance) for _ in range(chance.choice((0, 1, 2, 7)))]


def _map(keys, values):
    return lambda chance: {keys(chance): _often(values)(chance) for _ in range(chance.choice((0, 1, 4)))}


def _struct(names, *makers):
    made = collections.namedtuple("made", names)
    return lambda chance: made(*(_often(make)(chance) for make in makers))


_DOUBLE_TEXT = _struct("a b", _double, _text)
KINDS = {
    "tinyint": _whole(8),
    "smallint": _whole(16),
    "int": _whole(32),
    "bigint": _whole(64),
    "float": lambda chance: _float32(chance.gauss(0, 1000)),
    "double": _double,
    "boolean": lambda chance: chance.random() < 0.5,
    "string": _text,
    "binary": lambda chance: chance.getrandbits(8 * chance.choice((1, 4, 40))).to_bytes(40, "big")[-4:],
    "date": lambda chance: (_FIRST + datetime.timedelta(days=chance.randint(0, 90000))).date(),
    "datetime": lambda chance: _FIRST + datetime.timedelta(milliseconds=chance.randint(0, 1 << 43)),
    "decimal(10,2)": _decimal(10, 2),
    "decimal(38,18)": _decimal(38, 18),
    "array<string>": _array(_text),
    "array<bigint>": _array(_whole(64)),
    "array<array<double>>": _array(_array(_double)),
    "map<string,bigint>": _map(_text, _whole(64)),
    "map<bigint,array<string>>": _map(_whole(16), _array(_text)),
    "struct<a:double,b:string>": _DOUBLE_TEXT,
    "array<struct<a:double,b:string>>": _array(_DOUBLE_TEXT),
    "struct<n:map<string,boolean>,d:date>": _struct(
        "n d", _map(_text, lambda chance: chance.random() < 0.5), lambda chance: datetime.date(2024, 2, 29)
    ),
}  # fmt: skip


def told(value):
    """The value and its type as a text; what SQL does not keep (the order of a MAP, 1.0 for 1.00) is left out."""
    if value is None or type(value) in (bool, int, str, bytes, datetime.date, datetime.datetime):
        return repr(value)
    if type(value) is float:
        return repr(value)
    if type(value) is decimal.Decimal:
        return "decimal %s" % (value.normalize(_WIDE) if value else 0)
    if type(value) is list:
        return "[%s]" % ", ".join(map(told, value))
    if type(value) is dict:
        return "{%s}" % ", ".join(sorted("%s: %s" % (told(key), told(one)) for key, one in value.items()))
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return "(%s)" % ", ".join("%s=%s" % (name, told(one)) for name, one in zip(value._fields, value))
    return "another type: %r" % type(value)


def given(number):
    chance = random.Random(number)
    return [_often(make)(chance) for make in KINDS.values()]


@annotate("*->string")
class Told(object):
    def evaluate(self, *values):
        return " | ".join(map(told, values))


@annotate("bigint->bigint")
class Numbers(BaseUDTF):
    def process(self, number):
        for one in range(number):
            self.forward(one)


@annotate("bigint->@types")
class Given(BaseUDTF):
    """A row of random values."""

    def process(self, number):
        self.forward(*given(number))


@annotate("bigint,@types->bigint,@types")
class Again(BaseUDTF):
    """Each row as often as its number modulo 3."""

    def process(self, number, *values):
        for _ in range(number % 3):
            self.forward(number, *values)


@annotate("@types->struct<@fields>")
class Gathered(object):
    """The values of a row as one value."""

    def evaluate(self, *values):
        return values
