"""Operators over the rows of this program, over tables of the home, and over chance."""

from paisql.alink import environment, loading
from paisql.alink.columns import columns_of, literal, quoted
from paisql.alink.operator import BatchOperator

__all__ = [
    "MemSourceBatchOp",
    "RandomTableSourceBatchOp",
    "TableSinkBatchOp",
    "TableSourceBatchOp",
]

_MOST_VALUES_OF_INSERT = 2000


class RandomTableSourceBatchOp(BatchOperator):
    """numRows rows of numCols columns col0, col1, ... with random numbers in [0, 1)."""

    parameters = {"numRows": None, "numCols": None, "outputCols": None, "idCol": None}
    keeps_rows = True

    def getColNames(self):
        named = self.value("outputCols")
        names = list(named) if named else ["col%d" % i for i in range(self.needed("numCols"))]
        return ([self.value("idCol")] if self.value("idCol") else []) + names

    def query(self):
        numbers = ["RAND() AS %s" % quoted(name) for name in self.getColNames()]
        if self.value("idCol"):
            numbers[0] = "alink_row AS %s" % quoted(self.value("idCol"))
        rows = int(self.needed("numRows"))
        wanted = "SELECT %s FROM (SELECT EXPLODE(SEQUENCE(0L, %dL)) AS alink_row) numbers" % (
            ", ".join(numbers),
            max(rows - 1, 0),
        )
        return wanted if rows > 0 else wanted + " WHERE FALSE"


class MemSourceBatchOp(BatchOperator):
    """Rows of this program: a list of rows, or of values for one column."""

    keeps_rows = True

    def __init__(self, rows, schemaStr):
        super().__init__()
        single = rows and not isinstance(rows[0], (list, tuple))
        self._rows = [[row] for row in rows] if single else rows
        self._columns = columns_of(schemaStr)
        for number, row in enumerate(self._rows):
            if len(row) != len(self._columns):
                raise ValueError(
                    "row %d has %d values for %d columns" % (number, len(row), len(self._columns))
                )

    def fill(self, table):
        if len(self._rows) * len(self._columns) > _MOST_VALUES_OF_INSERT:
            loading.fill(table, self._columns, self._rows)
            return
        # Few rows are faster in one statement than by a file.
        loading.make(table, self._columns)
        rows = (
            "(%s)" % ", ".join(literal(v, kind) for v, (_, kind) in zip(row, self._columns))
            for row in self._rows
        )
        if self._rows:
            environment.current().run("INSERT INTO %s VALUES %s" % (table, ", ".join(rows)))


class TableSourceBatchOp(BatchOperator):
    """A table of the home: <table> or <project>.<table>."""

    parameters = {"tableName": None}
    aliases = {"inputTableName": "tableName"}

    def __init__(self, table=None):
        super().__init__()
        if table is not None:
            self.setTableName(table)

    def table(self):
        return self.needed("tableName")

    source = table


class TableSinkBatchOp(BatchOperator):
    """Replaces a table of the home by its input when something is executed."""

    parameters = {"tableName": None}
    aliases = {"outputTableName": "tableName"}

    def linkFrom(self, *inputs):
        super().linkFrom(*inputs)
        environment.current().lazy.append(self._keep)
        return self

    def _keep(self):
        name, run = self.needed("tableName"), environment.current().run
        rows = self.inputs[0].source()
        run("CREATE TABLE IF NOT EXISTS %s AS SELECT * FROM %s LIMIT 0" % (name, rows))
        run("INSERT OVERWRITE TABLE %s SELECT * FROM %s" % (name, rows))

    def source(self):
        return self.needed("tableName")
