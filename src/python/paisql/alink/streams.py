"""Operators on streams: StreamOperator.execute() runs all sinks, and print(), that wait.

A script component on a stream is a PAI statement (docs/alink.md, "Streams"). Select and where before
and behind it are computed while its rows come (stream_flow.py); what has to see all rows at once is
SQL over those that are there, and an error where the source has no end.
"""

from paisql.alink import environment, files, scripts, sets, shown, stream_flow, tensor_columns
from paisql.alink import relational as batch
from paisql.alink.columns import columns_of, quoted
from paisql.alink.operator import BatchOperator, dataframeToOperator
from paisql.alink.tables import TableSourceBatchOp, put
from paisql.alink_stream.refusals import choosing

__all__ = [
    "FilterStreamOp",
    "JsonSourceStreamOp",
    "SelectStreamOp",
    "StreamOperator",
    "TableSinkStreamOp",
    "TableSourceStreamOp",
    "TensorFlow2StreamOp",
    "TensorFlowStreamOp",
    "UnionAllStreamOp",
    "WhereStreamOp",
]


class StreamOperator(BatchOperator):
    """A step of a stream; parameters and links are as those of BatchOperator."""

    def linkFrom(self, *inputs):
        """Makes these its inputs. TypeError for an operator over tables."""
        super().linkFrom(*inputs)
        for one in self.inputs:
            if not isinstance(one, StreamOperator):
                raise TypeError(
                    "%s takes streams, and %s is an operator over tables; TableSourceStreamOp makes a "
                    "stream of a table, MemSourceStreamOp of rows"
                    % (type(self).__name__, type(one).__name__)
                )
        return self

    @property
    def is_endless(self):
        return any(one.is_endless for one in self.inputs)

    def flow(self):
        """How these rows come, as a stream_flow.Flow."""
        self._refuse_endless()
        return stream_flow.Flow({"inputTableName": self.table()}, False)

    def tensors(self):
        """The names of columns that hold tensors, by the first row that is there."""
        if self.is_endless:
            return []
        columns, first = self.rows(1)
        return tensor_columns.found(columns, first[0]) if first else []

    def _refuse_endless(self):
        if self.is_endless:
            raise ValueError(
                "%s: the source has no end, and this has to see all of its rows; what goes on an "
                "endless stream is what makes each row by itself, before a script, behind it, or "
                "without one" % type(self).__name__
            )

    def schema(self):
        """[(name, type)]; of an endless stream what is known before its rows are there."""
        if self._schema is None and self.is_endless:
            self._schema = self.coming_schema()
        return super().schema()

    def coming_schema(self):
        """The schema of rows that are not there yet, for classes to say; ValueError where nobody knows it."""
        raise ValueError(
            "%s: the columns of its rows are not known before the stream runs" % type(self).__name__
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
        from paisql.alink.on_streams.shares import SampleStreamOp

        return SampleStreamOp(self).setRatio(ratio)

    def unionAll(self, *others):
        return UnionAllStreamOp(self, *others)

    def print(self, n=None, title=None, key=None, refreshInterval=None, maxLimit=None, port=None):
        """Prints the rows when the stream is executed; the first n of them, or all.

        PyAlink's key, its first argument, and maxLimit are a title and an n; refreshInterval and port have no effect.
        """
        if isinstance(n, str):
            n, title = None, n
        sink = _PrintStreamOp(self)
        sink.most, sink.title = maxLimit if n is None else n, title or key
        return self

    @staticmethod
    def fromDataframe(frame, schemaStr):
        """A stream of the rows of a pandas.DataFrame."""
        return dataframeToOperator(frame, schemaStr, "stream")

    def alias(self, names):
        """The same columns under other names, "a, b, c"; Alink calls it `as`, a word of Python."""
        from paisql.alink.on_streams.row_forms import AsStreamOp

        return AsStreamOp(self).setClause(names)

    as_ = alias

    def rebalance(self):
        from paisql.alink.on_streams.row_forms import RebalanceStreamOp

        return RebalanceStreamOp(self)

    @staticmethod
    def execute(jobName=None):
        """Runs what waits: sinks whose rows end one after another, then all others at once, until they are stopped."""
        given = environment.current()
        sinks, given.sinks = given.sinks, []
        for sink in sinks:
            if not sink.is_endless:
                sink.keep()
        endless = [sink for sink in sinks if sink.is_endless]
        if endless:
            stream_flow.at_once(endless)


class RowByRow(StreamOperator):
    """A query that computes each row by itself, so that it goes on endless streams, too.

    over(source) of a class gives it over what stands behind FROM.
    """

    joins_lines = True  # whether rows that end, too, go through it within a statement

    def coming_schema(self):
        statement = "SELECT * FROM (%s) step LIMIT 0" % self.over("(SELECT %s) step" % nothing(self.one()))
        return environment.current().run(statement, with_columns=True)[0]

    def flow(self):
        if self.is_endless or _is_line(self.one()):
            return self.one().flow().then(self)
        return super().flow()

    def tensors(self):
        """As the others; none where the rows are not there yet, which setTensorCols tells."""
        return [] if self.is_endless or _is_line(self.one()) else super().tensors()


class SelectStreamOp(RowByRow, batch.SelectBatchOp):
    pass


class WhereStreamOp(RowByRow, batch.WhereBatchOp):
    def over(self, source):
        return super().over(choosing(source))

    def tensors(self):
        return self.one().tensors()


FilterStreamOp = WhereStreamOp


def _is_line(operator):
    """Whether rows come from this one as a statement of a stream gives them, and go nowhere else."""
    if operator._table is not None or operator._readers > 1:
        return False
    if isinstance(operator, RowByRow):
        return operator.joins_lines and len(operator.inputs) == 1 and _is_line(operator.inputs[0])
    return isinstance(operator, StatementStreamOp) or isinstance(operator, PathSource) and operator.is_line()


class UnionAllStreamOp(StreamOperator, sets.UnionAllBatchOp):
    """The rows of all inputs; of endless ones, and those that end beside them, in the order in which they come."""

    def coming_schema(self):
        query = self.over_inputs(["(SELECT %s) rows_%d" % (nothing(one), n) for n, one in enumerate(self.inputs)])
        statement = "SELECT * FROM (%s) step LIMIT 0" % query
        return environment.current().run(statement, with_columns=True)[0]

    def flow(self):
        if not self.is_endless:
            return super().flow()
        columns = self.schema()
        return stream_flow.union([_branch(one).with_columns(one.schema(), columns) for one in self.inputs])

    def tensors(self):
        return self.inputs[0].tensors() if self.is_endless else super().tensors()


def nothing(operator):
    """A SELECT list of NULLs that have the types of an operator's columns."""
    return ", ".join("CAST(NULL AS %s) AS %s" % (kind, quoted(name)) for name, kind in operator.schema())


def _branch(operator):
    """How rows come into a union: as they are where they are read from somewhere, else as a table that is computed."""
    if operator.is_endless:
        return operator.flow()
    stays = isinstance(operator, TableSourceStreamOp) or _is_line(operator)
    flow = operator.flow() if stays else None
    if flow is None or flow.statement is not None:
        flow = stream_flow.Flow({"inputTableName": operator.table(), "once": True}, False)
    return flow


class TableSourceStreamOp(StreamOperator, TableSourceBatchOp):
    """A table of the home; with follow also the rows that come into it, until the stream is stopped."""

    parameters = {"tableName": None, "follow": False}

    @property
    def is_endless(self):
        return bool(self.value("follow"))

    def table(self):
        self._refuse_endless()
        return super().table()

    source = table

    def coming_schema(self):
        statement = "SELECT * FROM %s LIMIT 0" % self.needed("tableName")
        return environment.current().run(statement, with_columns=True)[0]

    def tensors(self):
        statement = "SELECT * FROM %s LIMIT 1" % self.needed("tableName")
        columns, first = environment.current().run(statement, with_columns=True)
        return tensor_columns.found(columns, first[0]) if first else []

    def flow(self):
        values = {"inputTableName": self.needed("tableName"), "follow": self.value("follow")}
        return stream_flow.Flow(values, self.is_endless)


class PathSource(StreamOperator):
    """A file, or the files of a folder; with follow also those that come."""

    parameters = {"filePath": None, "schemaStr": None, "follow": False, "badRows": None}
    aliases = {"schema": "schemaStr", "tableSchema": "schemaStr"}
    form = ""
    keeps_rows = True

    @property
    def is_endless(self):
        return bool(self.value("follow"))

    def is_line(self):
        """Whether a statement's inputPath reads these files as they are."""
        return True

    def coming_schema(self):
        return columns_of(self.needed("schemaStr"))

    def tensors(self):
        return tensor_columns.of_schema(self.needed("schemaStr"))

    def flow(self):
        values = {
            "inputPath": self._place(),
            "inputFormat": self.form,
            "inputSchemaStr": self._schema_text(),
            "follow": self.value("follow"),
            "badRows": self.value("badRows"),
        }
        return stream_flow.Flow(values, self.is_endless)

    def _place(self):
        """What a statement calls the path; URLs of the web are looked up as by operators over tables."""
        path = str(self.needed("filePath"))
        return path if path.lower().startswith("tcp://") else files.path_of(path)

    def fill(self, table):
        self._refuse_endless()
        self.flow().fill(table)

    def _schema_text(self):
        """schemaStr with texts for tensors."""
        schema, names = self.needed("schemaStr"), self.tensors()
        if not names:
            return schema
        return ", ".join("%s %s" % column for column in columns_of(schema))

    def query(self):
        return "SELECT * FROM %s" % self.table()


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


class StatementStreamOp(StreamOperator):
    """A PAI statement on a stream, which is its one input."""

    algorithm = ""
    required = ()
    keeps_rows = True
    is_script = False

    def own(self):
        """Values of the statement that are no parameters of this operator."""
        return {}

    def given_values(self):
        """What the statement is told beside its source and its sink."""
        for name in self.required:
            self.needed(name)
        return dict(self.own(), **stream_flow.parameter_values(self))

    def flow(self):
        if len(self.inputs) != 1:
            raise ValueError(
                "%s has one input, and %d are linked" % (type(self).__name__, len(self.inputs))
            )
        before = self.inputs[0].flow()
        if before.statement is not None and not before.is_endless:
            before = stream_flow.Flow({"inputTableName": self.inputs[0].table()}, False)
        return before.through(self)

    def fill(self, table):
        self._refuse_endless()
        self.flow().fill(table)

    def query(self):
        return "SELECT * FROM %s" % self.table()


class TensorFlowStreamOp(StatementStreamOp):
    """A script on a stream."""

    parameters = _PARAMETERS
    aliases = scripts.TensorFlowBatchOp.aliases
    algorithm = "tensorflow_stream"
    is_script = True
    required = ("mainScriptFile", "outputSchemaStr")

    def coming_schema(self):
        return columns_of(self.needed("outputSchemaStr"))

    def own(self):
        given = {"parallelism": environment.current().parallelism}
        if self.value("tensorCols") is None:
            names = self.inputs[0].tensors()
            given["tensorCols"] = ",".join(tensor_columns.chosen(names, self.value("selectedCols")))
        return given


class TensorFlow2StreamOp(TensorFlowStreamOp):
    algorithm = "tensorflow2_stream"


class Sink(StreamOperator):
    def linkFrom(self, *inputs):
        super().linkFrom(*inputs)
        if len(inputs) != 1:
            raise ValueError("%s has one input" % type(self).__name__)
        environment.current().sinks.append(self)
        return self

    def coming_flow(self):
        """The stream whose rows are kept as they come; None for rows that a query gives at once."""
        one = self.inputs[0]
        return one.flow() if one.is_endless or _is_line(one) else None


class TableSinkStreamOp(Sink):
    """Adds the rows to a table of the home, exactly once; one that does not exist is made."""

    parameters = {"tableName": None}
    aliases = {"outputTableName": "tableName"}

    def keep(self):
        name, flow = self.needed("tableName"), self.coming_flow()
        if flow is not None:
            flow.run(outputTableName=name)
            return
        put(name, self.inputs[0].source(), "INSERT INTO TABLE")


class _PrintStreamOp(Sink):
    most, title = None, None

    def keep(self):
        if self.inputs[0].is_endless:
            self._print_endless()
            return
        if self.title:
            print(self.title)
        print(shown.text(*self.inputs[0].rows(self.most)), flush=True)

    def _print_endless(self):
        from paisql.alink.on_streams.printed import Rows

        flow = self.coming_flow()
        try:
            names = self.inputs[0].getColNames()
        except ValueError:
            names = None  # those of a model's answers come with the first row
        rows = Rows(names, self.title, self.most, environment.pass_on)
        rows.begin()
        flow.run(told=rows, outputPath="print")
