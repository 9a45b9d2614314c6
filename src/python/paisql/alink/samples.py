"""Operators that draw rows by chance. Without randomSeed each run of a program draws others.

With replacement a row may be drawn several times: as many rows as there are to draw choose a number
of a row each.
"""

import math

from paisql.alink import environment
from paisql.alink.parameters import COUNT, NAME, NUMBER, TRUTH, Kind
from paisql.alink.relational import OneInput
from paisql.alink_models.alink_columns import all_quoted, literal, quoted, text_of

__all__ = [
    "SampleBatchOp",
    "SampleWithSizeBatchOp",
    "StratifiedSampleBatchOp",
    "StratifiedSampleWithSizeBatchOp",
    "WeightSampleBatchOp",
]

_NUMBER, _KEY, _COUNT = "alink_row_number", "alink_row_key", "alink_row_count"
_STRATUM, _SIZE = "alink_stratum", "alink_stratum_size"


def _numbers(text):
    """{stratum: number} of "a:0.1,b:2"; ValueError for what is not a such text."""
    numbers = {}
    for pair in text.split(",") if text.strip() else ():
        stratum, _, number = pair.rpartition(":")
        numbers[stratum.strip()] = float(number if ":" in pair else "")
    if not all(map(math.isfinite, numbers.values())):
        raise ValueError
    return numbers


def _strata_text(value):
    if not isinstance(value, str):
        raise TypeError
    _numbers(value)
    return value


STRATA = Kind('strata with their numbers, "a:1,b:2"', _strata_text)


def ratio_of(operator, value):
    ratio = float(value)
    if not 0 <= ratio <= 1:
        raise ValueError("%s: a ratio is between 0 and 1, not %r" % (type(operator).__name__, value))
    return ratio


def _size(operator, value):
    if int(value) != value or value < 0:
        raise ValueError("%s: a size is 0, 1, 2, ..., not %r" % (type(operator).__name__, value))
    return int(value)


class _Sample(OneInput):
    keeps_rows = True

    def names(self):
        return all_quoted(self.one().getColNames())

    def replaced(self):
        return self.value("withReplacement")

    def drawn_again(self, size):
        """`size` rows of the input, each any one of them."""
        # Numbers that are drawn once stand in a table of their own, so that none is drawn anew.
        return (
            "SELECT {names} FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY 1) - 1 AS {number} "
            "FROM {rows}) a JOIN (SELECT CAST(FLOOR(RAND() * {count}) AS BIGINT) AS {key} "
            "FROM (SELECT EXPLODE(SEQUENCE(1L, {size}L)) AS alink_draw) drawn) b "
            "ON a.{number} = b.{key}"
        ).format(
            names=self.names(), number=_NUMBER, key=_KEY, rows=self.one().table(), count=self.one().count(), size=size
        )


class SampleBatchOp(_Sample):
    """Each row with the probability `ratio`."""

    parameters = {"ratio": NUMBER, "withReplacement": TRUTH(False)}

    def query(self):
        ratio = ratio_of(self, self.needed("ratio"))
        if not self.replaced():
            return "SELECT * FROM %s WHERE RAND() < %r" % (self.of(), ratio)
        size = round(ratio * self.one().count())
        return self.drawn_again(size) if size else "SELECT * FROM %s LIMIT 0" % self.of()


class SampleWithSizeBatchOp(_Sample):
    """`size` rows, or all where there are less."""

    parameters = {"size": COUNT, "withReplacement": TRUTH(False)}

    def query(self):
        size = self.needed("size")
        if self.replaced() and size and self.one().count():
            return self.drawn_again(size)
        return "SELECT * FROM %s ORDER BY RAND() LIMIT %d" % (self.of(), size)


class WeightSampleBatchOp(_Sample):
    """As many rows as fit into ratio x rows; one of twice the weight is drawn twice as readily.

    Without replacement by the keys of Efraimidis and Spirakis: the largest of u^(1/weight).
    """

    parameters = {"weightCol": NAME, "ratio": NUMBER, "withReplacement": TRUTH(False)}

    def query(self):
        ((weight, _),) = self.columns(self.needed("weightCol"))
        bad = "SELECT {0} FROM {1} WHERE COALESCE({0} <= 0, TRUE) LIMIT 1"
        found = environment.current().run(bad.format(quoted(weight), self.one().table()))
        if found:
            raise ValueError("WeightSampleBatchOp: a weight is %s, and has to be more than 0" % found[0][0])
        size = math.floor(ratio_of(self, self.needed("ratio")) * self.one().count())
        rows, weight = self.one().table(), quoted(weight)
        if not self.replaced():
            return (
                "SELECT {names} FROM (SELECT *, LN(1 - RAND()) / {weight} AS {key} FROM {rows} "
                "WHERE {weight} > 0) weighed ORDER BY {key} DESC LIMIT {size}"
            ).format(names=self.names(), weight=weight, key=_KEY, rows=rows, size=size)
        if not size:
            return "SELECT * FROM %s LIMIT 0" % rows
        # A draw is a share of the whole weight, and a row has the shares between two sums.
        return (
            "SELECT /*+ MAPJOIN(b) */ {names} FROM (SELECT *, {sum} - {weight} AS {number}, {sum} AS {key}, "
            "SUM({weight}) OVER () AS {count} FROM {rows} WHERE {weight} > 0) a "
            "JOIN (SELECT RAND() AS alink_share "
            "FROM (SELECT EXPLODE(SEQUENCE(1L, {size}L)) AS alink_draw) drawn) b "
            "ON b.alink_share * a.{count} >= a.{number} AND b.alink_share * a.{count} < a.{key}"
        ).format(
            names=self.names(),
            sum="SUM(%s) OVER (ORDER BY 1 ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)" % weight,
            weight=weight,
            number=_NUMBER,
            key=_KEY,
            count=_COUNT,
            rows=rows,
            size=size,
        )


def _strata(operator, single, several):
    """The number of all strata, None for several ones, and {stratum: number}."""
    one, numbers = operator.value(single), _numbers(operator.value(several) or "")
    if not numbers and one is None:
        raise ValueError(
            "%s needs set%s or set%s"
            % (type(operator).__name__, single[0].upper() + single[1:], several[0].upper() + several[1:])
        )
    return one, numbers


class _Stratified(_Sample):
    single, several = "", ""

    def cases(self, column, kind, check):
        """The number of a row's stratum as an expression; ValueError for a stratum without one."""
        one, numbers = _strata(self, self.single, self.several)
        if one is None or one < 0:
            self.check_strata(column, kind, numbers)
        text = text_of(column, kind)
        whens = " ".join(
            "WHEN %s THEN %r" % (literal(stratum, "STRING"), float(check(self, number)))
            for stratum, number in numbers.items()
        )
        rest = "NULL" if one is None or one < 0 else repr(float(check(self, one)))
        if not whens:
            return rest
        return "CASE %s %s ELSE %s END" % (text, whens, rest)

    def check_strata(self, column, kind, numbers):
        """ValueError for a stratum that has none of these numbers."""
        told = ", ".join(literal(stratum, "STRING") for stratum in numbers) or "''"
        statement = "SELECT {0} FROM {1} WHERE {2} NOT IN ({3}) LIMIT 1"
        found = environment.current().run(
            statement.format(quoted(column), self.one().table(), text_of(column, kind), told)
        )
        if found:
            raise ValueError(
                "%s: %s has nothing for '%s' of column '%s'" % (type(self).__name__, self.several, found[0][0], column)
            )

    def strata_drawn_again(self, column, size):
        """Of each stratum as many rows as the expression `size` says, each any one of its rows."""
        numbered = (
            "SELECT *, {size} AS {size_name} FROM (SELECT *, DENSE_RANK() OVER (ORDER BY {column}) "
            "AS {stratum}, ROW_NUMBER() OVER (PARTITION BY {column} ORDER BY 1) - 1 AS {number}, "
            "COUNT(*) OVER (PARTITION BY {column}) AS {count} FROM {rows}) counted"
        ).format(
            size=size,
            size_name=_SIZE,
            column=quoted(column),
            stratum=_STRATUM,
            number=_NUMBER,
            count=_COUNT,
            rows=self.one().table(),
        )
        return (
            "SELECT {names} FROM ({numbered}) a JOIN (SELECT {stratum} AS alink_drawn_stratum, "
            "CAST(FLOOR(RAND() * {count}) AS BIGINT) AS {key} FROM (SELECT {stratum}, "
            "MAX({count}) AS {count}, CAST(MAX({size}) AS BIGINT) AS {size} FROM ({numbered}) b "
            "GROUP BY {stratum}) strata LATERAL VIEW EXPLODE(SEQUENCE(1L, {size})) draws AS alink_draw "
            "WHERE {size} >= 1) c ON a.{stratum} = c.alink_drawn_stratum AND a.{number} = c.{key}"
        ).format(
            names=self.names(), numbered=numbered, stratum=_STRATUM, count=_COUNT, number=_NUMBER, key=_KEY, size=_SIZE
        )


class StratifiedSampleBatchOp(_Stratified):
    """Of each value of strataCol the share strataRatio, or strataRatios as "a:0.1,b:0.2"."""

    parameters = {"strataCol": NAME, "strataRatio": NUMBER, "strataRatios": STRATA, "withReplacement": TRUTH(False)}
    single, several = "strataRatio", "strataRatios"

    def query(self):
        ((column, kind),) = self.columns(self.needed("strataCol"))
        cases = self.cases(column, kind, ratio_of)
        if self.replaced():
            return self.strata_drawn_again(column, "ROUND(%s * %s)" % (cases, _COUNT))
        return "SELECT * FROM %s WHERE RAND() < %s" % (self.of(), cases)


class StratifiedSampleWithSizeBatchOp(_Stratified):
    """Of each value of strataCol strataSize rows, or strataSizes as "a:1,b:2"."""

    parameters = {"strataCol": NAME, "strataSize": NUMBER, "strataSizes": STRATA, "withReplacement": TRUTH(False)}
    single, several = "strataSize", "strataSizes"

    def query(self):
        ((column, kind),) = self.columns(self.needed("strataCol"))
        if self.replaced():
            return self.strata_drawn_again(column, self.cases(column, kind, _size))
        return (
            "SELECT {names} FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY {column} "
            "ORDER BY {key}) AS {number} FROM (SELECT *, RAND() AS {key} FROM {rows}) drawn) "
            "ranked WHERE {number} <= {cases}"
        ).format(
            names=self.names(),
            column=quoted(column),
            key=_KEY,
            number=_NUMBER,
            rows=self.of(),
            cases=self.cases(column, kind, _size),
        )
