"""Statements that run, and the rows that they and tables give."""

import itertools
import os
import threading

from paisql.odps.schema import Column, Record, Schema, arrow_table, python_value


class Reader:
    """Rows of a query or a table: iterates over Records, once or again."""

    def __init__(self, columns, rows):
        self._columns = columns
        self._rows = rows

    @property
    def count(self):
        return len(self._rows)

    @property
    def schema(self):
        return Schema(self._columns)

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
        rows = self._rows[start:start + count]
        return Reader([self._columns[i] for i in places], [[row[i] for i in places] for row in rows])

    def read(self, start=None, count=None, step=None):
        stop = None if count is None else (start or 0) + count
        return iter(self[slice(start, stop, step)])

    def to_arrow(self):
        """A pyarrow.Table."""
        return arrow_table(self._columns, self._rows)

    read_all = to_arrow

    def to_pandas(self, *_, **__):
        """A pandas.DataFrame."""
        return self.to_arrow().to_pandas()

    to_result_frame = to_pandas

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Instance:
    """A statement that runs, or has run."""

    _ids = itertools.count(1)

    def __init__(self, work):
        self.id = f"{os.getpid()}_{next(self._ids)}"
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

    def _begun(self, process):
        self._process = process
        if self._stopped:
            process.terminate()

    def wait_for_completion(self, *_, **__):
        self._thread.join()

    def wait_for_success(self, *_, **__):
        """Raises odps.errors.ODPSError when the statement failed."""
        self._thread.join()
        if self._failure is not None:
            raise self._failure

    def stop(self):
        """Ends the statements; they have failed then."""
        self._stopped = True
        if self._process is not None:
            self._process.terminate()

    def is_terminated(self):
        return not self._thread.is_alive()

    def is_successful(self):
        return self.is_terminated() and self._failure is None

    @property
    def status(self):
        return "Terminated" if self.is_terminated() else "Running"

    def open_reader(self, *_, **__):
        """A Reader of the last query's rows, all of them."""
        self.wait_for_success()
        columns = [Column(name, kind) for name, kind in self._answer.columns]
        rows = [[python_value(cell, column.type) for cell, column in zip(row, columns)]
                for row in self._answer.rows]
        return Reader(columns, rows)

    def get_logview_address(self):
        return ""

    logview = property(get_logview_address)
