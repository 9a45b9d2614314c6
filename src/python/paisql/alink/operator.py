"""What all batch operators have: parameters, links, and the ways to their rows."""

import difflib
import re

from paisql.alink import environment, shown, statement_defaults

__all__ = [
    "BatchOperator",
    "collectToDataframes",
    "dataframeToOperator",
]

# Alink's SQL takes 1. for an integer, and VARCHAR without a length for a text; in MaxCompute 1. is a
# DOUBLE, and a VARCHAR has a length.
_OTHERWISE = re.compile(
    r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)|(?<![\w.])(\d+)\.(?![\w.])|(\bas\s+)varchar(?=\s*\))""",
    re.IGNORECASE,
)


_SHOWN_ROWS = 20

# Parameters that are lists; those whose names end in Cols are, too.
_LISTS = {
    "inputNames", "inputSignatureDefs", "jsonPath", "layers", "outputColTypes", "outputNames", "outputSignatureDefs",
}


def expression(text):
    """An expression of Alink's SQL as one of MaxCompute's."""
    return _OTHERWISE.sub(lambda match: match[1] or match[2] or match[3] + "STRING", text)


class BatchOperator:
    """A step of a graph. set<Name>() of a parameter gives the operator back, get<Name>() its value or default.

    Made of its inputs, and of values of its parameters by their names, also in a dict.
    `parameters` of a class: {name: default}; `aliases`: {other name: name}.
    """

    parameters = {}
    aliases = {}
    keeps_rows = False  # whether its rows are computed once, into a table

    def __init__(self, *inputs, **values):
        self._values, self._table, self._readers, self._schema = {}, None, 0, None
        self.inputs = []
        for given in (*(one for one in inputs if isinstance(one, dict)), values):
            for name, value in given.items():
                getattr(self, "set" + name[0].upper() + name[1:])(value)
        inputs = [one for one in inputs if not isinstance(one, dict)]
        if inputs:
            self.linkFrom(*inputs)

    def __getattr__(self, name):
        match = re.fullmatch("(set|get)([A-Z].*)", name)
        if match is None:
            raise AttributeError("%s has no %s" % (type(self).__name__, name))
        parameter = match[2][0].lower() + match[2][1:]
        parameter = self.aliases.get(parameter, parameter)
        if parameter not in self.parameters:
            near = difflib.get_close_matches(parameter, self.parameters, 1)
            raise AttributeError(
                "%s has no parameter %s%s"
                % (type(self).__name__, parameter, "; did you mean %s?" % near[0] if near else "")
            )
        if match[1] == "get":
            return lambda: self._told(parameter)

        def assign(value, *rest):
            self._values[parameter] = [value, *rest] if rest else value
            self._table = self._schema = None  # what was computed before was of other values
            return self

        return assign

    def __dir__(self):
        """The setters and getters, too, which editors and notebooks complete."""
        names = [name[0].upper() + name[1:] for name in [*self.parameters, *self.aliases]]
        return [*super().__dir__(), *("set" + name for name in names), *("get" + name for name in names)]

    def value(self, parameter):
        """The value that was set, else the default; one text of a parameter that is a list is a list of it."""
        value = self._values.get(parameter, self.parameters[parameter])
        is_list = parameter in _LISTS or parameter.endswith("Cols") and parameter != "numCols"
        return [value] if is_list and isinstance(value, str) else value

    def _told(self, parameter):
        """What get<Name>() gives: a statement is not told what is its default."""
        value = self.value(parameter)
        return statement_defaults.default_of(self, parameter) if value is None else value

    def needed(self, parameter):
        """The value that must have been set."""
        value = self.value(parameter)
        if value is None:
            raise ValueError(
                "%s needs set%s" % (type(self).__name__, parameter[0].upper() + parameter[1:])
            )
        return value

    def link(self, operator):
        """Makes this one the input of `operator`, which is given back."""
        return operator.linkFrom(self)

    linkTo = link

    def linkFrom(self, *inputs):
        """Makes these its inputs: operators, or one list of them."""
        if len(inputs) == 1 and isinstance(inputs[0], (list, tuple)):
            inputs = inputs[0]
        for one in inputs:
            if not isinstance(one, BatchOperator):
                raise TypeError(
                    "%s takes operators as inputs, and %r is none; parameters have their names: %s"
                    % (type(self).__name__, one, self._by_name(one))
                )
        self.inputs = list(inputs)
        for one in inputs:
            one._readers += 1
        return self

    def _by_name(self, value):
        """How the first parameter would be set to a value."""
        name = next(iter(self.parameters), "name")
        return "%s(%s=%r)" % (type(self).__name__, name, value)

    def query(self):
        """The SQL of its rows; for classes to say."""
        raise NotImplementedError

    def fill(self, table):
        """Makes the table of its rows."""
        environment.current().run("CREATE TABLE %s LIFECYCLE 1 AS %s" % (table, self.query()))

    def table(self):
        """The name of a table of its rows, which are computed once."""
        if self._table is None:
            name = environment.current().new_table()
            self.fill(name)
            self._table = name
        return self._table

    def source(self):
        """What stands behind FROM for its rows."""
        # Rows of chance have to be the same for all who read them.
        if self._table is not None or self.keeps_rows or self._readers > 1:
            return self.table()
        return "(%s) input_%d" % (self.query(), id(self))

    def getColNames(self):
        return [name for name, _ in self.schema()]

    def getColTypes(self):
        return [kind for _, kind in self.schema()]

    def getSchemaStr(self):
        return ", ".join("%s %s" % column for column in self.schema())

    def schema(self):
        """[(name, type)] of the rows."""
        if self._schema is None:
            statement = "SELECT * FROM %s LIMIT 0" % self.source()
            self._schema, _ = environment.current().run(statement, with_columns=True)
        return self._schema

    def rows(self, most=None):
        """(columns, rows) of the operator."""
        limit = "" if most is None else " LIMIT %d" % most
        statement = "SELECT * FROM %s%s" % (self.source(), limit)
        return environment.current().run(statement, with_columns=True)

    def collectToDataframe(self):
        """The rows as a pandas.DataFrame."""
        environment.current().execute()
        return shown.dataframe(*self.rows())

    def collect(self):
        """The rows as a list of lists."""
        environment.current().execute()
        return self.rows()[1]

    collectToList = collect

    def count(self):
        """How many rows there are."""
        statement = "SELECT COUNT(*) FROM %s" % self.source()
        return int(environment.current().run(statement)[0][0])

    def print(self, n=_SHOWN_ROWS, title=None):
        """Runs what waits, and prints the first n rows, the first 20 for 0 and less."""
        environment.current().execute()
        self._print(n, title)
        return self

    def _print(self, n, title):
        if title is not None:
            print(title)
        print(shown.text(*self.rows(n if n > 0 else _SHOWN_ROWS)))

    def firstN(self, n):
        from paisql.alink.relational import FirstNBatchOp

        return FirstNBatchOp(self).setSize(n)

    def lazyPrint(self, n=_SHOWN_ROWS, title=None):
        """Prints the first rows when something is executed."""
        environment.current().lazy.append(lambda: self._print(n, title))
        return self

    def lazyCollect(self, *functions):
        """Calls the functions with the rows, a list of lists, when something is executed."""

        def give():
            rows = self.rows()[1]
            for function in functions:
                function(rows)

        environment.current().lazy.append(give)
        return self

    def lazyCollectToDataframe(self, *functions):
        """Calls the functions with the rows as a DataFrame when something is executed."""

        def give():
            frame = shown.dataframe(*self.rows())
            for function in functions:
                function(frame)

        environment.current().lazy.append(give)
        return self

    @staticmethod
    def execute():
        """Runs what lazyPrint, lazyCollectToDataframe and sinks wait for."""
        environment.current().execute()

    @staticmethod
    def setParallelism(parallelism):
        """The environment's parallelism, from which components take the numbers of their workers."""
        environment.current().parallelism = parallelism

    @staticmethod
    def fromDataframe(frame, schemaStr):
        """An operator with the rows of a pandas.DataFrame."""
        return dataframeToOperator(frame, schemaStr)

    def select(self, fields):
        from paisql.alink.relational import SelectBatchOp

        clause = ", ".join(fields) if isinstance(fields, (list, tuple)) else fields
        return SelectBatchOp(self).setClause(clause)

    def where(self, predicate):
        from paisql.alink.relational import WhereBatchOp

        return WhereBatchOp(self).setClause(predicate)

    filter = where

    def distinct(self):
        from paisql.alink.relational import DistinctBatchOp

        return DistinctBatchOp(self)

    def groupBy(self, by, clause):
        from paisql.alink.relational import GroupByBatchOp

        return GroupByBatchOp(self).setGroupByPredicate(by).setSelectClause(clause)

    def orderBy(self, field, limit=-1, fetch=-1, offset=-1, order="asc"):
        """The rows in order, the first `limit`, or `fetch` behind `offset`; -1 is no limit."""
        from paisql.alink.relational import OrderByBatchOp

        ordered = OrderByBatchOp(self).setClause(field).setOrder(order)
        if limit is not None and limit >= 0:
            ordered.setLimit(limit)
        elif fetch is not None and fetch >= 0:
            ordered.setFetch(fetch)
        return ordered.setOffset(offset) if offset is not None and offset > 0 else ordered

    def rebalance(self):
        from paisql.alink.relational import RebalanceBatchOp

        return RebalanceBatchOp(self)

    def shuffle(self):
        from paisql.alink.relational import ShuffleBatchOp

        return ShuffleBatchOp(self)

    def registerTableName(self, name):
        """Gives the rows a name for sqlQuery(), as long as the environment lives."""
        environment.current().registered[name.lower()] = self
        return self

    @staticmethod
    def sqlQuery(query):
        """An operator with the rows of a SELECT over registered names and tables of the home."""
        from paisql.alink.relational import SqlQueryBatchOp

        return SqlQueryBatchOp(query)

    def alias(self, names):
        """The same columns under other names, "a, b, c"; Alink calls it `as`, a word of Python."""
        from paisql.alink.relational import AsBatchOp

        return AsBatchOp(self).setClause(names)

    as_ = alias

    def sample(self, ratio, withReplacement=False):
        from paisql.alink.samples import SampleBatchOp

        return SampleBatchOp(self).setRatio(ratio).setWithReplacement(withReplacement)

    def sampleWithSize(self, size, withReplacement=False):
        from paisql.alink.samples import SampleWithSizeBatchOp

        return SampleWithSizeBatchOp(self).setSize(size).setWithReplacement(withReplacement)

    def _with_others(self, name, others):
        from paisql.alink import sets

        return getattr(sets, name)(self, *others)

    def unionAll(self, *others):
        return self._with_others("UnionAllBatchOp", others)

    def union(self, *others):
        return self._with_others("UnionBatchOp", others)

    def intersect(self, other):
        return self._with_others("IntersectBatchOp", [other])

    def intersectAll(self, other):
        return self._with_others("IntersectAllBatchOp", [other])

    def minus(self, other):
        return self._with_others("MinusBatchOp", [other])

    def minusAll(self, other):
        return self._with_others("MinusAllBatchOp", [other])


def dataframeToOperator(df, schemaStr, op_type="batch"):
    """An operator with the rows of a pandas.DataFrame; op_type is batch or stream."""
    from paisql.alink.on_streams.sources import MemSourceStreamOp
    from paisql.alink.tables import MemSourceBatchOp

    kinds = {"batch": MemSourceBatchOp, "stream": MemSourceStreamOp}
    if op_type not in kinds:
        raise ValueError("op_type is batch or stream, not '%s'" % op_type)
    frame = df.astype(object).where(df.notna(), None)
    return kinds[op_type](frame.values.tolist(), schemaStr)


def collectToDataframes(*operators):
    """A list with the pandas.DataFrame of each operator's rows."""
    return [one.collectToDataframe() for one in operators]
