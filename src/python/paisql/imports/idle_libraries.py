"""Libraries that TensorFlow imports and most scripts never use: pandas, SciPy, Pillow.

TensorFlow, Keras and the estimators import them where they are installed, only to be able to take
their objects; that is half a second of every job. While one of these packages is being imported, a
placeholder stands for each such library, which imports the real one when something of it is
needed. It stands in the globals of those packages alone: after their import sys.modules is without
it, so that a script's own `import pandas` is what it always is. A library that the script imported
before, or that is not installed, has no placeholder.
"""

import contextlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
import types

from paisql.imports import other_finders

# Each library, and what of it TensorFlow's packages import by name.
_LIBRARIES = {"pandas": (), "scipy": ("sparse", "linalg", "ndimage"), "PIL": ("Image", "ImageEnhance")}
# The packages that import them; tensorflow itself is the import hook's.
_LATE_PACKAGES = ("keras", "tensorflow_estimator")


class _NoInstance:
    """Stands for a class of a library that was not imported: no object can have that class."""


def _is_sparse(value):
    """scipy.sparse.issparse, where SciPy may not be imported."""
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and sparse.issparse(value)


class _Resampling:
    """The numbers by which Pillow knows its filters."""

    NEAREST, LANCZOS, BILINEAR, BICUBIC, BOX, HAMMING = range(6)


# What can be answered without the library.
_KNOWN = {"scipy.sparse": {"issparse": _is_sparse}, "PIL.Image": {"Resampling": _Resampling}}
_CLASSES = {"pandas": ("DataFrame", "Series", "Index")}


class _Placeholder(types.ModuleType):
    """A module that becomes the real one when an attribute is asked for."""

    def __init__(self, name):
        super().__init__(name)
        self.__dict__.update(_KNOWN.get(name, {}))

    def __getattr__(self, name):
        own = self.__name__
        if name in _CLASSES.get(own, ()) and own not in sys.modules:
            return _NoInstance
        if name.startswith("__") and name.endswith("__") and name != "__version__":
            raise AttributeError("module %r has no attribute %r" % (own, name))
        return getattr(importlib.import_module(own), name)


def _placeholders():
    """{name of a module: placeholder} of the libraries that are there and not imported yet."""
    made = {}
    for library, parts in _LIBRARIES.items():
        if library in sys.modules or importlib.util.find_spec(library) is None:
            continue
        made[library] = whole = _Placeholder(library)
        for part in parts:
            made[library + "." + part] = _Placeholder(library + "." + part)
            setattr(whole, part, made[library + "." + part])
    return made


@contextlib.contextmanager
def postponed():
    """While this lasts, an import of one of the libraries gives its placeholder."""
    made = _placeholders()
    sys.modules.update(made)
    try:
        yield
    finally:
        for name, module in made.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]


@contextlib.contextmanager
def without_placeholder(library):
    """While this lasts, sys.modules has the real library or none."""
    module = sys.modules.get(library)
    if not isinstance(module, _Placeholder):
        yield
        return
    del sys.modules[library]
    try:
        yield
    finally:
        sys.modules.setdefault(library, module)


class _LateFinder(importlib.abc.MetaPathFinder):
    """Finds what TensorFlow imports when it is first used, through the other finders; it loads without the libraries."""

    def find_spec(self, fullname, path=None, target=None):
        return other_finders.spec_of(self, self._load, fullname, path, target) if fullname in _LATE_PACKAGES else None

    @staticmethod
    def _load(loader, module):
        with postponed():
            loader.exec_module(module)


def install():
    """Puts the finder of the late packages in front of Python's own; called once.

    Others of ours come and go in front of it, so that the order is the same whichever came first.
    """
    builtin = importlib.machinery.BuiltinImporter
    place = sys.meta_path.index(builtin) if builtin in sys.meta_path else 0
    sys.meta_path.insert(place, _LateFinder())
