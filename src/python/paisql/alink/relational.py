"""Operators that are a query over their inputs."""

from paisql.alink.operator import BatchOperator, expression


class _OneInput(BatchOperator):
    def of(self):
        if len(self.inputs) != 1:
            raise ValueError(
                "%s has one input, and %d are linked" % (type(self).__name__, len(self.inputs))
            )
        return self.inputs[0].source()


class SelectBatchOp(_OneInput):
    parameters = {"clause": None}

    def query(self):
        return "SELECT %s FROM %s" % (expression(self.needed("clause")), self.of())


class WhereBatchOp(_OneInput):
    parameters = {"clause": None}

    def query(self):
        return "SELECT * FROM %s WHERE %s" % (self.of(), expression(self.needed("clause")))


FilterBatchOp = WhereBatchOp


class DistinctBatchOp(_OneInput):
    def query(self):
        return "SELECT DISTINCT * FROM %s" % self.of()


class FirstNBatchOp(_OneInput):
    parameters = {"size": None}

    def query(self):
        return "SELECT * FROM %s LIMIT %d" % (self.of(), self.needed("size"))


class GroupByBatchOp(_OneInput):
    parameters = {"groupByPredicate": None, "selectClause": None}

    def query(self):
        return "SELECT %s FROM %s GROUP BY %s" % (
            expression(self.needed("selectClause")),
            self.of(),
            expression(self.needed("groupByPredicate")),
        )


class OrderByBatchOp(_OneInput):
    parameters = {"clause": None, "limit": None, "order": "asc"}

    def query(self):
        limit = self.value("limit")
        return "SELECT * FROM %s ORDER BY %s %s%s" % (
            self.of(),
            expression(self.needed("clause")),
            self.value("order"),
            "" if limit is None else " LIMIT %d" % limit,
        )


class SampleBatchOp(_OneInput):
    parameters = {"ratio": None}
    keeps_rows = True

    def query(self):
        return "SELECT * FROM %s WHERE RAND() < %r" % (self.of(), float(self.needed("ratio")))


class UnionAllBatchOp(BatchOperator):
    def query(self):
        return " UNION ALL ".join("SELECT * FROM %s" % one.source() for one in self.inputs)


class JoinBatchOp(BatchOperator):
    """The inputs are called a and b in both parameters, as in Alink."""

    parameters = {"joinPredicate": None, "selectClause": "*", "type": "JOIN"}
    _KINDS = {"JOIN": "", "LEFTOUTERJOIN": "LEFT", "RIGHTOUTERJOIN": "RIGHT", "FULLOUTERJOIN": "FULL"}

    def query(self):
        kind = str(self.value("type")).upper().replace("_", "").replace(" ", "")
        if kind not in self._KINDS or len(self.inputs) != 2:
            raise ValueError(
                "JoinBatchOp joins two inputs; its type is one of %s" % ", ".join(self._KINDS)
            )
        left, right = (one.table() for one in self.inputs)
        return "SELECT %s FROM %s a %s JOIN %s b ON %s" % (
            expression(self.value("selectClause")),
            left,
            self._KINDS[kind],
            right,
            expression(self.needed("joinPredicate")),
        )


_DRAWN = "alink_drawn_number"


class SplitBatchOp(_OneInput):
    """A random part of the rows, `fraction` of them; getSideOutput(0) has the others."""

    parameters = {"fraction": None, "randomSeed": None}
    keeps_rows = True

    def __init__(self, *inputs):
        super().__init__(*inputs)
        self._drawn = None

    def _part(self, comparison):
        if self._drawn is None:
            self._drawn = _Drawn(self.inputs[0])
        names = ", ".join("`%s`" % name for name in self.inputs[0].getColNames())
        part = float(self.needed("fraction"))
        return "SELECT %s FROM %s WHERE %s %s %r" % (
            names,
            self._drawn.table(),
            _DRAWN,
            comparison,
            part,
        )

    def query(self):
        self.of()
        return self._part("<")

    def getSideOutput(self, index):
        if index != 0:
            raise IndexError("SplitBatchOp has one side output, number 0")
        return _Rest(self)


class _Drawn(_OneInput):
    def query(self):
        return "SELECT *, RAND() AS %s FROM %s" % (_DRAWN, self.of())


class _Rest(_OneInput):
    def query(self):
        return self.inputs[0]._part(">=")
