"""Shares of the rows of streams by chance: samples and splits.

On an endless stream chance is a checksum of a row's values: whether a row is drawn does not change when
a process is started again, and rows that are alike are drawn together. A share of a share draws anew.
"""

from paisql.alink import relational, samples
from paisql.alink.on_streams.row_forms import refusal
from paisql.alink.streams import RowByRow, StreamOperator
from paisql.alink_models.alink_columns import literal, quoted, text_literal, text_of
from paisql.alink_stream.refusals import choosing

__all__ = ["SampleStreamOp", "SplitStreamOp", "StratifiedSampleStreamOp"]

_DRAWS = 1 << 32  # what CRC32 gives


def _draw(columns, purpose):
    """An expression of a number from 0 to _DRAWS - 1 that follows from a row's values."""
    texts = [
        "COALESCE(CAST(%s AS STRING), '')" % quoted(name)
        if not kind.startswith("ARRAY")
        else "COALESCE(TO_JSON(%s), '')" % quoted(name)
        for name, kind in columns
    ]
    return "CRC32(MD5(CONCAT_WS('|', %s, %s)))" % (text_literal(purpose), ", ".join(texts))


def _share(operator, name):
    share = float(operator.needed(name))
    if not 0 <= share <= 1:
        raise ValueError("%s: %s is between 0 and 1, not %r" % (type(operator).__name__, name, share))
    return share


def _salt(share):
    """What makes the draws of a share others than those of the shares before it."""
    depth, before = 0, share.inputs
    while before:
        depth += isinstance(before[0], _Share)
        before = before[0].inputs
    seed = share.value("randomSeed") if "randomSeed" in share.parameters else None
    return "%s %d %s" % (share.purpose, depth, "" if seed is None else seed)


class _Share(RowByRow):
    """Each row with the probability that the parameter `ratio` of the class says."""

    joins_lines = False
    ratio, purpose, comparison = "ratio", "sample", "<"

    def over(self, source):
        columns, share = self.one().schema(), _share(self, self.ratio)
        return "SELECT * FROM %s WHERE %s %s %d" % (
            choosing(source),
            _draw(columns, _salt(self)),
            self.comparison,
            round(share * _DRAWS),
        )

    def tensors(self):
        return self.one().tensors()


class SampleStreamOp(_Share, samples.SampleBatchOp):
    """Each row with the probability `ratio`; withReplacement needs rows that end."""

    def over(self, source):
        if self.replaced():
            self._refuse_endless()
        return super().over(source)


class StratifiedSampleStreamOp(_Share, samples.StratifiedSampleBatchOp):
    """A share of each stratum; withReplacement needs rows that end."""

    purpose = "stratum"

    def over(self, source):
        if self.replaced():
            self._refuse_endless()
        ((column, kind),) = self.columns(self.needed("strataCol"))
        self._unknown = None
        cases = self.cases(column, kind, samples.ratio_of)
        if self._unknown is not None:
            # Not a condition of its own, which would not be asked about rows that are not drawn.
            cases = "CASE WHEN %s THEN %s END" % (self._unknown, cases)
        return "SELECT * FROM %s WHERE %s < %s * %d" % (
            choosing(source),
            _draw(self.one().schema(), _salt(self)),
            cases,
            _DRAWS,
        )

    def check_strata(self, column, kind, numbers):
        if not self.is_endless:
            super().check_strata(column, kind, numbers)
            return
        told = ", ".join(literal(stratum, "STRING") for stratum in numbers) or "''"
        bad = "%s NOT IN (%s)" % (text_of(column, kind), told)
        what = "is a stratum that %s has nothing for" % self.several
        self._unknown = refusal(self, bad, [column], what, "setStrataRatio has the share of all others")


class SplitStreamOp(_Share, relational.SplitBatchOp):
    """A random part of the rows; getSideOutput(0) has the others.

    Of rows that end it is round(fraction x rows) of them, of an endless stream each with that probability.
    """

    ratio, purpose = "fraction", "split"

    def getSideOutput(self, index):
        if index != 0:
            raise IndexError("SplitStreamOp has one side output, number 0")
        return _OthersStreamOp(self)


class _OthersStreamOp(_Share, relational.Rest):
    """What a SplitStreamOp leaves."""

    def over(self, source):
        split = self.inputs[0]
        share = _share(split, "fraction")
        return "SELECT * FROM %s WHERE %s >= %d" % (
            choosing(source),
            _draw(split.one().schema(), _salt(split)),
            round(share * _DRAWS),
        )

    def flow(self):
        if not self.is_endless:
            return StreamOperator.flow(self)
        return self.inputs[0].one().flow().then(self)

    def coming_schema(self):
        return self.inputs[0].schema()
