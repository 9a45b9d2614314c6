"""A folder as the output of a stream: each commit's rows are a new file, which the next stream may follow.

The files are `part-<number>.jsonl` or `.csv`, whose names are in the order of their commits; names that are
taken are passed over. A reader sees whole files, each once, wherever the process is killed: rows are written
under a name that begins with a dot, the cursor, `.cursor` in the folder, says the number of the last file that
counts, and only then the file gets its name. Who goes on names what the cursor counts, and removes the rest.
"""

import fcntl
import os
import re
import time

from paisql.alink_stream.cursor_files import CursorFiles, sync
from paisql.alink_stream.sinks import POLL_SECONDS, STOP_SECONDS, Sink, taken, text_of
from paisql.alink_task import TaskError

_NAME = re.compile(r"part-(\d{8,18})\.(?:jsonl|csv)")


def _number_of(name):
    """That of a file of a stream; 0 for other names."""
    found = _NAME.fullmatch(name)
    return int(found[1]) if found else 0


class FolderSink(Sink):
    """settings["sink"] has `path`, the folder, and `format`. One stream at a time writes into a folder."""

    def __init__(self, settings, schema):
        self.schema = schema
        self._path, self._format = settings["sink"]["path"], settings["sink"]["format"]
        self._cursor = CursorFiles(os.path.join(self._path, ".cursor"))
        self._number = 0  # of the newest file
        self._lock = None

    def load(self):
        """The Cursor; what an earlier process has left half done is brought to its end."""
        if not os.path.isdir(self._path):
            return None
        try:
            self._take()
            cursor = self._cursor.load()
            self._number = 0 if cursor is None else cursor.files
            self._settle(self._number)
            return cursor
        except OSError as error:
            self._refuse(error)

    def begin(self, cursor):
        """Makes the folder where it is missing, and notes after which files those of a new stream come."""
        if not os.path.isdir(self._path):
            self._make()
        try:
            self._take()
            self._settle(self._number)
            cursor.files = self._number = max([self._number, *map(_number_of, os.listdir(self._path))])
            self._cursor.write(cursor.snapshot())
        except OSError as error:
            self._refuse(error)

    def _make(self):
        try:
            os.mkdir(self._path)
            sync(os.path.dirname(self._path))
        except OSError as error:
            raise TaskError("the folder %s cannot be made: %s" % (self._path, error.strerror)) from None

    def commit(self, table, snapshot, begins):
        try:
            number = self._number + bool(table.num_rows)
            if table.num_rows:
                self._refuse_lost(table)
                self._write(self._hidden(number), text_of(table, self._format))
            snapshot.head["files"] = number
            self._cursor.write(snapshot)
            if table.num_rows:
                self._show(self._hidden(number))
        except OSError as error:
            self._refuse(error)

    def _refuse_lost(self, table):
        """A line of CSV without a letter is not a row to its reader."""
        if self._format == "csv" and table.num_columns == 1 and table.column(0).null_count:
            raise TaskError(
                "column '%s' has a NULL, and a line of CSV with a NULL alone is not a row: -DoutputFormat=jsonl keeps it"
                % table.schema.names[0]
            )

    def _hidden(self, number):
        return ".part-%08d.%s" % (number, self._format)

    def _write(self, name, text):
        with open(os.path.join(self._path, name), "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        sync(self._path)  # the cursor counts on the name

    def _show(self, hidden):
        """Gives a file that counts its name; the next number that is free where somebody has taken it."""
        number, ending = _number_of(hidden[1:]), os.path.splitext(hidden)[1]
        while True:
            path = os.path.join(self._path, "part-%08d%s" % (number, ending))
            if not os.path.lexists(path):
                break
            number += 1
        os.rename(os.path.join(self._path, hidden), path)
        sync(self._path)
        self._number = max(self._number, number)

    def _settle(self, committed):
        """Shows the hidden files up to this number, in their order, and removes the others."""
        hidden = [name for name in os.listdir(self._path) if name.startswith(".") and _number_of(name[1:])]
        for name in sorted(hidden, key=lambda name: _number_of(name[1:])):
            if _number_of(name[1:]) <= committed:
                self._show(name)
            else:
                os.unlink(os.path.join(self._path, name))

    def _take(self):
        """Keeps other streams out until this process ends; TaskError where one is in and stays."""
        if self._lock is not None:
            return
        self._lock = open(os.path.join(self._path, ".cursor.lock"), "a+", encoding="utf-8")
        end = time.monotonic() + STOP_SECONDS
        while not self._is_ours():
            if time.monotonic() >= end:
                self._lock.seek(0)
                raise taken(self._lock.read())
            time.sleep(POLL_SECONDS)
        self._lock.truncate(0)
        self._lock.write(os.path.basename(os.environ["PAISQL_JOB"]))
        self._lock.flush()

    def _is_ours(self):
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            return False

    def _refuse(self, error):
        why = "cannot be written: %s" % error.strerror
        if not os.path.isdir(self._path):
            why = "was removed, and the stream's position with it; run the statement again to begin another stream"
        raise TaskError("the folder %s %s" % (self._path, why)) from None
