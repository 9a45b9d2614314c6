"""Modules of a LocalPredictor, which need pyarrow and NumPy: imported when one is made."""

import importlib
import sys


def rows_module():
    """paisql.alink.models.local_rows; ModuleNotFoundError, with the command, without pyarrow."""
    return _module("local_rows")


def columns_module():
    """paisql.alink.models.local_columns, as rows_module()."""
    return _module("local_columns")


def _module(name):
    try:
        return importlib.import_module("paisql.alink.models." + name)
    except ModuleNotFoundError as error:
        if error.name not in ("pyarrow", "numpy"):
            raise
        raise ModuleNotFoundError(
            "LocalPredictor needs %s: %s -m pip install pyarrow numpy brings it" % (error.name, sys.executable),
            name=error.name,
        ) from None
