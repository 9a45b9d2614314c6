"""Finds the modules of tensorflow.contrib, each when it is asked for."""

import importlib.abc
import importlib.util
import os
import sys
import warnings

from paisql.contrib import kept, replacements
from paisql.contrib.renamed import MODULES
from paisql.imports import alias_modules

NAME = "tensorflow.contrib"
_PREFIX = NAME + "."


class Finder(importlib.abc.MetaPathFinder):
    """Finds tensorflow.contrib.* in the order that paisql.contrib tells."""

    def find_spec(self, fullname, path=None, target=None):
        if not fullname.startswith(_PREFIX):
            return None
        name = fullname[len(_PREFIX) :]
        if name in MODULES:
            return alias_modules.spec_for(fullname, MODULES[name])
        if name == "keras" or name.startswith("keras."):
            return alias_modules.spec_for(fullname, _keras(name))
        gone = name.partition(".")[0] in replacements.PARTS
        spec = None if gone else self._kept(fullname, name)
        if spec is None:
            text = replacements.missing_module(name, kept.folder() is not None)
            raise ModuleNotFoundError(text, name=fullname)
        return spec

    @staticmethod
    def _kept(fullname, name):
        folder = kept.folder()
        if folder is None:
            return None
        place = os.path.join(folder, "contrib", *name.split("."))
        package = os.path.join(place, "__init__.py")
        if os.path.exists(package):
            return importlib.util.spec_from_file_location(
                fullname, package, loader=kept.SourceLoader(fullname, package), submodule_search_locations=[place]
            )
        path = place + ".py"
        if not os.path.exists(path):
            return None
        return importlib.util.spec_from_loader(fullname, _loader(fullname, path))


def _keras(name):
    """tf.contrib.keras, its parts, and the places where their sources were: those of tf.keras."""
    part = name
    for place in ("keras.api.keras", "keras.python.keras", "keras"):
        if name == place or name.startswith(place + "."):
            part = name[len(place) :]
            break
    return ("tensorflow.python.keras" + part,)


def _loader(fullname, path):
    base = os.path.basename(path)
    if base.startswith("gen_"):
        from paisql.contrib import operators

        return operators.Loader(path)
    if base.endswith("_pb2.py"):
        from paisql.contrib import protocols

        return protocols.Loader(path)
    return kept.SourceLoader(fullname, path)


def install():
    """Puts the finder in front of all others. A second call changes nothing."""
    if not any(isinstance(finder, Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, Finder())
        # Keras' warnings of its older methods are not for scripts that do not make the call.
        warnings.filterwarnings("ignore", category=UserWarning, module=r"tensorflow\.contrib\.")
