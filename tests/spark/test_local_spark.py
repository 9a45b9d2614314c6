"""Spark itself, in the short form that each run of the tests can afford: two sessions with a Spark of their own."""

import shutil
from pathlib import Path

import pytest
from spark_session import children

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
    twice = "SELECT what, count(*) FROM sale GROUP BY GROUPING SETS (CUBE(what), ()) ORDER BY what, count(*) LIMIT 10"
    assert session.run(twice) == [[None, 3], [None, 3], ["apple", 1], ["pear", 2]]
    found = listening(session.process.pid)
    assert found and found <= {"0100007F", "0000000000000000FFFF00000100007F"}
