"""The modules of Python 2's library, for `import` in converted files.

_MOVED      modules of another name, or in several parts
_NAMES      names that modules have lost: put back while Python 2 runs in this process
_ADAPTED    modules some of whose functions take or give strings where Python 3 has bytes: converted
            files get a module of their own in their place

A module among the script's own files goes before all of them.
"""

import builtins
import __future__
import functools
import importlib
import importlib.util
import io
import os
import sys
import types

from paisql.python2 import operations
from paisql.python2.text import from_bytes, to_bytes

_MOVED = {
    "BaseHTTPServer": ("http.server",),
    "ConfigParser": ("configparser",),
    "Cookie": ("http.cookies",),
    "HTMLParser": ("html.parser",),
    "Queue": ("queue",),
    "SimpleHTTPServer": ("http.server",),
    "SocketServer": ("socketserver",),
    "Tkinter": ("tkinter",),
    "UserDict": ("collections",),
    "__builtin__": ("paisql.python2.names", "builtins"),
    "cPickle": ("pickle",),
    "cProfile": ("cProfile",),
    "commands": ("subprocess",),
    "cookielib": ("http.cookiejar",),
    "copy_reg": ("copyreg",),
    "exceptions": ("builtins",),
    "httplib": ("http.client",),
    "md5": ("hashlib",),
    "sets": ("builtins",),
    "sha": ("hashlib",),
    "thread": ("_thread",),
    "urllib2": ("urllib.request", "urllib.error", "urllib.parse"),
    "urlparse": ("urllib.parse",),
    "xml.etree.cElementTree": ("xml.etree.ElementTree",),
    "xmlrpclib": ("xmlrpc.client",),
}

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
        name: ("urllib." + ("request" if name.startswith("url") and "encode" not in name else "parse"), name)
        for name in ("quote", "quote_plus", "unquote", "unquote_plus", "urlencode", "urlopen", "urlretrieve")
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


def _bytes_of(value):
    return to_bytes(value) if isinstance(value, str) else value


def _taking(function):
    """function whose strings among its arguments go in as bytes."""

    @functools.wraps(function)
    def taking(*values, **options):
        return function(*map(_bytes_of, values), **options)

    return taking


def _giving(function):
    """The same, and bytes come back as text."""

    @functools.wraps(function)
    def giving(*values, **options):
        return operations._plain(function(*map(_bytes_of, values), **options))

    return giving


class _Digest:
    def __init__(self, digest):
        self._digest = digest

    def update(self, value):
        self._digest.update(_bytes_of(value))

    def digest(self):
        return from_bytes(self._digest.digest())

    def __getattr__(self, name):
        return getattr(self._digest, name)


def _hashing(function):
    return lambda value=b"", **options: _Digest(function(_bytes_of(value), **options))


def _hash_names(hashlib):
    kinds = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
    names = {name: _hashing(getattr(hashlib, name)) for name in kinds}
    names["new"] = lambda name, value=b"": _Digest(hashlib.new(name, _bytes_of(value)))
    return names


def _base64_names(base64):
    names = {
        name: _giving(getattr(base64, name))
        for name in dir(base64)
        if name.startswith(("b16", "b32", "b64", "standard_b64", "urlsafe_b64"))
    }
    names["encodestring"] = _giving(base64.encodebytes)
    names["decodestring"] = _giving(base64.decodebytes)
    return names


def _lines(stream):
    return (from_bytes(line) if isinstance(line, bytes) else line for line in stream)


class _Writable:
    """A file that the module csv writes to, whatever it was opened for."""

    def __init__(self, stream):
        self._stream = stream

    def write(self, value):
        if isinstance(self._stream, io.TextIOBase) or not isinstance(self._stream, io.IOBase):
            return self._stream.write(value)
        return self._stream.write(to_bytes(value))


def _csv_names(csv):
    class DictReader(csv.DictReader):
        def __init__(self, stream, *others, **options):
            super().__init__(_lines(stream), *others, **options)

    class DictWriter(csv.DictWriter):
        def __init__(self, stream, *others, **options):
            super().__init__(_Writable(stream), *others, **options)

    return {
        "DictReader": DictReader,
        "DictWriter": DictWriter,
        "reader": lambda stream, *others, **options: csv.reader(_lines(stream), *others, **options),
        "writer": lambda stream, *others, **options: csv.writer(
            _Writable(stream), *others, **options
        ),
    }


def _pickle_names(pickle):
    def loads(data):
        data = _bytes_of(data)
        try:
            return pickle.loads(data, encoding="utf-8")
        except UnicodeDecodeError:
            return pickle.loads(data, encoding="latin1")  # an array that Python 2 has written

    def load(stream):
        return loads(getattr(stream, "buffer", stream).read())

    def dump(value, stream, protocol=0):
        pickle.dump(value, getattr(stream, "buffer", stream), protocol)

    return {
        "load": load,
        "loads": loads,
        "dump": dump,
        "dumps": lambda value, protocol=0: pickle.dumps(value, protocol),
    }


def _json_names(json):
    def without_encoding(function):
        def call(*values, encoding=None, **options):
            return function(*values, **options)

        return call

    return {name: without_encoding(getattr(json, name)) for name in ("dump", "dumps", "load", "loads")}


def _codecs_names(codecs):
    def getwriter(encoding):
        def writer(stream, errors="strict"):
            # A stream of text encodes by itself.
            plain = isinstance(stream, io.TextIOBase) and not isinstance(stream, io.StringIO)
            return stream if plain else codecs.getwriter(encoding)(stream, errors)

        return writer

    return {"getwriter": getwriter}


def _text_output(function):
    @functools.wraps(function)
    def call(*values, **options):
        return operations._plain(function(*values, **options))

    return call


_ADAPTED = {
    "base64": _base64_names,
    "binascii": lambda module: {
        name: _giving(getattr(module, name)) for name in ("a2b_hex", "b2a_hex", "hexlify", "unhexlify", "crc32")
    },
    "codecs": _codecs_names,
    "csv": _csv_names,
    "hashlib": _hash_names,
    "json": _json_names,
    "md5": lambda module: {"new": _hashing(module.md5)},
    "pickle": _pickle_names,
    "sha": lambda module: {"new": _hashing(module.sha1)},
    "struct": lambda module: {"unpack": _taking(module.unpack)},
    "subprocess": lambda module: {"check_output": _text_output(module.check_output)},
    "sets": lambda module: {"Set": set, "ImmutableSet": frozenset},
    "zlib": lambda module: {name: _taking(getattr(module, name)) for name in ("adler32", "crc32")},
}  # fmt: skip
_ADAPTED["cPickle"] = _pickle_names


class _StringIO(io.StringIO):
    def __init__(self, value=""):
        super().__init__(operations.text(value))

    def write(self, value):
        return super().write(operations.text(value))


@functools.lru_cache(maxsize=None)
def _offered(name):
    """The module of this name for converted files; None for one that is Python 3's own."""
    if name in ("StringIO", "cStringIO"):
        return _module(name, {"StringIO": _StringIO})
    sources = _MOVED.get(name)
    if sources is None and name not in _ADAPTED:
        return None
    if name == "__builtin__":
        from paisql.python2 import names, signs

        return names.of_level(signs.FULL)
    contents = {}
    for source in reversed(sources or (name,)):
        original = importlib.import_module(source)
        contents.update(vars(original))
    contents.update(_ADAPTED.get(name, lambda module: {})(original))
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
    if level or name not in _ADAPTED:
        _restore(found)
        return found
    file = getattr(found, "__file__", None)
    return _offered(name) if file is None or file.startswith(_LIBRARY) else found
