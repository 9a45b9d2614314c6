"""The same rows and the same queries through paisql and through the duckdb package."""

import datetime
import decimal
import os
import random
import re
import subprocess
from pathlib import Path

import pytest

from queries import all_queries

duckdb = pytest.importorskip("duckdb", reason="the duckdb package is not installed")

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PAISQL_BINARY", str(ROOT / "build" / "paisql"))
TIMEOUT = 120
MARK = "-- answer "

SCHEMAS = {
    "a": "id BIGINT, k STRING, i INT, d DOUBLE, n DECIMAL(12,2), day DATE, flag BOOLEAN",
    "b": "bid BIGINT, aid BIGINT, name STRING, i INT, score DOUBLE",
}


def make_rows():
    rng = random.Random(7)

    def sometimes(value):
        return None if rng.random() < 0.15 else value

    words = ["a", "bee", "c", "dee", "eel", "fig tree"]
    first = datetime.date(2024, 1, 1)
    a = [(n, sometimes(rng.choice(words)), sometimes(rng.randrange(10)),
          sometimes(rng.randrange(-40, 40) / 4),
          sometimes(decimal.Decimal(rng.randrange(-5000, 5000)) / 100),
          sometimes(first + datetime.timedelta(rng.randrange(90))), sometimes(rng.random() < 0.5))
         for n in range(1, 151)]
    b = [(n, sometimes(rng.randrange(1, 170)), sometimes(rng.choice(words)),
          rng.randrange(12), sometimes(rng.randrange(24) / 4)) for n in range(1, 41)]
    return {"a": a, "b": b}


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
    return str(value)


def load(platform):
    """The statements that make the tables."""
    statements = []
    for name, rows in make_rows().items():
        tuples = ",".join("(" + ",".join(literal(v, platform) for v in row) + ")" for row in rows)
        statements.append(f"CREATE TABLE {name} ({SCHEMAS[name]})")
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
    for number, query in enumerate(all_queries()):
        statements += [f"SELECT '{MARK}{number}'", query]
    script.write_text("".join(statement + ";\n" for statement in statements), encoding="utf-8")
    done = subprocess.run([BINARY, "--home", str(folder / "home"), "--format", "tsv", "--no-header",
                           "-f", str(script)],
                          capture_output=True, text=True, check=False, timeout=TIMEOUT)
    assert done.returncode == 0, done.stderr[-2000:]
    parts = re.split(re.escape(MARK) + r"\d+\n", done.stdout)[1:]
    rows = [[line.split("\t") for line in part.splitlines()] for part in parts]
    return dict(zip(all_queries(), rows, strict=True))


@pytest.fixture(scope="module")
def reference():
    connection = duckdb.connect()
    connection.execute("SET default_null_order = 'nulls_first_on_asc_last_on_desc'")
    for statement in load(platform=False):
        connection.execute(statement)
    yield connection
    connection.close()


def test_queries_are_many_and_different():
    assert len(set(all_queries())) == len(all_queries()) >= 120


@pytest.mark.parametrize("query", all_queries())
def test_same_rows(query, answers, reference):
    expected = [[text(cell) for cell in row] for row in reference.execute(query).fetchall()]
    assert arrange(query, answers[query]) == arrange(query, expected)
