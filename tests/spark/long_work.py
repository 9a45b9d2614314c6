"""Statements that take long, and ways to wait until a process works or has ended."""

import os
import select
import time

from spark_session import TIMEOUT

DIGITS = "CREATE TABLE digit AS SELECT * FROM VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9) AS t (d)"
ALLOW = "SET odps.sql.allow.cartesian=true"


def rows(count):
    """A query of 10 to the power of `count` sums of digits. Each join's left side is small, since Sail holds it."""
    if count == 1:
        return "SELECT d FROM digit"
    return "SELECT d0.d + t.d AS d FROM digit d0 CROSS JOIN (%s) t" % rows(count - 1)


# Minutes of work for a machine of any size.
LONG = "SELECT sum(d %% 7) FROM (%s) t" % rows(13)
WRITE_LONG = "INSERT INTO TABLE sink " + rows(10)


def fill(session):
    session.run(DIGITS)
    session.run("CREATE TABLE sink (d BIGINT)")
    session.run(ALLOW)
    return session


def wait_for_work(pid):
    """Until the process has used a quarter of a second of processor more than now."""

    def used():
        with open("/proc/%d/stat" % pid, encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    first, deadline = used(), time.monotonic() + TIMEOUT
    while used() < first + os.sysconf("SC_CLK_TCK") // 4:
        assert time.monotonic() < deadline, "the process does not work"
        os.sched_yield()


def wait_for_end(pid):
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    assert waiting.poll(TIMEOUT * 1000)
    os.close(descriptor)


def data_files(home):
    return sorted(str(path) for path in home.rglob("*.parquet"))
