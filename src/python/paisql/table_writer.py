"""tf.python_io.TableWriter (pai-table-io: 3): rows from Python into a table of -Doutputs.

Opening replaces what the table or partition holds; the rows can be read when the job has succeeded.
"""

import atexit

import numpy as np

from paisql import cells, staged_file
from paisql.manifest import TableUrl, current_job

_FLUSH_ROWS = 4096

_open_writers = set()  # what the script forgets to close is closed when it ends


def _close_all():
    for writer in list(_open_writers):
        writer.close()


def _is_row(value):
    return isinstance(value, (list, tuple, np.void)) or (
        isinstance(value, np.ndarray) and value.ndim > 0
    )


def _columns_of(values, width):
    """`values` of write() as `width` lists, one a column; ValueError for a row of another width."""
    if isinstance(values, np.ndarray) and values.ndim == 2:
        records = values.tolist()
    else:
        records = list(values)
        if records and not _is_row(records[0]):
            records = [records]
    for record in records:
        if len(record) != width:
            raise ValueError(
                "a row of %d values was given for %d column indices" % (len(record), width)
            )
    return [list(column) for column in zip(*records)] if records else []


class TableWriter:
    """Writes one slice of an output table.

    table     URL of an entry of -Doutputs; any other: ValueError "table ... not predefined"
    slice_id  workers that write one table take different ones; a slice's second writer: ValueError
    """

    def __init__(self, table, slice_id=0):
        self._table = current_job().find_output(TableUrl(table))
        self._cells = [
            cells.ColumnCells(column, self._table.name) for column in self._table.columns
        ]
        for column, cell in zip(self._table.columns, self._cells):
            if cell.arrow_type is None:
                raise ValueError(
                    "table %s cannot be written by a script: its column '%s' is %s"
                    % (self._table.name, column.name, column.type)
                )
        fields = [
            (column.name, cell.arrow_type) for column, cell in zip(self._table.columns, self._cells)
        ]
        try:
            self._file = staged_file.StagedFile(self._table.staging, int(slice_id), fields)
        except staged_file.SliceTaken as taken:
            state = "was written by " + taken.owner if taken.owner else "is being written already"
            raise ValueError(
                "slice %d of table %s %s: close that writer, or give each worker a slice_id of "
                "its own" % (int(slice_id), table, state)
            ) from None
        self._failed = False
        if not _open_writers:
            atexit.register(_close_all)
        _open_writers.add(self)

    def __enter__(self):
        return self

    def __exit__(self, exception_type, exception, traceback):
        self.close()

    def write(self, values, indices, allow_type_cast=False):
        """Appends one row (a sequence of scalars) or many (a sequence of rows).

        values[i] goes to the column with the number indices[i]; the other columns become NULL.
        allow_type_cast is accepted; values are never cast (paisql.cells).
        """
        if self._file is None:
            raise ValueError("the writer of table %s is closed" % self._table.name)
        indices = [int(index) for index in indices]
        for index in indices:
            if not 0 <= index < len(self._cells):
                raise ValueError(
                    "column index %d: table %s has the columns 0 to %d"
                    % (index, self._table.name, len(self._cells) - 1)
                )
        if len(set(indices)) != len(indices):
            raise ValueError("a column index stands twice in %s" % indices)
        columns = _columns_of(values, len(indices))
        if not columns:
            return
        checked = {
            index: self._cells[index].checked(column) for index, column in zip(indices, columns)
        }
        for index, cell in enumerate(self._cells):
            cell.add(checked.get(index) or [None] * len(columns[0]))
        if len(self._cells[0]) >= _FLUSH_ROWS:
            self._flush()

    def _flush(self):
        self._failed = True
        self._file.append([cell.take() for cell in self._cells])
        self._failed = False

    def close(self):
        """Completes the slice; a second call changes nothing.

        After a failed conversion the slice stays incomplete, and so the job cannot succeed with it.
        """
        if self._file is None or self._failed:
            return
        if len(self._cells[0]):
            self._flush()
        self._file.close()
        self._file = None
        _open_writers.discard(self)
