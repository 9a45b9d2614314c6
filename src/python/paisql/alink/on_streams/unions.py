"""The rows of several streams as one."""

from paisql.alink import environment, sets, stream_flow
from paisql.alink.on_streams.followed import TableSourceStreamOp
from paisql.alink.streams import StreamOperator, nothing

__all__ = ["UnionAllStreamOp"]


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


def _branch(operator):
    """How rows come into a union: as they are where they are read from somewhere, else as a table that is computed."""
    if operator.is_endless:
        return operator.flow()
    stays = isinstance(operator, TableSourceStreamOp) or operator.comes_in_line()
    flow = operator.flow() if stays else None
    if flow is None or flow.statement is not None:
        flow = stream_flow.Flow({"inputTableName": operator.table(), "once": True}, False)
    return flow
