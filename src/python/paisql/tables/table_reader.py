"""tf.python_io.TableReader (pai-table-io: 2): a table's rows in Python, without a graph.

Rows are tuples; strings are bytes and NULL is None. After the last row, read raises
tf.python_io.OutOfRangeException, which is a tf.errors.OutOfRangeError.

Arrow decodes the columns, on its own threads, and makes lists of them, which are then rows. Both are
C++; that each value becomes an object of Python is what takes the time, and a native reader would
have to do that, too.
"""

import numpy as np

from paisql.tables import columns as column_rules
from paisql.tables import rows, tensorflow_errors

_PYTHON_TYPES = {"bigint": int, "double": float, "boolean": bool}


class Records(list):
    """A list of rows. Like the platform's array it has tolist() and columns: records["id"]."""

    def __init__(self, names, records):
        super().__init__(records)
        self._names = names

    def __getitem__(self, key):
        if isinstance(key, str):
            position = self._names.index(key)
            return [record[position] for record in self]
        return super().__getitem__(key)

    def tolist(self):
        return list(self)


class TableReader:
    """Reads a slice of one table from its first row on.

    table          URL of a table or partition of -Dtables, "?start=A&end=B" for a range of its rows
    selected_cols  comma list, all data columns by default; excluded_cols: all but these
    slice_id, slice_count  a contiguous share of the rows
    capacity       rows to read ahead at once; num_threads is accepted

    ValueError for a table that the statement does not read, an unknown column, a nested column, a
    file that is gone; tf.errors.DataLossError for one that is damaged.
    """

    def __init__(
        self, table, selected_cols="", excluded_cols="", slice_id=0, slice_count=1, num_threads=0, capacity=2048
    ):
        self._range = rows.RowRange(table, selected_cols, excluded_cols, slice_id, slice_count)
        for column in self._range.columns:
            column_rules.family(column, self._range.table.name)
        self._chunk_rows = max(int(capacity or 2048), 1)
        self._closed = False
        self.seek(0)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def __iter__(self):
        try:
            while True:
                yield self.read()[0]
        except tensorflow_errors.OutOfRangeException:
            return

    @property
    def start_pos(self):
        """First row of the slice, counted in the table."""
        return self._range.start

    @property
    def end_pos(self):
        """Row after the last one of the slice."""
        return self._range.end

    def get_row_count(self):
        """Rows of this slice."""
        return self._range.rows

    def get_schema(self):
        """A record array with the fields colname, typestr ("bigint") and pytype (int)."""
        entries = []
        for column in self._range.columns:
            kind = column_rules.family(column, self._range.table.name)
            entries.append((column.name, column.type.lower(), _PYTHON_TYPES.get(kind, object)))
        fields = [("colname", object), ("typestr", object), ("pytype", object)]
        return np.array(entries, dtype=fields).view(np.recarray)

    def seek(self, offset):
        """Makes the row `offset` of this slice the next one; OutOfRangeException after the end."""
        if not self._range.has_row(offset):
            raise tensorflow_errors.OutOfRangeException("row %d of %d rows" % (offset, self._range.rows))
        self._chunks = self._range.chunks(offset, self._chunk_rows, self._to_records)
        self._waiting, self._next = [], 0  # rows, and the number of the next one among them

    def _to_records(self, arrays):
        columns = zip(arrays, self._range.columns)
        return list(zip(*(column_rules.to_python(array, column) for array, column in columns)))

    def read(self, num_records=1, allow_smaller_final_batch=True):
        """The next rows, fewer at the end; OutOfRangeException when there is none.

        With allow_smaller_final_batch=False a last batch that is too small raises too.
        """
        if self._closed:
            raise ValueError("the reader of table %s is closed" % self._range.table.name)
        if num_records < 1:
            raise ValueError("num_records is %d, and 1 at least is read" % num_records)
        while len(self._waiting) - self._next < num_records:
            records = self._next_chunk()
            if records is None:
                break
            self._waiting, self._next = self._waiting[self._next :] + records, 0
        there = len(self._waiting) - self._next
        if there == 0 or (there < num_records and not allow_smaller_final_batch):
            raise tensorflow_errors.OutOfRangeException()
        begin, self._next = self._next, self._next + min(num_records, there)
        records = self._waiting[begin : self._next]
        return Records([column.name for column in self._range.columns], records)

    def _next_chunk(self):
        try:
            return next(self._chunks, None)
        except rows.DamagedFileError as error:
            raise tensorflow_errors.data_loss(str(error)) from None

    def close(self):
        """Ends reading; a second call changes nothing."""
        self._closed = True
        self._chunks = iter(())
        self._waiting, self._next = [], 0
