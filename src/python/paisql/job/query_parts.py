"""The rows of an input that is a query: files that come while the session computes them, and a list
that tells of each (docs/internals/formats.md, "Rows of a query"; src/libraries/tensors/query_parts.h reads it, too).
"""

import fcntl
import json
import os
import threading
import time

_PAUSE_SECONDS = 0.01


class QueryParts:
    """Waits for the files of one query, which `table` is the name of.

    ValueError when the query has failed, in the query's own words, or when the session that
    computed it is gone.
    """

    def __init__(self, path, table):
        self.path, self._table = path, table
        self._lock = threading.Lock()
        self._files, self._text, self._read = [], b"", 0
        self._at_end, self._failure = False, None

    def files(self):
        """Yields the files as the manifest has those of a table, as they come, to the last one."""
        given = 0
        while True:
            with self._lock:
                self._look()
                there, at_end = self._files[given:], self._at_end
            yield from there
            given += len(there)
            if at_end and not there:
                return
            if not there:
                time.sleep(_PAUSE_SECONDS)

    def all(self):
        """The list of all files, once the last one has come."""
        return list(self.files())

    def _look(self):
        if self._failure:
            raise ValueError(self._failure)
        if self._at_end:
            return
        try:
            with open(self.path, "rb") as stream:
                # Asked first: what is written before the lock goes is read below.
                written = _is_locked(stream)
                stream.seek(self._read)
                more = stream.read()
        except FileNotFoundError:
            raise ValueError("table %s: the file %s is gone" % (self._table, self.path)) from None
        self._read += len(more)
        *lines, self._text = (self._text + more).split(b"\n")
        for line in lines:
            self._take(line.decode())
        if not written and not more and not self._at_end:
            self._failure = self._failure or (
                "table %s: the session that computed the query has ended before its last row; "
                "RERUN the job" % self._table
            )

    def _take(self, line):
        if line == "end":
            self._at_end = True
        elif line.startswith("failed "):
            words = json.loads(line[len("failed ") :])
            self._failure = "table %s: its query has failed: %s" % (self._table, words)
        else:
            rows, name = line.split(" ", 1)
            path = os.path.join(os.path.dirname(self.path), name)
            entry = {"path": path, "rows": int(rows), "schema_version": 1, "partition": []}
            self._files.append(entry)


def _is_locked(stream):
    """Whoever writes the list holds its lock."""
    try:
        fcntl.flock(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False
