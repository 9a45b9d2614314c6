"""Runs something after the import of a module that the script may never import."""

import importlib.abc
import sys


class _Loader(importlib.abc.Loader):
    """Loads a module with its own loader, then runs the actions that await it, once."""

    def __init__(self, loader, actions):
        self._loader = loader
        self._actions = actions

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._loader.exec_module(module)
        for action in self._actions.pop(module.__name__, ()):
            action(module)

    def __getattr__(self, name):
        # Others (inspect, pkgutil, runpy) ask the loader for source and data files.
        return getattr(self._loader, name)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the awaited modules through the other finders."""

    def __init__(self):
        self.actions = {}

    def find_spec(self, fullname, path=None, target=None):
        if fullname not in self.actions:
            return None
        for finder in sys.meta_path:
            find_spec = getattr(finder, "find_spec", None)
            spec = find_spec(fullname, path, target) if find_spec and finder is not self else None
            if spec is not None:
                if spec.loader is not None:
                    spec.loader = _Loader(spec.loader, self.actions)
                return spec
        return None


_finder = _Finder()


def run(name, action):
    """Calls action(module) when the module `name` has been imported, or at once when it has been.

    Several actions of one module run in the order in which they were given.

    The action must not raise: what it raises would come out of the script's import statement.
    """
    if name in sys.modules:
        action(sys.modules[name])
        return
    _finder.actions.setdefault(name, []).append(action)
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
