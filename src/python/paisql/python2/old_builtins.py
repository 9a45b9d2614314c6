"""The builtins of Python 2, as modules that stand in a converted file's globals as `__builtins__`.

So only converted files see them. On the level LENIENT there are those that Python 3 does not have;
on FULL also those that it has with another meaning.
"""

import builtins
import functools
import importlib
import itertools
import sys
import types

from paisql.python2 import old_files, operations, signs
from paisql.python2.helper import HELPER


def _map(function, *iterables):
    if function is str:
        function = operations.text
    if len(iterables) == 1:
        return list(iterables[0] if function is None else map(function, iterables[0]))
    rows = itertools.zip_longest(*iterables)
    return list(rows if function is None else itertools.starmap(function, rows))


def _filter(function, iterable):
    found = filter(function, iterable)
    if isinstance(iterable, str):
        return "".join(found)
    return tuple(found) if isinstance(iterable, tuple) else list(found)


def _range(*bounds):
    return list(range(*map(int, bounds)))


def _xrange(*bounds):
    return range(*map(int, bounds))


def _zip(*iterables):
    return list(zip(*iterables))


def _sorted(iterable, cmp=None, key=None, reverse=False):
    done = list(iterable)
    operations.sort(done)(cmp, key, reverse)
    return done


def _extreme(plain, sign):
    def extreme(*values, key=None, **options):
        try:
            return plain(*values, key=key, **options)
        except TypeError:
            entries = list(values[0] if len(values) == 1 else values)
            if not entries:
                raise
            return (max if sign > 0 else min)(entries, key=operations.sort_key(None, key))

    return extreme


def _round(number, digits=0):
    """Halves go away from zero, and the result is a float."""
    if not isinstance(number, (int, float)):
        return round(number, digits)
    done = round(abs(number), digits)
    if abs(number) * 10**digits % 1 == 0.5:
        done = (int(abs(number) * 10**digits) + 1) / 10**digits
    return float(done if number >= 0 else -done)


def _isinstance(value, kind):
    if builtins.isinstance(value, kind):
        return True
    # Bytes that came from elsewhere are strings, too.
    return type(value) is bytes and kind is not type(value) and builtins.isinstance("", kind)


def _print(*values, **options):
    shown = [operations.text(value) if type(value) is bytes else value for value in values]
    print(*shown, **options)


def _input(prompt=""):
    frame = sys._getframe(1)  # pylint: disable=protected-access
    return eval(input(prompt), frame.f_globals, frame.f_locals)


def _execfile(path, names=None, own=None):
    from paisql.python2 import copies

    frame = sys._getframe(1)  # pylint: disable=protected-access
    names = frame.f_globals if names is None else names
    own = (frame.f_locals if names is frame.f_globals else names) if own is None else own
    exec(copies.code_of(path), names, own)


def _code(text):
    """What exec and eval take: text is Python 2, too."""
    if not builtins.isinstance(text, str):
        return text
    from paisql.python2 import meaning, syntax

    text = text.strip()
    try:
        compile(text, "<string>", "exec", dont_inherit=True)
    except SyntaxError:
        try:
            text = syntax.convert(text)
        except syntax.Unconvertible:
            return text  # Python says what it does not understand
    return meaning.convert(text, signs.FULL)


def _exec(code, names=None, own=None):
    frame = sys._getframe(1)  # pylint: disable=protected-access
    if names is None:
        names, own = frame.f_globals, frame.f_locals
    names.setdefault("__builtins__", of_level(signs.FULL))
    exec(_code(code), names, names if own is None else own)


def _eval(code, names=None, own=None):
    frame = sys._getframe(1)  # pylint: disable=protected-access
    if names is None:
        names, own = frame.f_globals, frame.f_locals
    names.setdefault("__builtins__", of_level(signs.FULL))
    return eval(_code(code), names, names if own is None else own)


def _reload(module):
    # For sys this was a way to get its setdefaultencoding() back.
    return module if module is sys else importlib.reload(module)


def _apply(function, values=(), options=None):
    return function(*values, **(options or {}))


def _coerce(left, right):
    kind = type(left + right)
    return kind(left), kind(right)


def _by_order(operator):
    return lambda self, other: operator(self.__cmp__(other), 0)


_OLD_METHODS = (
    ("next", "__next__"),
    ("__nonzero__", "__bool__"),
    ("__div__", "__truediv__"),
    ("__idiv__", "__itruediv__"),
    ("__rdiv__", "__rtruediv__"),
)
_ORDERS = {"__lt__": "lt", "__le__": "le", "__gt__": "gt", "__ge__": "ge", "__eq__": "eq"}


def _build_class(function, name, *bases, **keywords):
    """`class name(bases): ...`"""
    made = builtins.__build_class__(function, name, *bases, **keywords)
    if not isinstance(made, type):
        return made
    meta = vars(made).get("__metaclass__")
    if meta is not None and not keywords and not isinstance(made, meta):
        body = {key: value for key, value in vars(made).items() if key not in _NOT_OF_A_BODY}
        made = meta(name, made.__bases__, body)
    own = vars(made)
    for old, new in _OLD_METHODS:
        if isinstance(own.get(old), types.FunctionType) and new not in own:
            setattr(made, new, own[old])
    if "__cmp__" in own:
        for method, order in _ORDERS.items():
            if method not in own:
                setattr(made, method, _by_order(getattr(operations.operator, order)))
    if "__eq__" in own and own.get("__hash__", 0) is None:
        made.__hash__ = object.__hash__
    return made


_NOT_OF_A_BODY = {"__dict__", "__weakref__"}

_ADDED = {
    "StandardError": Exception,
    "apply": _apply,
    "basestring": str,
    "buffer": memoryview,
    "cmp": operations.compare,
    "coerce": _coerce,
    "execfile": _execfile,
    "file": old_files.open_file,
    "intern": sys.intern,
    "long": int,
    "raw_input": input,
    "reduce": functools.reduce,
    "reload": _reload,
    "unichr": chr,
    "unicode": str,
    "xrange": _xrange,
    "__build_class__": _build_class,
    HELPER: operations,
}

# What Python 3 has with another meaning; old_modules.py adds `__import__`.
CHANGED = {
    "bytes": str,
    "eval": _eval,
    "exec": _exec,
    "filter": _filter,
    "hash": operations.old_hash,
    "input": _input,
    "isinstance": _isinstance,
    "map": _map,
    "max": _extreme(max, 1),
    "min": _extreme(min, -1),
    "open": old_files.open_file,
    "print": _print,
    "range": _range,
    "round": _round,
    "sorted": _sorted,
    "zip": _zip,
}


@functools.lru_cache(maxsize=None)
def of_level(level):
    """The module for files of the level signs.LENIENT or FULL."""
    made = types.ModuleType("__builtin__", "The builtins that files for Python 2 see.")
    vars(made).update(vars(builtins))
    vars(made).update(_ADDED)
    if level == signs.FULL:
        vars(made).update(CHANGED)
    vars(made)["__name__"] = "__builtin__"
    return made
