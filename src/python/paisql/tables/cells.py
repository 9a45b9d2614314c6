"""Python values on their way into a table: what a column takes, and what it says to the rest.

A column of type                 takes (None is NULL everywhere)
TINYINT, SMALLINT, INT, BIGINT   int, numpy integers; out of range is an error
FLOAT, DOUBLE                    float, int, numpy floats and integers
BOOLEAN                          bool, numpy.bool_
STRING, VARCHAR, CHAR            str, bytes that are UTF-8; at most the declared length
BINARY                           bytes, str
DECIMAL                          decimal.Decimal, int
DATE / DATETIME, TIMESTAMP       datetime.date / datetime.datetime (without a zone: in the job's)

Nothing is cast: a string into a DOUBLE column is a TypeError that names column, row and both types.
"""

import datetime
import decimal
import os
import zoneinfo

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paisql.tables import bytes_texts
from paisql.tables import columns as column_rules
from paisql.tables import timestamps
from paisql.tables.written_rows import value_of

# Kinds of NumPy arrays that a column's type takes whole, without looking at each value.
_NUMERIC_KINDS = {
    "TINYINT": "iu",
    "SMALLINT": "iu",
    "INT": "iu",
    "BIGINT": "iu",
    "FLOAT": "iuf",
    "DOUBLE": "iuf",
    "BOOLEAN": "b",
}

_INTEGER = (int, np.integer)
_FLOATING = (float, np.floating)
_TEXT = (str, bytes)

_ACCEPTED = {
    "TINYINT": _INTEGER,
    "SMALLINT": _INTEGER,
    "INT": _INTEGER,
    "BIGINT": _INTEGER,
    "FLOAT": _INTEGER + _FLOATING,
    "DOUBLE": _INTEGER + _FLOATING,
    "BOOLEAN": (bool, np.bool_),
    "STRING": _TEXT,
    "VARCHAR": _TEXT,
    "CHAR": _TEXT,
    "BINARY": _TEXT,
    "DECIMAL": (decimal.Decimal, int),
    "DATE": (datetime.date,),
    "DATETIME": (datetime.datetime,),
    "TIMESTAMP": (datetime.datetime,),
    "TIMESTAMP_NTZ": (datetime.datetime,),
}


def _shown(value):
    text = repr(value)
    return text if len(text) < 80 else text[:77] + "..."


def _copy(array):
    """A numeric array in a form that Arrow takes; the script may use its own memory again."""
    kind = array.dtype.newbyteorder("=")
    if kind.kind == "f" and kind.itemsize not in (4, 8):
        kind = np.dtype(np.float64)
    return np.array(array, kind)


class ColumnCells:
    """Makes Arrow arrays of the values of one column of table `table_name`.

    Errors name the column and the row: `first_row` is the number of the first value given.
    """

    def __init__(self, column, table_name):
        self._column, self._table_name = column, table_name
        self._base = column_rules.base_type(column.type)
        self._accepted = _ACCEPTED.get(self._base, ())
        self._seen = {type(None)}  # Python types known to fit
        self.arrow_type = None
        if self._accepted:
            self.arrow_type = column_rules.arrow_type(column.type)

    def checked(self, values, first_row):
        """The values as array() takes them; TypeError when one of them does not fit.

        values  list, tuple or NumPy array of one dimension
        """
        if isinstance(values, np.ndarray):
            whole = values.dtype.kind in _NUMERIC_KINDS.get(self._base, "")
            if whole and not isinstance(values, np.ma.MaskedArray):
                return _copy(values)
            values = values.tolist()  # what is masked becomes None
        if self._seen.issuperset(map(type, values)):
            return values
        return [self.checked_value(value, first_row + index) for index, value in enumerate(values)]

    def checked_value(self, value, row):
        """One value as array() takes it."""
        value = value_of(value)
        fits = value is None or isinstance(value, self._accepted)
        # bool is an int and datetime a date to Python, but neither is to SQL.
        if isinstance(value, bool) and self._base != "BOOLEAN":
            fits = False
        if isinstance(value, datetime.datetime) and self._base == "DATE":
            fits = False
        if not fits:
            raise TypeError(
                self._place(row) + "a value of type %s cannot be written (%s)" % (type(value).__name__, _shown(value))
            )
        self._seen.add(type(value))
        return value

    def array(self, values, first_row):
        """What checked() gave as an Arrow array; ValueError for what is out of range."""
        try:
            array = self._converted(values)
        except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError, UnicodeError) as error:
            raise self._worst(list(values), first_row, error) from None
        spelled = bytes_texts.first(array)
        if spelled is not None:
            raise ValueError(self._place(first_row + spelled) + bytes_texts.why(array[spelled].as_py()))
        if self._column.not_null and array.null_count:
            self._refuse_null(first_row + pc.index(array.is_null(), True).as_py())
        return array

    def nulls(self, count, first_row):
        """The array of a column that is not written."""
        if self._column.not_null:
            self._refuse_null(first_row)
        return pa.nulls(count, self.arrow_type)

    def _refuse_null(self, row):
        raise ValueError(self._place(row) + "NULL is not allowed in a NOT NULL column")

    def _converted(self, values):
        if isinstance(values, np.ndarray):
            whole = self._base not in ("FLOAT", "DOUBLE") or values.dtype.kind != "f"
            return pa.array(values).cast(self.arrow_type, safe=whole)
        if self._base in ("DATETIME", "TIMESTAMP"):
            zone = zoneinfo.ZoneInfo(os.environ.get("PAISQL_TIME_ZONE", "Asia/Shanghai"))
            values = [
                value.replace(tzinfo=zone) if value is not None and value.tzinfo is None else value for value in values
            ]
        if self._base in ("TIMESTAMP", "TIMESTAMP_NTZ"):
            return timestamps.from_datetimes(values)
        array = pa.array(values, self.arrow_type)
        if self._base in ("VARCHAR", "CHAR"):
            limit = int(self._column.type.split("(")[1][:-1])
            if (pc.max(pc.utf8_length(array)).as_py() or 0) > limit:
                raise OverflowError("longer than %d characters" % limit)
        return array

    def _worst(self, values, first_row, error):
        """The ValueError for the first value that cannot be converted alone."""
        for index, value in enumerate(values):
            try:
                self._converted([value])
            except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError, UnicodeError) as own:
                return ValueError(self._place(first_row + index) + "%s does not fit (%s)" % (_shown(value), own))
        return ValueError(self._place(first_row) + str(error))

    def _place(self, row):
        column = self._column
        return "column '%s' (%s) of table %s, row %d: " % (column.name, column.type, self._table_name, row)
