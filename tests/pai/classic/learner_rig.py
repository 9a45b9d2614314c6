"""Calls fit and predict of a learner in this process, with tables that a test makes."""

import importlib
import os
import sys

import pyarrow as pa
import pytest

from fake_job import ROOT

sys.path.insert(0, os.path.join(ROOT, "src", "python"))

from paisql.learners import prediction  # noqa: E402
from paisql.learners.learner_task import LearnerError  # noqa: E402
from paisql.tables import columns as column_rules  # noqa: E402

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")


class FakeInput:
    """The rows of a table: {"x DOUBLE": [1.5, None], "kind STRING": [...]}."""

    def __init__(self, rows):
        self.types, arrays = {}, []
        for spelled, values in rows.items():
            name, kind = spelled.rsplit(" ", 1)
            self.types[name] = kind
            arrays.append(pa.array(values, column_rules.arrow_type(kind), from_pandas=False))
        self.columns = list(self.types)
        self._table = pa.table(arrays, self.columns)

    def chunks(self, names=None):
        """Two chunks, so that nobody relies on one; none for a table without rows."""
        table = self._table.select(self.columns if names is None else names)
        half = (table.num_rows + 1) // 2
        return [part for part in (table.slice(0, half), table.slice(half)) if part.num_rows]

    def read(self, names=None):
        return self._table.select(self.columns if names is None else names)


class FakeOutput:
    """What was written: columns by name, as Python's lists."""

    def __init__(self, columns):
        self.columns, self.rows = columns, {name: [] for name in columns}

    def append(self, rows):
        for name in self.columns:
            values = rows[name]
            self.rows[name] += values.to_pylist() if hasattr(values, "to_pylist") else list(values)


class FakeTask:
    def __init__(self, folder, parameters, inputs, outputs=None, models=None):
        self.parameters = parameters
        self.inputs = {port: FakeInput(rows) for port, rows in inputs.items()}
        self.outputs = {port: FakeOutput(columns) for port, columns in (outputs or {}).items()}
        self.models = models or {}
        self.model_folder = str(folder)
        os.makedirs(self.model_folder, exist_ok=True)


class Rig:
    """A learner's module, with a folder for its model."""

    def __init__(self, folder, module):
        self.folder = str(folder)
        self._module = importlib.import_module("paisql.learners." + module)

    def fit(self, rows, outputs=None, inputs=None, **parameters):
        """{port: {column: values}} of the outputs."""
        task = FakeTask(self.folder, parameters, dict({"inputTableName": rows}, **(inputs or {})), outputs)
        self._module.fit(task)
        return {port: output.rows for port, output in task.outputs.items()}

    def refuses(self, rows, *texts, **parameters):
        """fit says that something is wrong, with these texts."""
        with pytest.raises(LearnerError) as told:
            self.fit(rows, **parameters)
        for text in texts:
            assert text in str(told.value)

    def call(self, module, call, rows, outputs, **parameters):
        """What a function of another module makes of rows and the model."""
        task = FakeTask(
            self.folder + "-other", parameters, {"inputTableName": rows}, outputs, {"modelName": self.folder}
        )
        getattr(importlib.import_module("paisql.learners." + module), call)(task)
        return {port: output.rows for port, output in task.outputs.items()}

    def predict(self, rows, **parameters):
        """(results, scores, details) of the model for the rows."""
        columns = ["prediction_result", "prediction_score", "prediction_detail"]
        task = FakeTask(
            self.folder + "-prediction",
            parameters,
            {"inputTableName": rows},
            {"outputTableName": columns},
            {"modelName": self.folder},
        )
        prediction.predict(task)
        return tuple(task.outputs["outputTableName"].rows[name] for name in columns)


def columns_of(matrix, names=None):
    """A matrix as columns f0, f1, ... for FakeInput."""
    names = names or ["f%d" % index for index in range(matrix.shape[1])]
    return {name + " DOUBLE": matrix[:, index].tolist() for index, name in enumerate(names)}
