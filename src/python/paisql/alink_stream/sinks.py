"""Where the rows of a stream go, each commit together with the cursor."""

import itertools
import os
import signal
import threading
import time

import pyarrow as pa
import pyarrow.parquet as pq

from paisql.alink_stream.cursor import Cursor, rows_of
from paisql.alink_stream.cursor_files import CursorFiles, sync
from paisql.alink_stream.program_process import ProgramProcess
from paisql.alink_stream.row_lines import lines_of
from paisql.alink_task import TaskError
from paisql.job.manifest import TableUrl, current_job
from paisql.tables import columns as column_rules

_CONFLICT = 1  # the code of an error: kStreamConflict in stream_writer.h
_MERGE_COMMITS = 256  # between two looks at small files
_MERGE_FILES = 32
_SMALL_BYTES = 16 << 20
# Until a stream into the same output has ended that is about to: one that is stopped has 5 s for what it has to write.
STOP_SECONDS, POLL_SECONDS = 8.0, 0.1


class Conflict(Exception):
    """Somebody else has changed what a request rests on."""


class Catalog:
    """The process that changes the catalog (src/jobs/stream/stream_writer.h); for any thread.

    Where that was killed, this process ends as one that was killed: the next one finds out from the
    cursor in the table what was committed, whatever was asked for last.
    """

    def __init__(self):
        self._lock, self._process = threading.Lock(), ProgramProcess("stream-writer")

    def ask(self, **request):
        """The answer; Conflict, or TaskError for what else is wrong."""
        with self._lock:
            answer = self._process.ask(request)
            if answer is None:
                self._end(self._process.status)
        if answer.get("code") == _CONFLICT:
            raise Conflict(answer["error"])
        if "error" in answer:
            what = "the table cannot be followed" if "list" in request else "the rows cannot be committed"
            raise TaskError("%s: %s" % (what, answer["error"]))
        return answer

    def _end(self, status):
        if status < 0:
            print("the process that commits the rows was killed, and this one ends with it", flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
        raise TaskError("the process that commits the rows has ended with status %d" % status)


class _Staged:
    """Files for one output, in its staging folder; for any thread."""

    def __init__(self, url):
        table = current_job().find_output(TableUrl(url))
        self._folder, self._numbers = table.staging, itertools.count(1)
        self.schema = pa.schema([(column.name, column_rules.file_type(column.type)) for column in table.columns])

    def write(self, table):
        """The file of a pyarrow.Table, as a commit names it."""
        path = os.path.join(self._folder, "%d-%d.rows" % (os.getpid(), next(self._numbers)))
        # A statement may write names in other letter case than the table has.
        table = table.rename_columns(self.schema.names)
        pq.write_table(table, path, compression="snappy", use_dictionary=False)
        return {"path": path, "rows": table.num_rows}


class Sink:
    """
    schema  of the rows that commit() takes
    """

    def load(self):
        """The Cursor that stands beside the rows, or None."""
        raise NotImplementedError

    def begin(self, cursor):
        """Before the first row of a stream that continues no other."""

    def commit(self, table, snapshot, begins):
        """Brings rows, a pyarrow.Table, and a cursor.Snapshot; TaskError.

        begins  whether no stream has written before
        """
        raise NotImplementedError


class TableSink(Sink):
    """Rows and cursor in one transaction. The stream that runs first keeps the table: others end."""

    def __init__(self, settings, catalog):
        self._catalog = catalog
        self._rows, self._cursor = _Staged(settings["output"]), _Staged(settings["cursor"])
        self.schema, self._commits = self._rows.schema, 0
        self._merging = None  # the thread that merges files

    def load(self):
        """As Sink has it; TaskError where another stream runs that writes into the table."""
        end = time.monotonic() + STOP_SECONDS
        while "writer" in (answer := self._catalog.ask(begin=True)):
            if time.monotonic() >= end:
                raise taken(answer["writer"])
            time.sleep(POLL_SECONDS)
        return self._read(answer["cursor"])

    def _read(self, paths):
        rows = []
        for path in paths:
            found = pq.read_table(path).to_pydict()
            rows += zip(*(found[name] for name in self._cursor.schema.names))
        return Cursor.of_rows(rows)

    def commit(self, table, snapshot, begins):
        # The head is the last one (src/jobs/stream/stream_writer.h).
        parts = [rows_of(snapshot.records)] if snapshot.records else []
        files = [self._cursor.write(self._table_of(part)) for part in [*parts, snapshot.rows()]]
        rows = [self._rows.write(table)] if table.num_rows else []
        try:
            self._catalog.ask(commit={"rows": rows, "cursor": files, "adds": snapshot.adds})
        except Conflict as conflict:
            raise self._lost(conflict) from None
        self._commits += bool(rows)
        is_merging = self._merging is not None and self._merging.is_alive()
        if rows and self._commits >= _MERGE_COMMITS and not is_merging:
            self._commits = 0
            self._merging = threading.Thread(target=self._merge, daemon=True)
            self._merging.start()

    def _lost(self, conflict):
        """The TaskError of a commit that conflicts, with the job that has written, where that is known."""
        try:
            job = self._last_writer()
        except (Conflict, TaskError, OSError, pa.ArrowException):
            job = ""
        if job in ("", os.path.basename(os.environ["PAISQL_JOB"])):
            return TaskError("somebody else writes into this output (%s), so this stream ends" % conflict)
        return taken(job)

    def _last_writer(self):
        """The id of a job: of one that runs, else of the one whose cursor is there; "" without any."""
        answer = self._catalog.ask(begin=True)
        if "writer" in answer:
            return answer["writer"]
        cursor = self._read(answer["cursor"])
        return os.path.basename(cursor.job) if cursor is not None else ""

    def _table_of(self, rows):
        schema = self._cursor.schema
        arrays = [pa.array(one, kind) for one, kind in zip(zip(*rows), schema.types)]
        return pa.Table.from_arrays(arrays, schema=schema)

    def _merge(self):
        """Puts the newest small files together, beside commits, which go on meanwhile.

        Readers see the same rows before and after. It is a favour only: where somebody else has
        replaced one of the files, or the disk is full, they stay as they are.
        """
        try:
            self._merge_small()
        except (Conflict, TaskError, OSError, pa.ArrowException):
            pass
        try:
            self._catalog.ask(merged=True)
        except (Conflict, TaskError):
            pass  # with its process the pins of the files end

    def _merge_small(self):
        merged = None
        try:
            files = self._catalog.ask(files=True)["files"]
            small = [file for file in files if file["bytes"] < _SMALL_BYTES][-2 * _MERGE_COMMITS :]
            if len(small) < _MERGE_FILES:
                return
            tables = [pq.read_table(file["path"], schema=self.schema) for file in small]
            merged = self._rows.write(pa.concat_tables(tables))
            sync(merged["path"])  # or the commit beside it would wait for that
            self._catalog.ask(merge={"from": [file["path"] for file in small], "to": merged})
        except BaseException:
            if merged is not None and os.path.exists(merged["path"]):
                os.unlink(merged["path"])
            raise


def taken(job):
    """The TaskError of a stream whose output another one keeps, that of the job with this id."""
    return TaskError(
        "another stream writes into this output, job %s, so this one ends; KILL %s; stops that one, and "
        "running this statement again continues after its rows" % (job, job)
    )


def text_of(table, form):
    """The rows of a pyarrow.Table as lines of "jsonl" or "csv"."""
    return "".join(line + "\n" for line in lines_of(table, form))


class FileSink(Sink):
    """Adds rows to a file of JSON lines or CSV; the cursor is `<file>.cursor` beside it.

    What a killed stream has written after its last commit is cut off when it goes on.
    """

    def __init__(self, settings, schema):
        self.schema = schema
        self._path, self._format = settings["sink"]["path"], settings["sink"]["format"]
        self._stream, self._cursor = None, CursorFiles(self._path + ".cursor")

    def load(self):
        return self._cursor.load()

    def commit(self, table, snapshot, begins):
        try:
            if self._stream is None:
                self._open(snapshot.head["bytes"], begins)
            self._stream.write(text_of(table, self._format).encode())
            self._stream.flush()
            os.fsync(self._stream.fileno())
            snapshot.head["bytes"] = self._stream.tell()
            self._cursor.write(snapshot)
        except OSError as error:
            self._refuse(error)

    def _open(self, size, begins):
        self._stream = open(self._path, "ab")
        if begins:
            return
        if self._stream.tell() < size:
            raise TaskError("%s is shorter than the stream has left it" % self._path)
        self._stream.truncate(size)
        self._stream.seek(size)

    def begin(self, cursor):
        """Notes where the rows of a new stream begin."""
        try:
            cursor.bytes = self._end_line() if os.path.exists(self._path) else 0
            self._cursor.write(cursor.snapshot())
        except OSError as error:
            self._refuse(error)

    def _end_line(self):
        """The size of a file that is there, whose last line gets an end where it has none."""
        with open(self._path, "r+b") as stream:
            size = stream.seek(0, os.SEEK_END)
            if size:
                stream.seek(size - 1)
                if stream.read(1) != b"\n":
                    size += stream.write(b"\n")
        return size

    def _refuse(self, error):
        raise TaskError("%s cannot be written: %s" % (self._path, error.strerror)) from None


class PrintSink(Sink):
    """Gives lines of JSON to worker 0, whose output a session shows. Its cursor ends with the job."""

    def __init__(self, schema, send):
        self.schema, self._send = schema, send
        self._cursor = CursorFiles(os.path.join(os.environ["PAISQL_JOB"], "stream_printed.json"))

    def load(self):
        return self._cursor.load()

    def commit(self, table, snapshot, begins):
        if table.num_rows:
            self._send(text_of(table, "jsonl"))
        self._cursor.write(snapshot)
