"""Alink's texts of tensors and vectors, as cells of STRING columns.

FLOAT#2,3#1 2 3 4 5 6       a tensor: its type, its shape, its elements in row-major order
STRING#2#3 1#abcd           a tensor of texts: the elements' lengths, then all letters
1 2 3      1,2,3            a vector, or numbers without a shape
$2,3$1 2 3 4 5 6            numbers with a shape
$4$0:1.5 2:3                a sparse vector of 4 elements; $4$: all are 0
"""

import re

import numpy as np

from paisql.alink_models import ModelError, number_text, value_casts

_TYPES = {
    "FLOAT": np.dtype(np.float32),
    "DOUBLE": np.dtype(np.float64),
    "INT": np.dtype(np.int32),
    "LONG": np.dtype(np.int64),
    "BYTE": np.dtype(np.int8),
    "UBYTE": np.dtype(np.uint8),
    "BOOLEAN": np.dtype(np.bool_),
    "STRING": np.dtype(object),
}
_NAMES = {dtype: name for name, dtype in _TYPES.items()}
_NAMES[np.dtype(np.int16)] = "INT"
_TOLD = {**_NAMES, np.dtype(np.int16): "SHORT"}
_TENSOR = re.compile(r"([A-Z]+)#([0-9]+(?:,[0-9]+)*)?#", re.ASCII)
_SHAPED = re.compile(r"\$\s*([0-9]+(?:\s*,\s*[0-9]+)*)?\s*\$", re.ASCII)
_MOST_ELEMENTS = 1 << 31
_MOST_DIMENSIONS = 31  # NumPy has 32, and the batch's is one


def is_tensor(text):
    """Whether the text says that it is a tensor."""
    match = _TENSOR.match(text)
    return match is not None and match[1] in _TYPES


def read(text, dtype):
    """(elements as a 1-D array, shape or None) of a cell.

    dtype  that of the answer; None: the tensor's own, for numbers that say none float32
    ValueError for a text that has another form, or does not fit the dtype.
    """
    match = _TENSOR.match(text)
    if match is not None and match[1] in _TYPES:
        return _read_tensor(text, match, dtype)
    if dtype == object:
        return np.array([text.encode()], object), None
    shape = None
    match = _SHAPED.match(text)
    if match is not None:
        shape, text = _sizes(match[1]), text[match.end() :]
        if ":" in text or (len(shape) == 1 and not text.strip()):
            return _read_sparse(text, shape, dtype)
    words = text.replace(",", " ").split()
    values = _numbers(words, dtype or np.dtype(np.float32))
    if shape is not None and _count(shape) != len(values):
        raise ValueError("it has %d elements for the shape %s" % (len(values), list(shape)))
    return values, shape


def _sizes(text):
    """The shape of a text "2,3"; ValueError for one that no tensor has."""
    sizes = tuple(number_text.integer(size.strip()) for size in (text or "").split(",") if size.strip())
    if max(sizes, default=0) > _MOST_ELEMENTS or len(sizes) > _MOST_DIMENSIONS:
        raise ValueError("its shape is too large for a tensor")
    return sizes


def _count(shape):
    count = 1
    for size in shape:
        count *= size
    if count > _MOST_ELEMENTS:
        raise ValueError("%d elements are too many" % count)
    return count


def _read_tensor(text, match, dtype):
    own, shape = _TYPES[match[1]], _sizes(match[2])
    rest = text[match.end() :]
    count = _count(shape)
    if own == object:
        lengths, _, letters = rest.partition("#")
        lengths = [number_text.integer(word) for word in lengths.split()]
        if len(lengths) != count or sum(lengths) != len(letters) or min(lengths, default=0) < 0:
            raise ValueError("its lengths do not fit its shape or its letters")
        values, begin = np.empty(count, object), 0
        for number, length in enumerate(lengths):
            values[number] = letters[begin : begin + length].encode()
            begin += length
        if dtype not in (None, own):
            raise ValueError("it holds texts and not numbers")
        return values, shape
    if dtype == object:
        raise ValueError("it holds numbers and not texts")
    values = _numbers(rest.split(), own)
    if len(values) != count:
        raise ValueError("it has %d elements for the shape %s" % (len(values), list(shape)))
    if dtype is None or dtype == own:
        return values, shape
    return _cast(values, dtype), shape


def _cast(values, dtype):
    """Numbers as another dtype; a float is not an integer, and an integer must fit."""
    if values.dtype.kind == "f" and dtype.kind != "f":
        raise ValueError("it holds %s and not %s" % (_TOLD[values.dtype], _TOLD[dtype]))
    if values.dtype.kind == "b" or dtype.kind == "b":
        raise ValueError("it holds %s and not %s" % (_TOLD[values.dtype], _TOLD[dtype]))
    if dtype.kind in "iu" and len(values):
        limits = np.iinfo(dtype)
        for number in (int(values.min()), int(values.max())):
            if not limits.min <= number <= limits.max:
                raise ValueError("%d does not fit %s" % (number, _TOLD[dtype]))
    return _narrowed(values, dtype) if values.dtype.kind == "f" else values.astype(dtype)


def _narrowed(values, dtype):
    try:
        return value_casts.narrowed(values, dtype)
    except value_casts.Refused as refused:
        raise ValueError("%s does not fit %s" % (refused.shown, _TOLD[dtype])) from None


def _read_sparse(text, shape, dtype):
    """A vector of which the text names the elements that are not 0."""
    if len(shape) != 1:
        raise ValueError("a sparse vector has one size")
    values = np.zeros(_count(shape), dtype or np.float32)
    for word in text.replace(",", " ").split():
        index, _, value = word.partition(":")
        place = number_text.integer(index)
        if not 0 <= place < len(values):
            raise ValueError("index %d of a vector of %d elements" % (place, len(values)))
        values[place] = _numbers([value], values.dtype)[0]
    return values, shape


_TRUE_FALSE = {"true": True, "false": False}


def _numbers(words, dtype):
    if dtype.kind == "b":
        found = [_TRUE_FALSE.get(word.lower()) for word in words]
        if None in found:
            raise ValueError("'%s' is neither true nor false" % words[found.index(None)])
        return np.array(found, np.bool_)
    if dtype.kind == "f":
        return _narrowed(np.array([number_text.real(word) for word in words], np.float64), dtype)
    numbers = [number_text.integer(word) for word in words]
    limits = np.iinfo(dtype)
    for number in numbers:
        if not limits.min <= number <= limits.max:
            raise ValueError("%s does not fit %s" % (value_casts.shown(number), _TOLD[dtype]))
    return np.array(numbers, dtype)


def words(array):
    """The elements of an array as texts."""
    flat = array.ravel()
    if array.dtype == object:
        try:
            return [one.decode() for one in flat.tolist()]
        except UnicodeDecodeError:
            raise ModelError("the model's answer is not text in UTF-8") from None
    if array.dtype == np.bool_:
        return ["true" if one else "false" for one in flat.tolist()]
    if array.dtype == np.float32:
        return [str(one) for one in flat]  # the shortest text that reads back as this float
    return [repr(one) for one in flat.tolist()]


def joined(array):
    """The elements with a blank between them: Alink's text of an answer and of a vector."""
    return " ".join(words(array))


def sparse(array):
    """Alink's text of a sparse vector: how many elements there are, and those that are not 0 with their places."""
    flat = array.ravel()
    if flat.dtype.kind not in "iuf":
        raise ModelError(
            "the answer holds %s and is not a SPARSE_VECTOR" % ("texts" if flat.dtype == object else "booleans")
        )
    places = np.flatnonzero(flat)
    pairs = zip(places.tolist(), words(flat[places]))
    return "$%d$" % len(flat) + " ".join("%d:%s" % pair for pair in pairs)


def tensor(array, name=None):
    """The array as a tensor of the type `name`; its own without one. ModelError otherwise."""
    wanted = _TYPES[name] if name else array.dtype
    if wanted != array.dtype:
        if array.dtype == object:
            raise ModelError("the answer holds texts and is not a valid %s_TENSOR" % name)
        try:
            array = array if wanted == object else _cast(array.ravel(), wanted).reshape(array.shape)
        except (TypeError, ValueError) as error:
            raise ModelError("the answer is not a valid %s_TENSOR: %s" % (name, error)) from None
        if array.dtype != wanted:
            raise ModelError("the answer holds numbers and is not a STRING_TENSOR")
    texts = words(array)
    head = "%s#%s#" % (name or _NAMES[array.dtype], ",".join(map(str, array.shape)))
    if array.dtype == object:
        return head + "".join("%d " % len(one) for one in texts) + "#" + "".join(texts)
    return head + "".join(one + " " for one in texts)
