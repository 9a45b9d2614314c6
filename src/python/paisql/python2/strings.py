"""Strings of tables and of TensorFlow, as the own files of a Python 2 script get them: Text.

What a session fetches and what a py_func is called with are bytes to TensorFlow; readers of tables
ask for_rows(). Nothing that TensorFlow itself sees is changed.
"""

import sys

from paisql.imports import after_import
from paisql.python2.text import Text, to_bytes

_installed = False


def for_rows():
    """None while rows' strings are bytes; else what makes a list of Texts of a list of bytes."""
    return _texts if _installed else None


def _texts(values):
    return [_text(value) for value in values]


def _is_binary(value):
    """Of what may be UTF-8: bytes with a zero, and a serialized message of one field, an Example."""
    if b"\0" in value:
        return True
    return 2 <= len(value) < 130 and value[:2] == bytes([10, len(value) - 2])


def _text(value):
    """Bytes as Text, where they are text; everything else as it is."""
    if isinstance(value, bytes) and not _is_binary(value):
        try:
            return Text(value, "utf-8")
        except UnicodeDecodeError:
            pass
    return value


def install():
    """From now on, in this process; a second call changes nothing."""
    global _installed
    if not _installed:
        _installed = True
        after_import.run("tensorflow.python.client.session", _wrap_sessions)
        after_import.run("tensorflow.python.ops.script_ops", _wrap_functions)
        after_import.run("tensorflow._api.v2.compat.v1.train", _wrap_lists)


def _converted(value):
    """A value as sessions and py_func give it: bytes, an array, or what has no strings in it."""
    import numpy

    if isinstance(value, numpy.ndarray) and value.dtype == object:
        done = numpy.empty(value.size, object)
        done[:] = _texts(value.ravel())
        return done.reshape(value.shape)
    return _text(value)


# Operations whose results are not text, whatever their bytes are.
_BINARY = ("Summary", "Serialize", "Encode", "ReadFile", "Compress")


def _wrap_sessions(module):
    handler = module._FetchHandler
    original = handler.build_results

    def is_text(tensor):
        return tensor.dtype.base_dtype.name == "string" and not any(word in tensor.op.type for word in _BINARY)

    def build_results(self, session, tensor_values):
        tensors = self._final_fetches
        if len(tensors) == len(tensor_values):
            pairs = zip(tensors, tensor_values)
            tensor_values = [_converted(one) if is_text(tensor) else one for tensor, one in pairs]
        return original(self, session, tensor_values)

    handler.build_results = build_results


def _wrap_functions(module):
    registry = module.FuncRegistry
    original = registry.__call__

    def call(self, token, device, args):
        if not isinstance(self.get(token), module.EagerFunc):
            args = [_converted(value) for value in args]
        return original(self, token, device, args)

    registry.__call__ = call


def _wrap_lists(module):
    """tf.train.BytesList takes text, too."""
    plain = module.BytesList

    class BytesList:
        def __call__(self, *others, value=()):
            return plain(*others, value=[to_bytes(v) if isinstance(v, str) else v for v in value])

        def __getattr__(self, name):
            return getattr(plain, name)

    # TensorFlow may have put a wrapper in the module's place, with names of its own.
    for each in (module, sys.modules[module.__name__]):
        each.BytesList = BytesList()
