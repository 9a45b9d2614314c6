"""What finds the units of a stream, in the coordinator, on a thread of its own.

find(stream) adds units to a stream until there are no more, or it is stopped:

    stream.units        those that are known
    stream.add(unit)    one more; its number and, where it is missing, rows are filled in
    stream.pause(s)     waits; True when the stream is to stop
    stream.say(line)    tells whoever watches the stream
"""

import os

from paisql.alink_stream import found_files
from paisql.alink_task import TaskError
from paisql.tables.rows import RowRange

_POLL_SECONDS = 0.1
_QUIET_SECONDS = 0.3  # that a file stands still before it is looked at
# For one whose end looks unfinished: its writer may be slow, or the last line have no end.
_PATIENCE_SECONDS, _PATIENCE_FOLLOWING = 5.0, 60.0
_UNFINISHED = (".tmp", ".part", ".partial", ".crdownload", ".inprogress", ".filepart")
_COMPRESSED = (".gz", ".bz2", ".zst", ".xz", ".lz4", ".snappy", ".deflate", ".zip")
_FORMATS = {".csv": "csv", ".jsonl": "jsonl", ".json": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet"}

# What of a folder is not a file to be read, and yet looks as if somebody wanted it read.
_PASSED_OVER = {
    "folder": "folders within the folder are not read",
    "compressed": "compressed files are not read",
    "unknown": "such names do not say what a file holds, and -DinputFormat is not given",
}
_MOST_NAMES = 5  # in one line


class OfSource:
    """A stream of several sources as the one of this number sees it: with its own units alone."""

    def __init__(self, stream, number):
        self._stream, self._number = stream, number

    @property
    def units(self):
        return [unit for unit in self._stream.units if unit.get("source", 0) == self._number]

    def now(self):
        return self._stream.now()

    def pause(self, seconds):
        return self._stream.pause(seconds)

    def say(self, line):
        self._stream.say(line)

    def add(self, unit):
        return self._stream.add(dict(unit, source=self._number))


def take_over_once(settings, known):
    """Gives units of another statement the files of this one's table, which has the same rows; TaskError where it has not."""
    files = RowRange(settings["input"]).files
    if known and [unit.get("source_rows", unit["rows"]) for unit in known] != [file["rows"] for file in files]:
        raise TaskError(
            "rows that end are others than those that the stream has begun with; -DstartMode=restart begins another one"
        )
    for unit, file in zip(known, files):
        unit.update({key: file[key] for key in ("path", "schema_version", "partition")})


class TableSource:
    """The files of a table: those of the job's snapshot, or with `follow` also what comes."""

    def __init__(self, settings, catalog):
        self._settings, self._catalog, self._follow = settings, catalog, settings["follow"]
        # A query says how many rows a file has when a worker has read it.
        self._counted = "query" not in settings

    def find(self, stream):
        read = RowRange(self._settings["input"])
        table, source = read.table, self._settings["source"]
        if source["is_query"]:
            for file in table.parts.files() if table.parts is not None else read.files:
                self._add(stream, file)
            return
        self._look(stream, table, read.files)
        asked = {key: source[key] for key in ("project", "table", "table_id")}
        while self._follow and not stream.pause(_POLL_SECONDS):
            answer = self._catalog.ask(list=asked)
            if answer["schema_version"] != source["schema_version"]:
                raise TaskError(
                    "the columns of table %s have changed; run the statement again, which goes on "
                    "with the new ones" % table.name
                )
            prefix = table.partition_values
            files = [f for f in answer["files"] if f["partition"][: len(prefix)] == prefix]
            self._look(stream, table, files)

    def _look(self, stream, table, files):
        known = {unit["path"] for unit in stream.units}
        gone = known - {file["path"] for file in files}
        if gone:
            raise TaskError(
                "table %s was rewritten: %d of the files that the stream has read no longer "
                "belong to it; -DstartMode=restart reads all rows again" % (table.name, len(gone))
            )
        for file in files:
            if file["path"] not in known:
                self._add(stream, file)

    def _add(self, stream, file):
        keys = ("path", "rows", "schema_version", "partition")
        unit = dict({key: file[key] for key in keys}, kind="table")
        if not self._counted:
            unit["source_rows"] = unit.pop("rows")
        stream.add(unit)


class FileSource:
    """One file, as long as it is when the stream begins."""

    def __init__(self, settings):
        self._path, self._format = settings["source"]["path"], settings["source"]["format"]

    def find(self, stream):
        try:
            status = os.stat(self._path)
        except FileNotFoundError:
            raise TaskError("%s has gone" % self._path) from None
        except OSError as error:
            raise TaskError("%s cannot be read: %s" % (self._path, error.strerror)) from None
        known = [unit for unit in stream.units if unit["path"] == self._path]
        if known and not found_files.is_as_found(known[0], status):
            raise TaskError(
                "%s has changed since the stream has read it; -DstartMode=restart reads it again" % self._path
            )
        if not known:
            stream.add({"kind": self._format, "path": self._path, **found_files.as_found(status)})


class FolderSource:
    """The files of a folder, each once, when they are whole; with `follow` also those that come."""

    def __init__(self, settings):
        source = settings["source"]
        self._path, self._format, self._follow = source["path"], source["format"], settings["follow"]
        self._seen = {}  # of files that are not taken: (size, time of change), since when it holds
        self._told = set()  # names of what is passed over

    def find(self, stream):
        while True:
            known = {unit["path"]: unit for unit in stream.units}
            waits = False
            for path, kind, status in self._files(stream):
                if path not in known:
                    taken = self._is_ready(path, kind, status, stream.now())
                    waits = waits or not taken
                    if taken:
                        stream.add({"kind": kind, "path": path, **found_files.as_found(status)})
                elif not found_files.is_as_found(known[path], status):
                    raise TaskError(
                        "%s has changed since the stream has read it; new rows belong into new files" % path
                    )
            if not waits and not self._follow:
                return
            if stream.pause(_POLL_SECONDS):
                return

    def _files(self, stream):
        """(path, format, status) of what may be read, the oldest first; says once what else is there."""
        found, passed_over = [], {reason: [] for reason in _PASSED_OVER}
        try:
            with os.scandir(self._path) as entries:
                for entry in entries:
                    kind = self._kind(entry)
                    if kind in passed_over:
                        passed_over[kind].append(entry.name)
                    elif kind:
                        found.append((entry.path, kind, entry.stat()))
        except FileNotFoundError:
            if os.path.isdir(self._path):
                return []  # a file was renamed meanwhile; the next look finds it
            raise TaskError("the folder %s was removed" % self._path) from None
        except OSError as error:
            raise TaskError("the folder %s cannot be read: %s" % (self._path, error.strerror)) from None
        self._tell(stream, passed_over)
        return sorted(found, key=lambda one: (one[2].st_mtime_ns, one[0]))

    def _kind(self, entry):
        """The format of a file, or why it is passed over; "" for a file that need not be read."""
        name = entry.name.lower()
        if name.startswith((".", "_")) or name.endswith(_UNFINISHED):
            return ""
        if entry.is_dir():
            return "folder"
        if not entry.is_file():
            return ""
        if name.endswith(_COMPRESSED):
            return "compressed"
        return self._format or _FORMATS.get(os.path.splitext(name)[1], "unknown")

    def _tell(self, stream, passed_over):
        for reason, names in passed_over.items():
            new = sorted(set(names) - self._told)
            if not new:
                continue
            self._told.update(new)
            more = ", and %d more" % (len(new) - _MOST_NAMES) if len(new) > _MOST_NAMES else ""
            stream.say(
                "%s: passed over %s%s, since %s"
                % (self._path, ", ".join(new[:_MOST_NAMES]), more, _PASSED_OVER[reason])
            )

    def _is_ready(self, path, kind, status, now):
        form = (status.st_size, status.st_mtime_ns)
        seen, since = self._seen.get(path, (None, now))
        if seen != form:
            since = now
        self._seen[path] = (form, since)
        quiet = now - since
        if quiet < _QUIET_SECONDS:
            return False
        patience = _PATIENCE_FOLLOWING if self._follow else _PATIENCE_SECONDS
        ready = found_files.is_whole(path, kind) or quiet >= patience
        if ready:
            del self._seen[path]
        return ready
