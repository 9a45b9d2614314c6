"""The same rows and the same queries through paisql and through the duckdb package."""

import datetime
import decimal
import os
import random
import re
import subprocess
from pathlib import Path

import pytest

from more_queries import more_queries
from queries import all_queries

duckdb = pytest.importorskip("duckdb", reason="the duckdb package is not installed")

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PAISQL_BINARY", str(ROOT / "build" / "paisql"))
TIMEOUT = 180
MARK = "-- answer "

SCHEMAS = {
    "a": "id BIGINT, k STRING, i INT, d DOUBLE, n DECIMAL(12,2), day DATE, flag BOOLEAN",
    "b": "bid BIGINT, aid BIGINT, name STRING, i INT, score DOUBLE",
    "c": "x INT, y INT",
    "e": "x INT",
    "l": "id BIGINT, v ARRAY<INT>",
}
# A query as each side spells it.
QUERIES = [query if isinstance(query, tuple) else (query, query) for query in all_queries() + more_queries()]


def make_rows():
    rng = random.Random(7)

    def sometimes(value):
        return None if rng.random() < 0.15 else value

    words = ["a", "bee", "c", "dee", "eel", "fig tree"]
    first = datetime.date(2024, 1, 1)
    a = [
        (
            n,
            sometimes(rng.choice(words)),
            sometimes(rng.randrange(10)),
            sometimes(rng.randrange(-40, 40) / 4),
            sometimes(decimal.Decimal(rng.randrange(-5000, 5000)) / 100),
            sometimes(first + datetime.timedelta(rng.randrange(90))),
            sometimes(rng.random() < 0.5),
        )
        for n in range(1, 151)
    ]
    b = [
        (
            n,
            sometimes(rng.randrange(1, 170)),
            sometimes(rng.choice(words)),
            rng.randrange(12),
            sometimes(rng.randrange(24) / 4),
        )
        for n in range(1, 41)
    ]
    c = [(sometimes(rng.randrange(4)), sometimes(rng.randrange(4))) for _ in range(30)]
    c += [(None, None), (None, None), (1, 1), (1, 1)]
    lists = [(n, sometimes([sometimes(rng.randrange(6)) for _ in range(rng.randrange(4))])) for n in range(1, 25)]
    return {"a": a, "b": b, "c": c, "e": [], "l": lists}


def literal(value, platform):
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime.date):
        return f"DATE'{value}'"
    if isinstance(value, str):
        return f"'{value}'"
    if isinstance(value, decimal.Decimal) and platform:
        return f"{value}BD"
    if isinstance(value, list):
        items = ", ".join(literal(item, platform) for item in value)
        if not platform:
            return f"[{items}]"
        return f"array({items})" if set(value) - {None} else f"slice(array(1, {items or 'NULL'}), 2, {len(value)})"
    return str(value)


def load(platform):
    """The statements that make the tables."""
    statements = []
    for name, rows in make_rows().items():
        tuples = ",".join("(" + ",".join(literal(v, platform) for v in row) + ")" for row in rows)
        schema = SCHEMAS[name] if platform else SCHEMAS[name].replace("ARRAY<INT>", "INT[]")
        statements.append(f"CREATE TABLE {name} ({schema})")
        if rows:
            statements.append(f"INSERT INTO {name} VALUES {tuples}")
    return statements


def canonical(cell):
    """One spelling for a number, which the two print as 3, 3.0 and 3.00."""
    if re.fullmatch(r"-?\d{1,15}(\.\d*)?(e[-+]?\d+)?|-?\d\.\d+e[-+]?\d+", cell):
        return f"{float(cell) + 0:.12g}"
    return cell


def text(value):
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def arrange(query, rows):
    ordered = re.search(r"ORDER BY [^()]*LIMIT", query)
    rows = ["\t".join(canonical(cell) for cell in row) for row in rows]
    return rows if ordered else sorted(rows)


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """Query to rows of paisql: one process runs all of them, with a marker before each."""
    folder = tmp_path_factory.mktemp("differential")
    script = folder / "queries.sql"
    statements = load(platform=True)
    for number, (query, _) in enumerate(QUERIES):
        statements += [f"SELECT '{MARK}{number}'", query]
    script.write_text("".join(statement + ";\n" for statement in statements), encoding="utf-8")
    done = subprocess.run(
        [BINARY, "--home", str(folder / "home"), "--format", "tsv", "--no-header", "-f", str(script)],
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    parts = re.split(re.escape(MARK) + r"\d+\n", done.stdout)[1:]
    rows = [[line.split("\t") for line in part.splitlines()] for part in parts]
    return {query: answer for (query, _), answer in zip(QUERIES, rows, strict=True)}


@pytest.fixture(scope="module")
def reference():
    connection = duckdb.connect()
    connection.execute("SET default_null_order = 'nulls_first_on_asc_last_on_desc'")
    for statement in load(platform=False):
        connection.execute(statement)
    yield connection
    connection.close()


def test_queries_are_many_and_different():
    assert len(set(QUERIES)) == len(QUERIES) >= 300


@pytest.mark.parametrize(("query", "theirs"), QUERIES)
def test_same_rows(query, theirs, answers, reference):
    expected = [[text(cell) for cell in row] for row in reference.execute(theirs).fetchall()]
    assert arrange(query, answers[query]) == arrange(query, expected)
