"""Columns of a batch as pandas, pyarrow and NumPy have them, for functions that are called once for many rows.

container: True for pandas Series, "arrow" for arrays of pyarrow, "numpy" for arrays of NumPy

Numbers, and what of pyarrow is laid out as a batch is, go there and back as buffers; other columns as lists of values.
"""

import sys

from paisql.functions import packed_columns

_NUMPY = {
    "boolean": "bool", "tinyint": "int8", "smallint": "int16", "int": "int32", "bigint": "int64", "float": "float32",
    "double": "float64",
}  # fmt: skip
_ARROW = {
    "boolean": "bool_", "tinyint": "int8", "smallint": "int16", "int": "int32", "bigint": "int64", "float": "float32",
    "double": "float64", "string": "string", "binary": "binary", "date": "date32",
}  # fmt: skip
_FLOATS = ("float", "double")


def read(payload, types, meaning, container):
    """(rows, columns) of a batch."""
    reader = packed_columns.Reader(payload, meaning)
    rows = reader.head(types)
    column = _arrow_column if container == "arrow" else _numpy_column
    found = [column(reader, kind) for kind in types]
    if container in ("arrow", "numpy"):
        return rows, found
    import pandas

    return rows, [pandas.Series(one, copy=False) for one in found]


def write(column, rows, kind, meaning):
    """The batch of a column that a function has returned; ValueError for another number of rows."""
    if not (hasattr(column, "to_pylist") or hasattr(column, "tolist") or isinstance(column, (list, tuple))):
        raise TypeError("return value expected a column but %r found" % type(column))
    if len(column) != rows:
        raise ValueError("return value expected a column of %d rows but %d found" % (rows, len(column)))
    pieces = packed_columns.begin(1, rows)
    if _add_arrow(pieces, column, kind) or _add_numbers(pieces, column, kind):
        return b"".join(pieces)
    return packed_columns.write([_values(column, kind)], [kind], rows, meaning)


# ---- reading


def _numpy_column(reader, kind):
    """An array of NumPy that is the function's own. Whole numbers with NULLs are objects, floats have NaN."""
    import numpy

    tag, _, length = reader.peek()
    name = _NUMPY.get(kind.name)
    if name is None or tag == packed_columns.NULL:
        return _objects(reader.node(kind))
    flags = reader.skip_head()
    dtype = numpy.dtype(name)
    found = numpy.frombuffer(reader.buffer(length * dtype.itemsize), dtype).copy()
    if flags is None:
        return found
    there = numpy.unpackbits(numpy.frombuffer(flags, numpy.uint8), count=length, bitorder="little")
    if kind.name in _FLOATS:
        found[there == 0] = numpy.nan
    else:
        found = found.astype(object)
        found[there == 0] = None
    return found


def _objects(values):
    import numpy

    found = numpy.empty(len(values), dtype=object)  # an array of lists must not become one of two dimensions
    found[:] = values
    return found


def _arrow_column(reader, kind):
    import numpy
    import pyarrow

    tag, form, length = reader.peek()
    name = _ARROW.get(kind.name)
    made = getattr(pyarrow, name)() if name else None
    if name is None or tag == packed_columns.NULL:
        return pyarrow.array(reader.node(kind), made)
    flags = reader.skip_head()
    buffers = [None if flags is None else pyarrow.py_buffer(flags)]
    if tag == packed_columns.BOOLEAN:
        values = numpy.frombuffer(reader.buffer(length), numpy.uint8)
        buffers.append(pyarrow.py_buffer(numpy.packbits(values, bitorder="little")))
    elif form == packed_columns.ENDED:
        data = bytes(reader.ended())
        offsets = numpy.zeros(length + 1, numpy.int32)
        offsets[1:] = numpy.flatnonzero(numpy.frombuffer(data, numpy.uint8) == 0) - numpy.arange(length)
        buffers += map(pyarrow.py_buffer, (offsets, data.replace(b"\0", b"")))
    elif tag in (packed_columns.STRING, packed_columns.BINARY):
        offsets = reader.buffer((length + 1) * 4)
        buffers += map(pyarrow.py_buffer, (offsets, reader.buffer(offsets.cast("I")[-1])))
    else:
        buffers.append(pyarrow.py_buffer(reader.buffer(length * (made.bit_width // 8))))
    return pyarrow.Array.from_buffers(made, length, buffers)


# ---- writing


def _add_numbers(pieces, column, kind):
    """Adds a column of pandas or NumPy whose numbers a batch can have as they are; False for another one."""
    numpy = sys.modules.get("numpy")
    if numpy is None or kind.name not in _NUMPY:
        return False
    values, missing = _numbers(column, numpy)
    if not isinstance(values, numpy.ndarray) or values.ndim != 1:
        return False
    wanted = numpy.dtype(_NUMPY[kind.name])
    if values.dtype != wanted:
        if kind.name == "boolean" or values.dtype.kind not in ("iuf" if wanted.kind == "f" else "iu"):
            return False
        if wanted.kind == "i" and len(values):
            limits = numpy.iinfo(wanted)
            if values.min() < limits.min or values.max() > limits.max:
                return False
        values = values.astype(wanted)
    flags = None if missing is None else _flags(missing, numpy)
    packed_columns.add_node(pieces, packed_columns.TAGS[kind.name], len(values), flags, values.tobytes())
    return True


def _numbers(column, numpy):
    """(the array, an array of what is missing in it or None) of a column; another value where it has no such one."""
    pandas = sys.modules.get("pandas")
    if pandas is None:
        return column, None
    if isinstance(column, pandas.Series):
        if isinstance(column.dtype, numpy.dtype):
            values = column.to_numpy()
            return values, numpy.isnan(values) if values.dtype.kind == "f" else None  # pandas has no other NULL
        column = column.array
    plain = getattr(getattr(column, "dtype", None), "numpy_dtype", None)  # of "Int64" and its like
    if plain is None or plain.kind not in "iufb" or not isinstance(column, pandas.api.extensions.ExtensionArray):
        return column, None
    missing = column.isna()
    return column.to_numpy(plain, na_value=0) if missing.any() else column.to_numpy(plain), missing


def _flags(missing, numpy):
    """The bitmap for an array of what is missing; None where nothing is."""
    if not missing.any():
        return None
    bits = numpy.packbits(~missing, bitorder="little").tobytes()
    return bits + bytes(-len(bits) & 7)


def _add_arrow(pieces, column, kind):
    """Adds an array of pyarrow of just the type; False for another column."""
    pyarrow = sys.modules.get("pyarrow")
    if pyarrow is None or kind.name not in _ARROW:
        return False
    if isinstance(column, pyarrow.ChunkedArray):
        column = column.combine_chunks()
        if isinstance(column, pyarrow.ChunkedArray):
            return False
    if not isinstance(column, pyarrow.Array) or column.type != getattr(pyarrow, _ARROW[kind.name])():
        return False
    import numpy

    length, first = len(column), column.offset
    flags = _flags(column.is_null().to_numpy(zero_copy_only=False), numpy) if column.null_count else None
    _, *buffers = column.buffers()
    tag = packed_columns.TAGS[kind.name]
    if tag == packed_columns.BOOLEAN:
        bits = numpy.frombuffer(buffers[0], numpy.uint8) if length else numpy.empty(0, numpy.uint8)
        data = [numpy.unpackbits(bits, count=first + length, bitorder="little")[first:].tobytes()]
    elif tag in (packed_columns.STRING, packed_columns.BINARY):
        if length:
            offsets = numpy.frombuffer(buffers[0], numpy.int32, length + 1, first * 4)
        else:
            offsets = numpy.zeros(1, numpy.int32)
        cells = b"" if buffers[1] is None else memoryview(buffers[1])[offsets[0] : offsets[-1]]
        data = [(offsets - offsets[0]).tobytes(), bytes(cells)]
    else:
        width = column.type.bit_width // 8
        data = [bytes(memoryview(buffers[0])[first * width : (first + length) * width]) if length else b""]
    packed_columns.add_node(pieces, tag, length, flags, *data)
    return True


def _values(column, kind):
    """The list of a column; what the library has for a missing value is None."""
    if hasattr(column, "to_pylist"):
        return column.to_pylist()
    values = column.tolist() if hasattr(column, "tolist") else list(column)
    types = set(map(type, values))
    pandas = sys.modules.get("pandas")
    if pandas is not None and types & {type(pandas.NA), type(pandas.NaT)}:
        missing = (pandas.NA, pandas.NaT)
        values = [None if any(value is one for one in missing) else value for value in values]
    # pandas has NaN for a NULL among others, and no other one among floats.
    are_floats = kind.name in _FLOATS
    if float in types and kind.name != "decimal" and pandas is not None:
        if not are_floats or isinstance(column, pandas.Series):
            values = [None if value != value else value for value in values]
    if kind.name in ("datetime", "timestamp", "timestamp_ntz"):
        values = [value.to_pydatetime() if hasattr(value, "to_pydatetime") else value for value in values]
    return values
