"""What a component that learns gets of its statement (src/pai/component.h, LearnerBuild).

A learner is a module with two functions:

    fit(task)      reads rows of task.inputs and writes a model into the folder task.model_folder
    predict(task)  reads rows of task.inputs and a model of task.models, and appends rows to task.outputs

The ports of the component are the keys. The statement's part is the JSON in the variable PAISQL_LEARNER, or, where
that is longer than the system hands over, in job.json:

    module, call  which module, and "fit" or "predict"
    parameters    {name: value}, with the type that the component's row says
    inputs, outputs  {port: URL of a table}
    models, folders  {port: folder}
    expected      what a check knows of the model before it is trained; learners do not read it

An exception ends the job with its traceback; a LearnerError, with its text alone.
"""

import importlib
import os
import sys

import pyarrow as pa

from paisql.job import own_process
from paisql.job.manifest import TableUrl, current_job
from paisql.tables import columns as column_rules
from paisql.tables import staged_file
from paisql.tables.rows import RowRange


class LearnerError(Exception):
    """What is wrong with a statement or its rows, in words for its author."""


class Input:
    """The rows of a table or a query."""

    def __init__(self, url):
        self._url = url
        table = current_job().find_input(TableUrl(url))
        self.columns = [column.name for column in table.columns]
        self.types = {column.name: column.type for column in table.columns}  # as SQL spells them

    def chunks(self, names=None):
        """Yields the rows as pyarrow Tables with these columns, in their order; all columns without names."""
        rows = RowRange(self._url, names)
        for arrays in rows.chunks():
            yield pa.Table.from_arrays(arrays, [column.name for column in rows.columns])

    def read(self, names=None):
        """All rows as one pyarrow Table."""
        tables = list(self.chunks(names))
        return pa.concat_tables(tables) if tables else pa.table({name: pa.nulls(0) for name in names or self.columns})


class Output:
    """A table whose rows are replaced when the job succeeds."""

    def __init__(self, url):
        table = current_job().find_output(TableUrl(url))
        self._fields = [(column.name, column_rules.arrow_type(column.type)) for column in table.columns]
        self._file = staged_file.StagedFile(table.staging, 0, self._fields)

    @property
    def columns(self):
        """The names of the table's columns."""
        return [name for name, _ in self._fields]

    def append(self, rows):
        """Adds rows: {name: an Arrow array or a list} with all columns."""
        made = []
        for name, kind in self._fields:
            values = rows[name]
            if isinstance(values, pa.ChunkedArray):
                values = values.combine_chunks()
            made.append(values.cast(kind) if isinstance(values, pa.Array) else pa.array(values, kind))
        self._file.append(made)

    def close(self):
        """Completes the table's file."""
        self._file.close()


class Task:
    """See the head of this file."""

    def __init__(self, settings):
        self.parameters = settings["parameters"]
        self.inputs = {port: Input(url) for port, url in settings["inputs"].items()}
        self.outputs = {port: Output(url) for port, url in settings["outputs"].items()}
        self.models = settings["models"]
        self.folders = settings["folders"]
        self.model_folder = os.path.join(os.environ["PAISQL_JOB"], "model")


def run():
    """Runs the job of a learner."""
    settings = own_process.statement_part("PAISQL_LEARNER")
    learner = importlib.import_module(settings["module"])
    task = Task(settings)
    try:
        getattr(learner, settings["call"])(task)
        if settings["call"] == "fit":
            importlib.import_module("paisql.learners.pmml").write_beside(task.model_folder)
    except LearnerError as error:
        sys.stderr.write("LearnerError: %s\n" % error)
        sys.stderr.flush()
        sys.exit(1)
    for output in task.outputs.values():
        output.close()
