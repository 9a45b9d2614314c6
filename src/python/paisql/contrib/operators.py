"""Stand-ins for the modules gen_*.py of tf.contrib, which wrap operators in C++.

An operator that TensorFlow 2.15 has, too, is called there. One that stands in paisql.contrib is
taken from there. Any other is a function that raises NotImplementedError with its name.
"""

import importlib
import importlib.abc
import re

# name of a function of a gen_*.py: module of ours that has it
OWN = {
    "gather_tree": "paisql.contrib.beam_search",
    "sparse_feature_cross": "paisql.contrib.feature_cross",
    "sparse_feature_cross_v2": "paisql.contrib.feature_cross",
    "zero_var_initializer": "paisql.contrib.variables",
    "image_projective_transform": "paisql.contrib.images",
    "obtain_next": "paisql.contrib.variables",
    "resampler": "paisql.contrib.images",
}

_FUNCTION = re.compile(r"^def ([a-z]\w*)\(([^)]*)\):", re.MULTILINE)


def _parameters(text):
    return [part.partition("=")[0].strip() for part in text.split(",") if part.strip()]


def _camel_case(name):
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def missing(name, module):
    """A function that raises the error of an operator that does not exist here."""

    def operator(*_arguments, **_named):
        raise NotImplementedError("%s of %s is an operator in C++ that TensorFlow 2.15 does not have" % (name, module))

    operator.__name__ = name
    return operator


def _forwarding(raw, parameters):
    def operator(*arguments, **named):
        return raw(**dict(zip(parameters, arguments)), **named)

    operator.__name__ = raw.__name__
    return operator


def _function(name, parameters, module):
    if name in OWN:
        return getattr(importlib.import_module(OWN[name]), name)
    from tensorflow.python.framework import op_def_registry

    raw_ops = importlib.import_module("tensorflow._api.v2.raw_ops")
    raw = getattr(raw_ops, _camel_case(name), None)
    if raw is None or op_def_registry.get(_camel_case(name)) is None:
        return missing(name, module)
    return _forwarding(raw, parameters)


class Loader(importlib.abc.Loader):
    """Fills a module with the functions that the kept gen_*.py at `path` defines."""

    def __init__(self, path):
        self._path = path

    def exec_module(self, module):
        with open(self._path, encoding="utf-8") as stream:
            found = _FUNCTION.findall(stream.read())
        for name, parameters in found:
            if not name.endswith("_eager_fallback"):
                function = _function(name, _parameters(parameters), module.__name__)
                setattr(module, name, function)


class Library:
    """What load_op_library gives for a library of tf.contrib: each operator by its name."""

    def __init__(self, path):
        self._path = path

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _function(name, (), self._path)


def load_op_library(path):
    """Takes the place of contrib.util.loader.load_op_library."""
    return Library(path)


def get_path_to_datafile(path):
    return path
