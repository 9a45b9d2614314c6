"""The modules of Python 2's library, for `import` in converted files.

_MOVED      modules of another name, or in several parts (signs.py has them)
_NAMES      names that modules have lost: put back while Python 2 runs in this process
adapted     modules some of whose functions take or give strings where Python 3 has bytes: converted
            files get a module of their own in their place (adapted_modules.py)

A module among the script's own files goes before all of them.
"""

import __future__

import builtins
import functools
import importlib
import importlib.util
import os
import sys
import types

from paisql.python2 import adapted_modules, old_builtins, signs

_MOVED = {**signs.MOVED, "xml.etree.cElementTree": ("xml.etree.ElementTree",)}

# module: {name: (module, name there) or a function of none that gives the value}
_NAMES = {
    "collections": {
        name: ("collections.abc", name)
        for name in ("Callable", "Iterable", "Iterator", "Mapping", "MutableMapping", "Sequence", "Set")
    },
    "itertools": {
        "ifilter": ("builtins", "filter"),
        "ifilterfalse": ("itertools", "filterfalse"),
        "imap": ("builtins", "map"),
        "izip": ("builtins", "zip"),
        "izip_longest": ("itertools", "zip_longest"),
    },
    "os": {"getcwdu": ("os", "getcwd"), "errno": lambda: importlib.import_module("errno")},
    "string": {
        "letters": ("string", "ascii_letters"),
        "lowercase": ("string", "ascii_lowercase"),
        "uppercase": ("string", "ascii_uppercase"),
        "maketrans": lambda: str.maketrans,
        "atof": lambda: float,
        "atoi": lambda: int,
        "join": lambda: lambda words, separator=" ": separator.join(words),
        "split": lambda: lambda text, *rest: text.split(*rest),
        **{
            name: functools.partial(getattr, str, name)
            for name in ("find", "lower", "lstrip", "replace", "rstrip", "strip", "upper")
        },
    },
    "sys": {"maxint": ("sys", "maxsize"), "setdefaultencoding": lambda: lambda encoding: None},
    "time": {"clock": ("time", "process_time")},
    "types": {
        "BooleanType": lambda: bool,
        "DictType": lambda: dict,
        "FloatType": lambda: float,
        "IntType": lambda: int,
        "ListType": lambda: list,
        "LongType": lambda: int,
        "NoneType": lambda: type(None),
        "StringType": lambda: str,
        "StringTypes": lambda: (str,),
        "TupleType": lambda: tuple,
        "UnicodeType": lambda: str,
    },
    "urllib": {
        **{
            name: ("urllib.parse", name) for name in ("quote", "quote_plus", "unquote", "unquote_plus", "urlencode")
        },
        "urlopen": lambda: adapted_modules.request_names(importlib.import_module("urllib.request"))["urlopen"],
        "urlretrieve": ("urllib.request", "urlretrieve"),
    },
}  # fmt: skip

_LIBRARY = os.path.dirname(os.__file__) + os.sep


def restore_names():
    """Puts the names of _NAMES back into their modules, those of urllib when it is imported."""
    for module in _NAMES:
        if module != "urllib":
            _restore(importlib.import_module(module))


def _restore(module):
    for name, where in _NAMES.get(module.__name__, {}).items():
        if not hasattr(module, name):
            if isinstance(where, tuple):
                value = getattr(importlib.import_module(where[0]), where[1])
            else:
                value = where()
            setattr(module, name, value)


@functools.lru_cache(maxsize=None)
def _offered(name):
    """The module of this name for converted files; None for one that is Python 3's own."""
    if name in ("StringIO", "cStringIO"):
        return _module(name, {"StringIO": adapted_modules.StringIO})
    sources = _MOVED.get(name)
    if sources is None and name not in adapted_modules.ADAPTED:
        return None
    if name == "__builtin__":
        return old_builtins.of_level(signs.FULL)
    contents = {}
    for source in reversed(sources or (name,)):
        original = importlib.import_module(source)
        contents.update(vars(original))
    contents.update(adapted_modules.ADAPTED.get(name, lambda module: {})(original))
    return _module(name, contents)


def _module(name, contents):
    made = types.ModuleType(name)
    vars(made).update(contents)
    vars(made)["__name__"] = name
    return made


def import_module(name, globals=None, locals=None, fromlist=(), level=0):
    """`__import__` of converted files; names beside the importing module come first."""
    absolute = (globals or {}).get("absolute_import") is __future__.absolute_import
    package = (globals or {}).get("__package__") or ""
    if level == 0 and package and not absolute:
        beside = package + "." + name.partition(".")[0]
        if beside in sys.modules or importlib.util.find_spec(beside) is not None:
            found = builtins.__import__(package + "." + name, globals, locals, fromlist, 0)
            return found if fromlist else sys.modules[beside]
    try:
        found = builtins.__import__(name, globals, locals, fromlist, level)
    except ModuleNotFoundError as error:
        offered = _offered(name) if level == 0 and name.startswith(error.name or "?") else None
        if offered is None:
            raise
        # `import xml.etree.cElementTree` binds xml; everything else binds the module.
        return offered if fromlist or "." not in name else builtins.__import__("xml.etree")
    if level or name not in adapted_modules.ADAPTED:
        _restore(found)
        return found
    file = getattr(found, "__file__", None)
    return _offered(name) if file is None or file.startswith(_LIBRARY) else found


def builtins_of(level):
    """The builtins for files of a level (old_builtins.of_level), with `__import__` among them."""
    old_builtins.CHANGED["__import__"] = import_module
    return old_builtins.of_level(level)
