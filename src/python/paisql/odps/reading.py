"""Statements that run, and the rows that they and tables give."""

import collections
import datetime
import enum
import getpass
import itertools
import os
import threading

from paisql.odps import errors
from paisql.odps.absent import Named
from paisql.odps.schema import Column, Record, Schema, arrow_table, python_value


TASK = "AnonymousSQLTask"
_BATCH = 10000
_KNOWN = 1000  # instances of a script that get_instance finds


class Reader(Named):
    """Rows of a query or a table: iterates over Records, once or again."""

    _face = "Reader"

    def __init__(self, columns, rows):
        self._columns = columns
        self._rows = rows
        self._next = None

    @property
    def count(self):
        return len(self._rows)

    @property
    def schema(self):
        return Schema(self._columns)

    status = "Normal"

    def _chosen(self, start, count, columns):
        if start is None and count is None and not columns:
            return self
        start = start or 0
        return self.part(start, len(self._rows) - start if count is None else count, columns)

    @property
    def raw(self):
        """The rows as CSV with a line of names."""
        lines = [",".join(column.name for column in self._columns)]
        lines += [",".join("" if cell is None else str(cell) for cell in row) for row in self._rows]
        return "\n".join(lines)

    def __iter__(self):
        return (Record(self._columns, row) for row in self._rows)

    def __getitem__(self, place):
        if isinstance(place, slice):
            return [Record(self._columns, row) for row in self._rows[place]]
        return Record(self._columns, self._rows[place])

    def __len__(self):
        return len(self._rows)

    def part(self, start, count, columns=None):
        """A Reader of some of the rows, and of the columns of these names."""
        places = [i for i, one in enumerate(self._columns) if not columns or one.name in columns]
        rows = self._rows[start : start + count]
        return Reader([self._columns[i] for i in places], [[row[i] for i in places] for row in rows])

    def read(self, start=None, count=None, step=None, columns=None, **_):
        stop = None if count is None else (start or 0) + count
        return iter(self._chosen(None, None, columns)[slice(start, stop, step)])

    def to_arrow(self):
        """A pyarrow.Table."""
        return arrow_table(self._columns, self._rows)

    read_all = to_arrow

    def to_pandas(self, start=None, count=None, columns=None, **_):
        """A pandas.DataFrame."""
        return self._chosen(start, count, columns).to_arrow().to_pandas()

    def to_result_frame(self, unknown_as_string=True, as_type=None, start=None, count=None, columns=None, **_):
        return self.to_pandas(start, count, columns)

    def iter_pandas(self, batch_size=None, **chosen):
        """pandas.DataFrames of so many rows each."""
        whole = self.to_pandas(**chosen)
        size = batch_size or _BATCH
        for begin in range(0, len(whole), size):
            yield whole.iloc[begin : begin + size].reset_index(drop=True)

    def __next__(self):
        if self._next is None:
            self._next = iter(self)
        return next(self._next)

    next = __next__

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class ArrowReader(Reader):
    """The same rows as batches of Arrow: with open_reader(arrow=True)."""

    def __iter__(self):
        return iter(self.to_arrow().to_batches(_BATCH))

    def read_next_batch(self):
        """The next pyarrow.RecordBatch, or None."""
        try:
            return next(self)
        except StopIteration:
            return None

    def read(self, start=None, count=None, columns=None, **_):
        return self._chosen(start, count, columns).to_arrow()


class Task:
    """The one task of an instance."""

    class TaskStatus(enum.Enum):
        RUNNING = "RUNNING"
        SUCCESS = "SUCCESS"
        FAILED = "FAILED"

    def __init__(self, name, status):
        self.name = name
        self.type = "SQL"
        self.status = status


class Instance(Named):
    """A statement that runs, or has run."""

    _face = "Instance"
    _ids = itertools.count(1)
    known = collections.OrderedDict()  # {id: Instance} of this script
    Task = Task

    class Status(str, enum.Enum):
        RUNNING = "Running"
        SUSPENDED = "Suspended"
        TERMINATED = "Terminated"

        __str__ = str.__str__

    name = property(lambda self: self.id)
    is_sync = False
    priority = None

    def __init__(self, work, sql=""):
        self.id = f"{os.getpid()}_{next(self._ids)}"
        self.owner = getpass.getuser()
        self.start_time = datetime.datetime.now()
        self.end_time = None
        self._sql = sql
        Instance.known[self.id] = self
        while len(Instance.known) > _KNOWN:
            Instance.known.popitem(last=False)
        self._answer = None
        self._failure = None
        self._process = None
        self._stopped = False
        self._thread = threading.Thread(target=self._run, args=(work,), daemon=True)
        self._thread.start()

    def _run(self, work):
        try:
            self._answer = work(self._begun)
        except Exception as failure:
            self._failure = failure
        self.end_time = datetime.datetime.now()

    def _begun(self, process):
        self._process = process
        if self._stopped:
            process.terminate()

    def wait_for_completion(self, interval=1, timeout=None, **_):
        """Raises odps.errors.WaitTimeoutError where `timeout` seconds are not enough."""
        self._thread.join(timeout)
        if self._thread.is_alive():
            raise errors.WaitTimeoutError(f"the statement goes on after {timeout} s", None, self.id)

    def wait_for_success(self, interval=1, timeout=None, **_):
        """Raises odps.errors.ODPSError when the statement failed."""
        self.wait_for_completion(interval, timeout)
        if self._failure is not None:
            raise self._failure

    def stop(self):
        """Ends the statements; they have failed then."""
        self._stopped = True
        if self._process is not None:
            self._process.terminate()

    def is_terminated(self, *_, **__):
        return not self._thread.is_alive()

    def is_running(self, *_, **__):
        return self._thread.is_alive()

    def is_successful(self, *_, **__):
        return self.is_terminated() and self._failure is None

    @property
    def status(self):
        return self.Status.TERMINATED if self.is_terminated() else self.Status.RUNNING

    def reload(self, blocking=False):
        if blocking:
            self._thread.join()

    # --- its one task ---

    def _task(self):
        status = "RUNNING" if self.is_running() else "SUCCESS" if self._failure is None else "FAILED"
        return Task(TASK, Task.TaskStatus(status))

    tasks = property(lambda self: self.get_tasks())

    def get_tasks(self):
        return [self._task()]

    def get_task_names(self, *_, **__):
        return [TASK]

    def get_task_statuses(self, *_, **__):
        return {TASK: self._task()}

    def get_task_result(self, task_name=None, timeout=None, retry=True):
        """What the statements answered: rows as CSV with a line of names, or lines for people."""
        if task_name not in (None, TASK):
            raise errors.NoSuchObject(f"the instance has no task {task_name}: {TASK}")
        self.wait_for_success(timeout=timeout)
        if self._answer.columns:
            return self.open_reader().raw
        return "\n".join(self._answer.messages)

    def get_task_results(self, timeout=None, retry=True):
        return {TASK: self.get_task_result(timeout=timeout)}

    get_task_results_without_format = get_task_results

    def get_task_summary(self, *_, **__):
        """None: what a statement took is in the log of the run."""

    def get_result_descriptor(self, task_name=None):
        return None

    def get_sql_query(self):
        return self._sql

    def get_unique_identifier_id(self):
        return None

    # --- its rows ---

    def to_pandas(self, columns=None, limit=None, start=None, count=None, **_):
        return self.open_reader().to_pandas(start, _least(count, limit), columns)

    def iter_pandas(self, columns=None, limit=None, batch_size=None, start=None, count=None, **_):
        return self.open_reader().iter_pandas(batch_size, start=start, count=_least(count, limit), columns=columns)

    def open_reader(self, *_, arrow=False, **__):
        """A Reader of the last query's rows, all of them."""
        self.wait_for_success()
        columns = [Column(name, kind) for name, kind in self._answer.columns]
        rows = [[python_value(cell, column.type) for cell, column in zip(row, columns)] for row in self._answer.rows]
        return (ArrowReader if arrow else Reader)(columns, rows)

    def get_logview_address(self, *_, **__):
        """There is no page of a statement: an empty text."""
        return ""

    logview = property(get_logview_address)

    def __str__(self):
        return self.id


def _least(*numbers):
    """The least of the numbers that are not None; None without any."""
    return min((one for one in numbers if isinstance(one, int) and not isinstance(one, bool)), default=None)
