"""What Spark computes itself is what the engine on one machine computes: every row of the tables of spellings, over
values of all kinds."""

import os
import re
import subprocess
from pathlib import Path

import pytest
import spelled

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("PAISQL", ROOT / "build" / "paisql"))
PYTHON = Path(os.environ.get("PAISQL_SPARK_PYTHON", ROOT / ".deps" / "spark" / "bin" / "python"))
REMOTE = os.environ.get("PAISQL_SPARK_REMOTE", "sail")
SPARK = "SET paisql.engine=spark;\nSET paisql.spark.remote=%s;\nSET paisql.spark.python=%s;\n" % (REMOTE, PYTHON)
END = "-- the end of the rows --"
# How an expression shows rows that it does not name.
SIGNS = {
    "like_plain": " LIKE ",
    "divide_whole": " / ",
    "negate": "-i",
    "bit_and": " & ",
    "bit_or": " | ",
    "bit_xor": " ^ ",
    "bit_not": "~",
    "is_distinct_from": "IS DISTINCT FROM",
}


def tell(home, script):
    command = [PROGRAM, "--home", home, "--format", "tsv", "--no-header", "--keep-going"]
    done = subprocess.run(command, input=script, capture_output=True, text=True, timeout=600, check=False)
    return done.stdout, done.stderr


def answers(home, settings, queries):
    script = settings + "".join("%s;\nSELECT '%s';\n" % (query, END) for query in queries)
    out, errors = tell(home, script)
    parts = out.split(END + "\n")
    assert len(parts) == len(queries) + 1, errors
    return [[line.split("\t") for line in part.splitlines() if line != "OK"] for part in parts[:-1]], errors


@pytest.mark.skipif(not PYTHON.exists(), reason="no Python with Spark's client: scripts/setup --spark")
def test_spark_computes_as_one_machine(tmp_path):
    out, errors = tell(tmp_path / "home", ";\n".join(["SET odps.sql.allow.cartesian=true", *spelled.SETUP]) + ";\n")
    assert "FAILED" not in out + errors, errors
    statements = list(spelled.statements())
    queries = [query for _, query in statements]
    local, _ = answers(tmp_path / "home", "", queries)
    there, errors = answers(tmp_path / "home", SPARK, queries)
    different = []
    for (expressions, query), ours, found in zip(statements, local, there):
        assert ours and len(ours) == len(found), (query, errors)
        for column, text in enumerate(expressions, 1):
            rows = [(a[0], a[column], b[column]) for a, b in zip(ours, found) if a[column] != b[column]]
            if rows:
                different.append((text, len(rows), rows[:5]))
    assert not different, "\n".join(map(str, different))


def test_every_row_has_an_expression():
    rows = (ROOT / "src/engine/spark/spelling/rows").glob("spark_*.cpp")
    table = "\n".join(path.read_text(encoding="utf-8") for path in rows)
    names = set(re.findall(r'"([^" ]+)",\s*(?:\.signature = )?"\(', table))
    assert len(names) > 60
    texts = [text for expressions, _ in spelled.statements() for text in expressions]
    for name in names:
        mark = SIGNS.get(name, name).lower().replace("_", " " if name.startswith("is_") else "_")
        assert any(mark in text.lower() for text in texts), name
