"""Methods of operators that make another operator of them: `rows.where("id > 3")` is WhereBatchOp of rows.

Each is a row of a table; put_on() makes functions of the rows, with names of arguments and a text for help().
"""

import importlib
import inspect
from typing import NamedTuple


class Method(NamedTuple):
    """A row: the method's name, the module and the class of the operator, its arguments, what help() says.

    arguments  {argument: parameter that it sets}; of a tuple (parameter, default) it may be left out
    inputs     whether the arguments are further inputs: "one", "any", or None for parameters
    """

    name: str
    module: str
    made: str
    arguments: dict
    text: str
    inputs: str = None


_AS = {"names": "clause"}
_RATIO = {"ratio": "ratio", "withReplacement": ("withReplacement", False)}
_SIZE = {"size": "size", "withReplacement": ("withReplacement", False)}
_NAMES = 'The same columns under other names, "a, b, c"; Alink calls it `as`, a word of Python.'

OVER_TABLES = (
    Method(
        "select",
        "relational",
        "SelectBatchOp",
        {"fields": "clause"},
        "The columns and expressions of SQL that `fields` has, a text or a list of them.",
    ),
    Method("where", "relational", "WhereBatchOp", {"predicate": "clause"}, "The rows for which it is true."),
    Method("filter", "relational", "WhereBatchOp", {"predicate": "clause"}, "The rows for which it is true."),
    Method("distinct", "relational", "DistinctBatchOp", {}, "The rows, each once."),
    Method(
        "groupBy",
        "relational",
        "GroupByBatchOp",
        {"by": "groupByPredicate", "clause": "selectClause"},
        "A row of the expressions in `clause` for each value of `by`.",
    ),
    Method("firstN", "relational", "FirstNBatchOp", {"n": "size"}, "The first n rows."),
    Method("rebalance", "relational", "RebalanceBatchOp", {}, "The rows as they are."),
    Method("shuffle", "relational", "ShuffleBatchOp", {}, "The rows in a random order."),
    Method("alias", "relational", "AsBatchOp", _AS, _NAMES),
    Method("as_", "relational", "AsBatchOp", _AS, _NAMES),
    Method("sample", "samples", "SampleBatchOp", _RATIO, "Each row with the probability `ratio`."),
    Method("sampleWithSize", "samples", "SampleWithSizeBatchOp", _SIZE, "`size` rows, or all where there are less."),
    Method("unionAll", "sets", "UnionAllBatchOp", {}, "The rows of this one and of the others.", "any"),
    Method("union", "sets", "UnionBatchOp", {}, "The rows of this one and of the others, each once.", "any"),
    Method("intersect", "sets", "IntersectBatchOp", {}, "The rows that both have, each once.", "one"),
    Method(
        "intersectAll",
        "sets",
        "IntersectAllBatchOp",
        {},
        "The rows that both have, as often as in the one that has them less.",
        "one",
    ),
    Method("minus", "sets", "MinusBatchOp", {}, "The rows that the other has not, each once.", "one"),
    Method("minusAll", "sets", "MinusAllBatchOp", {}, "The rows, each as many times less as the other has it.", "one"),
)

ON_STREAMS = (
    Method("select", "streams", "SelectStreamOp", {"fields": "clause"}, OVER_TABLES[0].text),
    Method("where", "streams", "WhereStreamOp", {"predicate": "clause"}, "The rows for which it is true."),
    Method("filter", "streams", "WhereStreamOp", {"predicate": "clause"}, "The rows for which it is true."),
    Method("rebalance", "on_streams.row_forms", "RebalanceStreamOp", {}, "The rows as they are."),
    Method("alias", "on_streams.row_forms", "AsStreamOp", _AS, _NAMES),
    Method("as_", "on_streams.row_forms", "AsStreamOp", _AS, _NAMES),
    Method(
        "sample", "on_streams.shares", "SampleStreamOp", {"ratio": "ratio"}, "Each row with the probability `ratio`."
    ),
    Method("unionAll", "on_streams.unions", "UnionAllStreamOp", {}, "The rows of this one and of the others.", "any"),
)


def put_on(owner, rows):
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
        # A class of the table may derive from the one that has the method, so its module comes later.
        kind = getattr(importlib.import_module("paisql.alink." + row.module), row.made)
        if row.inputs is not None:
            return kind(operator, *(values[0] if row.inputs == "any" else values))
        made = kind(operator)
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
