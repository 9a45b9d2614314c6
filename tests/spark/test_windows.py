"""Windows, aggregates, table functions and intervals give the same rows on Sail as on this machine."""

import pytest

TABLE = """
CREATE TABLE w (g STRING, k BIGINT, v BIGINT, d DATE, t DATETIME);
INSERT INTO w VALUES ('a', 1, 1, DATE '2024-01-01', DATETIME '2024-01-01 00:00:00'), ('a', 2, 2, DATE '2024-01-03', NULL),
  ('a', 2, 4, DATE '2024-01-04', NULL), ('a', 5, NULL, NULL, NULL), ('b', 1, 16, DATE '2024-02-01', NULL);
"""
ORDER = "SET odps.sql.validate.orderby.limit=false"
# Spark says none of these as the platform does: a kernel has them by partitions.
WINDOWS = [
    "count(DISTINCT k) OVER (PARTITION BY g)",
    "sum(v) FILTER (WHERE k > 1) OVER (PARTITION BY g)",
    "sum(v) OVER (PARTITION BY g ORDER BY k GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING)",
    "sum(v) OVER (PARTITION BY g ORDER BY k RANGE BETWEEN 1 PRECEDING AND CURRENT ROW)",
    "sum(v) OVER (ORDER BY k, v ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW)",
    "count(*) OVER (ORDER BY d RANGE BETWEEN INTERVAL 1 MONTH PRECEDING AND CURRENT ROW)",
    "wm_concat('-', g) WITHIN GROUP (ORDER BY v DESC) OVER (PARTITION BY k)",
    "stddev(v) OVER (PARTITION BY g) + rank() OVER (ORDER BY g)",
    "last_value(t) OVER (PARTITION BY g ORDER BY v DESC)",
    "max(CASE WHEN v > 1 THEN INTERVAL '2' DAY END) OVER (PARTITION BY g)",
]


@pytest.fixture
def table(session, both):
    for statement in TABLE.split(";"):
        if statement.strip():
            session.run(statement)
    session.run(ORDER)
    return both


def test_windows(table):
    together = ", ".join("%s AS x%d" % (text, number) for number, text in enumerate(WINDOWS))
    assert len(table("SELECT g, k, v, t, %s FROM w ORDER BY g, k, v" % together)) == 5
    table("SELECT g, %s AS x FROM w WHERE false" % WINDOWS[0])


def test_equal_calls_of_aggregates(table):
    table("SELECT g, stddev(v) AS a, stddev(v) + 1 AS b, var_pop(v) AS c, count(v) AS d, count(v) AS e, "
          "count(v) FILTER (WHERE k = 1) AS f, count(v) FILTER (WHERE k = 2) AS h, median(v) AS m "
          "FROM w GROUP BY g ORDER BY g")  # fmt: skip
    table("SELECT stddev(v) AS a, collect_list(v) AS b, count(v) AS c FROM w WHERE false")


def test_table_functions(table):
    lines = "w LATERAL VIEW OUTER json_tuple(CASE WHEN k > 1 THEN '{\"a\":1}' END, 'a', 'b') j AS a, b"
    table("SELECT k, v, a, b FROM %s ORDER BY k, v" % lines)
    table("SELECT g, v, i, n FROM w LATERAL VIEW stack(2, v, g, k, 'x') s AS i, n ORDER BY g, v, i, n")
    table("SELECT k, p, e FROM w LATERAL VIEW OUTER posexplode(CASE WHEN v > 1 THEN array(v, k) END) x AS p, e "
          "ORDER BY k, p, e")  # fmt: skip


def test_intervals_and_nulls_without_a_type(table):
    table("SELECT k, INTERVAL '1-2' YEAR TO MONTH AS a, INTERVAL '-1 02:03:04.5' DAY TO SECOND AS b, NULL AS c, "
          "array(INTERVAL '3' DAY) AS e FROM w WHERE g = 'b'")  # fmt: skip


def test_a_large_number_that_has_left_a_frame_is_forgotten(session, both):
    session.run("CREATE TABLE large AS SELECT * FROM VALUES (1, 0.5D), (2, 1e300D), (3, 0.25D), (4, 0.125D), "
                "(5, CAST('Infinity' AS DOUBLE)), (6, 1D), (7, 2D) AS t (k, d)")  # fmt: skip
    frame = "OVER (ORDER BY k ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)"
    rows = both("SELECT k, sum(d) %s AS s, avg(d) %s AS v FROM large ORDER BY k LIMIT 10" % (frame, frame))
    assert rows[3][1:] == [0.375, 0.1875] and rows[6][1:] == [3.0, 1.5]
