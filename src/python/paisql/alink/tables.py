"""Operators that bring rows in, and those that keep them."""

from paisql.alink import environment
from paisql.alink.operator import BatchOperator

_TYPES = {
    "LONG": "BIGINT",
    "INTEGER": "INT",
    "SHORT": "SMALLINT",
    "BYTE": "TINYINT",
    "BOOL": "BOOLEAN",
    "VARCHAR": "STRING",
}
_ROWS_OF_INSERT = 500


def columns_of(schema):
    """[(name, MaxCompute's type)] of a schemaStr."""
    columns = []
    for part in schema.split(","):
        words = part.split()
        if len(words) != 2:
            raise ValueError("'%s' is no column: write \"name type, name type\"" % part.strip())
        columns.append((words[0], _TYPES.get(words[1].upper(), words[1].upper())))
    return columns


def literal(value, kind):
    """A value as an SQL expression of the type."""
    if value is None:
        return "CAST(NULL AS %s)" % kind
    if isinstance(value, bool):
        text = "TRUE" if value else "FALSE"
    elif isinstance(value, (int, float)) or hasattr(value, "item"):
        text = "'%r'" % (value.item() if hasattr(value, "item") else value)
    else:
        text = "'%s'" % str(value).replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return text if kind == "STRING" and text[0] == "'" else "CAST(%s AS %s)" % (text, kind)


class RandomTableSourceBatchOp(BatchOperator):
    """numRows rows of numCols columns col0, col1, ... with random numbers in [0, 1)."""

    parameters = {"numRows": None, "numCols": None, "outputCols": None, "idCol": None}
    keeps_rows = True

    def getColNames(self):
        named = self.value("outputCols")
        names = list(named) if named else ["col%d" % i for i in range(self.needed("numCols"))]
        return ([self.value("idCol")] if self.value("idCol") else []) + names

    def query(self):
        numbers = ["RAND() AS `%s`" % name for name in self.getColNames()]
        if self.value("idCol"):
            numbers[0] = "alink_row AS `%s`" % self.value("idCol")
        return "SELECT %s FROM (SELECT EXPLODE(SEQUENCE(0L, %dL)) AS alink_row) numbers" % (
            ", ".join(numbers),
            self.needed("numRows") - 1,
        )


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
        run = environment.current().run
        types = ", ".join("`%s` %s" % column for column in self._columns)
        run("CREATE TABLE %s (%s) LIFECYCLE 1" % (table, types))
        for begin in range(0, len(self._rows), _ROWS_OF_INSERT):
            rows = (
                "(%s)" % ", ".join(literal(v, kind) for v, (_, kind) in zip(row, self._columns))
                for row in self._rows[begin : begin + _ROWS_OF_INSERT]
            )
            run("INSERT INTO %s VALUES %s" % (table, ", ".join(rows)))


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
