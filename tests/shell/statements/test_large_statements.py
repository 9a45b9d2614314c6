"""Statements of unusual size: each answers soon or is refused by a limit that it names."""

import subprocess

import pytest

SOON_S = 180  # three minutes tell a hang from a machine that stands still, and nothing else


@pytest.fixture
def run(shell, tmp_path):
    def start(text):
        path = tmp_path / "large.sql"
        path.write_text(text)
        return subprocess.run(
            shell.command("--format", "tsv", "--no-header", "-f", str(path)),
            capture_output=True,
            text=True,
            check=False,
            timeout=SOON_S,
        )

    return start


def chain(term, separator, count):
    return separator.join(term.format(i) for i in range(count))


def nested(count, left, middle, right):
    return left * count + middle + right * count


ANSWERED = {
    "literal of 1 MB": ("length('" + "x" * (1 << 20) + "')", "", "1048576"),
    "literal of 8 MB": ("length('" + "x" * (8 << 20) + "')", "", "8388608"),
    "5,000 columns": (chain("{0} AS c{0}", ", ", 5_000), "", "\t".join(map(str, range(5_000)))),
    "5,000 columns by *": (
        "size(array(" + chain("c{}", ",", 5_000) + "))",
        "(SELECT " + chain("{0} AS c{0}", ", ", 5_000) + ") t",
        "5000",
    ),
    "GROUP BY 2,000 columns": (
        "count(*)",
        "(SELECT " + chain("{0} AS c{0}", ", ", 2_000) + ") t GROUP BY " + chain("c{}", ",", 2_000),
        "1",
    ),
    "19,000 equalities": ("count(*)", "VALUES (1), (-1) t(a) WHERE " + chain("a = {}", " OR ", 19_000), "1"),
    "10,000 inequalities": (
        "count(*)",
        "VALUES (1), (-1), (CAST(NULL AS INT)) t(a) WHERE " + chain("a <> {}", " AND ", 10_000),
        "1",
    ),
    "10,000 comparisons": ("count(*)", "VALUES (1), (-1) t(a) WHERE " + chain("a > -{}", " AND ", 10_000), "1"),
    "10,000 pairs": (
        "count(*)",
        "VALUES (1, 1), (7, 6) t(a, b) WHERE " + chain("a = {0} AND b < {0}", " OR ", 10_000),
        "1",
    ),
    "10,000 patterns": ("count(*)", "VALUES ('x7'), ('y') t(a) WHERE " + chain("a LIKE '{}%'", " OR ", 10_000), "0"),
    "1,900 sums of a column": (chain("a", " + ", 1_900), "VALUES (1) t(a)", "1900"),
    "1,900 sums of constants": (chain("1", " + ", 1_900), "", "1900"),
    "10,000 texts": ("length(" + chain("a", " || ", 10_000) + ")", "VALUES ('x') t(a)", "10000"),
    "IN of 100,000": ("count(*)", "VALUES (5), (-5) t(a) WHERE a IN (" + chain("{}", ",", 100_000) + ")", "1"),
    "3,000 branches": ("count(*)", "(" + chain("SELECT {} AS a", " UNION ALL ", 3_000) + ") t", "3000"),
    "3,000 distinct branches": ("count(*)", "(" + chain("SELECT 1 AS a", " UNION ", 3_000) + ") t", "1"),
    "100,000 rows of VALUES": ("sum(a)", "VALUES " + chain("({0}, 'x{0}')", ",", 100_000) + " t(a, b)", "4999950000"),
    "180 subqueries": ("*", nested(180, "(SELECT * FROM ", "(SELECT 1 AS a) t", ") t"), "1"),
    "490 parentheses": (nested(490, "(a + ", "1", ")"), "VALUES (1) t(a)", "491"),
    "490 CASE": (nested(490, "CASE WHEN a = 1 THEN ", "a", " ELSE 0 END"), "VALUES (1) t(a)", "1"),
    "400 calls that repeat their argument": (nested(400, "substr(", "a", ", 1)"), "VALUES ('abc') t(a)", "abc"),
    "400 divisions": ("a" + " / 1" * 400, "VALUES (6) t(a)", "6.0"),
    "40 calls with subqueries": (nested(40, "substr(", "a", ", (SELECT 1))"), "VALUES ('abc') t(a)", "abc"),
    "60 products of DECIMAL": ("a" + " * 1BD" * 60 + " > 0", "VALUES (CAST(1 AS DECIMAL(38,18))) t(a)", "true"),
    "10 rows NOT IN rows": (
        "count(*)",
        "VALUES (1, 1) t(a, b) WHERE "
        + nested(10, "(1, 2) NOT IN (SELECT 1, 3 FROM VALUES (1) x(y) WHERE ", "true", ")"),
        "1",
    ),
    "99 joins on one key": (
        "count(*)",
        "VALUES (1) t0(a)" + "".join(f" JOIN VALUES (1) t{i}(a) ON t0.a = t{i}.a" for i in range(1, 100)),
        "1",
    ),
    "90 outer joins": (
        "count(*)",
        "VALUES (1) t0(a)" + "".join(f" LEFT JOIN VALUES (1) t{i}(a) ON t0.a = t{i}.a" for i in range(1, 91)),
        "1",
    ),
    "190 subqueries that look at no row outside": (
        nested(190, "(SELECT max(a) + ", "1", " FROM VALUES (1), (2) t(a) WHERE a <= 2)"),
        "",
        "381",
    ),
    "100 conditions on subqueries": (
        nested(100, "(SELECT max(a) FROM VALUES (1), (2) t(a) WHERE a <= ", "1", ")"),
        "",
        "1",
    ),
    "100 EXISTS": (
        "count(*)",
        "VALUES (1) t(a) WHERE " + nested(100, "EXISTS (SELECT 1 FROM VALUES (1) t(a) WHERE ", "true", ")"),
        "1",
    ),
    "100 NOT IN": (
        "count(*)",
        "VALUES (1) t(a) WHERE " + nested(100, "a NOT IN (SELECT a + 1 FROM VALUES (1) t(a) WHERE ", "true", ")"),
        "1",
    ),
    "14 subqueries that look outside": (
        "".join(
            f"(SELECT max(t{i}.a) FROM VALUES (1), (2) t{i}(a) WHERE t{i}.a <= t{i - 1}.a AND t{i}.a >= "
            for i in range(1, 15)
        )
        + "1"
        + ")" * 14,
        "VALUES (1) t0(a)",
        "1",
    ),
    "16 lambda expressions": (
        "".join(f"transform(a, x{i} -> size(" for i in range(15)) + "transform(a, y -> y)" + "))" * 15,
        "(SELECT array(1) AS a) t",
        "[1]",
    ),
    "a sort of 20,000 by a lambda expression": (
        "max(size(s)), max(s[0]), max(s[19999])",
        "(SELECT array_sort(sequence(1, 20000 * b), (l, r) -> (r * 7919) % 20000 - (l * 7919) % 20000) AS s "
        "FROM VALUES (1) t(b)) u",
        "20000\t2321\t20000",
    ),
    "the distinct ones of 100,000": (
        "size(array_distinct(concat(a, a)))",
        "(SELECT sequence(1, 50000 * b) AS a FROM VALUES (1) t(b)) u",
        "50000",
    ),
    "a map of 40,000 keys": (
        "size(m), m['17']",
        "(SELECT str_to_map(array_join(transform(sequence(1, 40000 * b), "
        "x -> concat(x, '=', x)), ',')) AS m FROM VALUES (1) t(b)) u",
        "40000\t17",
    ),
    "1,000 intervals on a date": ("d" + " + INTERVAL '1' DAY" * 1_000, "VALUES (DATE'2020-01-01') t(d)", "2022-09-27"),
    "a comment of 10 MB": ("/*" + "x" * (10 << 20) + "*/ 1", "", "1"),
}


@pytest.mark.parametrize("case", ANSWERED)
def test_answers(run, case):
    columns, source, answer = ANSWERED[case]
    done = run(f"SELECT {columns}" + (f" FROM {source}" if source else "") + ";")
    assert done.returncode == 0, done.stderr[:1000]
    assert done.stdout == answer + "\n"


REFUSED = {
    "5,000 columns": (
        "CREATE TABLE wide (" + chain("c{} BIGINT", ", ", 5_000) + ");",
        "the table has more than 1200 columns",
    ),
    "10,000 sums": ("SELECT " + chain("1", "+", 10_000) + ";", "max depth of expression exceeds limit of 2000"),
    "30,000 OR": ("SELECT " + chain("a", " OR ", 30_000) + ";", "more than 20000 operators in one chain"),
    "6,000 branches": (chain("SELECT 1", " UNION ALL ", 6_000) + ";", "more than 5000 set operators"),
    "3,000 EXCEPT": (chain("SELECT 1", " EXCEPT ", 3_000) + ";", "the plan nests deeper than 1000 levels"),
    "500 subqueries": (nested(499, "SELECT * FROM (", "SELECT 1", ") t") + ";", "queries nest deeper than 200 levels"),
    "500 conditions": (
        nested(490, "SELECT 1 WHERE 1 IN (", "SELECT 1", ")") + ";",
        "queries nest deeper than 200 levels",
    ),
    "3,000 joins": ("SELECT 1 FROM t" + " JOIN t ON a = b" * 3_000 + ";", "more than 100 tables and views in one FROM"),
    "chain of WITH": (
        "WITH c0 AS (SELECT 1 AS a)"
        + "".join(f", c{i} AS (SELECT a + 1 AS a FROM c{i - 1})" for i in range(1, 2_000))
        + " SELECT a FROM c1999;",
        "the plan nests deeper than 1000 levels",
    ),
    "rows NOT IN rows": (
        "SELECT 1 WHERE " + nested(40, "(1, 2) NOT IN (SELECT 1, 3 WHERE ", "true", ")") + ";",
        "nests deeper than 10 levels",
    ),
    "joins in subqueries": (
        nested(
            150,
            "SELECT a.k FROM (",
            "SELECT 1 AS k",
            ") a" + "".join(f" LEFT JOIN VALUES (1) j{i}(k) ON a.k = j{i}.k" for i in range(20)),
        )
        + ";",
        "the plan nests deeper than 1000 levels",
    ),
    "40 joins in each of 190 subqueries": (
        nested(
            190,
            "SELECT a.k FROM (",
            "SELECT 1 AS k",
            ") a" + "".join(f" LEFT JOIN VALUES (1) j{i}(k) ON a.k = j{i}.k" for i in range(40)),
        )
        + ";",
        "the plan nests deeper than 1000 levels",
    ),
    "40 lateral views in each of 190 subqueries": (
        nested(
            190,
            "SELECT k FROM (",
            "SELECT 1 AS k",
            ") a" + "".join(f" LATERAL VIEW explode(array(1)) e{i} AS x{i}" for i in range(40)),
        )
        + ";",
        "the plan nests deeper than 1000 levels",
    ),
    "1,500 sums in each of 190 subqueries": (
        "SELECT " + nested(190, "(SELECT ", "1", " + 1" * 1_500 + ")") + ";",
        "max depth of expression exceeds limit of 2000",
    ),
    "CASE of CASE": (
        "SELECT " + nested(30, "CASE (", "a", ") WHEN 1 THEN a WHEN 2 THEN 2 END") + " FROM VALUES (1) t(a);",
        "make the expression larger than 1000000 parts",
    ),
    "STRUCT of STRUCT": (
        "SELECT " + nested(300, "named_struct('a', ", "1", ")") + ";",
        "types are nested more than 100 deep",
    ),
    "views over views": (
        "CREATE VIEW v0 AS SELECT 1 AS a;"
        + "".join(f"CREATE VIEW v{i} AS SELECT a FROM v{i - 1};" for i in range(1, 60))
        + "SELECT * FROM v59;",
        "views nest deeper than 50 levels",
    ),
    "views that double": (
        "CREATE VIEW v0 AS SELECT 1 AS a;"
        + "".join(f"CREATE VIEW v{i} AS SELECT x.a FROM v{i - 1} x JOIN v{i - 1} y ON x.a = y.a;" for i in range(1, 20))
        + "SELECT * FROM v19;",
        "reads views more than 2000 times",
    ),
    "15 subqueries that look outside": (
        "SELECT "
        + "".join(
            f"(SELECT max(t{i}.a) FROM VALUES (1) t{i}(a) WHERE t{i}.a = t{i - 1}.a AND t{i}.a >= "
            for i in range(1, 16)
        )
        + "1"
        + ")" * 15
        + " FROM VALUES (1) t0(a);",
        "subqueries that look at rows outside of them nest deeper than 14 levels",
    ),
    "30 lambda expressions": (
        "SELECT "
        + "".join(f"transform(a, x{i} -> size(" for i in range(29))
        + "transform(a, y -> y)"
        + "))" * 29
        + " FROM (SELECT array(1) AS a) t;",
        "lambda expressions nest deeper than 16 levels",
    ),
    "a name of 1 MB": ("SELECT a FROM " + "x" * (1 << 20) + ";", "cannot be resolved"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refuses_by_a_named_limit(run, case):
    text, limit = REFUSED[case]
    done = run(text)
    assert done.returncode == 1
    # A long quotation ends the line early.
    first = done.stderr[done.stderr.index("FAILED: ") :].splitlines()[0]
    assert "ODPS-" in first and ":[1," in first
    assert limit in first or first.endswith("...")
    assert "\nhint: " in done.stderr
