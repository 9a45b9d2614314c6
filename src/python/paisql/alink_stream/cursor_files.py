"""A cursor in files: `<path>` is its head, an object of JSON, and `<path>.0` or `<path>.1` its log, a record a line.

The head says which of the two logs counts, and how many bytes of it: what a killed process has written
after them is nothing. Each process writes the log anew with its first commit, into the other file.
"""

import json
import os

from paisql.alink_stream.cursor import Cursor, UnreadableCursor


class CursorFiles:
    """For one thread."""

    def __init__(self, path):
        self._path = path
        self._which, self._log = None, None  # number of the log that counts; the file, once it is ours

    def load(self):
        """The Cursor; None where there is no file."""
        try:
            with open(self._path, encoding="utf-8") as stream:
                head = json.load(stream)
            log = head.get("log")
            if log is not None:
                self._which = log["file"]
            return Cursor.of_json(head, [] if log is None else self._records(log["bytes"]))
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError):
            raise UnreadableCursor(
                "%s is not a cursor of a stream; -DstartMode=restart begins another one" % self._path
            ) from None

    def _records(self, size):
        try:
            with open(self._name(self._which), "rb") as stream:
                text = stream.read(size)
        except FileNotFoundError:
            text = b""
        if len(text) < size:
            raise UnreadableCursor(
                "%s is shorter than the stream has left it; -DstartMode=restart begins another stream"
                % self._name(self._which)
            )
        return [json.loads(line) for line in text.splitlines()]

    def _name(self, which):
        return "%s.%d" % (self._path, which)

    def write(self, snapshot):
        """Replaces head and log; returns when they are on the disk. OSError."""
        before = self._which
        if not snapshot.adds:
            self._leave_log()
        if snapshot.records:
            self._add(snapshot.records, before)
        log = None if self._log is None else {"file": self._which, "bytes": self._log.tell()}
        replace(self._path, json.dumps(dict(snapshot.head, log=log)))
        if before not in (None, self._which) and os.path.exists(self._name(before)):
            os.unlink(self._name(before))

    def _leave_log(self):
        if self._log is not None:
            self._log.close()
        self._which, self._log = None, None

    def _add(self, records, before):
        if self._log is None:
            self._which = 0 if before != 0 else 1
            self._log = open(self._name(self._which), "wb")
            sync(_folder(self._path))
        self._log.write(b"".join(json.dumps(record).encode() + b"\n" for record in records))
        self._log.flush()
        os.fsync(self._log.fileno())


def remove(path):
    """Removes a cursor, whatever is there of it."""
    for ending in ("", ".new", ".0", ".1"):
        if os.path.exists(path + ending):
            os.unlink(path + ending)


def _folder(path):
    return os.path.dirname(os.path.abspath(path))


def replace(path, text):
    """Replaces a file; returns when the new one, and its name, are on the disk. OSError."""
    with open(path + ".new", "w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(path + ".new", path)
    sync(_folder(path))


def sync(path):
    """Waits until a file or the names of a folder are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
