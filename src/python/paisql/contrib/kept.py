"""The Python sources of tf.contrib, as the last package of TensorFlow 1.15 has them.

scripts/setup unpacks them into the environment of TensorFlow (folder kept_tensorflow_1_15), and an
installed program has them beside this package. They are loaded as they are but for the edits below,
which say what has to be different on TensorFlow 2.15.
"""

import importlib
import importlib.machinery
import os
import zlib

from paisql.contrib.edits import EDITS, EVERYWHERE
from paisql.imports import alias_modules

FOLDER = "kept_tensorflow_1_15"


def folder():
    """The path of the kept sources, or None where there are none."""
    spec = importlib.machinery.PathFinder.find_spec(FOLDER)
    places = list(spec.submodule_search_locations or ()) if spec else []
    return places[0] if places else None


def keep_all(*_arguments, **_named):
    """Takes the place of remove_undocumented, which would take names from TensorFlow's modules."""


# Packages whose names tf.contrib takes from a module inside of them.
_INSIDE = {
    "eager": "eager.python.tfe",
    "optimizer_v2": "optimizer_v2.optimizer_v2_symbols",
    "receptive_field": "receptive_field.receptive_field_api",
    "recurrent": "recurrent.python.recurrent_api",
    "remote_fused_graph": "remote_fused_graph.pylib",
    "specs": "specs.python",
    "summary": "summary.summary",
}


def _outer_names(module, name):
    """The __getattr__ of a part of tf.contrib: names from inside, and the error of missing ones."""
    from paisql.contrib import renamed, replacements

    def find(wanted):
        if wanted.startswith("__"):
            raise AttributeError(wanted)
        if name in _INSIDE:
            inside = importlib.import_module("tensorflow.contrib." + _INSIDE[name])
            if hasattr(inside, wanted):
                return getattr(inside, wanted)
        elsewhere = renamed.NAMES.get(name + "." + wanted)
        if elsewhere is None:
            raise AttributeError(replacements.missing_name(name, wanted))
        value = alias_modules.resolve(elsewhere)
        setattr(module, wanted, value)
        return value

    return find


class SourceLoader(importlib.machinery.SourceFileLoader):
    """Loads a kept source with its edits. Its compiled form is cached as that of any module."""

    def _edits(self):
        return EDITS.get(self.name.partition("tensorflow.contrib.")[2] or self.name, ())

    def exec_module(self, module):
        name = self.name.partition("tensorflow.contrib.")[2]
        if name and "." not in name:
            module.__getattr__ = _outer_names(module, name)
        super().exec_module(module)

    def path_stats(self, path):
        # The cache holds the edited source: other edits make it stale.
        stats = dict(super().path_stats(path))
        edits = repr((EVERYWHERE, self._edits())).encode()
        stats["mtime"] = int(stats["mtime"]) ^ zlib.crc32(edits)
        return stats

    def get_data(self, path):
        data = super().get_data(path)
        if path != self.path:
            return data
        for old, new in EVERYWHERE:
            data = data.replace(old.encode(), new.encode())
        for old, new in self._edits():
            if old.encode() not in data:
                raise ImportError("%s is not the file that its edits are for" % os.path.basename(path))
            data = data.replace(old.encode(), new.encode())
        return data
