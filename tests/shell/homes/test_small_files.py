"""Small files of many INSERTs become one, and nobody sees more of it than the speed."""

import os
import sqlite3
import subprocess
from contextlib import closing

from conftest import TIMEOUT


def files(shell, table="t"):
    """Those that the table lists; merged ones stay on the disk for a while."""
    with closing(sqlite3.connect(shell.home / "catalog.sqlite")) as catalog:
        listed = catalog.execute(
            "SELECT d.path FROM data_files d JOIN tables t ON t.id = d.table_id "
            "WHERE t.name = ? AND d.removed_at IS NULL ORDER BY d.path",
            (table,),
        )
        return [str(shell.home / path) for (path,) in listed]


def inserts(numbers, table="t"):
    return "".join(f"INSERT INTO TABLE {table} VALUES ({i}, 'r{i}');" for i in numbers)


def test_many_inserts_leave_few_files(shell):
    shell.ok("CREATE TABLE t (a BIGINT, b STRING);" + inserts(range(100)))
    assert len(files(shell)) < 16
    # Rows keep their order.
    assert shell.rows("SELECT a, b FROM t;") == [[str(i), f"r{i}"] for i in range(100)]
    assert shell.run("verify").returncode == 0


def test_a_session_for_each_insert(shell):
    shell.ok("CREATE TABLE t (a BIGINT, b STRING);")
    for i in range(17):
        shell.ok(inserts([i]))
    assert len(files(shell)) == 2
    assert shell.rows("SELECT count(*), sum(a) FROM t;") == [["17", "136"]]


def test_who_wants_none_gets_none(shell):
    shell.ok("SET paisql.merge.small.files=false; CREATE TABLE t (a BIGINT, b STRING);" + inserts(range(20)))
    assert len(files(shell)) == 20


def test_partitions_are_merged_each(shell):
    shell.ok(
        "CREATE TABLE t (a BIGINT, b STRING) PARTITIONED BY (d STRING);"
        + "".join(
            f"INSERT INTO TABLE t PARTITION (d) SELECT {i}, 'r', d FROM VALUES ('x'), ('y z') AS v (d);"
            for i in range(18)
        )
        + "INSERT INTO TABLE t PARTITION (d='one') VALUES (1, 'r');"
    )
    assert len(files(shell)) == 2 * 3 + 1
    assert shell.rows("SELECT d, count(*), sum(a) FROM t WHERE d > '' GROUP BY d ORDER BY d LIMIT 9;") == [
        ["one", "1", "1"],
        ["x", "18", "153"],
        ["y z", "18", "153"],
    ]


def test_types_and_columns_of_older_files(shell):
    """Files of older columns are merged into today's."""
    columns = (
        "a BIGINT, i INT, d DECIMAL(20,3), t TIMESTAMP, n TIMESTAMP_NTZ, b BINARY, l ARRAY<STRUCT<x:INT, y:STRING>>, "
        "m MAP<STRING, DOUBLE>, f FLOAT, c CHAR(4), j JSON"
    )
    row = (
        "1, 2, 3.125BD, TIMESTAMP '2020-01-01 00:00:00.123456789', TIMESTAMP_NTZ '1969-12-31 23:59:59.9', "
        "unhex('00FF'), array(named_struct('x', 1, 'y', NULL)), map('k', 0.1), CAST(0.1 AS FLOAT), 'ab', JSON '{\"a\":1}'"
    )
    shell.ok(
        f"CREATE TABLE t ({columns}, gone STRING); CREATE TABLE u ({columns});"
        + f"INSERT INTO TABLE t SELECT {row}, 'g';" * 10
        + "ALTER TABLE t DROP COLUMNS gone; ALTER TABLE t ADD COLUMNS (later STRING);"
        + "ALTER TABLE t CHANGE COLUMN i i BIGINT;"
        + f"INSERT INTO TABLE t SELECT {row}, 'l';" * 6
        + f"INSERT INTO TABLE u SELECT {row};"
    )
    assert len(files(shell)) == 1
    names = "a, i, d, t, n, hex(b), to_json(l), m['k'], f, c, j"
    (expected,) = shell.rows(f"SELECT {names} FROM u;")
    found = shell.rows(f"SELECT {names}, later FROM t;")
    assert found == [expected + ["NULL"]] * 10 + [expected + ["l"]] * 6
    assert shell.run("verify").returncode == 0


def test_a_reader_keeps_what_it_reads(shell, tmp_path):
    """A statement that began before the merge has its files until it ends."""
    shell.ok("CREATE TABLE t (a BIGINT, b STRING);" + inserts(range(15)))
    before = files(shell)
    for name in ("begun", "go"):
        os.mkfifo(tmp_path / name)
    reader = shell.start(
        "--format",
        "tsv",
        "--no-header",
        "-e",
        f"SELECT TRANSFORM (a) USING 'sh -c \"echo > {tmp_path}/begun; read x < {tmp_path}/go; cat\"' "
        "AS (a STRING) FROM t;",
    )
    (tmp_path / "begun").read_text()
    shell.ok("SET odps.timemachine.retention.days=0;" + inserts([15]))
    assert len(files(shell)) == 1 and all(os.path.exists(path) for path in before)
    (tmp_path / "go").write_text("go\n")
    out, error = reader.communicate(timeout=TIMEOUT)
    assert (reader.returncode, sorted(map(int, out.split()))) == (0, list(range(15))), error
    shell.ok("INSERT OVERWRITE TABLE t SELECT a, b FROM t;")
    assert not any(os.path.exists(path) for path in before)


def test_the_time_of_the_last_change_stays(shell):
    """The 16th INSERT is the last change, whatever is merged after it; nor does an overwrite mind it."""
    shell.ok("CREATE TABLE t (a BIGINT, b STRING);" + inserts(range(16)))
    with sqlite3.connect(shell.home / "catalog.sqlite") as catalog:
        modified, version = catalog.execute("SELECT last_modified_ms, files_version FROM tables").fetchone()
        (added,) = catalog.execute("SELECT added_at FROM data_files WHERE removed_at IS NULL").fetchone()
    catalog.close()
    assert added == version + 1
    assert modified > 0


def test_two_sessions_lose_no_row(shell):
    shell.ok("CREATE TABLE t (a BIGINT, b STRING);")
    writers = [
        subprocess.Popen(
            shell.command("-e", inserts(range(k * 1000, k * 1000 + 60))),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for k in range(2)
    ]
    for writer in writers:
        _, error = writer.communicate(timeout=TIMEOUT)
        assert writer.returncode == 0, error
    assert shell.rows("SELECT count(*), count(DISTINCT a), sum(a) FROM t;") == [["120", "120", "63540"]]
    assert len(files(shell)) < 40
    assert shell.run("verify").returncode == 0


def test_a_damaged_file_stays_damaged(shell):
    shell.ok("CREATE TABLE t (a BIGINT, b STRING);" + inserts(range(15)))
    damaged = files(shell)[3]
    with open(damaged, "r+b") as file:
        file.seek(6)
        file.write(b"\xff\xff")
    shell.ok(inserts([15]))
    assert len(files(shell)) == 16
    assert "is damaged" in shell.sql("SELECT * FROM t;").stderr
