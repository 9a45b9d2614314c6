"""PAI statements on streams: scripts, and what predictors have in common with them."""

from paisql.alink import environment, pai_statement, scripts, stream_flow, tensor_columns
from paisql.alink.parameters import COUNT, TEXT
from paisql.alink.relational import OneInput
from paisql.alink.streams import StreamOperator
from paisql.alink_models.alink_columns import columns_of

__all__ = ["TensorFlow2StreamOp", "TensorFlowStreamOp"]

_PARAMETERS = {
    **scripts.COMMON,
    "outputSchemaStr": TEXT,
    # Not Alink's: docs/alink-streams.md.
    "recovery": TEXT,
    "startMode": TEXT,
    "commitIntervalMs": COUNT,
    "maxRestarts": COUNT,
}


class StatementStreamOp(StreamOperator, OneInput):
    """A PAI statement on a stream, which is its one input."""

    algorithm = ""
    required = ()
    keeps_rows = True
    is_script = False

    def is_line(self):
        return True

    def own(self):
        """Values of the statement that are not parameters of this operator."""
        return {}

    def given_values(self):
        """Parameters of the statement beside its source and its sink."""
        for name in self.required:
            self.needed(name)
        return dict(self.own(), **pai_statement.parameter_values(self))

    def flow(self):
        before = self.one().flow()
        if before.statement is not None and not before.is_endless:
            before = stream_flow.Flow({"inputTableName": self.one().table()}, False)
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
            names = self.one().tensors()
            given["tensorCols"] = ",".join(tensor_columns.chosen(names, self.value("selectedCols")))
        return given


class TensorFlow2StreamOp(TensorFlowStreamOp):
    algorithm = "tensorflow2_stream"
