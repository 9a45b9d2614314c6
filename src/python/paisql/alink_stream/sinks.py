"""Where the rows of a stream go, each commit together with the cursor."""

import itertools
import json
import os
import subprocess
import threading

import pyarrow as pa
import pyarrow.parquet as pq

from paisql.alink_stream.cursor import Cursor
from paisql.alink_stream.row_lines import lines_of
from paisql.alink_task import TaskError
from paisql.manifest import TableUrl, current_job
from paisql.tables import columns as column_rules

_MERGE_COMMITS = 256  # between two looks at small files
_MERGE_FILES = 32
_SMALL_BYTES = 16 << 20


class Conflict(Exception):
    """Another stream writes into the same table."""


class Catalog:
    """The process that changes the catalog (src/training/stream/stream_writer.h); for any thread."""

    def __init__(self):
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [os.environ["PAISQL_PROGRAM"], "--stream-writer", os.environ["PAISQL_JOB"]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env=dict(os.environ, PAISQL_STREAM_WRITER="1"),
        )

    def ask(self, **request):
        """The answer; Conflict, or TaskError for what else is wrong."""
        with self._lock:
            try:
                self._process.stdin.write(json.dumps(request) + "\n")
                self._process.stdin.flush()
                answer = self._process.stdout.readline()
            except OSError:
                answer = ""
        if not answer:
            raise TaskError("the process that commits the rows has ended")
        answer = json.loads(answer)
        if answer.get("conflict"):
            raise Conflict(answer["error"])
        if "error" in answer:
            what = "the table cannot be followed" if "list" in request else "the rows cannot be committed"
            raise TaskError("%s: %s" % (what, answer["error"]))
        return answer


class _Staged:
    """Files for one output, in its staging folder; for any thread."""

    def __init__(self, url):
        table = current_job().find_output(TableUrl(url))
        self._folder, self._numbers = table.staging, itertools.count(1)
        self.schema = pa.schema(
            [(column.name, column_rules.file_type(column.type)) for column in table.columns]
        )

    def write(self, table):
        """The file of a pyarrow.Table, as a commit names it."""
        path = os.path.join(self._folder, "%d-%d.rows" % (os.getpid(), next(self._numbers)))
        # A statement may write names in other letter case than the table has.
        table = table.rename_columns(self.schema.names)
        pq.write_table(table, path, compression="snappy", use_dictionary=False)
        return {"path": path, "rows": table.num_rows}


def _sync(path):
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class TableSink:
    """Rows and cursor in one transaction. Conflict when another stream has taken the table over."""

    def __init__(self, settings, catalog):
        self._catalog = catalog
        self._rows, self._cursor = _Staged(settings["output"]), _Staged(settings["cursor"])
        self.schema, self._commits = self._rows.schema, 0
        self._merging = None  # the thread that merges files

    def load(self):
        rows = []
        for path in self._catalog.ask(begin=True)["cursor"]:
            found = pq.read_table(path).to_pydict()
            rows += zip(*(found[name] for name in self._cursor.schema.names))
        return Cursor.of_rows(rows)

    def commit(self, table, cursor, _):
        columns = list(zip(*cursor.rows()))
        arrays = [pa.array(c, kind) for c, kind in zip(columns, self._cursor.schema.types)]
        state = pa.Table.from_arrays(arrays, schema=self._cursor.schema)
        rows = [self._rows.write(table)] if table.num_rows else []
        self._catalog.ask(commit={"rows": rows, "cursor": self._cursor.write(state)})
        self._commits += bool(rows)
        is_merging = self._merging is not None and self._merging.is_alive()
        if rows and self._commits >= _MERGE_COMMITS and not is_merging:
            self._commits = 0
            self._merging = threading.Thread(target=self._merge, daemon=True)
            self._merging.start()

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
            _sync(merged["path"])  # or the commit beside it would wait for that
            self._catalog.ask(merge={"from": [file["path"] for file in small], "to": merged})
        except BaseException:
            if merged is not None and os.path.exists(merged["path"]):
                os.unlink(merged["path"])
            raise


def _text_of(table, form):
    return "".join(line + "\n" for line in lines_of(table, form))


class FileSink:
    """Adds rows to a file of JSON lines or CSV; the cursor is `<file>.cursor` beside it.

    What a killed stream has written behind its last commit is cut off when it goes on.
    """

    def __init__(self, settings, schema):
        self.schema = schema
        self._path, self._format = settings["sink"]["path"], settings["sink"]["format"]
        self._stream = None

    def load(self):
        return read_cursor(self._path + ".cursor")

    def commit(self, table, cursor, begins):
        try:
            if self._stream is None:
                self._open(cursor, begins)
            self._stream.write(_text_of(table, self._format).encode())
            self._stream.flush()
            os.fsync(self._stream.fileno())
            cursor.bytes = self._stream.tell()
            write_cursor(self._path + ".cursor", cursor)
        except OSError as error:
            self._refuse(error)

    def _open(self, cursor, begins):
        self._stream = open(self._path, "ab")
        if begins:
            return
        if self._stream.tell() < cursor.bytes:
            raise TaskError("%s is shorter than the stream has left it" % self._path)
        self._stream.truncate(cursor.bytes)
        self._stream.seek(cursor.bytes)

    def begin(self, cursor):
        """Notes, before the first row, where the rows of a new stream begin."""
        try:
            cursor.bytes = self._end_line() if os.path.exists(self._path) else 0
            write_cursor(self._path + ".cursor", cursor)
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


class PrintSink:
    """Gives lines of JSON to worker 0, whose output a session shows. Its cursor ends with the job."""

    def __init__(self, schema, send):
        self.schema, self._send = schema, send
        self._path = os.path.join(os.environ["PAISQL_JOB"], "stream_printed.json")

    def load(self):
        return read_cursor(self._path)

    def commit(self, table, cursor, begins):
        if table.num_rows:
            self._send(_text_of(table, "jsonl"))
        write_cursor(self._path, cursor)


def read_cursor(path):
    """The Cursor of a file of JSON; None where there is no file."""
    try:
        with open(path, encoding="utf-8") as stream:
            return Cursor.of_json(json.load(stream))
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        raise TaskError("%s is no cursor of a stream" % path) from None


def write_cursor(path, cursor):
    """Replaces the file, when the new one is on the disk."""
    with open(path + ".new", "w", encoding="utf-8") as stream:
        json.dump(cursor.to_json(), stream)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(path + ".new", path)
