"""Cells that are wider than a tf.train.Example may be."""

import pyarrow as pa
import pyarrow.compute as pc

from paisql.alink_stream import whole_lines
from paisql.alink_task import TaskError

MOST_BYTES = whole_lines.LONGEST_LINE_BYTES


def refuse(arrays, columns, position, name):
    """TaskError for the widest cell that is too wide, before it is copied into an Example.

    arrays    Arrow arrays, of the columns of these names
    position  of their first row in what has the name `name`, from 0 on
    """
    for array, column in zip(arrays, columns):
        if array.nbytes <= MOST_BYTES:
            continue
        sizes = _cell_bytes(array)
        widest = pc.max(sizes).as_py()
        if widest > MOST_BYTES:
            raise TaskError(
                "%s: column '%s' has %d bytes in row %d, and a cell at most %d"
                % (name, column, widest, position + pc.index(sizes, widest).as_py() + 1, MOST_BYTES)
            )


def _cell_bytes(array):
    """How many bytes each cell of an array takes, of a list with those that say where its elements begin."""
    if pa.types.is_string(array.type) or pa.types.is_binary(array.type):
        return pc.fill_null(pc.binary_length(array), 0)
    if pa.types.is_list(array.type):
        return pa.array([array.slice(row, 1).flatten().nbytes for row in range(len(array))])
    return pa.array([0] * len(array))
