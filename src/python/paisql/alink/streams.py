"""Operators on streams: StreamOperator.execute() runs all sinks, and print(), that wait.

A script component on a stream is a PAI statement (docs/alink-streams.md). Select and where before
and after it are computed while its rows come (stream_flow.py); what has to see all rows at once is
SQL over those that are there, and an error where the source has no end.
"""

from paisql.alink import environment, stream_flow, tensor_columns
from paisql.alink import relational as batch
from paisql.alink.on_streams import at_once
from paisql.alink.operator import BatchOperator
from paisql.alink_models.alink_columns import quoted
from paisql.alink_stream.refusals import choosing

__all__ = ["FilterStreamOp", "SelectStreamOp", "StreamOperator", "WhereStreamOp"]


class StreamOperator(BatchOperator):
    """A step of a stream; parameters and links are as those of BatchOperator."""

    def linkFrom(self, *inputs):
        """Makes these its inputs. TypeError for an operator over tables."""
        super().linkFrom(*inputs)
        for one in self.inputs:
            if not isinstance(one, StreamOperator):
                raise TypeError(
                    "%s takes streams, and %s is an operator over tables; TableSourceStreamOp makes a "
                    "stream of a table, MemSourceStreamOp of rows" % (type(self).__name__, type(one).__name__)
                )
        return self

    @property
    def is_endless(self):
        return any(one.is_endless for one in self.inputs)

    def is_line(self):
        """Whether a statement of a stream can give these rows as they come, where they end."""
        return False

    def comes_in_line(self):
        """Whether rows that end come from a statement as they are, and go nowhere else."""
        return not self.is_kept() and self._readers <= 1 and self.is_line()

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
                "endless stream is what makes each row by itself, before a script, after it, or "
                "without one" % type(self).__name__
            )

    def schema(self):
        """[(name, type)]; of an endless stream what is known before its rows are there."""
        if self._schema is None and self.is_endless:
            self._schema = self.coming_schema()
        return super().schema()

    def coming_schema(self):
        """The schema of rows that are not there yet, for classes to say; ValueError where it is unknown."""
        raise ValueError("%s: the columns of its rows are not known before the stream runs" % type(self).__name__)

    def query(self):
        self._refuse_endless()
        return super().query()

    @staticmethod
    def execute(jobName=None):
        """Runs what waits: sinks whose rows end one after another, then all others at once, until they are stopped."""
        sinks = environment.current().sinks
        sinks.run(lambda sink: sink.keep(), lambda sink: not sink.is_endless)
        endless = sinks.take()
        try:
            if endless:
                at_once.run_sinks(endless)
        except KeyboardInterrupt:
            raise  # which is how streams without an end are stopped
        except BaseException:
            sinks.add(*endless)
            raise


class RowByRow(StreamOperator, batch.OneInput):
    """A query that computes each row by itself, so that it goes on endless streams, too.

    over(source) of a class gives it over what follows FROM.
    """

    joins_lines = True  # whether rows that end, too, go through it within a statement

    def is_line(self):
        return self.joins_lines and len(self.inputs) == 1 and self.inputs[0].comes_in_line()

    def _is_part(self):
        """Whether it is a part of a statement's query, and not SQL over rows that are there."""
        return self.is_endless or self.joins_lines and self.one().comes_in_line()

    def coming_schema(self):
        statement = "SELECT * FROM (%s) step LIMIT 0" % self.over("(SELECT %s) step" % nothing(self.one()))
        return environment.current().run(statement, with_columns=True)[0]

    def flow(self):
        return self.one().flow().then(self) if self._is_part() else super().flow()

    def tensors(self):
        """As the others; none where the rows are not there yet, which setTensorCols tells."""
        return [] if self._is_part() else super().tensors()


class SelectStreamOp(RowByRow, batch.SelectBatchOp):
    pass


class WhereStreamOp(RowByRow, batch.WhereBatchOp):
    def over(self, source):
        return super().over(choosing(source))

    def tensors(self):
        return self.one().tensors()


FilterStreamOp = WhereStreamOp


def on_streams(kind, *over_tables):
    """{operator over tables: its form on streams}, a class of `kind` and of the operator, called ...StreamOp."""
    return {
        one: type(
            one.__name__.removesuffix("BatchOp") + "StreamOp",
            (kind, one),
            {"__doc__": one.__doc__, "__module__": kind.__module__},
        )
        for one in over_tables
    }


def nothing(operator):
    """A SELECT list of NULLs that have the types of an operator's columns."""
    return ", ".join("CAST(NULL AS %s) AS %s" % (kind, quoted(name)) for name, kind in operator.schema())
