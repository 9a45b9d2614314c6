"""pyarrow without pandas, for as long as the script has none either.

With the first array that is made of Python's or NumPy's values, pyarrow imports pandas, only to tell whether
it was given one of its objects: half a second of every job that writes rows. Nobody has such an object before
pandas was imported.
"""

import importlib.abc
import sys

import pyarrow as pa

from paisql.imports import after_import, idle_libraries

_begun = False


class _Refusal(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname, path=None, target=None):
        if fullname == "pandas":
            raise ImportError("nobody has asked for pandas", name=fullname)
        return None


def begin():
    """From now on pyarrow knows pandas once it is imported, by the script or for to_pandas()."""
    global _begun
    with idle_libraries.without_placeholder("pandas"):
        if _begun or "pandas" in sys.modules:
            return
        _begun = True
        refusal = _Refusal()
        sys.meta_path.insert(0, refusal)
        try:
            # It looks for pandas once, and again where it needs it. An array would do the same, but bring
            # its pool of memory with it, which counts for a limit.
            _ = pa.lib._pandas_api.have_pandas  # pylint: disable=protected-access
        finally:
            sys.meta_path.remove(refusal)
        after_import.run("pandas", _introduce)


def _introduce(_):
    """Has pyarrow look again, for what the script gives it from now on."""
    try:
        _ = pa.lib._pandas_api.version  # pylint: disable=protected-access
    except (AttributeError, ImportError):
        pass
