"""Temporary tables of two sessions on one home, and what is left when their session ends."""

import os
import signal

TIMEOUT = 180
MAKE = "CREATE TEMPORARY TABLE t (a BIGINT); INSERT INTO TABLE t VALUES ({}); SELECT a AS mine FROM t;"


def data_files(shell):
    return [name for _, _, names in os.walk(shell.home / "warehouse") for name in names]


def start(shell, number):
    session = shell.start("--format", "tsv", "--no-header")
    session.stdin.write(MAKE.format(number) + "\n")
    session.stdin.flush()
    assert session.stdout.readline() == f"{number}\n"
    return session


def end(session):
    session.stdin.close()
    session.wait(timeout=TIMEOUT)
    session.stdout.close()
    session.stderr.close()


def test_two_sessions_do_not_meet(shell):
    one, two = start(shell, 1), start(shell, 2)
    assert shell.rows("SHOW TABLES;") == []
    assert shell.rows("SHOW SCHEMAS;") == [["default"]]
    assert len(data_files(shell)) == 2
    end(one)
    assert len(data_files(shell)) == 1
    two.stdin.write("SELECT a + 10 FROM t;\n")
    two.stdin.flush()
    assert two.stdout.readline() == "12\n"
    end(two)
    assert data_files(shell) == []


def test_a_killed_session_leaves_nothing_after_the_next_opening(shell):
    session = start(shell, 1)
    session.send_signal(signal.SIGKILL)
    end(session)
    assert len(data_files(shell)) == 1
    shell.ok("CREATE TABLE other (a BIGINT); INSERT INTO TABLE other VALUES (1);")
    assert len(data_files(shell)) == 1
    assert shell.run("verify").returncode == 0
    assert shell.rows("SHOW TABLES;") == [["other"]]
