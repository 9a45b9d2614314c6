"""Modules that stand for others: loaders for the finders of paisql.contrib and paisql.moved."""

import importlib
import importlib.util
import sys
import types

from paisql.imports.loader_class import Loader


def resolve(path):
    """The module `a.b.c`, or the attribute c of the module `a.b`. ImportError when it is neither."""
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError as error:
        parent, _, name = path.rpartition(".")
        if error.name is None or not path.startswith(error.name) or not parent:
            raise
        try:
            return getattr(resolve(parent), name)
        except AttributeError:
            raise error from None


class _OneLoader(Loader):
    """Puts another module in the place of the one that is asked for."""

    def __init__(self, target):
        self._target = target

    def exec_module(self, module):
        sys.modules[module.__name__] = resolve(self._target)


def _public_names(module):
    """What `from module import *` is to give: not the modules that it imports itself."""
    names = (name for name in dir(module) if not name.startswith("_"))
    return [name for name in names if not isinstance(getattr(module, name), types.ModuleType)]


def _part(fullname):
    """The module of this name, or None."""
    try:
        return importlib.import_module(fullname)
    except ModuleNotFoundError:
        return None


class _ChainLoader(Loader):
    """Fills a module whose names are those of several others; the first that has one gives it."""

    def __init__(self, targets):
        self._targets = targets

    def exec_module(self, module):
        found = []
        waiting = list(self._targets)

        def others():
            """Those that are loaded, then the next ones, each loaded when it is needed."""
            yield from found
            while waiting:
                # One that this version does not have is passed over.
                try:
                    found.append(resolve(waiting.pop(0)))
                except ImportError:
                    continue
                yield found[-1]

        if next(others(), None) is None:
            raise ModuleNotFoundError("No module named %r" % module.__name__, name=module.__name__)

        def find(name):
            if name == "__all__":
                return [name for other in others() for name in _public_names(other)]
            if not (name.startswith("__") and name.endswith("__")):
                for other in others():
                    if hasattr(other, name):
                        return getattr(other, name)
                part = _part(module.__name__ + "." + name)
                if part is not None:
                    return part
            raise AttributeError("module %r has no attribute %r" % (module.__name__, name))

        module.__getattr__ = find
        module.__dir__ = lambda: sorted({name for other in others() for name in dir(other)})
        module.__path__ = []  # parts of it are found by finders


def spec_for(fullname, target):
    """The spec of a module that is `target`, a path; or a chain of several, a tuple of paths."""
    if isinstance(target, str):
        loader = _OneLoader(target)
    else:
        loader = _ChainLoader(target)
    return importlib.util.spec_from_loader(fullname, loader)
