"""Joins, subqueries, sets and WITH give the same rows on Sail as on this machine, NULLs and duplicates included."""

import itertools
import random

import pytest
from spark_session import Failed

TABLES = """
CREATE TABLE a (k BIGINT, s STRING, d DOUBLE, m DECIMAL(10,2), t DATETIME);
INSERT INTO a VALUES (1, 'x', 0.1, 1.50, DATETIME '2024-01-01 00:00:00'), (2, 'xy', 0.3, 2.00, NULL),
  (2, 'y', 0.3, 2.00, DATETIME '2024-01-02 00:00:00'), (3, NULL, NULL, NULL, NULL), (NULL, 'x', 1.5, 7.25, NULL),
  (NULL, NULL, NULL, 0.00, DATETIME '2024-01-01 00:00:00'), (5, '', -1.0, -1.00, NULL);
CREATE TABLE b (k BIGINT, s STRING, d DOUBLE, m DECIMAL(10,2), t DATETIME);
INSERT INTO b VALUES (1, 'x', 0.1, 1.50, NULL), (1, 'xyz', 0.30000000000000004, 2.00, DATETIME '2024-01-01 00:00:00'),
  (2, NULL, 0.3, NULL, NULL), (4, 'y', 1.5, 7.25, DATETIME '2024-01-02 00:00:00'), (NULL, 'y', NULL, 2.00, NULL);
CREATE TABLE c (k BIGINT, s STRING, d DOUBLE);
INSERT INTO c VALUES (1, 'x', 0.1), (2, 'y', 0.3), (2, 'xy', NULL), (NULL, 'z', 9.0), (7, NULL, 1.5);
CREATE TABLE e (k BIGINT, s STRING);
CREATE TABLE p (k BIGINT) PARTITIONED BY (ds STRING);
INSERT INTO p PARTITION (ds = '1') SELECT k FROM a; INSERT INTO p PARTITION (ds = '2') SELECT k FROM b;
CREATE TABLE old (k BIGINT); INSERT INTO old SELECT k FROM a; ALTER TABLE old ADD COLUMNS (s STRING);
INSERT INTO old SELECT k, s FROM b;
"""
SETTINGS = "SET odps.sql.allow.fullscan=true; SET odps.sql.allow.cartesian=true"
ANY_ORDER = "SET odps.sql.validate.orderby.limit=false"

JOINS = ["JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "LEFT SEMI JOIN", "LEFT ANTI JOIN"]
CONDITIONS = [
    "a.k = b.k",
    "a.k <=> b.k",
    "a.k = b.k AND a.s = b.s",
    "a.k = b.k AND a.d < b.d",
    "a.k = b.k AND a.k > 1",
    "a.d = b.d",
    "a.m = b.m AND a.t IS NULL",
    "a.t = b.t",
    # Functions of one side, of both, and below OR.
    "length(a.s) = length(b.s)",
    "a.k = b.k AND concat(a.s, '!') = 'x!'",
    "a.k = b.k AND instr(b.s, a.s) > 0",
    "a.k + b.k = 3 AND a.k = b.k + 1",
    "a.k = b.k AND (a.s = 'x' OR length(b.s) > length(a.s))",
    "CAST(a.s AS BIGINT) = b.k OR a.k = b.k",
    # Subqueries of no side, of one and of both.
    "a.k = b.k AND a.k IN (SELECT k FROM c)",
    "a.k = b.k AND b.s NOT IN (SELECT s FROM c WHERE s IS NOT NULL)",
    "a.k = b.k AND EXISTS (SELECT 1 FROM c WHERE c.k = a.k AND c.d = b.d)",
    "a.k = b.k AND a.d < (SELECT max(d) FROM c)",
]

# Predicates and values over a row of `a`.
PREDICATES = [
    "k IN (SELECT k FROM c)",
    "k IN (SELECT k FROM e)",
    "k NOT IN (SELECT k FROM c)",
    "k NOT IN (SELECT k FROM e)",
    "k NOT IN (SELECT k FROM c WHERE k IS NOT NULL)",
    "k IN (SELECT c.k FROM c WHERE c.s = a.s)",
    "k NOT IN (SELECT c.k FROM c WHERE c.s = a.s)",
    "(k, s) IN (SELECT k, s FROM c)",
    "(k, s) NOT IN (SELECT k, s FROM c)",
    "(k, s) NOT IN (SELECT c.k, c.s FROM c WHERE c.d < a.d)",
    "EXISTS (SELECT 1 FROM c WHERE c.k = a.k)",
    "NOT EXISTS (SELECT 1 FROM c WHERE c.k = a.k AND c.s <> a.s)",
    "EXISTS (SELECT 1 FROM c WHERE length(c.s) > length(a.s))",
    "EXISTS (SELECT 1 FROM c)",
    "NOT EXISTS (SELECT 1 FROM e)",
    "EXISTS (SELECT c.k FROM c WHERE c.d <= a.d GROUP BY c.k HAVING count(*) > 0)",
    "EXISTS (SELECT 1 FROM c WHERE c.k = a.k UNION ALL SELECT 1 FROM b WHERE b.s = a.s)",
    "k = (SELECT max(c.k) FROM c WHERE c.s = a.s)",
    "d = (SELECT min(d) FROM c)",
    "EXISTS (SELECT 1 FROM c WHERE c.k = a.k AND c.d > (SELECT avg(b.d) FROM b WHERE b.s = a.s OR b.k = c.k))",
    "k IN (SELECT c.k FROM c WHERE c.d IN (SELECT b.d FROM b WHERE b.s = c.s OR b.s = a.s))",
]
VALUES = [
    "(SELECT count(*) FROM c WHERE c.k = a.k)",
    "(SELECT count(c.s) FROM c WHERE c.k < a.k)",
    "(SELECT sum(c.d) FROM c WHERE c.s = a.s)",
    "(SELECT max(c.s) FROM c WHERE c.k = a.k)",
    "(SELECT max(s) FROM e)",
    "(SELECT s FROM e)",
    "(SELECT c.k + a.k FROM c WHERE c.s = a.s)",
    "(SELECT a.k)",
    "(SELECT max(x) FROM (SELECT c.k AS x FROM c WHERE c.k = a.k UNION ALL SELECT a.k) t)",
    "(SELECT count(DISTINCT x) FROM (SELECT DISTINCT c.k AS x FROM c WHERE c.d < a.d) t)",
    "(SELECT concat_ws(',', sort_array(collect_list(c.s))) FROM c WHERE c.k = a.k)",
    "(WITH w AS (SELECT k, s FROM c WHERE c.k = a.k) SELECT count(*) FROM w x JOIN w y ON x.s = y.s)",
    "(SELECT max(c.k) FROM c JOIN b ON c.k = b.k AND b.s = a.s)",
    "(SELECT sum(n) FROM (SELECT c.s, count(*) AS n FROM c WHERE c.k >= a.k GROUP BY CUBE(c.s)) t)",
]

# Subqueries that equalities alone tie to the row of `a`: what they ask for, over which rows, and tied by what.
TIED_ITEMS = [
    "count(*)",
    "count(*) + 1",
    "coalesce(max(c.k), -1)",
    "1.5BD * avg(c.k)",
    "concat(max(c.s), '!')",
    "wm_concat(',', c.s)",
    "max(c.k), 7",
]
TIED_BY = [
    "c.k = a.k",
    "a.k = c.k AND a.s = c.s",
    "c.k + 1 = a.k AND c.d IS NOT NULL",
    "a.k - 1 = length(c.s)",
    "c.d = a.d",
    "c.k = a.k HAVING count(*) <> 1",
    "c.k = a.k HAVING count(*) = 0",
    "c.k = a.k AND a.s = 'x'",
]


# What equalities tie as well, but what needs the rows of each value apart: windows, and subqueries of a subquery.
TIED_APART = [
    "a.k IN (SELECT rank() OVER (ORDER BY c.d) FROM c WHERE c.s = a.s)",
    "a.k IN (SELECT count(*) OVER () FROM c WHERE c.k = a.k)",
    "EXISTS (SELECT c.s FROM c WHERE c.k = a.k QUALIFY row_number() OVER (ORDER BY c.s) = 2)",
    "(SELECT count(*) + (SELECT max(k) FROM b) FROM c WHERE c.k = a.k)",
    "(SELECT max(c.s) FROM c WHERE c.k = a.k AND c.d < (SELECT max(d) FROM b))",
    # Two rows have the key 8, which no row of `a` asks for.
    "(SELECT w.v FROM (SELECT * FROM VALUES (8, 'p'), (8, 'q'), (5, 'r'), (NULL, 's'), (NULL, 't') AS t (k, v)) w "
    "WHERE w.k = a.k)",
]


def tied_subqueries():
    """Each as a value, and below EXISTS and IN, where an aggregate of no rows is a row."""
    for item, by in itertools.product(TIED_ITEMS, TIED_BY):
        if "," not in item or "wm_concat" in item:
            yield "(SELECT %s FROM c WHERE %s)" % (item, by)
        yield "EXISTS (SELECT %s FROM c WHERE %s)" % (item, by)
    for by in TIED_BY:
        yield "a.k IN (SELECT count(*) FROM c WHERE %s)" % by
        yield "(SELECT x FROM (SELECT y + 1 AS x FROM (SELECT count(c.s) AS y FROM c WHERE %s) t) u)" % by
        if "HAVING" not in by:
            yield "a.k IN (SELECT c.k FROM c WHERE %s)" % by
            yield "a.k NOT IN (SELECT c.k FROM c WHERE %s)" % by
            yield "EXISTS (SELECT 1 FROM c WHERE %s) OR a.k = 5" % by


OTHERS = [
    "SELECT k FROM a UNION SELECT k FROM b",
    "SELECT k, s FROM a UNION ALL SELECT k, s FROM b UNION ALL SELECT k, s FROM c",
    "SELECT k FROM a INTERSECT SELECT k FROM b",
    "SELECT k FROM a EXCEPT SELECT k FROM b",
    "SELECT s, k, count(*), grouping__id FROM a GROUP BY s, k GROUPING SETS ((s, k), s, (), ())",
    "SELECT s, k, sum(d), grouping(s), grouping(k) FROM a GROUP BY ROLLUP(s, k)",
    "SELECT length(s), k > 1, count(*) FROM a GROUP BY CUBE(length(s), k > 1)",
    "SELECT count(*) FROM e GROUP BY GROUPING SETS (())",
    "SELECT k, s FROM old",
    "SELECT x.k, y.s FROM old x LEFT JOIN old y ON x.k = y.k",
    "SELECT ds, count(k) FROM p GROUP BY ds",
    "SELECT p.k, ds, a.s FROM p JOIN a ON p.k = a.k WHERE ds IN (SELECT max(ds) FROM p)",
    "WITH w AS (SELECT k, s FROM a WHERE k > 0), v AS (SELECT * FROM w) SELECT v.k, w.s FROM v JOIN w ON v.k = w.k",
    "WITH w AS (SELECT k FROM a ORDER BY k DESC LIMIT 2) SELECT x.k, y.k FROM w x JOIN w y ON x.k >= y.k",
    "WITH w AS (SELECT RAND() AS r FROM (VALUES (1), (2)) v(x)) SELECT count(*) > 1 FROM w x JOIN w y ON x.r = y.r",
    "WITH RECURSIVE w AS (SELECT k AS n, s FROM a WHERE k = 1 UNION ALL SELECT w.n + 1, b.s FROM w JOIN b "
    "ON w.s = substr(b.s, 1, 1) WHERE w.n < 4) SELECT n, s, count(*) FROM w GROUP BY n, s",
    "SELECT count(*), sum(x), min(y) FROM (VALUES %s) v(x, y)" % ", ".join("(%d, 'v%d')" % (i, i) for i in range(700)),
    "SELECT a.k, b.k FROM a, b WHERE a.d = b.d AND instr(b.s, a.s) > 0",
    "SELECT found, count(*) FROM (SELECT k IN (SELECT k FROM c) AS found FROM a) t GROUP BY found",
    "SELECT s, max(k) FROM a GROUP BY s HAVING max(k) > (SELECT min(k) FROM c) OR s IN (SELECT s FROM b)",
    "SELECT k FROM a ORDER BY (SELECT count(*) FROM c WHERE c.k = a.k), k, s LIMIT 3",
    "SELECT a.k FROM a WHERE k = 1 OR EXISTS (SELECT 1 FROM b WHERE b.k = a.k AND b.d > a.d)",
]


def outcome(session, sql):
    """The rows in one order, or the error's code."""
    try:
        return sorted(map(repr, session.run(sql)))
    except Failed as failure:
        return failure.code


@pytest.fixture
def compare(session):
    """Runs queries on both engines, and tells those that differ or fail."""
    for statement in (TABLES + SETTINGS).split(";"):
        if statement.strip():
            session.run(statement)

    def differences(queries):
        session.run("SET paisql.engine=spark")
        on_spark = [outcome(session, sql) for sql in queries]
        session.run("SET paisql.engine=duckdb")
        here = [outcome(session, sql) for sql in queries]
        wrong = [row for row in zip(queries, on_spark, here) if row[1] != row[2] or isinstance(row[2], str)]
        assert not wrong, "\n".join("%s\n  spark: %s\n  here:  %s" % row for row in wrong)

    return differences


def test_joins_of_all_kinds(compare):
    columns = {"LEFT SEMI JOIN": "a.k, a.s", "LEFT ANTI JOIN": "a.k, a.s"}
    compare(
        "SELECT %s FROM a %s b ON %s" % (columns.get(join, "a.k, a.s, b.k, b.s, b.d"), join, condition)
        for join, condition in itertools.product(JOINS, CONDITIONS)
    )


def test_subqueries_that_choose_rows(compare):
    compare("SELECT k, s FROM a WHERE %s" % predicate for predicate in PREDICATES)


def test_subqueries_within_expressions(compare):
    choose = random.Random(7)
    pairs = [(choose.choice(PREDICATES), choose.choice(VALUES)) for _ in range(20)]
    queries = ["SELECT k, s, %s FROM a" % value for value in PREDICATES + VALUES]
    queries += ["SELECT k, s, %s FROM a" % value for value in [*tied_subqueries(), *TIED_APART]]
    queries += ["SELECT k FROM a WHERE s = 'x' OR %s" % predicate for predicate in PREDICATES]
    queries += ["SELECT k, %s FROM a WHERE NOT %s" % (value, predicate) for predicate, value in pairs]
    compare(queries)


def test_sets_groups_and_definitions(compare):
    compare(OTHERS)


def test_a_scalar_subquery_with_several_rows_fails(session):
    for statement in TABLES.split(";")[:6]:
        session.run(statement)
    for sql in ("SELECT (SELECT k FROM c)", "SELECT (SELECT c.s FROM c WHERE c.k = a.k) FROM a"):
        assert session.fails(sql).code == "ODPS-0130111"


def test_rows_keep_their_order(session):
    """Above many rows of several files, below projections, kernels and limits."""
    session.run(ANY_ORDER)
    session.run("CREATE TABLE many (k BIGINT, s STRING)")
    for _ in range(3):
        session.run(
            "INSERT INTO many SELECT x * 7919 % 100003, CAST(x AS STRING) FROM (SELECT explode(sequence(1, 40000)) AS x) t"
        )
    rows = session.run("SELECT length(s) AS n, k FROM (SELECT * FROM many ORDER BY k DESC, s) t")
    keys = [row[1] for row in rows]
    assert len(keys) == 120000 and keys == sorted(keys, reverse=True)
    rows = session.run("SELECT reverse(s) AS r, k + 1 AS n FROM many ORDER BY n, r LIMIT 5000")
    assert [row[1] for row in rows] == sorted(row[1] for row in rows)
