"""Columns of a batch as pandas, pyarrow and NumPy have them, for functions that are called once for many rows.

container: True for pandas Series, "arrow" for arrays of pyarrow, "numpy" for arrays of NumPy
"""

import sys

_NUMPY = {
    "boolean": "bool", "tinyint": "int8", "smallint": "int16", "int": "int32", "bigint": "int64", "float": "float32",
    "double": "float64",
}  # fmt: skip
_ARROW = {
    "boolean": "bool_", "tinyint": "int8", "smallint": "int16", "int": "int32", "bigint": "int64", "float": "float32",
    "double": "float64", "string": "string", "binary": "binary", "date": "date32",
}  # fmt: skip
_FLOATS = ("float", "double")


def make(values, kind, container):
    """The column of a list of values; whole numbers with NULLs are objects in pandas and NumPy, floats have NaN."""
    if container == "arrow":
        import pyarrow

        name = _ARROW.get(kind.name)
        return pyarrow.array(values, getattr(pyarrow, name)() if name else None)
    import numpy

    kept = _NUMPY.get(kind.name, "object")
    if kept != "object" and kind.name not in _FLOATS and None in values:
        kept = "object"
    if kept == "object":
        found = numpy.empty(len(values), dtype=object)  # an array of lists must not become one of two dimensions
        found[:] = values
    else:
        found = numpy.array(values, dtype=kept)
    if container == "numpy":
        return found
    import pandas

    return pandas.Series(found)


def take(column, kind):
    """The list of a column that a function has returned; what the library has for a missing value is None."""
    if type(column).__name__ in ("Array", "ChunkedArray") or hasattr(column, "to_pylist"):
        return column.to_pylist()
    if not isinstance(column, (list, tuple)) and not hasattr(column, "tolist"):
        raise TypeError("return value expected a column but %r found" % type(column))
    values = list(column) if isinstance(column, (list, tuple)) else column.tolist()
    pandas = sys.modules.get("pandas")
    missing = () if pandas is None else (pandas.NA, pandas.NaT)
    if kind.name == "decimal" or kind.name in _FLOATS or not missing:
        found = values
    else:
        found = [None if value != value else value for value in values] if _has_float(values) else values
    if missing:
        found = [None if any(value is one for one in missing) else value for value in found]
    if kind.name in ("datetime", "timestamp", "timestamp_ntz"):
        found = [value.to_pydatetime() if hasattr(value, "to_pydatetime") else value for value in found]
    if kind.name in _FLOATS and pandas is not None and isinstance(column, pandas.Series):
        found = [None if value != value else value for value in found]  # pandas has no other NULL
    return found


def _has_float(values):
    return float in set(map(type, values))
