"""Operators over several inputs: unions, intersections, differences and joins.

Columns of the inputs meet by their places, as in Alink; the first input's names stay.
"""

from paisql.alink import environment
from paisql.alink.expressions import expression
from paisql.alink.operator import BatchOperator
from paisql.alink.parameters import EXPRESSION, TEXT
from paisql.alink_models.alink_columns import NUMBERS, all_quoted, bare

__all__ = [
    "FullOuterJoinBatchOp",
    "IntersectAllBatchOp",
    "IntersectBatchOp",
    "JoinBatchOp",
    "LeftOuterJoinBatchOp",
    "MinusAllBatchOp",
    "MinusBatchOp",
    "RightOuterJoinBatchOp",
    "UnionAllBatchOp",
    "UnionBatchOp",
]


_TIMES = {"DATE", "DATETIME", "TIMESTAMP", "TIMESTAMP_NTZ"}


class _Sets(BatchOperator):
    word = ""
    most_inputs = 2

    def query(self):
        return self.over_inputs([one.source() for one in self.inputs])

    def over_inputs(self, sources):
        """The query over what follows FROM for each input."""
        name, count = type(self).__name__, len(self.inputs)
        if count < 2 or self.most_inputs is not None and count > self.most_inputs:
            wanted = "two inputs" if self.most_inputs == 2 else "two inputs or more"
            raise ValueError("%s has %s, and %d are linked" % (name, wanted, count))
        widths = [len(one.getColNames()) for one in self.inputs]
        if len(set(widths)) > 1:
            raise ValueError("%s: the inputs have %s columns" % (name, " and ".join(map(str, widths))))
        self._check_types()
        names = [all_quoted(one.getColNames()) for one in self.inputs]
        parts = ["SELECT %s FROM %s" % pair for pair in zip(names, sources)]
        return (" %s " % self.word).join(parts)

    def _check_types(self):
        """ValueError where columns of one place are not all numbers, or not all of one type."""
        first = self.inputs[0].schema()
        for one in self.inputs[1:]:
            for (name, kind), (other_name, other) in zip(first, one.schema()):
                kinds = {bare(kind), bare(other)}
                if len(kinds) > 1 and not kinds <= set(NUMBERS) and not kinds <= _TIMES:
                    raise ValueError(
                        "%s: column '%s' is %s, and '%s' in its place is %s"
                        % (type(self).__name__, name, kind, other_name, other)
                    )


class UnionAllBatchOp(_Sets):
    word = "UNION ALL"
    most_inputs = None


class UnionBatchOp(_Sets):
    """The rows of all inputs, each once."""

    word = "UNION DISTINCT"
    most_inputs = None


class IntersectBatchOp(_Sets):
    """The rows that both inputs have, each once."""

    word = "INTERSECT DISTINCT"


class IntersectAllBatchOp(_Sets):
    """The rows that both inputs have, as often as in the one that has them less."""

    word = "INTERSECT ALL"


class MinusBatchOp(_Sets):
    """The rows of the first input that the second has not, each once."""

    word = "EXCEPT DISTINCT"


class MinusAllBatchOp(_Sets):
    """The rows of the first input, each as many times less as the second has it."""

    word = "EXCEPT ALL"


class JoinBatchOp(BatchOperator):
    """The inputs are called a and b in both parameters, as in Alink.

    Of columns with one name the later ones get a number: id, id0.
    """

    parameters = {"joinPredicate": EXPRESSION, "selectClause": EXPRESSION("*"), "type": TEXT("JOIN")}
    _KINDS = {"JOIN": "", "INNERJOIN": "", "LEFTOUTERJOIN": "LEFT", "RIGHTOUTERJOIN": "RIGHT", "FULLOUTERJOIN": "FULL"}

    def query(self):
        kind = str(self.value("type")).upper().replace("_", "").replace(" ", "")
        if kind not in self._KINDS or len(self.inputs) != 2:
            raise ValueError(
                "%s joins two inputs, and %d are linked; its type is one of %s"
                % (type(self).__name__, len(self.inputs), ", ".join(self._KINDS))
            )
        left, right = (one.table() for one in self.inputs)
        # Named in a hint, a side may be joined by any predicate.
        side = {"RIGHT": "a", "FULL": None}.get(self._KINDS[kind], "b")
        hint = "/*+ MAPJOIN(%s) */ " % side if side else ""
        query = "SELECT %s%s FROM %s a %s JOIN %s b ON %s" % (
            hint,
            expression(self.value("selectClause")),
            left,
            self._KINDS[kind],
            right,
            expression(self.needed("joinPredicate")),
        )
        made, _ = environment.current().run("SELECT * FROM (%s) joined LIMIT 0" % query, with_columns=True)
        names = [name for name, _ in made]
        distinct = _numbered(names)
        if distinct == names:
            return query
        return "SELECT * FROM (%s) joined (%s)" % (query, all_quoted(distinct))


def _numbered(names):
    """The names, of which a later one that was there gets the first number that makes it another."""
    found = []
    for name in names:
        taken = {one.lower() for one in found}
        tries = (name + str(number) for number in range(len(names) + 1))
        found.append(next(one for one in tries if one.lower() not in taken) if name.lower() in taken else name)
    return found


class _NamedJoin(JoinBatchOp):
    parameters = {"joinPredicate": EXPRESSION, "selectClause": EXPRESSION("*")}
    kind = ""

    def value(self, parameter):
        return self.kind if parameter == "type" else super().value(parameter)


class LeftOuterJoinBatchOp(_NamedJoin):
    kind = "LEFTOUTERJOIN"


class RightOuterJoinBatchOp(_NamedJoin):
    kind = "RIGHTOUTERJOIN"


class FullOuterJoinBatchOp(_NamedJoin):
    kind = "FULLOUTERJOIN"
