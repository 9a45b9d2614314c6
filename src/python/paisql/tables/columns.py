"""Table columns as NumPy arrays: which record defaults fit a column, and how its values arrive.

A column of type            takes a default of dtype   and arrives as
TINYINT, SMALLINT, INT, BIGINT   int32, int64          that dtype; too large for int32 is an error
FLOAT, DOUBLE                    float32, float64      that dtype
BOOLEAN                          bool                  bool
STRING, VARCHAR, CHAR, BINARY    string                bytes
DECIMAL, DATE, DATETIME, TIMESTAMP  string             bytes of the text that SQL shows
ARRAY, MAP, STRUCT, JSON, INTERVAL: an error that names the column.

A default of another dtype is an error, never a cast (pai-table-io: 1).
"""

import os

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paisql.imports import arrow_alone
from paisql.python2 import strings
from paisql.tables import timestamps

arrow_alone.begin()

_FAMILIES = {
    "TINYINT": "bigint",
    "SMALLINT": "bigint",
    "INT": "bigint",
    "BIGINT": "bigint",
    "FLOAT": "double",
    "DOUBLE": "double",
    "BOOLEAN": "boolean",
    "STRING": "string",
    "VARCHAR": "string",
    "CHAR": "string",
    "BINARY": "string",
    "DECIMAL": "text",
    "DATE": "text",
    "DATETIME": "text",
    "TIMESTAMP": "text",
    "TIMESTAMP_NTZ": "text",
}

# NumPy kinds (and the dtype that an error message calls the expected one) of each family.
_DTYPES = {
    "bigint": (("int64", "int32"), "bigint columns take an integer, np.int64(0) for 64 bits"),
    "double": (("float64", "float32"), "double columns take a float, np.float64(0) for 64 bits"),
    "boolean": (("bool",), "boolean columns take False or True"),
    "string": (("object",), "string columns take ''"),
    "text": (("object",), "columns of this type are read as text and take ''"),
}

# name and number of a dtype in TensorFlow's own messages
_TENSORFLOW = {
    "float32": ("float", 1),
    "float64": ("double", 2),
    "int32": ("int32", 3),
    "object": ("string", 7),
    "int64": ("int64", 9),
    "bool": ("bool", 10),
}

_ARROW = {
    "BOOLEAN": pa.bool_(),
    "TINYINT": pa.int8(),
    "SMALLINT": pa.int16(),
    "INT": pa.int32(),
    "BIGINT": pa.int64(),
    "FLOAT": pa.float32(),
    "DOUBLE": pa.float64(),
    "STRING": pa.string(),
    "VARCHAR": pa.string(),
    "CHAR": pa.string(),
    "BINARY": pa.binary(),
    "DATE": pa.date32(),
    "DATETIME": pa.timestamp("us", tz="UTC"),
    "TIMESTAMP": timestamps.ARROW_TYPE,
    "TIMESTAMP_NTZ": timestamps.ARROW_TYPE,
}


def base_type(type_text):
    """The name "DECIMAL" for "DECIMAL(10,2)", "ARRAY" for "ARRAY<INT>"."""
    return type_text.split("(")[0].split("<")[0]


def arrow_type(type_text):
    """The type a column has in the table's Parquet files; ValueError for one that has none here."""
    base = base_type(type_text)
    if base == "DECIMAL":
        precision, scale = type_text[len("DECIMAL(") : -1].split(",")
        return pa.decimal128(int(precision), int(scale))
    if base not in _ARROW:
        raise ValueError("a column of type %s cannot be read or written by a script" % type_text)
    return _ARROW[base]


def file_type(type_text):
    """arrow_type() of a column, and the list of it for an ARRAY."""
    if base_type(type_text) == "ARRAY":
        return pa.list_(file_type(type_text[len("ARRAY<") : -1]))
    return arrow_type(type_text)


def family(column, table_name):
    """One of "bigint", "double", "boolean", "string", "text"; ValueError for a nested column."""
    found = _FAMILIES.get(base_type(column.type))
    if found is None:
        raise ValueError(
            "column '%s' of table %s is %s, which a script cannot read: leave it out with "
            "selected_cols or excluded_cols" % (column.name, table_name, column.type)
        )
    return found


def check_default(column, table_name, dtype):
    """ValueError when a record default of NumPy dtype `dtype` does not fit the column."""
    accepted, cure = _DTYPES[family(column, table_name)]
    name = np.dtype(dtype).name
    if name in accepted:
        return
    got, got_number = _TENSORFLOW[name]
    expected, expected_number = _TENSORFLOW[accepted[0]]
    raise ValueError(
        "Check failed: dtype() == expected_dtype (%d vs. %d) %s expected, got %s. "
        "Column '%s' of table %s is %s: %s."
        % (got_number, expected_number, expected, got, column.name, table_name, column.type, cure)
    )


def to_text(array, type_text):
    """An Arrow array as an Arrow string array with the text that SQL shows."""
    base = base_type(type_text)
    zone = os.environ.get("PAISQL_TIME_ZONE", "Asia/Shanghai")
    if base in ("TIMESTAMP", "TIMESTAMP_NTZ"):
        return timestamps.to_text(array, zone if base == "TIMESTAMP" else None)
    if base == "DATETIME":
        array = pc.local_timestamp(array.cast(pa.timestamp(array.type.unit, tz=zone)))
        array = array.cast(pa.timestamp("s"), safe=False)
    return array.cast(pa.string())


def as_today(array, type_text):
    """An Arrow array of a file as arrow_type() of the column's type today."""
    if base_type(type_text) == "ARRAY":
        return array  # its values were never of another type
    today = arrow_type(type_text)
    if base_type(type_text) in ("TIMESTAMP", "TIMESTAMP_NTZ"):
        array = timestamps.today_of(array)
    if array.type == today:
        return array
    # A widened column: a BIGINT may have more digits than a DOUBLE.
    return array.cast(today, safe=not pa.types.is_floating(today))


def to_numpy(array, column, default):
    """One column of a chunk as a NumPy array of the default's dtype, NULL replaced by the default.

    array    Arrow array of the column's own type
    default  NumPy scalar, or bytes for a string
    """
    if isinstance(default, bytes):
        if _FAMILIES[base_type(column.type)] == "text":
            array = to_text(array, column.type)
        array = array.cast(pa.binary())
        if array.null_count:
            array = pc.fill_null(array, pa.scalar(default, pa.binary()))
        return array.to_numpy(zero_copy_only=False)
    wanted = pa.from_numpy_dtype(default.dtype)
    if array.type != wanted:
        try:
            array = array.cast(wanted, safe=not pa.types.is_floating(wanted))
        except pa.ArrowInvalid as error:
            raise ValueError("column '%s' holds a value too large for %s (%s)" % (column.name, wanted, error)) from None
    if array.null_count:
        array = pc.fill_null(array, pa.scalar(default.item(), wanted))
    return array.to_numpy(zero_copy_only=False)


def to_python(array, column):
    """One column of a chunk as a list: int, float, bool, bytes, None for NULL.

    In a script for Python 2 bytes are strings of that one (paisql.python2.text).
    """
    kind = _FAMILIES[base_type(column.type)]
    if kind == "text":
        array = to_text(array, column.type)
    if kind not in ("text", "string"):
        return array.to_pylist()
    values = array.cast(pa.binary()).to_pylist()
    to_texts = strings.for_rows()
    return to_texts(values) if to_texts else values
