"""What nobody needs any more leaves the disk, and what somebody reads stays."""

import os
import signal

TIMEOUT = 180
KEEP_NOTHING = "SET odps.timemachine.retention.days=0;"


def files_of(shell, *folder):
    return sorted(os.path.join(at, name) for at, _, names in os.walk(shell.home.joinpath(*folder)) for name in names)


def test_replaced_files_are_removed(shell):
    shell.ok(KEEP_NOTHING + "CREATE TABLE t (a BIGINT);" + "INSERT OVERWRITE TABLE t VALUES (1);" * 4)
    assert len(files_of(shell, "warehouse")) == 1
    shell.ok(KEEP_NOTHING + "DROP TABLE t;")
    assert files_of(shell, "warehouse") == []


def test_a_dead_session_leaves_nothing_for_long(shell):
    shell.ok("CREATE TABLE t (a BIGINT); INSERT INTO TABLE t VALUES (1);")
    process = shell.start()
    process.stdin.write(KEEP_NOTHING + "INSERT OVERWRITE TABLE t SELECT a FROM t;" * 300)
    process.stdin.close()
    assert process.stderr.readline() == "OK\n"
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=TIMEOUT)
    process.stdout.close()
    process.stderr.close()
    assert shell.rows("SELECT a FROM t;") == [["1"]]
    assert len(files_of(shell, "warehouse")) == 1
    assert os.listdir(shell.home / "staging") == []
    assert os.listdir(shell.home / "leases") in ([], ["readers"])


def test_an_overwrite_does_not_take_the_rows_from_a_reader(shell):
    """The reader stands in the middle of its result while another process replaces the table and sweeps."""
    shell.ok(
        "CREATE TABLE t (a BIGINT, b STRING);"
        "INSERT OVERWRITE TABLE t SELECT x.a * 1000 + y.a, repeat('x', 500) "
        "FROM VALUES " + ",".join(f"({i})" for i in range(1000)) + " x(a) "
        "JOIN (SELECT a, 1 AS one FROM VALUES " + ",".join(f"({i})" for i in range(200)) + " v(a)) y "
        "ON y.one = x.a - x.a + 1;"
    )
    reader = shell.start("--format", "tsv", "--no-header", "-e", "SELECT * FROM t;")
    first = reader.stdout.readline()
    assert first.endswith("\t" + "x" * 500 + "\n")
    shell.ok(KEEP_NOTHING + "INSERT OVERWRITE TABLE t VALUES (1, 'new');")
    assert len(files_of(shell, "warehouse")) == 2, "the reader's file is still there"
    rest = reader.stdout.read()
    assert reader.wait(timeout=TIMEOUT) == 0
    reader.stdin.close(), reader.stdout.close(), reader.stderr.close()
    assert rest.count("\n") == 1000 * 200 - 1
    assert shell.rows("SELECT * FROM t;") == [["1", "new"]]
    assert len(files_of(shell, "warehouse")) == 1
