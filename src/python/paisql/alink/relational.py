"""Operators that are a query over one input."""

import math
import re

from paisql.alink import environment
from paisql.alink.conversions import casts
from paisql.alink.expressions import expression
from paisql.alink.operator import BatchOperator
from paisql.alink.parameters import COUNT, EXPRESSION, INTEGER, NAME, NAMES, NUMBER, TEXT, one_of
from paisql.alink_models.alink_columns import all_quoted, bare, quoted, selected, type_of, value_text

__all__ = [
    "AppendIdBatchOp",
    "AsBatchOp",
    "DistinctBatchOp",
    "FilterBatchOp",
    "FirstNBatchOp",
    "GroupByBatchOp",
    "NumericalTypeCastBatchOp",
    "OrderByBatchOp",
    "RebalanceBatchOp",
    "SelectBatchOp",
    "ShuffleBatchOp",
    "SplitBatchOp",
    "TypeConvertBatchOp",
    "WhereBatchOp",
]


class OneInput(BatchOperator):
    """An operator with one input."""

    def one(self):
        """The input; ValueError when there is not exactly one."""
        if len(self.inputs) != 1:
            raise ValueError("%s has one input, and %d are linked" % (type(self).__name__, len(self.inputs)))
        return self.inputs[0]

    def of(self):
        return self.one().source()

    def columns(self, given):
        """The input's columns of these names."""
        return selected(given, self.one().schema(), type(self).__name__)


class SelectBatchOp(OneInput):
    parameters = {"clause": EXPRESSION}

    def query(self):
        return self.over(self.of())

    def over(self, source):
        """The query over what follows FROM."""
        return "SELECT %s FROM %s" % (expression(self.needed("clause")), source)


class AsBatchOp(OneInput):
    """The same columns under the names of `clause`, "a, b, c"."""

    parameters = {"clause": TEXT}

    def query(self):
        names = [name.strip().strip("`") for name in self.needed("clause").split(",")]
        have = self.one().getColNames()
        if len(names) != len(have):
            raise ValueError("AsBatchOp: %d names for %d columns" % (len(names), len(have)))
        pairs = ["%s AS %s" % (quoted(old), quoted(new)) for old, new in zip(have, names)]
        return "SELECT %s FROM %s" % (", ".join(pairs), self.of())


class WhereBatchOp(OneInput):
    parameters = {"clause": EXPRESSION}

    def query(self):
        return self.over(self.of())

    def over(self, source):
        """The query over what follows FROM."""
        return "SELECT * FROM %s WHERE %s" % (source, expression(self.needed("clause")))


class FilterBatchOp(WhereBatchOp):
    pass


class DistinctBatchOp(OneInput):
    def query(self):
        return "SELECT DISTINCT * FROM %s" % self.of()


class FirstNBatchOp(OneInput):
    parameters = {"size": COUNT}

    def query(self):
        return "SELECT * FROM %s LIMIT %d" % (self.of(), self.needed("size"))


class GroupByBatchOp(OneInput):
    parameters = {"groupByPredicate": EXPRESSION, "selectClause": EXPRESSION}

    def query(self):
        return "SELECT %s FROM %s GROUP BY %s" % (
            expression(self.needed("selectClause")),
            self.of(),
            expression(self.needed("groupByPredicate")),
        )


class OrderByBatchOp(OneInput):
    """The rows in order; with `limit` the first ones, with `offset` and `fetch` some after them."""

    parameters = {
        "clause": EXPRESSION,
        "limit": INTEGER,
        "offset": COUNT,
        "fetch": INTEGER,
        "order": one_of("ASC", "DESC")("ASC"),
    }

    def query(self):
        limit, offset = self.value("limit"), self.value("offset")
        if limit is None:
            limit = self.value("fetch")
        if offset is not None and limit is None:
            raise ValueError("OrderByBatchOp: offset needs fetch, the number of rows after it")
        return "SELECT * FROM %s ORDER BY %s %s%s%s" % (
            self.of(),
            expression(self.needed("clause")),
            self.value("order"),
            "" if limit is None else " LIMIT %d" % limit,
            "" if offset is None else " OFFSET %d" % offset,
        )


class SqlQueryBatchOp(BatchOperator):
    """The rows of a SELECT, in which the names of registerTableName stand for rows of operators."""

    keeps_rows = True

    def __init__(self, query):
        super().__init__()
        self._query = EXPRESSION.checked(query.strip().rstrip(";"), self, "query")
        named = environment.current().registered
        self._named = {n: o for n, o in named.items() if re.search(r"\b%s\b" % re.escape(n), query, re.I)}
        self.reads(*self._named.values())

    def query(self):
        parts = ["%s AS (SELECT * FROM %s)" % (quoted(n), o.source()) for n, o in self._named.items()]
        return ("WITH %s " % ", ".join(parts) if parts else "") + expression(self._query)


class RebalanceBatchOp(OneInput):
    """The rows as they are: nothing here is dealt to machines."""

    def query(self):
        return "SELECT * FROM %s" % self.of()


class AppendIdBatchOp(OneInput):
    """The rows with a number from 0 in idCol.

    appendType  DENSE or UNIQUE; here numbers have no gaps either way
    """

    parameters = {"idCol": NAME("append_id"), "appendType": one_of("DENSE", "UNIQUE")("DENSE")}
    keeps_rows = True

    def query(self):
        return "SELECT *, ROW_NUMBER() OVER (ORDER BY 1) - 1 AS %s FROM %s" % (quoted(self.value("idCol")), self.of())


class ShuffleBatchOp(OneInput):
    keeps_rows = True

    def query(self):
        return "SELECT * FROM %s ORDER BY RAND()" % self.of()


class TypeConvertBatchOp(OneInput):
    """The columns of selectedCols, or all, as targetType.

    A value that does not fit this type, or is too large for it, is an error; only a FLOAT and a DOUBLE have infinities. A
    text is the BOOLEAN true where it is "true".
    """

    parameters = {"selectedCols": NAMES, "targetType": TEXT}
    keeps_rows = True  # so that values are looked through once

    def query(self):
        target = type_of(self.needed("targetType"))
        columns, chosen = self.one().schema(), self.value("selectedCols")
        chosen = [name for name, _ in (columns if chosen is None else self.columns(chosen))]
        parts = []
        for name, kind in columns:
            if name in chosen:
                made, read = self._cast(quoted(name), kind, target)
                if read != "TRUE":
                    self.refuse_value(name, "NOT (%s)" % read, target)
                parts.append("%s AS %s" % (made, quoted(name)))
            else:
                parts.append(quoted(name))
        return "SELECT %s FROM %s" % (", ".join(parts), self.of())

    @staticmethod
    def _cast(column, kind, target):
        if bare(kind) != "STRING":
            return casts.of_value(column, kind, target)
        text = value_text(column, kind)
        made, read = casts.JAVA.cast(text, target)
        return made, read if read == "TRUE" else "%s IS NULL OR %s" % (text, read)

    def refuse_value(self, name, is_bad, target):
        """ValueError with the first value of the column for which `is_bad` is true."""
        shown = "CAST(%s AS STRING)" % quoted(name)
        statement = "SELECT %s FROM %s WHERE %s LIMIT 1" % (shown, self.one().table(), is_bad)
        found = environment.current().run(statement)
        if found:
            raise ValueError(
                "%s: '%s' in column '%s' is not a valid %s" % (type(self).__name__, found[0][0], name, target)
            )


class NumericalTypeCastBatchOp(TypeConvertBatchOp):
    pass


_DRAWN, _KEY = "alink_drawn_number", "alink_drawn_key"


class _Drawn(OneInput):
    """The input in a random order, with a number from 1 a row."""

    def __init__(self, one, seed):
        super().__init__(one)
        self._seed = seed

    def query(self):
        return (
            "SELECT *, ROW_NUMBER() OVER (ORDER BY {key}) AS {number} "
            "FROM (SELECT *, RAND({seed}) AS {key} FROM {rows}) drawn"
        ).format(key=_KEY, number=_DRAWN, seed="" if self._seed is None else "%d" % self._seed, rows=self.of())


class SplitBatchOp(OneInput):
    """A random part of the rows, round(fraction x rows) of them; getSideOutput(0) has the others."""

    parameters = {"fraction": NUMBER, "randomSeed": INTEGER}
    keeps_rows = True
    _drawn = None  # the input in the order that decides

    def let_go(self):
        super().let_go()
        if self._drawn is not None:
            self._drawn.reads_no_more(*self._drawn.inputs)
            self._drawn = None

    def part(self, comparison):
        """The query of the rows whose number compares so to that of the part's last row."""
        fraction = float(self.needed("fraction"))
        if not 0 <= fraction <= 1:
            raise ValueError("SplitBatchOp: fraction is between 0 and 1, not %r" % fraction)
        if self._drawn is None:
            self._drawn = _Drawn(self.one(), self.value("randomSeed"))
        rows = self._drawn.table()
        return "SELECT %s FROM %s WHERE %s %s %d" % (
            all_quoted(self.one().getColNames()),
            rows,
            _DRAWN,
            comparison,
            math.floor(fraction * self._drawn.count() + 0.5),
        )

    def query(self):
        return self.part("<=")

    def getSideOutput(self, index):
        if index != 0:
            raise IndexError("SplitBatchOp has one side output, number 0")
        return Rest(self)


class Rest(OneInput):
    def query(self):
        return self.one().part(">")
