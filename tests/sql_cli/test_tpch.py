"""All 22 queries of TPC-H at a small scale: the same rows as DuckDB over the same Parquet files."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "bench"))
import tpch  # noqa: E402

duckdb = pytest.importorskip("duckdb", reason="the duckdb package is not installed")

BINARY = os.environ.get("PAISQL_BINARY", str(ROOT / "build" / "paisql"))
GENERATOR = Path(sys.executable).with_name("tpchgen-cli")
SCALE = 0.01
TIMEOUT = 180


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tpch")
    tpch.generate(GENERATOR, SCALE, folder / "csv")
    script = folder / "load.sql"
    script.write_text(tpch.load_script(folder / "csv"), encoding="utf-8")
    done = subprocess.run(
        [BINARY, "--home", str(folder / "home"), "--project", tpch.PROJECT, "-f", str(script)],
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return folder / "home"


@pytest.fixture(scope="module")
def talk(home):
    conversation = tpch.talk_to_paisql(BINARY, home, tpch.PROJECT, tpch.SETTINGS)
    yield conversation
    conversation.close()


@pytest.fixture(scope="module")
def reference(home):
    connection = duckdb.connect()
    for view in tpch.raw_views(home, tpch.PROJECT):
        connection.execute(view)
    yield connection
    connection.close()


def text(value):
    return "NULL" if value is None else str(value)


def test_there_are_22_queries():
    assert list(tpch.queries()) == [f"q{n:02d}" for n in range(1, 23)]


@pytest.mark.parametrize("name", tpch.queries())
def test_same_rows(name, talk, reference):
    query = tpch.queries()[name]
    _, rows = talk.ask(" ".join(query.split()))
    expected = [[text(cell) for cell in row] for row in reference.execute(tpch.raw_query(query)).fetchall()]
    assert tpch.same_rows(rows, expected), f"{rows[:3]} instead of {expected[:3]}"
