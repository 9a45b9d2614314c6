"""Answers of a model, arrays of NumPy, as columns of a table."""

import numpy as np
import pyarrow as pa

from paisql.alink_models import ModelError, tensor_text, value_casts


class Ragged:
    """The answers of rows that were computed each on its own."""

    def __init__(self, answers):
        self.answers = answers


def arrow_of(column):
    return pa.list_(pa.float64()) if column.form == "raw" else column.arrow


def column_of(answer, rows, column, whole):
    """The answer for some rows as an Arrow array of the column's type."""
    if isinstance(answer, Ragged):
        return pa.concat_arrays([column_of(one, 1, column, whole) for one in answer.answers])
    if column.form == "raw":
        if answer.dtype == object:
            raise ModelError("the answers of the model are texts and not numbers")
        each = answer.size // rows
        offsets = np.arange(0, answer.size + 1, max(each, 1), dtype=np.int32)[: rows + 1]
        return pa.ListArray.from_arrays(offsets, pa.array(answer.ravel().astype(np.float64)))
    if column.form == "number":
        if answer.size != rows:
            raise ModelError(
                "column '%s' is %s, and the answer has %d elements a row: STRING, VECTOR or "
                "%s_TENSOR in outputSchemaStr hold all of them"
                % (column.name, column.type, answer.size // max(rows, 1), "FLOAT")
            )
        return _numbers(answer.reshape(rows), column)
    if column.form == "joined" and answer.size == rows and answer.dtype == object:
        return _numbers(answer.reshape(rows), column)
    parts = answer.reshape([1] + list(answer.shape)) if rows == 1 else answer
    if rows == 1 and not whole and answer.ndim and answer.shape[0] == 1:
        parts = answer
    elif rows > 1 and whole:
        parts = answer.reshape([rows, 1] + list(answer.shape[1:]))
    text_of = _TEXTS[column.form]
    return pa.array([text_of(part, column) for part in parts], column.arrow)


_TEXTS = {
    "joined": lambda part, column: tensor_text.joined(part),
    "sparse": lambda part, column: tensor_text.sparse(part),
    "tensor": lambda part, column: tensor_text.tensor(part, column.tensor),
}


def _numbers(values, column):
    """One element a row as the column's type; ModelError for what does not fit."""
    texts = values.dtype == object
    array = pa.array(values.tolist(), pa.binary()) if texts else pa.array(values)
    try:
        if texts:
            array = value_casts.cast(array, pa.string())
        floats = pa.types.is_floating(array.type) and pa.types.is_floating(column.arrow)
        return value_casts.cast(array, column.arrow, safe=not floats)
    except value_casts.Refused as refused:
        raise ModelError(
            "column '%s' (%s): the answer %s does not fit" % (column.name, column.type, refused.shown)
        ) from None
