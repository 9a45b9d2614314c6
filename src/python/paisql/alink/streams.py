"""Operators on streams: StreamOperator.execute() runs all sinks, and print(), that wait.

A script component on a stream is a PAI statement (docs/alink.md, "Streams"). What stands before and
behind it is SQL over the rows that are there, so endless sources go into a script and its rows into a
sink directly.
"""

import csv
import json

from paisql.alink import environment, scripts, shown, tensor_columns
from paisql.alink import relational as batch
from paisql.alink.columns import columns_of
from paisql.alink.operator import BatchOperator
from paisql.alink.tables import MemSourceBatchOp, RandomTableSourceBatchOp, TableSourceBatchOp

__all__ = [
    "CsvSinkStreamOp",
    "CsvSourceStreamOp",
    "FilterStreamOp",
    "JsonSinkStreamOp",
    "JsonSourceStreamOp",
    "MemSourceStreamOp",
    "ParquetSourceStreamOp",
    "RandomTableSourceStreamOp",
    "SampleStreamOp",
    "SelectStreamOp",
    "StreamOperator",
    "TableSinkStreamOp",
    "TableSourceStreamOp",
    "TensorFlow2StreamOp",
    "TensorFlowStreamOp",
    "UnionAllStreamOp",
    "WhereStreamOp",
]

_waiting = []  # sinks that execute() runs


class StreamOperator(BatchOperator):
    """A step of a stream; parameters and links are as those of BatchOperator."""

    is_endless = False

    def given(self):
        """What a script's statement says of these rows as its source."""
        self._refuse_endless()
        return {"inputTableName": self.table()}

    def tensors(self):
        """The names of columns that hold tensors, by the first row that is there."""
        if self.is_endless or any(one.is_endless for one in self.inputs):
            return []
        columns, first = self.rows(1)
        return tensor_columns.found(columns, first[0]) if first else []

    def _refuse_endless(self):
        if self.is_endless or any(one.is_endless for one in self.inputs):
            raise ValueError(
                "%s: an endless source goes into a script component directly, and that into a sink; "
                "choose rows and columns in the script" % type(self).__name__
            )

    def query(self):
        self._refuse_endless()
        return super().query()

    def select(self, fields):
        clause = ", ".join(fields) if isinstance(fields, (list, tuple)) else fields
        return SelectStreamOp(self).setClause(clause)

    def where(self, predicate):
        return WhereStreamOp(self).setClause(predicate)

    filter = where

    def sample(self, ratio):
        return SampleStreamOp(self).setRatio(ratio)

    def unionAll(self, *others):
        return UnionAllStreamOp(self, *others)

    def print(self, n=None, title=None):
        """Prints the rows when the stream is executed; all of them without n."""
        sink = _PrintStreamOp(self)
        sink.most, sink.title = n, title
        return self

    @staticmethod
    def execute(jobName=None):
        """Runs what waits, one sink after another; an endless stream until it is stopped."""
        sinks, _waiting[:] = list(_waiting), []
        for sink in sinks:
            sink.keep()


class SelectStreamOp(StreamOperator, batch.SelectBatchOp):
    pass


class WhereStreamOp(StreamOperator, batch.WhereBatchOp):
    pass


FilterStreamOp = WhereStreamOp


class SampleStreamOp(StreamOperator):
    """A share of the rows by chance."""

    parameters = {"ratio": None}
    keeps_rows = True

    def query(self):
        self._refuse_endless()
        ratio = float(self.needed("ratio"))
        return "SELECT * FROM %s WHERE RAND() < %r" % (self.inputs[0].source(), ratio)


class UnionAllStreamOp(StreamOperator):
    def query(self):
        self._refuse_endless()
        return " UNION ALL ".join("SELECT * FROM %s" % one.source() for one in self.inputs)


class MemSourceStreamOp(StreamOperator, MemSourceBatchOp):
    """Rows of this program: a list of rows, or of values for one column."""


class RandomTableSourceStreamOp(StreamOperator, RandomTableSourceBatchOp):
    """maxRows rows of numCols columns with random numbers in [0, 1)."""

    aliases = {"maxRows": "numRows"}


class TableSourceStreamOp(StreamOperator, TableSourceBatchOp):
    """A table of the home; with follow also the rows that come into it, until the stream is stopped."""

    parameters = {"tableName": None, "follow": False}

    @property
    def is_endless(self):
        return bool(self.value("follow"))

    def tensors(self):
        statement = "SELECT * FROM %s LIMIT 1" % self.needed("tableName")
        columns, first = environment.current().run(statement, with_columns=True)
        return tensor_columns.found(columns, first[0]) if first else []

    def given(self):
        return {"inputTableName": self.needed("tableName"), "follow": self.value("follow")}


class PathSource(StreamOperator):
    """A file, or the files of a folder; with follow also those that come."""

    parameters = {"filePath": None, "schemaStr": None, "follow": False, "badRows": None}
    aliases = {"schema": "schemaStr", "tableSchema": "schemaStr"}
    form = ""

    @property
    def is_endless(self):
        return bool(self.value("follow"))

    def tensors(self):
        return tensor_columns.of_schema(self.needed("schemaStr"))

    def given(self):
        return {
            "inputPath": self.needed("filePath"),
            "inputFormat": self.form,
            "inputSchemaStr": self._schema_text(),
            "follow": self.value("follow"),
            "badRows": self.value("badRows"),
        }

    def _schema_text(self):
        """schemaStr with texts for tensors."""
        schema, names = self.needed("schemaStr"), self.tensors()
        if not names:
            return schema
        return ", ".join("%s %s" % column for column in columns_of(schema))

    def query(self):
        raise ValueError(
            "%s goes into a script component directly; choose rows and columns there"
            % type(self).__name__
        )


class CsvSourceStreamOp(PathSource):
    form = "csv"


class ParquetSourceStreamOp(PathSource):
    form = "parquet"


class JsonSourceStreamOp(PathSource):
    """Also a named pipe, and tcp://<host>:<port> of a server that sends lines of JSON."""

    form = "jsonl"


_PARAMETERS = {
    "userFiles": None,
    "mainScriptFile": None,
    "userParams": None,
    "selectedCols": None,
    "numWorkers": None,
    "numPSs": None,
    "intraOpParallelism": None,
    "pythonEnv": None,
    "outputSchemaStr": None,
    # Not Alink's: docs/alink.md.
    "nullValues": None,
    "convertTypes": None,
    "tensorCols": None,
    "recovery": None,
    "startMode": None,
    "commitIntervalMs": None,
    "maxRestarts": None,
}

_LISTS = ("userFiles", "userParams")  # written as JSON; others are names, with commas


class StatementStreamOp(StreamOperator):
    """A PAI statement on a stream, which is its one input."""

    algorithm = ""
    required = ()
    keeps_rows = True

    @property
    def is_endless(self):
        return any(one.is_endless for one in self.inputs)

    def own(self):
        """Values of the statement that are no parameters of this operator."""
        return {}

    def run_into(self, **sink):
        """Runs the stream until it ends; `sink` is outputTableName or outputPath."""
        if len(self.inputs) != 1:
            raise ValueError(
                "%s has one input, and %d are linked" % (type(self).__name__, len(self.inputs))
            )
        for name in self.required:
            self.needed(name)
        values = dict(self.inputs[0].given(), **sink, **self.own())
        # A program that is run again writes its rows again, as sinks of Alink do, unless its source
        # has no end: then it goes on.
        values["startMode"] = "continue" if self.is_endless else "restart"
        for name in self.parameters:
            value = self.value(name)
            if isinstance(value, (list, tuple)):
                value = json.dumps(list(value)) if name in _LISTS else ",".join(map(str, value))
            if value is not None:
                values[name] = value
        words = ["-D%s=%s" % (k, _quoted(v)) for k, v in values.items() if v not in (None, "")]
        environment.current().run("PAI -name %s %s" % (self.algorithm, " ".join(words)))

    def fill(self, table):
        self._refuse_endless()
        self.run_into(outputTableName=table)
        environment.current().run("DROP TABLE IF EXISTS %s_cursor" % table)

    def query(self):
        return "SELECT * FROM %s" % self.table()


class TensorFlowStreamOp(StatementStreamOp):
    """A script on a stream."""

    parameters = _PARAMETERS
    aliases = scripts.TensorFlowBatchOp.aliases
    algorithm = "tensorflow_stream"
    required = ("mainScriptFile", "outputSchemaStr")

    def own(self):
        given = {"parallelism": environment.current().parallelism}
        if self.value("tensorCols") is None:
            names = self.inputs[0].tensors()
            given["tensorCols"] = ",".join(tensor_columns.chosen(names, self.value("selectedCols")))
        return given


class TensorFlow2StreamOp(TensorFlowStreamOp):
    algorithm = "tensorflow2_stream"


def _quoted(value):
    if isinstance(value, bool):
        value = "true" if value else "false"
    text = json.dumps(value) if isinstance(value, dict) else str(value)
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"')


class Sink(StreamOperator):
    def linkFrom(self, *inputs):
        super().linkFrom(*inputs)
        if len(inputs) != 1:
            raise ValueError("%s has one input" % type(self).__name__)
        _waiting.append(self)
        return self

    def _script(self):
        """The statement whose rows are kept as they come; None for other inputs."""
        one = self.inputs[0]
        return one if isinstance(one, StatementStreamOp) and one._table is None else None


class TableSinkStreamOp(Sink):
    """Adds the rows to a table of the home, exactly once; one that does not exist is made."""

    parameters = {"tableName": None}
    aliases = {"outputTableName": "tableName"}

    def keep(self):
        name, script = self.needed("tableName"), self._script()
        if script is not None and script._readers == 1:
            script.run_into(outputTableName=name)
            return
        run, rows = environment.current().run, self.inputs[0].source()
        run("CREATE TABLE IF NOT EXISTS %s AS SELECT * FROM %s LIMIT 0" % (name, rows))
        run("INSERT INTO TABLE %s SELECT * FROM %s" % (name, rows))


class _FileSink(Sink):
    """Adds the rows to a file."""

    parameters = {"filePath": None}

    def keep(self):
        path, script = self.needed("filePath"), self._script()
        if script is not None and script._readers == 1:
            script.run_into(outputPath=path)
            return
        columns, rows = self.inputs[0].rows()
        with open(path, "a", encoding="utf-8", newline="") as stream:
            self.write(stream, [name for name, _ in columns], rows)


class CsvSinkStreamOp(_FileSink):
    def write(self, stream, names, rows):
        csv.writer(stream, lineterminator="\n").writerows(rows)


class JsonSinkStreamOp(_FileSink):
    """Lines of JSON."""

    def write(self, stream, names, rows):
        for row in rows:
            stream.write(json.dumps(dict(zip(names, row)), ensure_ascii=False) + "\n")


class _PrintStreamOp(Sink):
    most, title = None, None

    def keep(self):
        if self.title:
            print(self.title)
        script = self._script()
        if script is not None and script.is_endless:
            shown_before = environment.AlinkGlobalConfiguration.isPrintProcessInfo()
            environment.AlinkGlobalConfiguration.setPrintProcessInfo(True)
            try:
                script.run_into(outputPath="print")
            finally:
                environment.AlinkGlobalConfiguration.setPrintProcessInfo(shown_before)
            return
        print(shown.text(*self.inputs[0].rows(self.most)), flush=True)
