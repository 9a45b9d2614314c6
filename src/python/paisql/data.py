"""Tables of a job without TensorFlow: `import paisql.data`.

    for batch in paisql.data.batches(url, ["id", "value"], rows=4096):
        batch["value"]                     # a NumPy array
    reader = paisql.data.reader(url)       # a pyarrow.RecordBatchReader
    dataset = paisql.data.torch_dataset(url, ["id", "value"], rows=4096)   # for PyTorch

A table is a URL of -Dtables, that of a query among them, with "?start=A&end=B" for a range of its
rows, or a list of URLs of one schema. ValueError for a table that the statement does not read, an
unknown column, a column that no script can read.
"""

import sys

import numpy as np
import pyarrow as pa

from paisql.tables import columns as column_rules
from paisql.tables import rows as table_rows

# What stands for NULL without a default: there is nothing else of that dtype to tell it by.
_DTYPES = {
    "TINYINT": np.int8,
    "SMALLINT": np.int16,
    "INT": np.int32,
    "BIGINT": np.int64,
    "FLOAT": np.float32,
    "DOUBLE": np.float64,
    "BOOLEAN": np.bool_,
}


def _ranges(tables, columns, slice_id, slice_count):
    urls = tables.split(",") if isinstance(tables, str) else list(tables)
    if not urls:
        raise ValueError("no table is named")
    return [table_rows.RowRange(url, columns, None, slice_id, slice_count) for url in urls]


def reader(tables, columns=None, rows=16384, slice_id=0, slice_count=1):
    """A pyarrow.RecordBatchReader over a slice of the rows, in their order.

    columns  names, or a comma list; all data columns by default
    rows     of a record batch, at most; batches may be smaller
    """
    ranges = _ranges(tables, columns, slice_id, slice_count)
    fields = [
        (column.name, column_rules.arrow_type(column.type if column.id else "STRING")) for column in ranges[0].columns
    ]
    schema = pa.schema(fields)

    def generate():
        for found in ranges:
            for arrays in found.chunks(chunk_rows=rows):
                yield pa.record_batch(arrays, schema=schema)

    return pa.RecordBatchReader.from_batches(schema, generate())


def batches(tables, columns=None, rows=1024, slice_id=0, slice_count=1, defaults=None, drop_remainder=False):
    """Yields {column name: NumPy array of `rows` values}; the last batch is smaller, or dropped.

    Numbers have the width of their column. Texts, times and decimals are arrays of bytes objects,
    as in TableRecordDataset, with None for NULL.

    defaults  {column name: value} that stands for NULL. Without one a NULL is NaN in FLOAT and
              DOUBLE, and a ValueError in integers and BOOLEAN
    """
    source = _Source(tables, columns, rows, slice_id, slice_count, defaults, drop_remainder)
    source.check()
    return source.batches()


def torch_dataset(
    tables,
    columns=None,
    rows=1024,
    slice_id=0,
    slice_count=1,
    defaults=None,
    drop_remainder=False,
    epochs=1,
    as_tuple=False,
):
    """A torch.utils.data.IterableDataset of batches, for DataLoader(dataset, batch_size=None).

    A batch is {column name: tensor of `rows` values}, or with as_tuple the tensors in the order of
    `columns`. Tensors share the memory of the NumPy arrays that `batches` gives; columns of texts
    are such arrays themselves, because no tensor holds texts. Each worker of the DataLoader reads
    its own part of the rows, so `num_workers` batches may be smaller at the end of an epoch.

    epochs  how often the rows are given in one iteration, None for ever

    The other arguments are those of `batches`. ModuleNotFoundError without PyTorch, with the command
    that brings it.
    """
    if epochs is not None and epochs < 1:
        raise ValueError("epochs is %r, and the rows are given once at least" % epochs)
    try:
        from paisql.tables import torch_rows
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise ModuleNotFoundError(
            "paisql.data.torch_dataset needs PyTorch: %s -m pip install torch brings it" % sys.executable, name="torch"
        ) from None
    source = _Source(tables, columns, rows, slice_id, slice_count, defaults, drop_remainder)
    return torch_rows.TableBatches(source, epochs, as_tuple)


class _Source:
    """What `batches` was asked for: plain values, so that it goes to other processes."""

    def __init__(self, tables, columns, rows, slice_id, slice_count, defaults, drop_remainder):
        if rows < 1:
            raise ValueError("a batch has at least one row, not %d" % rows)
        self._arguments = (tables, columns, slice_id, slice_count)
        self._rows = rows
        self._defaults = {name.lower(): value for name, value in (defaults or {}).items()}
        self._drop_remainder = drop_remainder

    def check(self):
        """ValueError for what cannot be read."""
        for found in _ranges(*self._arguments):
            for column in found.columns:
                column_rules.family(column, found.table.name)

    def row_count(self):
        """How many rows there are; waits for those of a query."""
        return sum(found.rows for found in _ranges(*self._arguments))

    def batches(self, part=(0, 1)):
        """The batches; of the rows, part[0] of part[1] parts of neighbouring ones."""
        ranges = _ranges(*self._arguments)
        for found in ranges:
            found.keep_part(*part)
        return _batches(ranges, self._rows, self._defaults, self._drop_remainder)


def _batches(ranges, rows, defaults, drop_remainder):
    names = [column.name for column in ranges[0].columns]
    waiting, count = [], 0
    for found in ranges:
        converted = found.chunks(convert=lambda arrays, found=found: _numpy(arrays, found, defaults))
        for chunk in converted:
            begin, length = 0, len(chunk[0])
            while count + length - begin >= rows:
                end = begin + rows - count
                waiting.append([array[begin:end] for array in chunk])
                yield _joined(names, waiting)
                waiting, count, begin = [], 0, end
            if begin < length:
                waiting.append([array[begin:] for array in chunk])
                count += length - begin
    if waiting and not drop_remainder:
        yield _joined(names, waiting)


def _joined(names, parts):
    arrays = parts[0] if len(parts) == 1 else [np.concatenate(pieces) for pieces in zip(*parts)]
    return dict(zip(names, arrays))


def _numpy(arrays, found, defaults):
    return [
        _column(array, column, found.table.name, defaults.get(column.name.lower()))
        for array, column in zip(arrays, found.columns)
    ]


def _column(array, column, table_name, default):
    dtype = _DTYPES.get(column_rules.base_type(column.type))
    if dtype is None:
        if default is not None:
            text = default.encode() if isinstance(default, str) else bytes(default)
            return column_rules.to_numpy(array, column, text)
        made = np.empty(len(array), object)
        made[:] = column_rules.to_python(array, column)
        return made
    if default is None and issubclass(dtype, np.floating):
        default = np.nan
    if default is None and array.null_count:
        raise ValueError(
            "column '%s' of table %s has NULLs: give their replacement in `defaults`" % (column.name, table_name)
        )
    return column_rules.to_numpy(array, column, dtype(0 if default is None else default))
