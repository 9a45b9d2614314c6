"""What converted files call where Python 3 means something else (meaning.py has the list).

Values that are neither numbers, texts nor containers of Python decide for themselves, as they do in
Python 2: arrays divide by their dtype, tensors as TensorFlow 1 does under Python 2.
"""

import collections.abc
import functools
import numbers
import operator
import sys

from paisql.python2.text import Text, decoded, encoded, from_bytes, to_bytes

_WHOLE = (int, bool)


def _is_whole(value):
    if isinstance(value, int):
        return True
    dtype = getattr(value, "dtype", None)
    if dtype is None:
        return type(value).__name__ == "Dimension"  # TensorFlow 1's, of a shape
    base = getattr(dtype, "base_dtype", None)  # a tensor's
    if base is not None:
        return bool(getattr(base, "is_integer", False))
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, (numpy.ndarray, numpy.generic)):
        return dtype.kind in "iub"
    return False


def _is_tensor(value):
    return hasattr(getattr(value, "dtype", None), "base_dtype")


def _floors(left, right):
    if _is_tensor(left) or _is_tensor(right):
        return all(_is_whole(value) for value in (left, right) if _is_tensor(value))
    return _is_whole(left) and _is_whole(right)


def divide(left, right):
    if type(left) in _WHOLE and type(right) in _WHOLE:
        return left // right
    return left // right if _floors(left, right) else left / right


def divide_in_place(left, right):
    if _floors(left, right):
        return operator.ifloordiv(left, right)
    return operator.itruediv(left, right)


_ORDERED = (numbers.Number, str, bytes, list, tuple, dict, type(None))


def compare(left, right):
    """-1, 0 or 1, as cmp() of Python 2; TypeError where that has none either."""
    left = from_bytes(left) if isinstance(left, bytes) else left
    right = from_bytes(right) if isinstance(right, bytes) else right
    try:
        return 0 if left == right else -1 if left < right else 1
    except TypeError:
        if not (isinstance(left, _ORDERED) and isinstance(right, _ORDERED)):
            raise
    if type(left) is type(right) and isinstance(left, (list, tuple)):
        for mine, its in zip(left, right):
            if (order := compare(mine, its)) != 0:
                return order
        return compare(len(left), len(right))
    mine, its = _kind(left), _kind(right)
    return (mine > its) - (mine < its)


def _kind(value):
    """None comes before numbers, these before all else; that goes by the names of the types."""
    if value is None:
        return (0, "")
    if isinstance(value, numbers.Number):
        return (1, "")
    return (2, "str" if isinstance(value, str) else type(value).__name__)


def _comparison(plain):
    def compares(left, right):
        try:
            return plain(left, right)
        except TypeError:
            if not (isinstance(left, _ORDERED) and isinstance(right, _ORDERED)):
                raise
            return plain(compare(left, right), 0)

    return compares


less = _comparison(operator.lt)
less_or_equal = _comparison(operator.le)
greater = _comparison(operator.gt)
greater_or_equal = _comparison(operator.ge)


def equal(left, right):
    if isinstance(left, bytes) and isinstance(right, str):
        return from_bytes(left) == right
    if isinstance(left, str) and isinstance(right, bytes):
        return left == from_bytes(right)
    return left == right


def unequal(left, right):
    if isinstance(left, (bytes, str)) and isinstance(right, (bytes, str)):
        return not equal(left, right)
    return left != right


def _plain(value):
    return from_bytes(value) if isinstance(value, bytes) else value


def form(pattern, values):
    """pattern % values"""
    if isinstance(values, tuple):
        return pattern % tuple(map(_plain, values))
    if isinstance(values, dict):
        return pattern % {_plain(name): _plain(value) for name, value in values.items()}
    return pattern % _plain(values)


def text(value="", encoding="utf-8", errors="strict"):
    """str(value), unicode(value, …)"""
    if isinstance(value, bytes):
        return from_bytes(value) if errors == "strict" else Text(value, encoding, errors)
    return value if isinstance(value, str) else str(value)


def of_bytes(value):
    """A literal of bytes, as Python 3 reads it."""
    return from_bytes(value.encode("latin-1"))


def type_of(value):
    return str if isinstance(value, (Text, bytes)) else type(value)


def error(kind, value):
    """The exception of `raise kind, value`."""
    if isinstance(kind, BaseException):
        return kind
    if isinstance(value, kind):
        return value
    if value is None:
        return kind()
    return kind(*value) if isinstance(value, tuple) else kind(value)


def message(failure):
    own = getattr(failure, "message", None)
    if own is not None:
        return own
    return failure.args[0] if len(failure.args) == 1 else ""


def _listing(name):
    def method(value):
        whole = getattr(value, name)

        def listed():
            found = whole()
            return list(found) if isinstance(found, collections.abc.MappingView) else found

        return listed

    return method


items, keys, values = map(_listing, ("items", "keys", "values"))


def _removed(name, replacement):
    """The method of this name that a value has itself, else what it was."""

    def method(value):
        own = getattr(value, name, None)
        return replacement(value) if own is None else own

    return method


has_key = _removed("has_key", lambda value: value.__contains__)
iteritems = _removed("iteritems", lambda value: lambda: iter(value.items()))
iterkeys = _removed("iterkeys", lambda value: lambda: iter(value.keys()))
itervalues = _removed("itervalues", lambda value: lambda: iter(value.values()))
next = _removed("next", lambda value: value.__next__)  # pylint: disable=redefined-builtin
viewitems = _removed("viewitems", lambda value: value.items)
viewkeys = _removed("viewkeys", lambda value: value.keys)
viewvalues = _removed("viewvalues", lambda value: value.values)


def decode(value):
    if isinstance(value, (str, bytes)):
        return functools.partial(decoded, value)
    return value.decode


def encode(value):
    if isinstance(value, (str, bytes)):
        return functools.partial(encoded, value)
    return value.encode


def translate(value):
    if not isinstance(value, str):
        return value.translate

    def translates(table, deleted=""):
        kept = "".join(one for one in value if one not in deleted) if deleted else value
        return kept if table is None else kept.translate(table)

    return translates


def old_hash(value):
    """hash(value), which is the same in every process: scripts share rows by it."""
    if not isinstance(value, (str, bytes)):
        return hash(value)
    data = to_bytes(value) if isinstance(value, str) else value
    if not data:
        return 0
    number = data[0] << 7
    for byte in data:
        number = (1000003 * number ^ byte) & 0xFFFFFFFFFFFFFFFF
    number ^= len(data)
    return number - (1 << 64) if number >> 63 else number


def sort_key(order, key=None):
    """A key for sorted() that goes by cmp-like `order`, of key(value) where there is one."""
    by = functools.cmp_to_key(order or compare)
    return by if key is None else lambda value: by(key(value))


def sort(value):
    if not isinstance(value, list):
        return value.sort

    def sorts(cmp=None, key=None, reverse=False):
        if cmp is None:
            try:
                return value.sort(key=key, reverse=reverse)
            except TypeError:
                pass
        value.sort(key=sort_key(cmp, key), reverse=reverse)

    return sorts
