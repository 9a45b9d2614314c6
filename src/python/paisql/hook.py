"""The import hook: wraps the loader of `tensorflow`, and of nothing else.

The real package loads as always. Behind it, in the same import statement, the face that the job
asked for is put on (paisql.face_v1, paisql.face_v2), so that the first line after
`import tensorflow as tf` already sees it.
"""

import importlib.abc
import importlib.machinery
import os
import sys


class _FaceLoader(importlib.abc.Loader):
    """Loads a module with its own loader, then changes its face."""

    def __init__(self, loader):
        self._loader = loader

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._loader.exec_module(module)
        if os.environ.get("PAISQL_FACE", "tensorflow1") == "tensorflow2":
            from paisql import face_v2 as face
        else:
            from paisql import face_v1 as face
        face.put_on()

    def __getattr__(self, name):
        # Others (inspect, pkgutil, runpy) ask the loader for source and data files.
        return getattr(self._loader, name)


class _TensorFlowFinder(importlib.abc.MetaPathFinder):
    """Finds the real `tensorflow` through the other finders, once."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname != "tensorflow":
            return None
        sys.meta_path.remove(self)
        for finder in sys.meta_path:
            find_spec = getattr(finder, "find_spec", None)
            spec = find_spec(fullname, path, target) if find_spec else None
            if spec is not None and spec.loader is not None:
                spec.loader = _FaceLoader(spec.loader)
                return spec
        return None


def install():
    """Puts the hook in front of all finders. A second call changes nothing."""
    if not any(isinstance(finder, _TensorFlowFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _TensorFlowFinder())
