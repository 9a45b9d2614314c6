"""Operators over the rows of this program, over tables of the home, and over chance."""

from paisql.alink import chances, environment, loading
from paisql.alink.operator import BatchOperator
from paisql.alink.parameters import COUNT, INTEGER, NAME, NAMES, TEXT
from paisql.alink.relational import OneInput
from paisql.alink_models.alink_columns import columns_named, columns_of, fitted, literal, quoted

__all__ = [
    "MemSourceBatchOp",
    "NumSeqSourceBatchOp",
    "RandomTableSourceBatchOp",
    "TableSinkBatchOp",
    "TableSourceBatchOp",
]

_MOST_VALUES_OF_INSERT = 2000


class RandomTableSourceBatchOp(BatchOperator):
    """numRows rows of numCols columns col0, col1, ... with random numbers in [0, 1).

    outputColConfs  "col0:uniform(2,3);col1:gauss(0,1)" for others: also poisson(4), and
                    weight_set(1.0,1.0,2.0,5.0), values each with its weight
    """

    parameters = {"numRows": COUNT, "numCols": COUNT, "outputCols": NAMES, "idCol": NAME, "outputColConfs": TEXT}
    keeps_rows = True

    def _names(self):
        named = self.value("outputCols")
        return named if named else ["col%d" % i for i in range(self.needed("numCols"))]

    def getColNames(self):
        return ([self.value("idCol")] if self.value("idCol") else []) + self._names()

    def query(self):
        names, row = self._names(), "alink_row"
        forms = chances.expressions(self.value("outputColConfs"), names)
        draws = ["RAND() AS alink_draw_%d" % i for i in range(len(names))]
        numbers = ["%s AS %s" % (row, quoted(self.value("idCol")))] if self.value("idCol") else []
        for i, name in enumerate(names):
            draw = "alink_draw_%d" % i
            numbers.append("%s AS %s" % (forms[name](draw) if name in forms else draw, quoted(name)))
        rows = self.needed("numRows")
        wanted = "SELECT %s FROM (SELECT %s, %s FROM (SELECT EXPLODE(SEQUENCE(0L, %dL)) AS %s) numbers) draws" % (
            ", ".join(numbers),
            row,
            ", ".join(draws),
            max(rows - 1, 0),
            row,
        )
        return wanted if rows > 0 else wanted + " WHERE FALSE"


class NumSeqSourceBatchOp(BatchOperator):
    """The integers from `from` to `to`, both included, in outputCol.

    `from` is a word of Python, so parameters by name come as a dict: {"from": 1, "to": 3}.
    """

    parameters = {"from": INTEGER, "to": INTEGER, "outputCol": NAME("num")}

    def __init__(self, first=None, last=None, column=None, **values):
        if isinstance(first, dict):
            first, values = None, {**first, **values}
        super().__init__(**values)
        for assign, value in ((self.setFrom, first), (self.setTo, last), (self.setOutputCol, column)):
            if value is not None:
                assign(value)

    def query(self):
        first, last = self.needed("from"), self.needed("to")
        return "SELECT EXPLODE(SEQUENCE(%dL, %dL)) AS %s%s" % (
            first,
            max(first, last),
            quoted(self.value("outputCol") or "num"),
            " LIMIT 0" if last < first else "",
        )


class MemSourceBatchOp(BatchOperator):
    """Rows of this program: a list of rows, or of values for one column.

    schemaStr  "name type, name type"; or, as in Java, a list of names, whose types are those of the values
    ValueError, when they are computed, names the row and the column of a value that does not fit its type.
    """

    keeps_rows = True

    def __init__(self, rows, schemaStr):
        super().__init__()
        single = rows and not isinstance(rows[0], (list, tuple))
        self._rows = [[row] for row in rows] if single else rows
        self._columns = columns_of(schemaStr) if isinstance(schemaStr, str) else columns_named(schemaStr, self._rows)
        for number, row in enumerate(self._rows):
            if len(row) != len(self._columns):
                raise ValueError("row %d has %d values for %d columns" % (number, len(row), len(self._columns)))

    def _fitted(self):
        for number, row in enumerate(self._rows):
            values = []
            try:
                for value, (name, kind) in zip(row, self._columns):
                    values.append(fitted(value, kind))
            except ValueError as error:
                raise ValueError("row %d, column '%s': %s" % (number, name, error)) from None
            yield values

    def fill(self, table):
        given = self._fitted()
        # An INSERT's CAST would make NULL of an invalid time; a file's reader refuses it.
        timed = any(kind in ("DATE", "DATETIME", "TIMESTAMP") for _, kind in self._columns)
        if timed or len(self._rows) * len(self._columns) > _MOST_VALUES_OF_INSERT:
            loading.fill(table, self._columns, given)
            return
        # Few rows are faster in one statement than by a file.
        loading.make(table, self._columns)
        rows = ("(%s)" % ", ".join(literal(v, kind) for v, (_, kind) in zip(row, self._columns)) for row in given)
        if self._rows:
            environment.current().run("INSERT INTO %s VALUES %s" % (table, ", ".join(rows)))


class TableSourceBatchOp(BatchOperator):
    """A table of the home: <table> or <project>.<table>; or the rows of operator.getOutputTable()."""

    parameters = {"tableName": TEXT}
    aliases = {"inputTableName": "tableName"}

    def __new__(cls, table=None, **values):
        if isinstance(table, BatchOperator):
            return table.select("*")
        return super().__new__(cls)

    def __init__(self, table=None, **values):
        super().__init__(**values)
        if table is not None:
            self.setTableName(table)

    def table(self):
        return self.needed("tableName")

    source = table


def put(table, rows, statement):
    """Puts what follows FROM into a table by an INSERT; one that is not there is made, with its rows or not at all."""
    run = environment.current().run
    try:
        run("SELECT * FROM %s LIMIT 0" % table)
    except environment.AlinkError:
        run("CREATE TABLE %s AS SELECT * FROM %s" % (table, rows))
    else:
        run("%s %s SELECT * FROM %s" % (statement, table, rows))


class TableSinkBatchOp(OneInput):
    """Replaces a table of the home by its input when something is executed."""

    parameters = {"tableName": TEXT}
    aliases = {"outputTableName": "tableName"}

    def linkFrom(self, *inputs):
        super().linkFrom(*inputs)
        self.one()
        environment.current().lazy.add(self._keep)
        return self

    def _keep(self):
        put(self.needed("tableName"), self.of(), "INSERT OVERWRITE TABLE")

    def source(self):
        return self.needed("tableName")
