"""libpaisql_models.so: SavedModels computed by TensorFlow's C library (src/libraries/models)."""

import ctypes
import functools
import json
import os
import sys

import numpy as np

from paisql.alink_models import ModelError
from paisql.alink_task import threads as task_threads
from paisql.job import own_files

# Numbers of src/inference/element_type.h, which are TensorFlow's.
_DTYPES = {
    1: np.dtype(np.float32),
    2: np.dtype(np.float64),
    3: np.dtype(np.int32),
    4: np.dtype(np.uint8),
    5: np.dtype(np.int16),
    6: np.dtype(np.int8),
    7: np.dtype(object),
    9: np.dtype(np.int64),
    10: np.dtype(np.bool_),
}
_NUMBERS = {dtype: number for number, dtype in _DTYPES.items()}
_NAMES = {
    "DT_FLOAT": 1,
    "DT_DOUBLE": 2,
    "DT_INT32": 3,
    "DT_UINT8": 4,
    "DT_INT16": 5,
    "DT_INT8": 6,
    "DT_STRING": 7,
    "DT_INT64": 9,
    "DT_BOOL": 10,
}
# As SQL and texts of tensors call them.
_IN_WORDS = {
    "DT_FLOAT": "FLOAT",
    "DT_DOUBLE": "DOUBLE",
    "DT_INT32": "INT",
    "DT_INT64": "BIGINT",
    "DT_INT16": "SMALLINT",
    "DT_INT8": "TINYINT",
    "DT_UINT8": "UBYTE",
    "DT_BOOL": "BOOLEAN",
    "DT_STRING": "STRING",
}
_STRING = 7

_POINTER = ctypes.c_void_p


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int32),
        ("dimensions", ctypes.c_int32),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("data", _POINTER),
        ("offsets", ctypes.POINTER(ctypes.c_int64)),
    ]


_FUNCTIONS = {
    "load": (_POINTER, [ctypes.c_char_p] * 3 + [ctypes.c_int, _POINTER]),
    "signatures": (ctypes.c_char_p, [_POINTER]),
    "unload": (None, [_POINTER]),
    "answer": (_POINTER, []),
    "end_answer": (None, [_POINTER]),
    "run": (
        ctypes.c_int,
        [
            _POINTER,
            ctypes.c_char_p,
            ctypes.POINTER(_Tensor),
            ctypes.c_int,
            ctypes.POINTER(ctypes.c_char_p),
            ctypes.c_int,
            _POINTER,
        ],
    ),
    "problem": (ctypes.c_char_p, [_POINTER]),
    "tensor": (None, [_POINTER, ctypes.c_int, ctypes.POINTER(_Tensor)]),
}


@functools.lru_cache(maxsize=None)
def _library():
    library = ctypes.CDLL(own_files.library("libpaisql_models.so"))
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, "paisql_models_" + name)
        function.restype, function.argtypes = result, arguments
    return library


def _problem(library, answer):
    found = json.loads(library.paisql_models_problem(answer).decode("utf-8", "replace"))
    hint = found["hint"]
    return ModelError(found["detail"] + (" (%s)" % hint if hint else ""))


class Spec:
    """An input or output: name, dtype (object for texts; None for none of NumPy's), its name as
    TensorFlow writes it, shape with -1 for any size, or None for any shape."""

    def __init__(self, entry):
        self.name, self.type_name = entry["name"], entry["type"]
        self.dtype = _DTYPES.get(_NAMES.get(entry["type"]))
        self.shape = entry.get("shape")

    def __str__(self):
        kind = _IN_WORDS.get(self.type_name, self.type_name)
        if self.shape is None:
            return "'%s' %s of any shape" % (self.name, kind)
        sizes = ",".join("?" if size < 0 else str(size) for size in self.shape)
        return "'%s' %s [%s]" % (self.name, kind, sizes)


class Signature:
    """inputs and outputs: [Spec], in the order of their names."""

    def __init__(self, entry):
        self.name = entry["signature_name"]
        self.inputs = [Spec(one) for one in entry["inputs"]]
        self.outputs = [Spec(one) for one in entry["outputs"]]


class SavedModel:
    """A SavedModel in memory. ModelError for a folder that holds none that can be loaded.

    folder   with saved_model.pb
    tag      of the graph in it
    threads  that one large operation may use; of the first model in a process, whose threads all share
    """

    def __init__(self, folder, tag="serve", threads=1):
        self._library = _library()
        self._model = None
        python = os.environ.get("PAISQL_PYTHON") or sys.executable
        failure = self._library.paisql_models_answer()
        try:
            with task_threads.of_first_session(threads):
                self._model = self._library.paisql_models_load(
                    os.fsencode(folder), os.fsencode(python), tag.encode(), threads, failure
                )
            if not self._model:
                raise _problem(self._library, failure)
        finally:
            self._library.paisql_models_end_answer(failure)
        found = json.loads(self._library.paisql_models_signatures(self._model))
        self.signatures = {entry["signature_name"]: Signature(entry) for entry in found}

    def signature(self, key):
        """The Signature of that name; ModelError names those that there are."""
        if key not in self.signatures:
            raise ModelError(
                "the model has no signature '%s' (signatureDefKey): it has %s"
                % (key, ", ".join(sorted(self.signatures)))
            )
        return self.signatures[key]

    def run(self, signature, inputs, outputs):
        """Arrays of the outputs that are named; `inputs` in the order of signature.inputs.

        Texts are arrays of bytes, dtype object. Any number of threads at once.
        """
        library, kept = self._library, []
        given = (_Tensor * len(inputs))()
        for place, array in zip(given, inputs):
            _fill(place, array, kept)
        names = (ctypes.c_char_p * len(outputs))(*(name.encode() for name in outputs))
        answer = library.paisql_models_answer()
        try:
            count = library.paisql_models_run(
                self._model, signature.name.encode(), given, len(inputs), names, len(outputs), answer
            )
            if count < 0:
                raise _problem(library, answer)
            return [_array(library, answer, index) for index in range(count)]
        finally:
            library.paisql_models_end_answer(answer)

    def close(self):
        """Gives the memory back; the model is not to be used any more."""
        if self._model:
            self._library.paisql_models_unload(self._model)
        self._model = None


def _fill(place, array, kept):
    """Makes `place` describe the array; what must live meanwhile goes to `kept`."""
    shape = (ctypes.c_int64 * array.ndim)(*array.shape)
    place.type, place.dimensions, place.shape = _NUMBERS[array.dtype], array.ndim, shape
    if array.dtype == object:
        texts = array.ravel().tolist()
        offsets = np.zeros(len(texts) + 1, np.int64)
        np.cumsum([len(text) for text in texts], out=offsets[1:])
        data = np.frombuffer(b"".join(texts) or b"\0", np.uint8)
        place.offsets = offsets.ctypes.data_as(ctypes.POINTER(ctypes.c_int64))
        kept.append(offsets)
    else:
        data = np.ascontiguousarray(array)
    place.data = data.ctypes.data
    kept.extend((shape, data))


def _array(library, answer, index):
    """A copy of a tensor of the answer."""
    tensor = _Tensor()
    library.paisql_models_tensor(answer, index, ctypes.byref(tensor))
    shape = [tensor.shape[i] for i in range(tensor.dimensions)]
    count = int(np.prod(shape, dtype=np.int64))
    if tensor.type == _STRING:
        offsets = [tensor.offsets[i] for i in range(count + 1)]
        data = ctypes.string_at(tensor.data, offsets[-1]) if offsets[-1] else b""
        texts = np.empty(count, object)
        texts[:] = [data[begin:end] for begin, end in zip(offsets, offsets[1:])]
        return texts.reshape(shape)
    dtype = _DTYPES.get(tensor.type)
    if dtype is None:
        raise ModelError("output number %d is of a type that has no values in tables" % (index + 1))
    if count == 0:
        return np.empty(shape, dtype)
    bytes_of = (ctypes.c_char * (count * dtype.itemsize)).from_address(tensor.data)
    return np.frombuffer(bytes_of, dtype).reshape(shape).copy()
