"""A statement that replaces rows which it has read, while others write to the same table."""

import os

import pytest

TIMEOUT = 180
TABLES = """CREATE TABLE t (a BIGINT);
INSERT INTO TABLE t VALUES (1);
CREATE TABLE other (a BIGINT);
CREATE TABLE p (a BIGINT) PARTITIONED BY (ds STRING);
INSERT INTO TABLE p PARTITION (ds='1') VALUES (1);
INSERT INTO TABLE p PARTITION (ds='2') VALUES (2);
"""


class Gate:
    """A script of SELECT TRANSFORM that copies its input and waits in between."""

    def __init__(self, folder):
        self.started = folder / "started"
        self.go_on = folder / "go_on"
        self.script = folder / "gate.sh"
        for fifo in (self.started, self.go_on):
            os.mkfifo(fifo)
        self.script.write_text(f"echo x > '{self.started}'\nread line < '{self.go_on}'\nexec cat\n")

    def pass_with(self, shell, statement, meanwhile):
        """Runs `meanwhile` after the statement has read, and before it writes."""
        process = shell.start(
            "-e", "SET odps.sql.allow.fullscan=true;" + statement.replace("{gate}", f"sh {self.script}")
        )
        with open(self.started, encoding="utf-8") as started:
            started.read()
        shell.ok("SET odps.sql.allow.fullscan=true;" + meanwhile)
        with open(self.go_on, "w", encoding="utf-8") as go_on:
            go_on.write("x\n")
        _, said = process.communicate(timeout=TIMEOUT)
        return process.returncode, said


@pytest.fixture
def gate(tmp_path):
    return Gate(tmp_path)


def query(source):
    return f"SELECT TRANSFORM (a) USING '{{gate}}' AS (a BIGINT) FROM {source}"


@pytest.mark.parametrize(
    "statement, meanwhile, name, rows",
    [
        (f"INSERT OVERWRITE TABLE t {query('t')};", "INSERT INTO TABLE t VALUES (5);", "t", ["1", "5"]),
        (f"INSERT OVERWRITE TABLE t {query('t')};", "TRUNCATE TABLE t;", "t", []),
        (
            f"INSERT OVERWRITE TABLE p PARTITION (ds='1') {query('p')} WHERE ds = '1';",
            "INSERT INTO TABLE p PARTITION (ds='1') VALUES (5);",
            "p",
            ["1", "2", "5"],
        ),
        (
            f"INSERT OVERWRITE TABLE p PARTITION (ds='3') {query('p')} WHERE ds = '1';",
            "INSERT INTO TABLE p PARTITION (ds='3') VALUES (5);",
            "p",
            ["1", "2", "5"],
        ),
    ],
)
def test_rows_that_were_not_seen_are_not_lost(shell, gate, statement, meanwhile, name, rows):
    shell.ok(TABLES)
    status, said = gate.pass_with(shell, statement, meanwhile)
    assert status == 1
    assert "FAILED: ODPS-0110041:[1,24] Invalid meta operation" in said
    assert f"the rows of table default_project.{name} were changed by another statement meanwhile" in said
    assert "run the statement again" in said
    assert shell.rows(f"SET odps.sql.allow.fullscan=true; SELECT a FROM {name} ORDER BY a LIMIT 9;") == [
        [row] for row in rows
    ]
    # What it had written is gone with it.
    assert len([file for _, _, files in os.walk(shell.home / "staging") for file in files]) == 0


@pytest.mark.parametrize(
    "statement, meanwhile, name, rows",
    [
        # It reads one table and replaces another.
        (f"INSERT OVERWRITE TABLE other {query('t')};", "INSERT INTO TABLE t VALUES (5);", "other", ["1"]),
        # It has not read what it replaces.
        (f"INSERT OVERWRITE TABLE other {query('t')};", "INSERT INTO TABLE other VALUES (5);", "other", ["1"]),
        # It replaces nothing.
        (f"INSERT INTO TABLE t {query('t')};", "INSERT INTO TABLE t VALUES (5);", "t", ["1", "1", "5"]),
        # Others write to other partitions.
        (
            f"INSERT OVERWRITE TABLE p PARTITION (ds='1') {query('p')} WHERE ds = '1';",
            "INSERT INTO TABLE p PARTITION (ds='2') VALUES (5); INSERT INTO TABLE p PARTITION (ds='3') VALUES (6);",
            "p",
            ["1", "2", "5", "6"],
        ),
    ],
)
def test_others_may_write_meanwhile(shell, gate, statement, meanwhile, name, rows):
    shell.ok(TABLES)
    status, said = gate.pass_with(shell, statement, meanwhile)
    assert status == 0, said
    assert shell.rows(f"SET odps.sql.allow.fullscan=true; SELECT a FROM {name} ORDER BY a LIMIT 9;") == [
        [row] for row in rows
    ]


@pytest.mark.parametrize(
    "meanwhile",
    [
        "DROP TABLE t;",
        "DROP TABLE t PURGE;",
        "DROP TABLE t; CREATE TABLE t (b STRING);",
        "CREATE OR REPLACE TABLE t AS SELECT 'x' AS b;",
        "ALTER TABLE t RENAME TO u;",
        "ALTER TABLE t CHANGE COLUMN a RENAME TO b;",
        "TRUNCATE TABLE t;",
        "SET odps.timemachine.retention.days=0; DROP TABLE t; DROP TABLE p;",
    ],
)
def test_who_reads_a_table_that_goes_sees_its_rows(shell, gate, meanwhile):
    shell.ok(TABLES)
    status, said = gate.pass_with(shell, f"INSERT OVERWRITE TABLE other {query('t')};", meanwhile)
    assert status == 0, said
    assert shell.rows("SELECT a FROM other;") == [["1"]]


@pytest.mark.parametrize(
    "meanwhile",
    ["DROP TABLE other;", "DROP TABLE other PURGE;", "DROP TABLE other; CREATE VIEW other AS SELECT 1 AS a;"],
)
@pytest.mark.parametrize("how", ["INTO", "OVERWRITE"])
def test_who_writes_a_table_that_goes_is_told(shell, gate, how, meanwhile):
    shell.ok(TABLES)
    status, said = gate.pass_with(shell, f"INSERT {how} TABLE other {query('t')};", meanwhile)
    assert status == 1
    assert "FAILED: ODPS-" in said and "default_project.other" in said
    assert shell.rows("SELECT a FROM t;") == [["1"]]
    assert len([file for _, _, files in os.walk(shell.home / "staging") for file in files]) == 0


@pytest.mark.parametrize(
    "change",
    [
        "MERGE INTO counts c USING (SELECT 1L AS k UNION ALL SELECT {n}L) s ON c.k = s.k "
        "WHEN MATCHED THEN UPDATE SET v = c.v + 1 WHEN NOT MATCHED THEN INSERT VALUES (s.k, 1);",
        "UPDATE counts SET v = v + 1 WHERE k = 1; INSERT INTO counts VALUES ({n}, 1);",
    ],
    ids=["merge", "update_and_upsert"],
)
def test_two_sessions_that_change_rows_lose_nothing(shell, tmp_path, change):
    shell.ok(
        "CREATE TABLE counts (k BIGINT NOT NULL PRIMARY KEY, v BIGINT) TBLPROPERTIES ('transactional'='true');"
        "INSERT OVERWRITE TABLE counts VALUES (1, 0);"
    )
    # 1,000 of them take minutes: PAISQL_CONFLICT_TURNS=1000.
    turns = int(os.environ.get("PAISQL_CONFLICT_TURNS", "12"))
    # Both bring the keys 10, 11, …, so that each of them comes twice and one row of it stays.
    script = tmp_path / "changes.sql"
    script.write_text("".join(change.format(n=10 + i) for i in range(turns)), encoding="utf-8")
    sessions = [shell.start("-f", str(script)) for _ in range(2)]
    for session in sessions:
        _, error = session.communicate(timeout=TIMEOUT + 5 * turns)
        assert session.returncode == 0, error
    assert shell.rows("SELECT v FROM counts WHERE k = 1;") == [[str(2 * turns)]]
    keys = [["1"]] + [[str(10 + i)] for i in range(turns)]
    assert shell.rows("SELECT k FROM counts ORDER BY k LIMIT 9999;") == keys
