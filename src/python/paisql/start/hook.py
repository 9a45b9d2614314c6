"""The import hook: wraps the loader of `tensorflow`, and under the 1.x names of modules that have lost names.

The real package loads as always. After it, in the same import statement, the face that the job
asked for is put on (paisql.face.face_v1, paisql.face.face_v2), so that the first line after
`import tensorflow as tf` already sees it.
"""

import contextlib
import gc
import importlib.abc
import importlib.machinery
import os
import sys

from paisql import single
from paisql.imports import other_finders


@contextlib.contextmanager
def _objects_that_stay():
    """What is made in the block is left out of the search for garbage, then and for good.

    TensorFlow's 300,000 objects stay as long as the process. Looking through them again and again is
    a fifth of the import's time, and most of what the end of a process takes; a process that was
    forked has to copy their memory for it.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collecting:
            gc.enable()


class _TensorFlowFinder(importlib.abc.MetaPathFinder):
    """Finds the real `tensorflow` through the other finders, once, and changes its face when it is loaded."""

    def __init__(self, has_job):
        self._has_job = has_job

    def find_spec(self, fullname, path=None, target=None):
        if fullname != "tensorflow":
            return None
        sys.meta_path.remove(self)
        return other_finders.spec_of(self, self._load, fullname, path, target)

    def _load(self, loader, module):
        from paisql.imports import idle_libraries

        idle_libraries.install()
        with _objects_that_stay(), idle_libraries.postponed():
            loader.exec_module(module)
            chosen = face()
            chosen.put_on()
        if self._has_job:
            chosen.begin_job()


def face():
    """The module of the face that the job asks for. Imports TensorFlow."""
    if os.environ.get("PAISQL_FACE", "tensorflow1") == "tensorflow2":
        from paisql.face import face_v2 as chosen
    else:
        from paisql.face import face_v1 as chosen
    return chosen


def install(has_job=True):
    """Puts the hook in front of all finders. A second call changes nothing.

    has_job: this is a process of a job; otherwise begin_job() of the face is called when it is.
    """
    if os.environ.get("PAISQL_FACE") == "learner":
        return  # a program of ours, which needs no names of other times
    if os.environ.get("PAISQL_FACE", "tensorflow1") != "tensorflow2":
        from paisql.moved import library_names, numpy_names, python_names

        numpy_names.install()
        python_names.install()
        library_names.install()
    single.install()
    if not any(isinstance(finder, _TensorFlowFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _TensorFlowFinder(has_job))
