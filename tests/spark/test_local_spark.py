"""Spark itself, in the short form that each run of the tests can afford: two sessions with a Spark of their own, and
the files of tests/sql that gave something else than Sail once."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import BINARY, PYTHON
from spark_session import ROOT, children

FILL = "CREATE TABLE sale AS SELECT * FROM VALUES (1, 'pear'), (2, 'apple'), (3, 'pear') AS t (id, what)"
LISTENS = "0A"


def tree(pid):
    return [pid] + [below for child in children(pid) for below in tree(child)]


def listening(pid):
    """The addresses, as the kernel writes them, where the process and its children wait for connections."""
    sockets = set()
    for one in tree(pid):
        for link in Path("/proc/%d/fd" % one).iterdir():
            try:
                sockets.add(str(link.readlink()))
            except OSError:  # closed
                pass
    lines = [line.split() for name in ("tcp", "tcp6") for line in Path("/proc/net/" + name).read_text().splitlines()]
    return {line[1].split(":")[0] for line in lines if line[3] == LISTENS and "socket:[%s]" % line[9] in sockets}


@pytest.mark.skipif(shutil.which("java") is None, reason="there is no Java")
def test_two_sessions_have_a_spark_each_that_strangers_do_not_reach(sessions, tmp_path):
    counted = "SELECT what, count(*), wm_concat(',', id) FROM sale GROUP BY what ORDER BY what LIMIT 10"
    started = [sessions("local[1]", tmp_path / name) for name in ("first", "second")]
    for session in started:
        session.send(FILL)
    for session in started:
        session.take()
        assert [row[:2] for row in session.run(counted)] == [["apple", 1], ["pear", 2]]
    session.run("CREATE TABLE parted (id BIGINT) PARTITIONED BY (what STRING)")
    session.run("INSERT OVERWRITE TABLE parted PARTITION (what) SELECT id, what FROM sale")
    assert session.run("SELECT sum(id) FROM parted WHERE what = 'pear'") == [[4]]
    found = listening(session.process.pid)
    assert found and found <= {"0100007F", "0000000000000000FFFF00000100007F"}


@pytest.mark.skipif(shutil.which("java") is None, reason="there is no Java")
def test_spark_gives_what_this_machine_gives(tmp_path):
    names = [
        "groupby/sets_in_sets",
        "python/places",
        "time_travel/incremental",
        "transform/explain",
        "variables/session",
    ]
    command = [os.path.join(os.path.dirname(BINARY), "sql_test"), "--spark", "local[2]"]
    command += ["tests/sql/%s.test" % name for name in names]
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PAISQL_SPARK_PYTHON": PYTHON}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "0 refused, 0 near" in done.stdout
