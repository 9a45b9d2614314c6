"""Columns of tables as the elements of tensors."""

import numpy as np
import pyarrow as pa

from paisql.alink_models import ModelError, column_types, tensor_text, value_casts

_CASTS = {"i": "BIGINT", "u": "BIGINT", "f": "DOUBLE", "b": "BOOLEAN", "O": "STRING"}

# Of each kind of column the kinds of NumPy that inputs have which take it.
_TAKEN = (
    (pa.types.is_decimal, "f"),
    (pa.types.is_boolean, "b"),
    (pa.types.is_integer, "iuf"),
    (pa.types.is_floating, "f"),
)


class Cells:
    """The elements of a column's rows, one row after the other.

    values   1-D array of the input's dtype
    offsets  row i has values[offsets[i]:offsets[i + 1]]
    shapes   of each row the shape that its text gives, or None; None: no row has one
    scalar   whether each row is one plain value
    """

    def __init__(self, values, offsets, shapes=None, scalar=False):
        self.values, self.offsets, self.shapes, self.scalar = values, offsets, shapes, scalar

    def length(self, row):
        return int(self.offsets[row + 1] - self.offsets[row])

    def shape(self, row):
        """The shape that the row itself says, or None; () for a plain value."""
        if self.shapes is not None:
            return self.shapes[row]
        return () if self.scalar else None

    def changes(self):
        """Which rows differ in length or shape from the one before."""
        lengths = np.diff(self.offsets)
        differ = lengths[1:] != lengths[:-1]
        if self.shapes is not None:
            differ |= np.array([a != b for a, b in zip(self.shapes[1:], self.shapes)], bool)
        return differ


def _no_fit(name, column, spec, cast):
    return ModelError(
        "column '%s' is %s, and the input %s takes no such values: CAST(%s AS %s) in a query"
        % (name, column_types.name_of(column), spec, name, cast)
    )


def check(name, kind, spec):
    """ModelError where a column of the Arrow type has no values for the input; before any row is read."""
    if spec.dtype is None and spec.type_name != "any":
        raise ModelError("the input %s has no values of tables" % spec)
    element = kind.value_type if pa.types.is_list(kind) else kind
    if pa.types.is_string(element) or pa.types.is_large_string(element):
        if pa.types.is_list(kind) and spec.dtype is not None and spec.dtype != object:
            raise _no_fit(name, kind, spec, "ARRAY<%s>" % _CASTS[spec.dtype.kind])
        return
    if pa.types.is_binary(element) and (spec.dtype is None or spec.dtype == object):
        return
    taken = next((dtypes for is_kind, dtypes in _TAKEN if is_kind(element)), None)
    if taken is None:
        raise ModelError(
            "column '%s' is %s, which no tensor holds: CAST(%s AS STRING) or BIGINT in a query"
            % (name, column_types.name_of(kind), name)
        )
    if spec.dtype is not None and spec.dtype.kind not in taken:
        raise _no_fit(name, kind, spec, _CASTS[spec.dtype.kind])


def read(name, array, spec, first_row):
    """Cells of an Arrow array without NULL, of a type that check() takes.

    first_row  the number, from 1, of the first row, for the messages of errors
    """
    kind = array.type
    if pa.types.is_list(kind):
        array = array if array.offset == 0 else pa.concat_arrays([array])
        offsets = array.offsets.to_numpy().astype(np.int64)
        elements = array.flatten()
        if elements.null_count:
            raise ModelError("column '%s' has a NULL in an ARRAY" % name)
        offsets -= offsets[0]
        return Cells(_plain(name, elements, spec, first_row, offsets), offsets)
    if pa.types.is_string(kind) and spec.dtype != object:
        return _texts(name, array, spec, first_row)
    if pa.types.is_string(kind) and any(map(tensor_text.is_tensor, array[:1].to_pylist())):
        return _texts(name, array, spec, first_row)
    offsets = np.arange(len(array) + 1)
    return Cells(_plain(name, array, spec, first_row, offsets), offsets, scalar=True)


def _plain(name, array, spec, first_row, offsets):
    """An Arrow array of values as a NumPy array of the input's dtype.

    offsets  row i, from first_row on, has the values offsets[i] to offsets[i + 1]
    """
    kind = array.type
    if pa.types.is_string(kind) or pa.types.is_binary(kind):
        values = np.empty(len(array), object)
        values[:] = array.cast(pa.binary()).to_pylist()
        return values
    dtype = spec.dtype
    if dtype is None:
        # DOUBLE is narrowed, as it is on its way to scripts: models of PyTorch have floats.
        floating = pa.types.is_floating(kind) or pa.types.is_decimal(kind)
        dtype = np.dtype(np.float32) if floating else None
    try:
        if pa.types.is_decimal(kind):
            array = array.cast(pa.float64())
        if dtype is not None and dtype.kind in "iub":
            array = value_casts.cast(array, pa.from_numpy_dtype(dtype))
        values = array.to_numpy(zero_copy_only=False)
        return values if dtype is None or dtype.kind != "f" else value_casts.narrowed(values, dtype)
    except value_casts.Refused as refused:
        row = first_row + int(np.searchsorted(offsets, refused.place, "right")) - 1
        raise ModelError(
            "column '%s', row %d: %s does not fit the input %s" % (name, row, refused.shown, spec)
        ) from None


def _texts(name, array, spec, first_row):
    values, shapes, offsets = [], [], [0]
    for number, text in enumerate(array.to_pylist()):
        try:
            elements, shape = tensor_text.read(text, spec.dtype)
        except ValueError as error:
            shown = text if len(text) <= 40 else text[:37] + "..."
            raise ModelError(
                "column '%s', row %d: '%s' is not a value for the input %s: %s"
                % (name, first_row + number, shown, spec, error)
            ) from None
        values.append(elements)
        shapes.append(shape)
        offsets.append(offsets[-1] + len(elements))
    if not values:
        return Cells(np.empty(0, spec.dtype or np.float32), np.array([0]))
    dtypes = {one.dtype for one in values}
    if len(dtypes) > 1:
        raise ModelError("column '%s' has tensors of several types" % name)
    given = shapes if any(shape is not None for shape in shapes) else None
    return Cells(np.concatenate(values), np.array(offsets, np.int64), given)
