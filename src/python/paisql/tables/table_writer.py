"""tf.python_io.TableWriter (pai-table-io: 3): rows from Python into a table of -Doutputs.

Opening replaces what the table or partition holds; the rows can be read when the job has succeeded.

Rows become columns as early as they can be: many rows of one call, and arrays, at once; single rows
when some have come together. Arrow's own converters and Parquet writer do the work, which is the
same C++ library as that of src/libraries/tensors: what is left to Python are the checks of types.
"""

import atexit

from paisql.job import own_process
from paisql.job.manifest import TableUrl, current_job
from paisql.tables import cells, staged_file
from paisql.tables.written_rows import columns_of, columns_of_array, rows_of, value_of

_FLUSH_ROWS = 4096
_FIRST_FLUSH_ROWS = 64  # whose bytes say how many rows may wait
_FLUSH_BYTES = 16 << 20
_DIRECT_ROWS = 256  # of one call become columns at once

_open_writers = set()  # what the script forgets to close is closed when it ends


def _close_all():
    for writer in list(_open_writers):
        writer.close()


class _Plan:
    """The columns that a call names by their numbers, in the order of its values."""

    def __init__(self, indices, all_cells, table_name):
        for index in indices:
            if not 0 <= index < len(all_cells):
                raise ValueError(
                    "column index %d: table %s has the columns 0 to %d" % (index, table_name, len(all_cells) - 1)
                )
        if len(set(indices)) != len(indices):
            raise ValueError("a column index appears twice in %s" % list(indices))
        self.cells = [all_cells[index] for index in indices]
        self.position_of = {index: position for position, index in enumerate(indices)}
        self._seen = set()  # tuples of Python types that are known to fit

    def check_width(self, width):
        if width != len(self.cells):
            raise ValueError("a row of %d values was given for %d column indices" % (width, len(self.cells)))

    def checked_row(self, row, number):
        """The row as a tuple of values that fit; TypeError else."""
        types = tuple(map(type, row))
        if types in self._seen:
            return tuple(row)
        checked = tuple(cell.checked_value(value, number) for cell, value in zip(self.cells, row))
        if tuple(map(type, checked)) == types:
            self._seen.add(types)
        return checked


class TableWriter:
    """Writes one slice of an output table.

    table     URL of an entry of -Doutputs; any other: ValueError "table ... not predefined"
    slice_id  workers that write one table take different ones; a slice's second writer: ValueError
    """

    def __init__(self, table, slice_id=0):
        self._table = current_job().find_output(TableUrl(table))
        self._cells = [cells.ColumnCells(column, self._table.name) for column in self._table.columns]
        for column, cell in zip(self._table.columns, self._cells):
            if cell.arrow_type is None:
                raise ValueError(
                    "table %s cannot be written by a script: its column '%s' is %s"
                    % (self._table.name, column.name, column.type)
                )
        fields = [(column.name, cell.arrow_type) for column, cell in zip(self._table.columns, self._cells)]
        self._slice_id = int(slice_id)
        self._file = self._opened(table, fields)
        self._plans = {}  # tuple of column numbers: _Plan
        self._waiting, self._waiting_plan = [], None  # rows that fit, not yet columns
        self._most_waiting = _FIRST_FLUSH_ROWS
        self._failed = False
        if not _open_writers:
            atexit.register(_close_all)
        _open_writers.add(self)

    def _opened(self, table, fields):
        if own_process.is_parameter_server():
            return staged_file.NoFile(self._table.name)
        try:
            return staged_file.StagedFile(self._table.staging, self._slice_id, fields)
        except staged_file.SliceTaken as taken:
            state = "was written by " + taken.owner if taken.owner else "is being written already"
            raise ValueError(
                "slice %d of table %s %s: close that writer, or give each worker a slice_id of "
                "its own" % (self._slice_id, table, state)
            ) from None

    def __enter__(self):
        return self

    def __exit__(self, exception_type, exception, traceback):
        self.close()

    def write(self, values, indices, allow_type_cast=False):
        """Appends one row (a scalar, or a sequence of scalars) or many (a sequence of rows).

        values   values[i] goes to the column with the number indices[i]; the other columns become
                 NULL. NumPy arrays of two dimensions or of records, and tensors that have a value,
                 are rows too
        indices  numbers of columns: a list, a range

        allow_type_cast is accepted; values are never cast (paisql.tables.cells). A call whose types do not
        fit (TypeError), or that has rows of another length (ValueError), writes nothing. A value out
        of its column's range is a ValueError of this call or a later one, or of close().
        """
        plan = self._plan_of(indices)
        values = value_of(values)
        columns = columns_of_array(values)
        if columns is not None:
            plan.check_width(len(columns))
            self._add_columns(plan, columns)
            return
        rows = rows_of(values)
        for width in set(map(len, rows)):
            plan.check_width(width)
        if len(rows) >= _DIRECT_ROWS:
            self._add_columns(plan, list(zip(*rows)))
        else:
            self._add_rows(plan, rows)

    def write_columns(self, columns, indices):
        """Appends a chunk of columns: columns[i], of shape [n] or [n,1], goes to column indices[i].

        This is not a function of the platform. Errors are those of write().
        """
        plan = self._plan_of(indices)
        plan.check_width(len(columns))
        self._add_columns(plan, columns_of(columns))

    def _plan_of(self, indices):
        if self._file is None:
            raise ValueError("the writer of table %s is closed" % self._table.name)
        if self._failed:
            raise ValueError(
                "table %s, slice %d: an earlier write failed, so no more rows are taken"
                % (self._table.name, self._slice_id)
            )
        key = tuple(indices)
        plan = self._plans.get(key)
        if plan is None:
            plan = _Plan([int(index) for index in key], self._cells, self._table.name)
            self._plans[key] = plan
        return plan

    def _add_rows(self, plan, rows):
        if plan is not self._waiting_plan:
            self._flush()
            self._waiting_plan = plan
        number = self._file.rows + len(self._waiting)
        checked = [plan.checked_row(row, number + index) for index, row in enumerate(rows)]
        self._waiting.extend(checked)
        if len(self._waiting) >= self._most_waiting:
            self._flush()

    def _flush(self):
        """Makes columns of the rows that wait. When that fails they are lost."""
        if not self._waiting:
            return
        rows, self._waiting = self._waiting, []
        self._failed = True
        arrays = self._arrays(self._waiting_plan, list(zip(*rows)), len(rows))
        self._append(arrays)
        bytes_of_row = sum(array.nbytes for array in arrays) // len(rows) + 1
        self._most_waiting = min(max(_FLUSH_BYTES // bytes_of_row, 1), _FLUSH_ROWS)

    def _add_columns(self, plan, columns):
        if not len(columns) or not len(columns[0]):
            return
        self._flush()
        first = self._file.rows
        checked = [cell.checked(column, first) for cell, column in zip(plan.cells, columns)]
        self._append(self._arrays(plan, checked, len(checked[0])))

    def _arrays(self, plan, columns, count):
        first = self._file.rows
        arrays = []
        for index, cell in enumerate(self._cells):
            position = plan.position_of.get(index)
            arrays.append(cell.nulls(count, first) if position is None else cell.array(columns[position], first))
        return arrays

    def _append(self, arrays):
        self._failed = True
        try:
            self._file.append(arrays)
        except OSError as error:
            raise self._named(error) from None
        self._failed = False

    def _named(self, error):
        return OSError(
            error.errno,
            "table %s, slice %d: its rows cannot be written (%s)"
            % (self._table.name, self._slice_id, error.strerror or error),
        )

    def close(self):
        """Completes the slice; a second call changes nothing.

        After a failed conversion the slice stays incomplete, and so the job cannot succeed with it.
        """
        if self._file is None or self._failed:
            return
        self._flush()
        self._failed = True
        try:
            self._file.close()
        except OSError as error:
            raise self._named(error) from None
        self._failed = False
        self._file = None
        _open_writers.discard(self)
