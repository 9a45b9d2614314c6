"""LocalPredictor: rows through a model or a pipeline in this process, without a statement a row."""

import importlib
import sys

__all__ = ["LocalPredictor"]


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


class LocalPredictor:
    """Computes rows in this process. Any number of threads at once.

    model            a PipelineModel, or the path of one that was saved
    inputSchemaStr   "name type, name type" of the rows
    ModelError for a model that does not fit, and for rows that do not.
    """

    def __init__(self, model, inputSchemaStr=None):
        from paisql.alink.models import pipeline

        if inputSchemaStr is None:
            raise ValueError("LocalPredictor needs inputSchemaStr, the columns of the rows")
        if isinstance(model, str):
            model = pipeline.PipelineModel.load(model)
        self._rows = rows_module().LocalRows(model.local_steps(), inputSchemaStr)

    def getOutputColNames(self):
        """The names of an answer's values."""
        return list(self._rows.names)

    def map(self, row):
        """The answer for one row, a list of values, as a list: the row's columns and the answers."""
        return self.mapBatch([row])[0]

    def predict(self, *values):
        """The answer for the values of one row."""
        return self.map(values)

    def mapBatch(self, rows):
        """The answers for many rows, computed together."""
        return self._rows.compute(rows)
