"""The rows of a stream through a query, in this program's SQL.

A process of the program computes it (src/session/statements/jobs/row_query_server.h), one for each
process of the job that needs it: a worker for what its script gets, the coordinator for what is
written. Rows go there and come back as Parquet files in memory, some ten thousand at a time. What
follows from the same rows is the same each time, so that a worker that is started again sees what its
predecessor has seen.
"""

import os
import shutil
import tempfile
import threading

import pyarrow as pa
import pyarrow.parquet as pq

from paisql.alink_stream import units
from paisql.alink_stream.program_process import ProgramProcess
from paisql.alink_task import TaskError
from paisql.tables import columns as column_rules

BATCH_ROWS = 32768
_MOST_STARTS = 5  # of the process, for one batch
_MEMORY, _PREFIX = "/dev/shm", "paisql-stream-"  # a process's own number follows


class Refused(Exception):
    """What the query says to some row; the text is the engine's."""


def _fresh_folder():
    """A tempfile.TemporaryDirectory in memory. What killed processes of any stream have left goes."""
    folder = _MEMORY if os.access(_MEMORY, os.W_OK) else os.environ["PAISQL_JOB"]
    with os.scandir(folder) as entries:
        left = [one.path for one in entries if one.name.startswith(_PREFIX)]
    for path in left:
        if not _is_alive(os.path.basename(path)[len(_PREFIX) :].partition("-")[0]):
            shutil.rmtree(path, ignore_errors=True)
    return tempfile.TemporaryDirectory(prefix="%s%d-" % (_PREFIX, os.getpid()), dir=folder)


def _is_alive(number):
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except (PermissionError, ValueError):
        pass  # somebody else's
    return True


class RowQuery:
    """One query; for any thread. spec: what the statement says of it, "query" or "output_query"."""

    def __init__(self, spec):
        self._spec, self._lock = spec, threading.Lock()
        self._process, self._number = None, 0
        self._types = [column_rules.file_type(one["type"]) for one in spec["types"]]
        names = ["c%d" % number for number in range(len(self._types))]
        self._given = pa.schema(list(zip(names, self._types)))
        self.schema = pa.schema([(one["name"], column_rules.file_type(one["type"])) for one in spec["columns"]])
        self._folder = _fresh_folder()

    def of(self, arrays, label):
        """A pyarrow.Table of `schema` for rows of the source, in their order.

        arrays  one Arrow array for each column that the query reads
        label   what the rows are called: of the first of them that the query refuses, a function of
                its place gives the words of the TaskError
        """
        table = pa.Table.from_arrays(arrays, schema=self._given)
        with self._lock:
            try:
                return self._through(table)
            except Refused as refused:
                place, said = self._first_refused(table, refused)
                raise TaskError("%s: %s" % (label(place), said)) from None

    def _first_refused(self, table, refused):
        """(place of the first row that is refused, why), by halves."""
        low, end = 0, table.num_rows
        while end - low > 1:
            middle = (low + end) // 2
            try:
                self._through(table.slice(low, middle - low))
                low = middle
            except Refused as error:
                refused, end = error, middle
        return low, refused

    def _through(self, table):
        if not table.num_rows:
            return self.schema.empty_table()
        self._number += 1
        path = os.path.join(self._folder.name, "%d.parquet" % self._number)
        to = os.path.join(self._folder.name, "%d" % self._number)
        pq.write_table(
            table, path, compression="none", use_dictionary=False, write_statistics=False, row_group_size=table.num_rows
        )
        os.mkdir(to)
        try:
            answer = self._ask({"path": path, "rows": table.num_rows, "to": to})
            if "error" in answer:
                raise Refused(answer["error"])
            found = [pq.read_table(one["path"], use_threads=False) for one in answer["files"]]
        finally:
            os.unlink(path)
            shutil.rmtree(to)
        if not found:
            return self.schema.empty_table()
        whole = pa.concat_tables(found)
        arrays = [
            column_rules.as_today(whole.column(place).combine_chunks(), one["type"])
            for place, one in enumerate(self._spec["columns"])
        ]
        return pa.Table.from_arrays(arrays, schema=self.schema)

    def _ask(self, request):
        for _ in range(_MOST_STARTS):
            if self._process is None:
                self._start()
            answer = self._process.ask(request)
            if answer is not None:
                return answer
            # It was killed; it keeps nothing, so that another one gives the same answer.
            self._process = None
        raise TaskError("the process that computes the query of the stream ends again and again")

    def _start(self):
        self._process = ProgramProcess("row-query")
        answer = self._process.ask({"query": self._spec["query"]})
        if answer is not None and "error" in answer:
            raise TaskError(answer["error"])


class QueriedUnits:
    """Units as units.UnitReader reads them, of which a query gives the rows.

    A row's position is counted after the query, so that rows are dealt to workers as if the source
    had no others; a unit's number of rows is known when it was read once.
    """

    def __init__(self, settings, told):
        spec = settings["query"]
        self._read = {name: one for name, one in settings.items() if name != "query"}
        self._reader = units.UnitReader(dict(settings, columns=spec["read"]), told, BATCH_ROWS)
        self._query = RowQuery(spec) if told is not None else None
        known = {one["name"]: one["type"] for one in spec["columns"]}
        self.columns = [units.Column(name, known[name]) for name in settings["columns"]]

    @property
    def taken_bytes(self):
        return self._reader.taken_bytes

    def names(self):
        return [column.name for column in self.columns]

    def batches(self, unit, low, size):
        """Yields (position after the query, arrays), from the unit's first row on."""
        position = 0
        for first, arrays in self._reader.batches(unit, 0, size):
            rows = self._query.of(arrays, lambda place: units.row_in_words(unit, first + place + 1, self._read))
            chosen = [rows.column(one).combine_chunks() for one in self.names()]
            # No row is a step, too: whoever sends lines waits until they are read.
            for begin in range(0, max(rows.num_rows, 1), units.BATCH_ROWS):
                part = [array.slice(begin, units.BATCH_ROWS) for array in chosen]
                yield position, part
                position += len(part[0])


class UnitsOfSources:
    """Units of several sources, whose rows have the same columns; each is read as those of its own are."""

    def __init__(self, settings, told):
        self._settings, self._told, self._readers = settings, told, {}
        self._reader = self._of(0)

    def _of(self, number):
        if number not in self._readers:
            self._readers[number] = reader_of(units.of_source(self._settings, number), self._told)
        return self._readers[number]

    @property
    def taken_bytes(self):
        return self._reader.taken_bytes

    @property
    def columns(self):
        """Those of the unit that was read last."""
        return self._reader.columns

    def names(self):
        return self._reader.names()

    def batches(self, unit, low, size):
        self._reader = self._of(unit.get("source", 0))
        return self._reader.batches(unit, low, size)


def reader_of(settings, told):
    """What reads the units of a stream; told as in units.UnitReader, None where nothing is read."""
    if "more" in settings:
        return UnitsOfSources(settings, told)
    if "query" in settings:
        return QueriedUnits(settings, told)
    return units.UnitReader(settings, told)


class OutputQuery:
    """What becomes of written rows before they are committed."""

    def __init__(self, settings):
        spec = settings.get("output_query")
        self._query = RowQuery(spec) if spec else None
        self._read = spec["read"] if spec else []

    def of(self, table):
        """The rows of a pyarrow.Table as the output gets them."""
        if self._query is None or not table.num_rows:
            return table
        by_name = {name.lower(): place for place, name in enumerate(table.column_names)}
        arrays = [
            table.column(by_name[name.lower()]).combine_chunks().cast(kind)
            for name, kind in zip(self._read, self._query._types)
        ]
        return self._query.of(arrays, lambda place: "outputQuery")
