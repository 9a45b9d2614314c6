"""Dropped tables and replaced rows come back, beside other sessions, after merges, from a copy of the home."""

import shutil
import sqlite3
from contextlib import closing

from conftest import Shell

THREE = "CREATE TABLE t (a BIGINT); INSERT INTO TABLE t VALUES (1), (2), (3);"


def verify(shell):
    result = shell.run("verify", "--home", str(shell.home))
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def live_bytes(shell, table):
    facts = shell.ok(f"DESC {table};")
    return next(line for line in facts.splitlines() if "Size: " in line)


def test_a_session_brings_back_what_another_has_dropped(shell):
    shell.ok(THREE)
    other = shell.start("--format", "tsv", "--no-header")
    other.stdin.write("SELECT COUNT(*) FROM t;")
    other.stdin.flush()
    assert other.stdout.readline() == "3\n"
    shell.ok("DROP TABLE t;")
    out, err = other.communicate("UNDROP TABLE t; SELECT COUNT(*) FROM t;")
    assert out == "3\n", err
    assert shell.rows("SELECT SUM(a) FROM t;") == [["6"]]
    verify(shell)


def test_only_one_of_two_sessions_brings_it_back(shell):
    shell.ok(THREE + "DROP TABLE t;")
    sessions = [shell.start() for _ in range(4)]
    for session in sessions:
        session.stdin.write("UNDROP TABLE t;")
        session.stdin.close()
    errors = [session.stderr.read() for session in sessions]
    assert sorted(session.wait() for session in sessions) == [0, 1, 1, 1]
    assert sum("FAILED" in text for text in errors) == 3
    for session in sessions:
        session.stdout.close(), session.stderr.close()
    assert shell.rows("SELECT COUNT(*) FROM t;") == [["3"]]


def test_the_last_of_many_small_writes_is_taken_back(shell):
    """Also the one that made its session merge the files."""
    shell.ok("CREATE TABLE t (a BIGINT);")
    for rows in range(1, 19):
        shell.ok(f"INSERT INTO TABLE t VALUES ({rows});")
        if rows >= 15:
            shell.ok("RESTORE TABLE t TO BEFORE LAST WRITE;")
            assert shell.rows("SELECT COUNT(*), MAX(a) FROM t;") == [[str(rows - 1)] * 2]
            shell.ok("RESTORE TABLE t TO BEFORE LAST WRITE;")
            assert shell.rows("SELECT COUNT(*), MAX(a) FROM t;") == [[str(rows)] * 2]
    verify(shell)


def test_what_is_kept_counts_in_no_size(shell):
    shell.ok(THREE)
    size = live_bytes(shell, "t")
    shell.ok("INSERT OVERWRITE TABLE t SELECT a FROM t; INSERT OVERWRITE TABLE t VALUES (1), (2), (3);")
    assert live_bytes(shell, "t") == size
    assert verify(shell).count("parquet") == 0


def test_a_state_becomes_another_table(shell):
    shell.ok(
        "CREATE TABLE p (a BIGINT, gone STRING) PARTITIONED BY (d STRING);"
        "INSERT INTO TABLE p PARTITION (d='1') VALUES (1, 'x'); INSERT INTO TABLE p PARTITION (d='2') VALUES (2, 'y');"
        "ALTER TABLE p DROP COLUMNS (gone); ALTER TABLE p ADD COLUMNS (b BIGINT);"
        "INSERT OVERWRITE TABLE p PARTITION (d='2') VALUES (3, 4);"
        "RESTORE TABLE p TO BEFORE LAST WRITE AS before;"
    )
    read = "SET odps.sql.allow.fullscan=true; SELECT * FROM {} ORDER BY a LIMIT 9;"
    assert shell.rows(read.format("before")) == [["1", "NULL", "1"], ["2", "NULL", "2"]]
    assert shell.rows(read.format("p")) == [["1", "NULL", "1"], ["3", "4", "2"]]
    result = shell.sql("RESTORE TABLE p TO BEFORE LAST WRITE AS before;")
    assert "ODPS-0130211" in result.stderr and "choose another name" in result.stderr


def test_history_lists_states_that_can_be_restored(shell):
    shell.ok(THREE + "INSERT OVERWRITE TABLE t VALUES (9); TRUNCATE TABLE t; CREATE TABLE u (a BIGINT); DROP TABLE u;")
    rows = shell.rows("SHOW HISTORY FOR TABLE t;")
    assert [(row[5], row[6]) for row in rows] == [("APPEND", "3"), ("OVERWRITE", "1"), ("DELETE", "0")]
    for lsn, count in ((rows[0][3], "3"), (rows[1][3], "1")):
        shell.ok(f"RESTORE TABLE t TO LSN '{lsn}';")
        assert shell.rows("SELECT COUNT(*) FROM t;") == [[count]]
    tables = {row[0]: row for row in shell.rows("SHOW HISTORY FOR TABLES;")}
    assert tables["t"][2] == "EXIST" and tables["u"][2] == "DROPPED"
    shell.ok(f"RESTORE TABLE u ('id'='{tables['u'][1]}');")
    assert shell.rows("SELECT COUNT(*) FROM u;") == [["0"]]


def test_a_copy_of_the_home_has_what_is_kept(shell, tmp_path):
    shell.ok(THREE + "INSERT OVERWRITE TABLE t VALUES (9); DROP TABLE t;")
    shutil.copytree(shell.home, tmp_path / "copy")
    copy = Shell(tmp_path / "copy")
    copy.ok("UNDROP TABLE t; RESTORE TABLE t TO BEFORE LAST WRITE;")
    assert copy.rows("SELECT SUM(a) FROM t;") == [["6"]]
    verify(copy)


def test_a_damaged_kept_file_does_not_become_sound(shell):
    shell.ok(THREE)
    path = next((shell.home / "warehouse").rglob("*.parquet"))
    shell.ok("INSERT OVERWRITE TABLE t VALUES (9);")
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 255
    path.write_bytes(data)
    shell.ok("RESTORE TABLE t TO BEFORE LAST WRITE;")
    result = shell.sql("SELECT SUM(a) FROM t;")
    assert result.returncode != 0 and "PAISQL-0003" in result.stderr
    shell.ok("RESTORE TABLE t TO BEFORE LAST WRITE;")
    assert shell.rows("SELECT SUM(a) FROM t;") == [["9"]]


def test_what_is_old_goes_and_says_so(shell):
    shell.ok(THREE + "INSERT OVERWRITE TABLE t VALUES (9); CREATE TABLE u AS SELECT a FROM t; DROP TABLE u;")
    with closing(sqlite3.connect(shell.home / "catalog.sqlite")) as catalog:
        for table in ("data_files", "dropped_tables"):
            catalog.execute(f"UPDATE {table} SET kept_until_ms = 1")
        catalog.commit()
    shell.ok("SELECT COUNT(*) FROM t;")
    assert len(list((shell.home / "warehouse").rglob("*.parquet"))) == 1
    for statement in ("RESTORE TABLE t TO BEFORE LAST WRITE;", "UNDROP TABLE u;"):
        result = shell.sql(statement)
        assert result.returncode == 1 and "SHOW HISTORY FOR TABLE" in result.stderr
    verify(shell)


def test_a_check_knows_what_comes_back(shell, tmp_path):
    shell.ok(THREE)
    script = tmp_path / "script.sql"
    script.write_text(
        "DROP TABLE t; UNDROP TABLE t; RESTORE TABLE t TO BEFORE LAST WRITE AS before; SELECT a FROM before;"
    )
    checked = shell.run("check", str(script))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert shell.rows("SHOW TABLES LIKE 'before';") == []
