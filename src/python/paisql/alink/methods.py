"""Methods of operators that make another operator of them: `rows.where("id > 3")` is WhereBatchOp of rows.

Most are rows of a table, of which _put_on() makes functions with names of arguments and a text for help(). They are
put on BatchOperator and StreamOperator here, above all operators, since operators derive from these classes.
"""

import inspect
from typing import NamedTuple

from paisql.alink import not_offered, relational, samples, sets, streams, table_operators
from paisql.alink.on_streams import row_forms, shares, sources, unions
from paisql.alink.on_streams.stream_sinks import PrintStreamOp
from paisql.alink.operator import BatchOperator
from paisql.alink.streams import StreamOperator

__all__ = ["dataframeToOperator"]


class Method(NamedTuple):
    """A row: the method's name, the class of the operator, its arguments, what help() says.

    arguments  {argument: parameter that it sets}; of a tuple (parameter, default) it may be left out
    inputs     whether the arguments are further inputs: "one", "any", or None for parameters
    """

    name: str
    made: type
    arguments: dict
    text: str
    inputs: str = None


_AS = {"names": "clause"}
_RATIO = {"ratio": "ratio", "withReplacement": ("withReplacement", False)}
_SIZE = {"size": "size", "withReplacement": ("withReplacement", False)}
_NAMES = 'The same columns under other names, "a, b, c"; Alink calls it `as`, a word of Python.'

_OVER_TABLES = (
    Method(
        "select",
        relational.SelectBatchOp,
        {"fields": "clause"},
        "The columns and expressions of SQL that `fields` has, a text or a list of them.",
    ),
    Method("where", relational.WhereBatchOp, {"predicate": "clause"}, "The rows for which it is true."),
    Method("filter", relational.WhereBatchOp, {"predicate": "clause"}, "The rows for which it is true."),
    Method("distinct", relational.DistinctBatchOp, {}, "The rows, each once."),
    Method(
        "groupBy",
        relational.GroupByBatchOp,
        {"by": "groupByPredicate", "clause": "selectClause"},
        "A row of the expressions in `clause` for each value of `by`.",
    ),
    Method("firstN", relational.FirstNBatchOp, {"n": "size"}, "The first n rows."),
    Method("rebalance", relational.RebalanceBatchOp, {}, "The rows as they are."),
    Method("shuffle", relational.ShuffleBatchOp, {}, "The rows in a random order."),
    Method("alias", relational.AsBatchOp, _AS, _NAMES),
    Method("as_", relational.AsBatchOp, _AS, _NAMES),
    Method("sample", samples.SampleBatchOp, _RATIO, "Each row with the probability `ratio`."),
    Method("sampleWithSize", samples.SampleWithSizeBatchOp, _SIZE, "`size` rows, or all where there are less."),
    Method("unionAll", sets.UnionAllBatchOp, {}, "The rows of this one and of the others.", "any"),
    Method("union", sets.UnionBatchOp, {}, "The rows of this one and of the others, each once.", "any"),
    Method("intersect", sets.IntersectBatchOp, {}, "The rows that both have, each once.", "one"),
    Method(
        "intersectAll",
        sets.IntersectAllBatchOp,
        {},
        "The rows that both have, as often as in the one that has them less.",
        "one",
    ),
    Method("minus", sets.MinusBatchOp, {}, "The rows that the other has not, each once.", "one"),
    Method("minusAll", sets.MinusAllBatchOp, {}, "The rows, each as many times less as the other has it.", "one"),
)

_ON_STREAMS = (
    Method("select", streams.SelectStreamOp, {"fields": "clause"}, _OVER_TABLES[0].text),
    Method("where", streams.WhereStreamOp, {"predicate": "clause"}, "The rows for which it is true."),
    Method("filter", streams.WhereStreamOp, {"predicate": "clause"}, "The rows for which it is true."),
    Method("rebalance", row_forms.RebalanceStreamOp, {}, "The rows as they are."),
    Method("alias", row_forms.AsStreamOp, _AS, _NAMES),
    Method("as_", row_forms.AsStreamOp, _AS, _NAMES),
    Method("sample", shares.SampleStreamOp, {"ratio": "ratio"}, "Each row with the probability `ratio`."),
    Method("unionAll", unions.UnionAllStreamOp, {}, "The rows of this one and of the others.", "any"),
)


def _put_on(owner, rows):
    """Gives a class the methods of the rows."""
    for row in rows:
        setattr(owner, row.name, _function(owner, row))


def _function(owner, row):
    signature = _signature(row)

    def method(*given, **named):
        try:
            values = signature.bind(*given, **named)
        except TypeError as error:
            raise TypeError("%s() %s" % (row.name, error)) from None
        values.apply_defaults()
        operator, *values = values.arguments.values()
        if row.inputs is not None:
            return row.made(operator, *(values[0] if row.inputs == "any" else values))
        made = row.made(operator)
        for parameter, value in zip(row.arguments.values(), values):
            parameter = parameter if isinstance(parameter, str) else parameter[0]
            listed = parameter == "clause" and isinstance(value, (list, tuple))
            getattr(made, "set" + parameter[0].upper() + parameter[1:])(", ".join(value) if listed else value)
        return made

    method.__name__, method.__doc__, method.__signature__ = row.name, row.text, signature
    method.__qualname__, method.__module__ = "%s.%s" % (owner.__name__, row.name), owner.__module__
    return method


def _signature(row):
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    found = [inspect.Parameter("self", kind)]
    if row.inputs is not None:
        found.append(
            inspect.Parameter("others", inspect.Parameter.VAR_POSITIONAL)
            if row.inputs == "any"
            else inspect.Parameter("other", kind)
        )
    for name, parameter in row.arguments.items():
        default = inspect.Parameter.empty if isinstance(parameter, str) else parameter[1]
        found.append(inspect.Parameter(name, kind, default=default))
    return inspect.Signature(found)


def dataframeToOperator(df, schemaStr, op_type="batch", opType=None):
    """An operator with the rows of a pandas.DataFrame; op_type, or opType, is batch or stream."""
    kinds = {"batch": table_operators.MemSourceBatchOp, "stream": sources.MemSourceStreamOp}
    op_type = op_type if opType is None else opType
    if op_type not in kinds:
        raise ValueError("op_type is batch or stream, not '%s'" % op_type)
    frame = df.astype(object).where(df.notna(), None)
    return kinds[op_type](frame.values.tolist(), schemaStr)


def _from_dataframe(frame, schemaStr):
    """An operator with the rows of a pandas.DataFrame."""
    return dataframeToOperator(frame, schemaStr)


def _stream_from_dataframe(frame, schemaStr):
    """A stream of the rows of a pandas.DataFrame."""
    return dataframeToOperator(frame, schemaStr, "stream")


def _order_by(self, field, limit=-1, fetch=-1, offset=-1, order="asc"):
    """The rows in order, the first `limit`, or `fetch` after `offset`; -1 is not a limit.

    ValueError for a truth among these numbers: in Java isAscending stands where `fetch` does.
    """
    for name, value in (("limit", limit), ("fetch", fetch), ("offset", offset)):
        if isinstance(value, bool):
            raise ValueError(
                'orderBy: %s is a number of rows, not %r; order="desc" has the last ones first' % (name, value)
            )
    ordered = relational.OrderByBatchOp(self).setClause(field).setOrder(order)
    if limit is not None and limit >= 0:
        ordered.setLimit(limit)
    elif fetch is not None and fetch >= 0:
        ordered.setFetch(fetch)
    return ordered.setOffset(offset) if offset is not None and offset > 0 else ordered


def _sql_query(query):
    """An operator with the rows of a SELECT over registered names and tables of the home."""
    return relational.SqlQueryBatchOp(query)


def _print_stream(self, n=None, title=None, key=None, refreshInterval=None, maxLimit=None, port=None):
    """Prints the rows when the stream is executed; the first n of them, or all.

    PyAlink's key, its first argument, and maxLimit are a title and an n; refreshInterval and port have no effect.
    """
    if isinstance(n, str):
        n, title = None, n
    sink = PrintStreamOp(self)
    sink.most, sink.title = maxLimit if n is None else n, title or key
    return self


def _name(owner, name, function):
    """Gives a class one more method, or a static one, under a name."""
    plain = getattr(function, "__func__", function)
    plain.__name__, plain.__qualname__, plain.__module__ = name, "%s.%s" % (owner.__name__, name), owner.__module__
    setattr(owner, name, function)


_put_on(BatchOperator, _OVER_TABLES)
_name(BatchOperator, "fromDataframe", staticmethod(_from_dataframe))
_name(BatchOperator, "orderBy", _order_by)
_name(BatchOperator, "sqlQuery", staticmethod(_sql_query))
not_offered.put_static_methods(BatchOperator)
_put_on(StreamOperator, _ON_STREAMS)
_name(StreamOperator, "fromDataframe", staticmethod(_stream_from_dataframe))
_name(StreamOperator, "print", _print_stream)
not_offered.put_static_methods(StreamOperator)
