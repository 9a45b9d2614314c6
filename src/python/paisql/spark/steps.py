"""Rows that a statement reads several times, or that a recursion gives: computed once, and read as a view."""


class Steps:
    def __init__(self, session):
        self._spark, self._sail = session.spark, session.sail

    def run(self, step):
        rows = self._kept(self._spark.sql(step["sql"]))
        if step["next"]:
            rows = self._recursion(step, rows)
        rows.createOrReplaceTempView(step["view"])

    def _recursion(self, step, last):
        """All rows: each run reads those of the run before, until one gives none."""
        rows, runs = [last], 0
        while True:
            last.createOrReplaceTempView(step["last"])
            last = self._kept(self._spark.sql(step["next"]))
            if last.isEmpty():
                break
            if runs == step["most_runs"]:
                raise RuntimeError("paisql-error:" + step["error"])
            rows.append(last)
            runs += 1
        return self._together(rows)

    def _together(self, rows):
        """By halves: a long chain of unions is a deep plan."""
        while len(rows) > 1:
            rows = [one.unionAll(other) for one, other in zip(rows[::2], rows[1::2])] + rows[len(rows) & ~1 :]
        return rows[0]

    def _kept(self, rows):
        """Sail keeps no rows, so they go through this process."""
        if self._sail:
            table = rows.toArrow()
            return (
                self._spark.createDataFrame(table) if table.num_rows else self._spark.createDataFrame([], rows.schema)
            )
        return rows.localCheckpoint(eager=True)
