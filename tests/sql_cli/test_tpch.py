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


# RF1 adds orders with keys in the gaps that the generator leaves, RF2 takes others away.
REFRESH = [
    "INSERT INTO {orders} SELECT o_orderkey + 8, o_custkey, o_orderstatus, o_totalprice + 1, o_orderdate, "
    "o_orderpriority, 'Clerk#new', o_shippriority, o_comment FROM orders WHERE o_orderkey < 600",
    "INSERT INTO {lineitem} SELECT l_orderkey + 8, l_partkey, l_suppkey, l_linenumber, l_quantity, l_extendedprice, "
    "l_discount, l_tax, l_returnflag, l_linestatus, l_shipdate, l_commitdate, l_receiptdate, l_shipinstruct, "
    "l_shipmode, l_comment FROM lineitem WHERE l_orderkey < 600",
    "DELETE FROM {lineitem} WHERE l_orderkey IN (SELECT o_orderkey FROM {orders} WHERE o_orderkey BETWEEN 3000 AND 3600)",
    "DELETE FROM {orders} WHERE o_orderkey BETWEEN 3000 AND 3600",
]
REFRESHED = [
    "SELECT o_orderkey % 7, o_orderstatus, count(*), sum(o_orderkey), sum(o_totalprice) FROM {orders} "
    "GROUP BY o_orderkey % 7, o_orderstatus",
    "SELECT l_returnflag, count(*), sum(l_orderkey), sum(l_quantity), sum(l_extendedprice) FROM {lineitem} "
    "GROUP BY l_returnflag",
    "SELECT count(*) FROM {orders} JOIN {lineitem} ON o_orderkey = l_orderkey",
]


def test_refresh_functions(talk, reference):
    names = {"orders": "refreshed_orders", "lineitem": "refreshed_lineitem"}
    schema = " ".join((tpch.FOLDER / "schema.sql").read_text(encoding="utf-8").split())
    for table, name in names.items():
        columns = schema.split(f"CREATE TABLE {table} (", 1)[1].split(");", 1)[0]
        if table == "orders":
            columns = columns.replace("o_orderkey BIGINT", "o_orderkey BIGINT NOT NULL PRIMARY KEY")
        talk.ask(f"CREATE TABLE {name} ({columns}) TBLPROPERTIES ('transactional'='true')")
        talk.ask(f"INSERT INTO {name} SELECT * FROM {table}")
        reference.execute(f"CREATE TABLE {name} AS SELECT * FROM {table}")
    sums = []
    for statement in REFRESH:
        talk.ask(statement.format(**names))
        reference.execute(statement.format(**names))
        for query in REFRESHED:
            _, rows = talk.ask(query.format(**names))
            expected = [[text(cell) for cell in row] for row in reference.execute(query.format(**names)).fetchall()]
            assert tpch.same_rows(sorted(rows), sorted(expected)), f"{statement}: {rows[:3]} instead of {expected[:3]}"
        sums.append(rows)
    assert sums[0] != sums[1] != sums[2], "a statement changed nothing"
