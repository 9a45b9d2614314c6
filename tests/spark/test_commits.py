"""The moment between the files of a write and its commit, and writers that meet there: a table has all of a write or
nothing of it, and files that nobody lists go away."""

import os
import signal
import subprocess

import cluster
import pytest
import spark_servers
from long_work import ALLOW, DIGITS, data_files, fill, rows
from spark_session import BINARY, ROOT, Failed

FAULTS = os.environ.get("PAISQL_FAULT_LIBRARY", str(ROOT / "build" / "tests" / "libfault.so"))
needs_faults = pytest.mark.skipif(not os.path.exists(FAULTS), reason="the library of tests/faults was not built")
# Calls of the session while it commits: it moves the files to their table, and then writes the catalog.
MOMENTS = {
    "before the files are moved": {"CALLS": "rename", "FILES": "warehouse/*", "AT": "1"},
    "between two files": {"CALLS": "rename", "FILES": "warehouse/*", "AT": "2"},
    "before the catalog is written": {"CALLS": "write", "FILES": "catalog.sqlite-wal", "AT": "1"},
    "while the catalog is written": {"CALLS": "write", "FILES": "catalog.sqlite-wal", "AT": "3"},
}


def starts_sail(_):
    return spark_servers.sail()


@pytest.fixture(params=[starts_sail, pytest.param(cluster.Cluster, marks=cluster.NEEDED)])
def start(request):
    return request.param


def faults(folder, **variables):
    """The environment of a session whose calls below the home fail."""
    (folder / "tally").write_bytes(bytes(512))
    named = {"PAISQL_FAULT_" + name: value for name, value in variables.items()}
    given = {"PAISQL_FAULT_HOME": str(folder / "home"), "PAISQL_FAULT_TALLY": str(folder / "tally")}
    return {"LD_PRELOAD": FAULTS, **given, **named}


@needs_faults
@pytest.mark.parametrize("moment", MOMENTS)
def test_session_and_driver_are_killed_at_the_commit(start, sessions, tmp_path, moment):
    here = sessions(remote="")
    here.run(DIGITS)
    here.run("CREATE TABLE p (d BIGINT) PARTITIONED BY (x STRING)")
    here.run("INSERT INTO TABLE p PARTITION (x) SELECT d, 'old' FROM digit")
    before = data_files(tmp_path / "home")
    here.close()
    server = start(tmp_path)
    try:
        killed = sessions(server.remote, **faults(tmp_path, DO="kill", **MOMENTS[moment]))
        killed.send("INSERT OVERWRITE TABLE p PARTITION (x) SELECT d, concat('x', d % 3) FROM digit WHERE d > 0")
        with pytest.raises(AssertionError, match="has ended"):
            killed.take()
        assert killed.process.wait() == -signal.SIGKILL
    finally:
        server.close()
    later = sessions(remote="")
    later.run("CREATE TABLE other (d BIGINT)")  # who changes something sweeps
    later.run("INSERT INTO TABLE other VALUES (1)")
    assert later.run("SELECT x, count(*) FROM p WHERE x <> '' GROUP BY x") == [["old", 10]]
    later.close()
    left = [path for path in data_files(tmp_path / "home") if "/other/" not in path]
    assert left == before
    assert not list((tmp_path / "home" / "staging").iterdir())
    assert subprocess.run([BINARY, "verify", "--home", str(tmp_path / "home")], check=False).returncode == 0


@needs_faults
def test_storage_that_lists_nothing_yet(sessions, tmp_path):
    """The files are those that the tasks have told, wherever a listing of their folder would have them."""
    hidden = faults(tmp_path, CALLS="open", FILES="staging/*/write-[0-9]", AT="1", DO="EIO", FOREVER="1")
    session = fill(sessions(**hidden))
    session.run("CREATE TABLE p (d BIGINT) PARTITIONED BY (x STRING)")
    session.run("INSERT OVERWRITE TABLE p PARTITION (x) SELECT d, concat('x', d % 3) FROM digit")
    session.run("INSERT INTO TABLE sink SELECT d FROM p WHERE x <> ''")
    assert any((tmp_path / "tally").read_bytes()[8:16]), "nobody has listed the folder"
    session.close()
    later = sessions(remote="")
    assert later.run("SELECT count(*), sum(d) FROM sink") == [[10, 45]]
    assert sorted(later.run("SELECT x, count(*) FROM p WHERE x <> '' GROUP BY x")) == [["x0", 4], ["x1", 3], ["x2", 3]]


def test_overwrite_here_and_insert_there(sessions):
    """Who overwrites last has the table; rows of another INSERT are there as a whole or not at all."""
    there = fill(sessions())
    here = sessions(remote="")
    there.send("INSERT INTO TABLE sink " + rows(6))
    for _ in range(3):
        here.run("INSERT OVERWRITE TABLE sink SELECT d FROM digit")
        assert here.run("SELECT count(*) FROM sink") in ([[10]], [[1_000_010]])
    there.take()
    assert here.run("SELECT count(*) FROM sink") == [[1_000_010]]


def test_insert_here_and_overwrite_there(sessions):
    there = fill(sessions())
    here = sessions(remote="")
    there.send("INSERT OVERWRITE TABLE sink " + rows(6))
    for number in range(3):
        here.run("INSERT INTO TABLE sink VALUES (%d)" % number)
        assert here.run("SELECT count(*) FROM sink")[0][0] in (number + 1, *range(1_000_000, 1_000_004))
    there.take()
    count = here.run("SELECT count(*) FROM sink")[0][0]
    assert 1_000_000 <= count <= 1_000_003
    here.run("INSERT INTO TABLE sink VALUES (7)")
    assert here.run("SELECT count(*) FROM sink") == [[count + 1]]


def test_two_sessions_on_spark_overwrite_one_table(sessions):
    first = fill(sessions())
    second = sessions()
    second.run(ALLOW)
    first.send("INSERT OVERWRITE TABLE sink SELECT d FROM (%s) t WHERE d >= 0" % rows(5))
    second.send("INSERT OVERWRITE TABLE sink SELECT d FROM (%s) t WHERE d < 0" % rows(5))
    first.take()
    second.take()
    assert first.run("SELECT count(*) FROM sink") in ([[100_000]], [[0]])


def test_a_row_that_was_updated_meanwhile(sessions):
    """UPDATE runs on this machine; what it meets of Spark's is a conflict, or stands as a whole."""
    there = fill(sessions())
    here = sessions(remote="")
    here.run("CREATE TABLE v (d BIGINT) TBLPROPERTIES ('transactional'='true')")
    here.run("INSERT INTO TABLE v SELECT d FROM digit")
    there.send("INSERT OVERWRITE TABLE v SELECT d + 100 FROM (%s) t" % rows(5))
    updated = True
    try:
        here.run("UPDATE v SET d = -1 WHERE d = 3")
    except Failed:
        updated = False
    try:
        there.take()
        overwritten = True
    except Failed as failed:
        overwritten = False
        assert "again" in failed.hint
    assert updated or overwritten
    assert here.run("SELECT count(*) FROM v") == [[100_000 if overwritten else 10]]
