"""Record defaults: one value a column, which gives its dtype and stands in for NULL
(pai-table-io: 1).
"""

import numpy as np
from tensorflow.python.framework import dtypes, tensor_util
from tensorflow.python.framework import tensor as tensor_lib

_DTYPES = (dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.bool, dtypes.string)


def parse_default(element):
    """(tf dtype, value) of one record default; the value is a NumPy scalar, or bytes for a string.

    Forms: a Python scalar, a list or tuple of one, a NumPy scalar or array of one, a constant
    tensor of shape [] or [1]. An int gives int32, a float float32, as in tf.decode_csv.
    """
    if isinstance(element, (list, tuple)):
        if len(element) != 1:
            raise ValueError("a record default has one value, not %d: %r" % (len(element), element))
        return parse_default(element[0])
    if isinstance(element, tensor_lib.Tensor):
        constant = tensor_util.constant_value(element)
        if constant is None:
            raise ValueError("a record default must be a constant: %r" % element)
        return _from_array(np.asarray(constant), element.dtype)
    if isinstance(element, (np.ndarray, np.generic)):
        array = np.asarray(element)
        text = array.dtype.kind in "OSU"
        return _from_array(array, dtypes.string if text else dtypes.as_dtype(array.dtype))
    if isinstance(element, (str, bytes)):
        return _from_array(np.asarray(element, dtype=object), dtypes.string)
    if isinstance(element, bool):
        return dtypes.bool, np.bool_(element)
    if isinstance(element, int):
        if not -(2**31) <= element < 2**31:
            raise ValueError("the record default %d is too large for int32: write np.int64(%d)" % (element, element))
        return dtypes.int32, np.int32(element)
    if isinstance(element, float):
        return dtypes.float32, np.float32(element)
    raise ValueError("a record default is a number, a string, a bool or a constant tensor, not %r" % (element,))


def _from_array(array, dtype):
    if array.size != 1:
        raise ValueError("a record default has one value, not the shape %s" % (array.shape,))
    if dtype not in _DTYPES:
        raise ValueError("a record default cannot be of dtype %s" % dtype.name)
    value = array.reshape(-1)[0]
    if dtype == dtypes.string:
        return dtype, value.encode() if isinstance(value, str) else bytes(value)
    return dtype, value
