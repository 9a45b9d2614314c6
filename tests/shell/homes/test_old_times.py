"""Homes of catalog version 3, whose files hold TIMESTAMP as 64 bits of nanoseconds."""

import os
import sqlite3

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

NANOS = 1700000000123456789
TABLE = """
CREATE TABLE moments (id BIGINT, t TIMESTAMP, n TIMESTAMP_NTZ,
  a ARRAY<STRUCT<t:TIMESTAMP,x:BIGINT>>, m MAP<STRING,TIMESTAMP_NTZ>) PARTITIONED BY (ds STRING);
INSERT INTO moments PARTITION (ds='1') SELECT 0L, NULL, NULL, NULL, NULL;
INSERT INTO moments PARTITION (ds='1') SELECT 1L, NULL, NULL, NULL, NULL;
"""


def old_table(first, zone):
    """What an earlier version's engine (zone None) or a job's TableWriter held."""
    nanos, micros = pa.timestamp("ns", tz=zone), pa.timestamp("us" if zone else "ns")
    item = pa.struct([("t", pa.timestamp("ns")), ("x", pa.int64())])
    return pa.table(
        {
            "id": pa.array([first, first + 1], pa.int64()),
            "t": pa.array([NANOS, None], nanos),
            "n": pa.array([NANOS // 1000 if zone else NANOS, None], micros),
            "a": pa.array([[{"t": NANOS, "x": 1}, None], None], pa.list_(item)),
            "m": pa.array([[("k", NANOS), ("l", None)], None], pa.map_(pa.string(), pa.timestamp("ns"))),
        }
    )


def write_old(first, path):
    """The engine's file for row 0, a script's for any other."""
    if first:
        pq.write_table(old_table(first, "UTC"), path)
        return
    with duckdb.connect() as engine:
        engine.register("held", old_table(first, None))
        engine.execute("COPY (SELECT * FROM held) TO '%s' (FORMAT parquet)" % path)


def without_schema(catalog, name):
    """Makes the table anew without the column `schema`, which is part of a constraint."""
    (text,) = catalog.execute("SELECT sql FROM sqlite_master WHERE name = ?", [name]).fetchone()
    columns = [row[1] for row in catalog.execute(f"PRAGMA table_info({name})") if row[1] != "schema"]
    body = text[text.index("(") :].replace("schema TEXT NOT NULL COLLATE NOCASE,", "").replace(", schema,", ",")
    assert "schema " not in body and ", schema" not in body
    catalog.execute(f"CREATE TABLE old_{name} {body}")
    catalog.execute(f"INSERT INTO old_{name} SELECT {', '.join(columns)} FROM {name}")
    catalog.execute(f"DROP TABLE {name}")
    catalog.execute(f"ALTER TABLE old_{name} RENAME TO {name}")


@pytest.fixture
def old_home(shell):
    """A home with a table of two files, in the state in which version 3 has left it."""
    shell.ok(TABLE)
    with sqlite3.connect(shell.home / "catalog.sqlite") as catalog:
        paths = [row[0] for row in catalog.execute("SELECT path FROM data_files ORDER BY id")]
        for number, path in enumerate(paths):
            write_old(2 * number, shell.home / path)
            size = os.path.getsize(shell.home / path)
            catalog.execute("UPDATE data_files SET rows = 2, bytes = ? WHERE path = ?", [size, path])
        for index in ["data_files_expiring", "data_files_past"]:
            catalog.execute(f"DROP INDEX {index}")
        for column in [
            "data_files DROP COLUMN added_ms",
            "data_files DROP COLUMN removed_ms",
            "data_files DROP COLUMN kept_until_ms",
            "data_files DROP COLUMN kind",
            "tables DROP COLUMN traits",
            "counters DROP COLUMN history_since",
            "columns DROP COLUMN times_in_64_bits",
            "data_files DROP COLUMN block_sums",
            "counters DROP COLUMN last_commit",
            "tables DROP COLUMN files_version",
            "partitions DROP COLUMN files_version",
            "jobs DROP COLUMN loss_step",
            "jobs DROP COLUMN bytes_read",
            "jobs DROP COLUMN read_ms",
            "jobs DROP COLUMN step_ms",
            "jobs DROP COLUMN wait_ms",
        ]:
            catalog.execute(f"ALTER TABLE {column}")
        for later in [
            "TABLE privileges",
            "TABLE role_members",
            "TABLE project_roles",
            "TABLE project_users",
            "TABLE project_security",
            "TABLE functions",
            "TABLE schemas",
            "TABLE streams",
            "TABLE table_versions",
            "TABLE dropped_partitions",
            "TABLE dropped_columns",
            "TABLE dropped_tables",
            "TABLE forgotten_states",
            "TABLE flow_nodes",
            "TABLE flow_runs",
            "TABLE service_instances",
            "TABLE fleet",
            "TABLE service_revision",
            "TABLE service_versions",
            "TABLE services",
            "INDEX jobs_active",
            "TABLE role_grants",
            "TABLE roles",
            "TABLE model_files",
            "TABLE model_versions",
            "TABLE models",
        ]:
            catalog.execute(f"DROP {later}")
        for name in ["tables", "resources"]:
            without_schema(catalog, name)
        catalog.execute("PRAGMA user_version = 3")
    return shell


def test_their_tables_are_read_and_written(old_home):
    query = "SELECT id, t, n, a, m FROM moments WHERE ds = '1' ORDER BY id LIMIT 9;"
    shown = "2023-11-15 06:13:20.123456789"
    wall = "2023-11-14 22:13:20.123456789"
    nested = ['[{"t":"%s","x":1},null]' % shown, '{"k":"%s","l":null}' % wall]
    nulls = ["NULL"] * 4
    old = old_home.rows(query)
    assert old[0] == ["0", shown, wall, *nested]
    assert old[1] == ["1", *nulls] and old[3] == ["3", *nulls]
    # A file that a script wrote is read to the microsecond, as it was before.
    assert old[2] == ["2", shown[:26], wall[:26], *nested]

    old_home.ok(
        "INSERT INTO moments PARTITION (ds='1') SELECT 9L, "
        "TIMESTAMP'0001-01-01 00:00:00.000000001', TIMESTAMP_NTZ'9999-12-31 00:00:00', "
        "array(named_struct('t', TIMESTAMP'1500-01-01 00:00:00', 'x', 2L)), NULL;"
    )
    assert old_home.rows(query)[:4] == old
    assert old_home.rows(query)[4] == [
        "9",
        "0001-01-01 00:00:00.000000001",
        "9999-12-31 00:00:00",
        '[{"t":"1500-01-01 00:00:00","x":2}]',
        "NULL",
    ]
    assert old_home.rows(
        "SELECT min(t), max(t), count(DISTINCT n) FROM moments WHERE ds = '1' "
        "AND (t < TIMESTAMP'2023-11-15 06:13:20.123456789' OR id = 0);"
    ) == [["0001-01-01 00:00:00.000000001", shown, "3"]]


def test_overwriting_and_changing_such_a_table(old_home):
    old_home.ok(
        "ALTER TABLE moments CHANGE COLUMN t RENAME TO moment;"
        "INSERT OVERWRITE TABLE moments PARTITION (ds='2') "
        "SELECT id, moment, n, a, m FROM moments WHERE ds = '1' AND id < 2;"
        "INSERT OVERWRITE TABLE moments PARTITION (ds='1') "
        "SELECT id, moment, n, a, m FROM moments WHERE ds = '2' AND id = 0;"
    )
    for part in ("1", "2"):
        rows = old_home.rows("SELECT moment, n, a[0].t, m['k'] FROM moments WHERE ds = '%s' AND id = 0;" % part)
        assert rows == [["2023-11-15 06:13:20.123456789", "2023-11-14 22:13:20.123456789"] * 2]
