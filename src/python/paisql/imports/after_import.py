"""Runs something after the import of a module that the script may never import."""

import sys

from paisql.imports import other_finders


class _Finder:
    """Finds the awaited modules through the other finders."""

    def __init__(self):
        self.actions = {}

    def find_spec(self, fullname, path=None, target=None):
        return other_finders.spec_of(self, self._load, fullname, path, target) if fullname in self.actions else None

    def _load(self, loader, module):
        """Runs the actions that await the module after it, once."""
        loader.exec_module(module)
        for action in self.actions.pop(module.__name__, ()):
            action(module)


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
