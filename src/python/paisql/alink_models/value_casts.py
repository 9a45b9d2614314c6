"""Values of one type as those of another, and which of them does not fit."""

import numpy as np
import pyarrow as pa

from paisql.tables import halves

_SHOWN_LETTERS = 40


class Refused(ValueError):
    """place: of the first value that does not fit; shown: it, as a text."""

    def __init__(self, place, value):
        super().__init__(place, value)
        self.place, self.shown = place, shown(value)


def shown(value):
    """A value in a message: a text in quotes, and not the whole of a long one."""
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    text = text if len(text) <= _SHOWN_LETTERS else text[: _SHOWN_LETTERS - 3] + "..."
    return "'%s'" % text if isinstance(value, (bytes, str)) else text


def cast(array, kind, safe=True):
    """The Arrow array as one of the type; Refused where a value does not fit.

    safe  whether a fraction that would be cut off, and an integer that a float does not hold, is refused
    """
    try:
        return array.cast(kind, safe=safe)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        place = halves.first_refused(
            lambda begin, count: array.slice(begin, count).cast(kind, safe=safe), len(array), *_NO_VALUE
        )
        raise Refused(place, array[place].as_py()) from None


def of_values(values, kind):
    """A list of Python's values as an Arrow array; Refused where one does not fit."""
    try:
        return pa.array(values, kind)
    except _NO_VALUE:
        place = halves.first_refused(
            lambda begin, count: pa.array(values[begin : begin + count], kind), len(values), *_NO_VALUE
        )
        raise Refused(place, values[place]) from None


_NO_VALUE = (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, OverflowError, ValueError, TypeError)


def narrowed(numbers, dtype):
    """A NumPy array of floats as one of the dtype; Refused where a finite number becomes infinite."""
    if numbers.dtype == dtype:
        return numbers
    with np.errstate(over="ignore"):
        made = numbers.astype(dtype)
    lost = np.isinf(made) & ~np.isinf(numbers)
    if lost.any():
        place = int(lost.argmax())
        raise Refused(place, numbers[place].item())
    return made
