"""Operators that stand in one line, from a source of a stream to a sink, as one PAI statement.

What stands before a script or a predictor becomes its inputQuery, what stands after it its
outputQuery; without one the statement is sql_stream (docs/alink-streams.md).
"""

import json
import os
import stat

from paisql.alink import environment, pai_statement
from paisql.alink_models.alink_columns import quoted

_SECRET = ("properties", "outputProperties")  # which may have passwords


class Flow:
    """Where rows come from, and what is done with them. `values` says it in a statement's words.

    more  the values of further sources, whose rows come with those of the first one
    """

    def __init__(self, values, endless):
        self.values, self.is_endless = dict(values), endless
        self.more = []
        self.statement = None  # the operator of a script or a predictor

    def then(self, operator):
        """Puts a query after what is there."""
        if self.statement is not None:
            _put_behind(self.values, "outputQuery", operator.over)
            return self
        for one in [self.values, *self.more]:
            _put_behind(one, "inputQuery", operator.over)
        return self

    def with_columns(self, have, wanted):
        """Gives columns [(name, type)] the names and types of others, by their places."""
        if have == wanted:
            return self
        parts = []
        for (name, kind), (new, to) in zip(have, wanted):
            text = quoted(name) if kind == to else "CAST(%s AS %s)" % (quoted(name), to)
            parts.append("%s AS %s" % (text, quoted(new)))
        for one in [self.values, *self.more]:
            _put_behind(one, "inputQuery", lambda source: "SELECT %s FROM %s" % (", ".join(parts), source))
        return self

    def through(self, operator):
        """Puts a script or a predictor after what is there."""
        if self.statement is not None:
            raise ValueError(
                "%s follows %s in one stream: let the first write files into a folder "
                "that the second follows" % (type(operator).__name__, type(self.statement).__name__)
            )
        self.statement = operator
        return self

    def run(self, told=None, **sink):
        """Runs the stream until it ends, or, while sinks of endless streams are begun, has it run with others.

        told  called with what its job prints
        sink  outputTableName or outputPath
        """
        statement, waiting = self._statement(told, sink), environment.current().at_once
        if waiting is None:
            statement.run(environment.current())
        else:
            waiting.append(statement)

    def fill(self, table):
        """Makes the table of rows that end, at once."""
        environment.current().owns(table + "_cursor")  # which a stream that fails leaves
        self._statement(None, {"outputTableName": table}).run(environment.current())
        environment.current().run("DROP TABLE IF EXISTS %s_cursor PURGE" % table)

    def _statement(self, told, sink):
        # A program that is run again writes its rows again, as sinks of Alink do, unless its source
        # has no end: then it goes on.
        values = dict(self.values, startMode="continue" if self.is_endless else "restart", **sink)
        if self.more:
            values["moreSources"] = json.dumps([pai_statement.said(one) for one in self.more])
        if self.statement is not None:
            values.update(self.statement.given_values())
        return Statement(self.statement, values, told)


def _put_behind(values, name, over):
    """Puts over(what follows FROM) after the query of this name, inputQuery or outputQuery."""
    before = values.get(name)
    values[name] = over("(%s) step" % before if before else name[: -len("Query")])


# What rows have that are read in turn with others: docs/alink-streams.md, moreSources.
_IN_TURN = {"inputTableName", "inputPath", "inputQuery", "inputFormat", "inputSchemaStr", "follow", "badRows", "once"}


def union(flows):
    """One Flow of the rows of several, one of which has no end; their columns are the same."""
    for one in flows:
        further = set(pai_statement.said(one.values)) - _IN_TURN
        path = str(one.values.get("inputPath") or "")
        if one.statement is not None or further or comes_once(path):
            what = "rows of a script or a predictor" if one.statement is not None else "a pipe, a socket or Kafka"
            raise ValueError(
                "UnionAllStreamOp of %s on endless streams: let another stream write them into a folder, "
                "which this one follows" % what
            )
    flows = sorted(flows, key=lambda one: not one.is_endless)  # which says that the statement goes on
    made = flows[0]
    for one in flows[1:]:
        made.more += [one.values, *one.more]
    return made


def comes_once(path):
    """Whether an inputPath has lines that cannot be read again."""
    if path.startswith("tcp://"):
        return True
    try:
        return stat.S_ISFIFO(os.stat(path[len("file://") :] if path.startswith("file://") else path).st_mode)
    except OSError:
        return False


class Statement:
    """A stream as a PAI statement: `operator` is that of its script or predictor, or None."""

    def __init__(self, operator, values, told):
        self.operator, self.values, self._told = operator, values, told

    def run(self, given):
        """Runs it in an environment, until it ends."""
        algorithm = "sql_stream" if self.operator is None else self.operator.algorithm
        hidden = dict(self.values, **{name: "***" for name in _SECRET if self.values.get(name)})
        shown = pai_statement.text(algorithm, hidden)
        given.run(pai_statement.text(algorithm, self.values), shown=shown, told=self._told)

    def sources(self):
        """Of each source the values that say where it is."""
        return [self.values, *json.loads(self.values.get("moreSources") or "[]")]
