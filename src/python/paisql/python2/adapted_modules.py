"""Modules whose strings are bytes under Python 3, as converted files see them.

ADAPTED has a row for each: a function that gives what differs, of the module itself. Digests,
checksums and codes take text; what is text in the end comes back as text; csv, pickle and codecs
take files of either kind; json takes the argument `encoding` that it has lost.
"""

import functools
import io

from paisql.python2 import operations
from paisql.python2.text import from_bytes, to_bytes


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


def _signed(function):
    """A checksum of 32 bits, which had a sign."""

    def checksum(*values):
        number = function(*map(_bytes_of, values))
        return number - (1 << 32) if number >> 31 else number

    return checksum


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
        "writer": lambda stream, *others, **options: csv.writer(_Writable(stream), *others, **options),
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


class _Answer:
    """What a server has answered, as texts."""

    def __init__(self, answer):
        self._answer = answer

    def read(self, *size):
        return from_bytes(self._answer.read(*size))

    def readline(self, *size):
        return from_bytes(self._answer.readline(*size))

    def readlines(self, *hint):
        return list(map(from_bytes, self._answer.readlines(*hint)))

    def __iter__(self):
        return map(from_bytes, self._answer)

    def __getattr__(self, name):
        return getattr(self._answer, name)


def request_names(request):
    """urlopen and Request, whose data is text."""

    class Request(request.Request):
        def __init__(self, url, data=None, *others, **options):
            super().__init__(url, _bytes_of(data), *others, **options)

        def add_data(self, data):
            self.data = _bytes_of(data)

        def get_data(self):
            return self.data

    def urlopen(url, data=None, *others, **options):
        return _Answer(request.urlopen(url, _bytes_of(data), *others, **options))

    return {"Request": Request, "urlopen": urlopen}


def _text_output(function):
    @functools.wraps(function)
    def call(*values, **options):
        return operations._plain(function(*values, **options))

    return call


ADAPTED = {
    "base64": _base64_names,
    "binascii": lambda module: {
        "crc32": _signed(module.crc32),
        **{name: _giving(getattr(module, name)) for name in ("a2b_hex", "b2a_hex", "hexlify", "unhexlify")},
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
    "urllib2": request_names,
    "sets": lambda module: {"Set": set, "ImmutableSet": frozenset},
    "zlib": lambda module: {name: _signed(getattr(module, name)) for name in ("adler32", "crc32")},
}  # fmt: skip
ADAPTED["cPickle"] = _pickle_names


class StringIO(io.StringIO):
    def __init__(self, value=""):
        super().__init__(operations.text(value))

    def write(self, value):
        return super().write(operations.text(value))
