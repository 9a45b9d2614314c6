"""xgboost, imported without pandas and scikit-learn, which it looks for only to take their objects.

That is three quarters of a second less of each training, and scripts of the platform train a model for each of a
hundred partitions.
"""

import importlib.abc
import sys

_UNUSED = ("pandas", "sklearn", "dask", "cudf", "cupy", "matplotlib", "graphviz", "modin", "datatable")


class _Refusal(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname, path=None, target=None):
        if fullname.partition(".")[0] in _UNUSED:
            raise ImportError("learners do not use it", name=fullname)
        return None


def _import():
    refusal = _Refusal()
    sys.meta_path.insert(0, refusal)
    try:
        import xgboost
    finally:
        sys.meta_path.remove(refusal)
    return xgboost


xgboost = _import()
