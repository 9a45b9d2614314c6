"""Modules that a finder of ours finds through the other finders, to do something around their loading."""

import sys

from paisql.imports.loader_class import Loader


class _Loader(Loader):
    """A module's own loader, by which load(loader, module) loads it."""

    def __init__(self, loader, load):
        self._loader, self._load = loader, load

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._load(self._loader, module)

    def __getattr__(self, name):
        # Others (inspect, pkgutil, runpy) ask the loader for source and data files.
        return getattr(self._loader, name)


def spec_of(own, load, fullname, path=None, target=None):
    """The spec of a module that load(loader, module) is to load; None where no finder but `own` finds it."""
    for finder in sys.meta_path:
        find_spec = getattr(finder, "find_spec", None)
        spec = find_spec(fullname, path, target) if find_spec and finder is not own else None
        if spec is not None:
            if spec.loader is not None:
                spec.loader = _Loader(spec.loader, load)
            return spec
    return None
