"""Sinks of streams: a table, and the rows on standard output."""

from paisql.alink import environment, global_configuration, shown
from paisql.alink.on_streams.printed import Rows
from paisql.alink.parameters import TEXT
from paisql.alink.relational import OneInput
from paisql.alink.streams import StreamOperator
from paisql.alink.table_operators import put

__all__ = ["TableSinkStreamOp"]


class Sink(StreamOperator, OneInput):
    """Where a stream ends; `keep` of a class runs it."""

    def linkFrom(self, *inputs):
        super().linkFrom(*inputs)
        self.one()
        environment.current().sinks.add(self)
        return self

    def coming_flow(self):
        """The stream whose rows are kept as they come; None for rows that a query gives at once."""
        one = self.one()
        return one.flow() if one.is_endless or one.comes_in_line() else None


class TableSinkStreamOp(Sink):
    """Adds the rows to a table of the home, exactly once; one that does not exist is made."""

    parameters = {"tableName": TEXT}
    aliases = {"outputTableName": "tableName"}

    def keep(self):
        name, flow = self.needed("tableName"), self.coming_flow()
        if flow is not None:
            flow.run(outputTableName=name)
            return
        put(name, self.one().source(), "INSERT INTO TABLE")


class PrintStreamOp(Sink):
    most, title = None, None

    def keep(self):
        if self.one().is_endless:
            self._print_endless()
            return
        if self.title:
            print(self.title)
        print(shown.text(*self.one().rows(self.most)), flush=True)

    def _print_endless(self):
        flow = self.coming_flow()
        try:
            names = self.one().getColNames()
        except ValueError:
            names = None  # those of a model's answers come with the first row
        rows = Rows(names, self.title, self.most, global_configuration.pass_on)
        rows.begin()
        flow.run(told=rows, outputPath="print")
