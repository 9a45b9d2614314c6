"""What scripts give to a writer as rows, in its many forms (pai-table-io: 3 and 5)."""

import numpy as np

_PLAIN = frozenset((int, float, str, bytes, bool, type(None)))  # most values are of these types
_SCALARS = (str, bytes, np.generic, dict, set, frozenset)  # the last ones are in no order
_ROWS = (list, tuple, np.void)


def value_of(value):
    """A tensor's array, or scalar without a dimension; anything else as it is.

    TypeError for a tensor of a graph, which has no value.
    """
    if type(value) in _PLAIN or not hasattr(value, "__array__"):
        return value
    if isinstance(value, np.ma.MaskedArray):
        return value  # asarray() would forget what is masked
    try:
        array = np.asarray(value)
        return array if array.ndim else array[()]
    except NotImplementedError:
        raise TypeError(
            "%r has no value outside of a session: write what session.run() gives, or write in the "
            "graph with tf.TableRecordWriter" % (value,)
        ) from None


def _is_row(value):
    if type(value) in _PLAIN:
        return False
    return isinstance(value, _ROWS) or np.ndim(value) > 0


def columns_of_array(values):
    """The columns of an array of two dimensions or of records; None for anything else."""
    if not isinstance(values, np.ndarray):
        return None
    if values.dtype.names:
        records = values.reshape(-1)
        return [records[name] for name in values.dtype.names]
    return list(values.T) if values.ndim == 2 else None


def rows_of(values):
    """Sequences of scalars, one a row, in a list."""
    if isinstance(values, np.void):
        return [values.item()]
    if isinstance(values, _SCALARS) or not hasattr(values, "__iter__"):
        return [(values,)]
    if not isinstance(values, (list, tuple)):
        values = list(values)
    if values and not _is_row(value_of(values[0])):
        return [values]
    if set(map(type, values)) <= {list, tuple}:
        return values
    rows = []
    for number, row in enumerate(map(value_of, values)):
        if not _is_row(row):
            raise ValueError("row %d of the values is not a row of scalars: %r" % (number, row))
        rows.append(row.item() if isinstance(row, np.void) else list(row))
    return rows


def columns_of(columns):
    """Arrays of one dimension and one length, of columns of shape [], [n] or [n,1]; ValueError else."""
    arrays = [np.asarray(value_of(column)) for column in columns]
    for number, array in enumerate(arrays):
        if array.ndim > 2 or (array.ndim == 2 and array.shape[1] != 1):
            raise ValueError(
                "values[%d] has the shape %s, and a column is [], [n] or [n,1]" % (number, list(array.shape))
            )
    if len({array.size for array in arrays}) > 1:
        raise ValueError("the columns have different lengths: %s" % [array.size for array in arrays])
    return [array.reshape(-1) for array in arrays]
