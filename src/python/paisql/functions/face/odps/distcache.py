"""Resources of a function, which lie in the folder of the process."""

import collections as _collections
import datetime as _datetime
import io as _io
import json as _json
import math as _math
import os as _os

__all__ = [
    "WORK_DIR",
    "DistributedCacheError",
    "get_cache_archive",
    "get_cache_archive_filenames",
    "get_cache_file",
    "get_cache_table",
    "get_cache_tabledesc",
    "get_cache_tableinfo",
]

_FOLDER = _os.getcwd()  # users' code may change it
WORK_DIR = _os.path.join(_FOLDER, "work")
_MOST_ROWS = 4096  # that are in memory at a time


class DistributedCacheError(Exception):
    """A resource that is not there, or of another kind."""


def _named(name):
    name = str(name).rpartition("/")[2]  # project/resources/name
    if not name or name in (".", ".."):
        raise DistributedCacheError("Invalid resource name: %s" % name)
    return name


def get_cache_file(name, mode="t"):
    """The file of a resource, which the caller closes; mode: "t" for text, "b" for bytes."""
    path = _os.path.join(_FOLDER, _named(name))
    if not _os.path.isfile(path):
        raise DistributedCacheError("Invalid resource name: %s" % name)
    if mode in ("b", "rb"):
        return open(path, "rb")
    if mode not in ("t", "r", "rt"):
        raise ValueError("mode is 't' or 'b', not %r" % mode)
    if _text_class is not None:
        return _OldFile(path)
    return open(path, encoding="utf-8")


def get_cache_archive(name, relative_path="."):
    """The files below a folder of an archive, open to read bytes, one after another."""
    return (open(path, "rb") for path in get_cache_archive_filenames(name, relative_path))


def get_cache_archive_filenames(name, relative_path="."):
    """The paths of the files below a folder of an archive."""
    root = _os.path.join(WORK_DIR, _named(name))
    if not _os.path.isdir(root):
        raise DistributedCacheError("Invalid resource name: %s" % name)
    path = _os.path.normpath(_os.path.join(root, relative_path))
    if not (path == root or path.startswith(root + _os.sep)) or not _os.path.exists(path):
        raise DistributedCacheError("Invalid relative path, file not exists: %s" % relative_path)
    if _os.path.isfile(path):
        return [path]
    found = []
    for folder, folders, files in _os.walk(path):
        folders.sort()
        found += [_os.path.join(folder, one) for one in sorted(files)]
    return found


def _table(name):
    """The description of a resource that is a table: {columns: [{name, type}], files, partitions}."""
    path = _os.path.join(_FOLDER, _named(name))
    try:
        with open(path, encoding="utf-8") as stream:
            found = _json.load(stream)
        found["columns"], found["files"]
    except (OSError, ValueError, TypeError, KeyError):
        raise DistributedCacheError("Invalid resource name: %s" % name) from None
    return found


_Column = _collections.namedtuple("Column", "name type")


def get_cache_tabledesc(name):
    """The columns of a table: (name, type) each."""
    return [_Column(one["name"], one["type"].lower()) for one in _table(name)["columns"]]


def get_cache_tableinfo(name):
    """What is known of a table: {"name", "columns", "partitions"}."""
    found = _table(name)
    columns = [{"name": one["name"], "type": one["type"].lower()} for one in found["columns"]]
    return {"name": name, "columns": columns, "partitions": found.get("partitions") or []}


def get_cache_table(name):
    """The rows of a table, as tuples."""
    return _rows(_table(name))


def _rows(table):
    from paisql.functions import type_names
    from pyarrow import parquet

    names = [one["name"] for one in table["columns"]]
    zone = _zone_of(table.get("zone"))
    made = [_conversion(type_names.parse(one["type"]), zone) for one in table["columns"]]
    for entry in table["files"]:
        path, given = (entry, {}) if isinstance(entry, str) else (entry["path"], entry.get("partition") or {})
        with parquet.ParquetFile(path) as stream:
            own = {one.lower(): one for one in stream.schema_arrow.names}
            for batch in stream.iter_batches(_MOST_ROWS, columns=[own[n.lower()] for n in names if n.lower() in own]):
                found = {one.lower(): batch.column(at) for at, one in enumerate(batch.schema.names)}
                columns = [
                    _values(found[n.lower()], convert) if n.lower() in found else [given.get(n)] * batch.num_rows
                    for n, convert in zip(names, made)
                ]
                yield from zip(*columns)


def _values(column, convert):
    values = column.to_pylist()
    return values if convert is None else [None if one is None else convert(one) for one in values]


def _zone_of(name):
    if not name:
        return None
    import zoneinfo

    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return None


def _conversion(kind, zone):
    """What makes a function's value of one that pyarrow gives; None where that is the value."""
    if kind.name in ("string", "varchar", "char"):
        return _text_class
    if kind.name == "datetime":
        return _milliseconds if _text_class is not None else lambda one: one.astimezone(zone).replace(tzinfo=None)
    if kind.name == "timestamp":
        return lambda one: _instant(one).astimezone(zone).replace(tzinfo=None)
    if kind.name == "timestamp_ntz":
        return lambda one: _instant(one).replace(tzinfo=None)
    parts = [_conversion(one, zone) or _same for one in kind.parts]
    parts = [lambda one, convert=convert: None if one is None else convert(one) for convert in parts]
    if kind.name == "array":
        return lambda one: list(map(parts[0], one))
    if kind.name == "map":
        return lambda one: {parts[0](key): parts[1](value) for key, value in one}
    if kind.name == "struct":
        record = _collections.namedtuple("Struct", kind.fields, rename=True)
        return lambda one: record(*(convert(value) for convert, value in zip(parts, one.values())))
    return None


def _same(one):
    return one


def _instant(seconds):
    """The microsecond that a Decimal is in, also before 1970, as arguments have it."""
    return _UTC + _Moment(microseconds=_math.floor(seconds * 1000000))


def _milliseconds(one):
    return (one - _UTC) // _Moment(milliseconds=1)


_Moment = _datetime.timedelta
_UTC = _datetime.datetime(1970, 1, 1, tzinfo=_datetime.timezone.utc)
_text_class = None


def be_old(text_class):
    """Texts are Python 2's from now on (paisql.python2.text.Text), and DATETIMEs are milliseconds."""
    global _text_class
    _text_class = text_class


class _OldFile(_io.TextIOWrapper):
    """A file of Python 2's: lines that can be decoded."""

    def __init__(self, path):
        super().__init__(open(path, "rb"), encoding="utf-8", errors="surrogateescape", newline="\n")

    def __next__(self):
        return _text_class(super().__next__())

    def read(self, size=-1):
        return _text_class(super().read(size))

    def readline(self, size=-1):
        return _text_class(super().readline(size))

    def readlines(self, hint=-1):
        return list(map(_text_class, super().readlines(hint)))
