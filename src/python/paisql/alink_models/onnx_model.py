"""ONNX files, where onnxruntime is installed. Imports onnxruntime."""

import sys

import numpy as np

from paisql.alink_models import ModelError
from paisql.alink_models.library import Spec

_TYPES = {
    "tensor(float)": "DT_FLOAT",
    "tensor(double)": "DT_DOUBLE",
    "tensor(int64)": "DT_INT64",
    "tensor(int32)": "DT_INT32",
    "tensor(int16)": "DT_INT16",
    "tensor(int8)": "DT_INT8",
    "tensor(uint8)": "DT_UINT8",
    "tensor(bool)": "DT_BOOL",
    "tensor(string)": "DT_STRING",
}


def _onnxruntime():
    try:
        import onnxruntime
    except ModuleNotFoundError:
        raise ModelError(
            "onnx_model_predict needs onnxruntime: %s -m pip install onnxruntime brings it" % sys.executable
        ) from None
    return onnxruntime


def _spec(one):
    shape = one.shape
    entry = {"name": one.name, "type": _TYPES.get(one.type, one.type)}
    if shape is not None:
        entry["shape"] = [size if isinstance(size, int) else -1 for size in shape]
    return Spec(entry)


class OnnxBackend:
    """As backend.SavedModelBackend."""

    batches, positional = True, False

    def __init__(self, path, threads=1):
        runtime = _onnxruntime()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        try:
            self._session = runtime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # its own classes have no common one
            raise ModelError("%s is not an ONNX model: %s" % (path, str(error).split("\n")[0])) from None
        self.inputs = [_spec(one) for one in self._session.get_inputs()]
        self.outputs = [_spec(one) for one in self._session.get_outputs()]

    def run(self, arrays, outputs):
        given = {}
        for spec, array in zip(self.inputs, arrays):
            if array.dtype == object:
                texts = [one.decode("utf-8", "replace") for one in array.ravel().tolist()]
                array = np.array(texts, object).reshape(array.shape)
            given[spec.name] = array
        try:
            answers = self._session.run(outputs, given)
        except Exception as error:  # its own classes have no common one
            raise ModelError("the model refuses its input: %s" % str(error).split("\n")[0]) from None
        return [_as_bytes(np.asarray(answer)) for answer in answers]


def _as_bytes(array):
    if array.dtype != object and array.dtype.kind != "U":
        return array
    texts = np.empty(array.size, object)
    texts[:] = [str(one).encode() for one in array.ravel().tolist()]
    return texts.reshape(array.shape)
