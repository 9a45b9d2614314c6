"""What EXPLAIN shows of Spark's statement: which work is Spark's own, and how often a table is read."""

import re

import pytest

FILL = """
CREATE TABLE a (k BIGINT, s STRING, d DOUBLE, m DECIMAL(10,2));
INSERT INTO a VALUES (1, 'x', 0.5, 1.50), (2, 'y', 1.5, 2.25), (2, 'z', 2.5, NULL);
CREATE TABLE c AS SELECT * FROM a
"""


@pytest.fixture
def statement(session):
    """The statement that Spark gets for a query."""
    for sql in FILL.split(";"):
        session.run(sql)

    def printed(sql):
        lines = [line for (line,) in session.run("EXPLAIN " + sql)]
        return next(line for line in lines if line.startswith("Spark's statement: "))

    return printed


def views(text):
    return re.findall(r"paisql_files_\w+", text)


@pytest.mark.parametrize(
    "condition",
    [
        "a.d > (SELECT avg(c.d) FROM c WHERE c.k = a.k)",
        "a.k = 7 OR EXISTS (SELECT 1 FROM c WHERE c.k = a.k AND c.s = a.s)",
        "(SELECT count(*) + 1 FROM c WHERE c.k = a.k) > 2",
    ],
)
def test_a_subquery_tied_by_equalities_reads_each_table_once(statement, condition):
    assert len(views(statement("SELECT a.k FROM a WHERE " + condition))) == 2


@pytest.mark.parametrize(
    "item",
    ["row_number() OVER (PARTITION BY s ORDER BY k)", "sum(k) OVER (PARTITION BY s)", "lag(d) OVER (ORDER BY k)"],
)
def test_windows_are_sparks_own(statement, item):
    text = statement("SELECT %s FROM a" % item)
    assert " OVER (" in text and not re.search(r"paisql_[0-9a-f]{16}", text)


def test_an_average_of_decimals_needs_no_list_of_rows(statement):
    assert "collect_list" not in statement("SELECT s, avg(m) FROM a GROUP BY s")


def test_a_view_has_all_columns_of_the_files(statement):
    """Spark takes the read share of a view's columns for the share of the files' bytes."""
    names = [views(statement("SELECT %s FROM a" % items)) for items in ("k", "s, d", "count(*)")]
    assert len({name for (name,) in names}) == 1


@pytest.mark.parametrize("condition", ["a.k + 1 BETWEEN c.k AND 3", "a.d / c.d > 1D", "nullif(a.s, c.s) = 'x'"])
def test_what_spark_names_stands_outside_of_joins(statement, session, condition):
    """Spark puts a projection between joins and such a condition, and then takes the joins as they are written."""
    session.run("SET paisql.spark.remote=sc://127.0.0.1:1")  # nobody is asked
    text = statement("SELECT a.k FROM a, c WHERE %s AND a.k = c.k" % condition)
    inner, outer = re.search(r" WHERE ([^W]*)\) AS t\d+ WHERE (.*)", text).groups()
    assert re.fullmatch(r"\(c\d+ = c\d+\)", inner)
    assert " BETWEEN " in outer or "nullif(" in outer


@pytest.mark.parametrize("engine", ["spark", "auto"])
def test_a_script_is_explained_before_it_runs(session, engine):
    session.run("CREATE TABLE a AS SELECT 1L AS k")
    session.run("SET paisql.engine.limit=1B")
    session.run("SET paisql.engine=%s" % engine)
    query = "SELECT n FROM (SELECT TRANSFORM(k) USING 'cat' AS (n BIGINT) FROM a) t WHERE n > 0"
    text = "\n".join(line for (line,) in session.run("EXPLAIN " + query))
    assert "FROM script_rows" in text
    assert session.run(query) == [[1]]


def test_what_was_added_to_maps_and_json_is_refused(session):
    session.run("CREATE TABLE j (m MAP<STRING,BIGINT>, j JSON) TBLPROPERTIES ('transactional'='true')")
    for number in range(2):
        session.run("INSERT OVERWRITE TABLE j SELECT map('k', %dL), JSON '1'" % number)
    session.run("SET paisql.spark.remote=sc://127.0.0.1:1")  # nobody is asked
    text = "\n".join(line for (line,) in session.run("EXPLAIN SELECT * FROM j VERSION BETWEEN 2 AND 3"))
    assert "Spark refuses it: what was added to MAP and JSON columns does not run on Spark" in text
