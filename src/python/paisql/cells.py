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

from paisql import columns as column_rules
from paisql import timestamps

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


class ColumnCells:
    """Collects the values of one column of table `table_name` and turns them into Arrow arrays."""

    def __init__(self, column, table_name):
        self._column, self._table_name = column, table_name
        self._base = column_rules.base_type(column.type)
        self._accepted = _ACCEPTED.get(self._base, ())
        self._seen = {type(None)}  # Python types known to fit
        self._values = []
        self._first_row = 0  # number in the writer of the first value collected
        self.arrow_type = None
        if self._accepted:
            self.arrow_type = column_rules.arrow_type(column.type)

    def checked(self, values):
        """The list as it can be added; TypeError when a value's type does not fit."""
        if self._seen.issuperset(map(type, values)):
            return values
        return [self._checked(index, value) for index, value in enumerate(values)]

    def add(self, values):
        """Appends a list that checked() gave, or Nones."""
        self._values.extend(values)

    def __len__(self):
        return len(self._values)

    def take(self):
        """The collected values as an Arrow array; ValueError for what is out of range."""
        values, self._values = self._values, []
        if self._column.not_null and None in values:
            raise ValueError(
                self._place(values.index(None)) + "NULL is not allowed in a NOT NULL column"
            )
        try:
            array = self._converted(values)
        except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError, UnicodeError) as error:
            raise self._worst(values, error) from None
        self._first_row += len(values)
        return array

    def _converted(self, values):
        if self._base in ("DATETIME", "TIMESTAMP"):
            zone = zoneinfo.ZoneInfo(os.environ.get("PAISQL_TIME_ZONE", "Asia/Shanghai"))
            values = [
                value.replace(tzinfo=zone) if value is not None and value.tzinfo is None else value
                for value in values
            ]
        if self._base in ("TIMESTAMP", "TIMESTAMP_NTZ"):
            return timestamps.from_datetimes(values)
        if self._base in ("VARCHAR", "CHAR"):
            limit = int(self._column.type.split("(")[1][:-1])
            for value in values:
                if (
                    value is not None
                    and len(value if isinstance(value, str) else value.decode()) > limit
                ):
                    raise OverflowError("longer than %d characters" % limit)
        return pa.array(values, self.arrow_type)

    def _worst(self, values, error):
        """The ValueError for the first value that cannot be converted alone."""
        for index, value in enumerate(values):
            try:
                self._converted([value])
            except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError, UnicodeError) as own:
                return ValueError(self._place(index) + "%r does not fit (%s)" % (value, own))
        return ValueError(self._place(0) + str(error))

    def _checked(self, index, value):
        if isinstance(value, np.ndarray) and value.ndim == 0:
            value = value.item()
        fits = value is None or isinstance(value, self._accepted)
        # bool is an int and datetime a date to Python, but neither is to SQL.
        if isinstance(value, bool) and self._base != "BOOLEAN":
            fits = False
        if isinstance(value, datetime.datetime) and self._base == "DATE":
            fits = False
        if not fits:
            shown = repr(value)
            raise TypeError(
                self._place(len(self._values) + index)
                + "a value of type %s cannot be written (%s)"
                % (type(value).__name__, shown if len(shown) < 80 else shown[:77] + "...")
            )
        self._seen.add(type(value))
        return value

    def _place(self, index):
        column = self._column
        return "column '%s' (%s) of table %s, row %d: " % (
            column.name,
            column.type,
            self._table_name,
            self._first_row + index,
        )
