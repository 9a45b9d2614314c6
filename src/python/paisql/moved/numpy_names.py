"""Aliases of Python's own types that NumPy 1.24 has dropped, and functions that went before them."""

from paisql.imports import after_import

_TYPES = {
    "bool": bool,
    "complex": complex,
    "float": float,
    "int": int,
    "long": int,
    "object": object,
    "str": str,
    "unicode": str,
}


def _asscalar(array):
    """The one value of an array as a Python scalar."""
    return array.item()


def _add(numpy):
    import pickle

    functions = {"alen": len, "asscalar": _asscalar, "loads": pickle.loads, "rank": numpy.ndim}
    for name, value in dict(_TYPES, **functions).items():
        # NumPy's module has a __getattr__ that raises for these; it is asked only for what is not there.
        if name not in vars(numpy):
            setattr(numpy, name, value)
    vars(numpy).setdefault("typeDict", numpy.sctypeDict)


def install():
    """numpy gets the names when it is imported, or now."""
    after_import.run("numpy", _add)
