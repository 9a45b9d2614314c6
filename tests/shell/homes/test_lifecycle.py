"""LIFECYCLE by a moved clock: what nobody has changed for so many days is dropped, and comes back by UNDROP."""

import os
import shutil
import subprocess

import pytest

CLOCK = r"""
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t id, struct timespec *now) {
  int done = syscall(SYS_clock_gettime, id, now);
  const char *days = getenv("DAYS_LATER");
  if (id == CLOCK_REALTIME && days != NULL) now->tv_sec += 86400L * atol(days);
  return done;
}
"""


@pytest.fixture
def later(tmp_path):
    """The environment of a process whose clock is so many days late."""
    if shutil.which("cc") is None:
        pytest.skip("the clock is a library that is compiled here")
    (tmp_path / "clock.c").write_text(CLOCK)
    library = tmp_path / "clock.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, tmp_path / "clock.c"], check=True)
    return lambda days: {**os.environ, "LD_PRELOAD": str(library), "DAYS_LATER": str(days)}


TABLES = """
CREATE TABLE old (a BIGINT) LIFECYCLE 3; INSERT INTO old VALUES (1);
CREATE TABLE stays (a BIGINT); INSERT INTO stays VALUES (1);
CREATE TABLE kept (a BIGINT) LIFECYCLE 3; ALTER TABLE kept DISABLE LIFECYCLE;
CREATE TABLE parts (a BIGINT) PARTITIONED BY (p STRING) LIFECYCLE 3;
INSERT INTO parts PARTITION (p='1') VALUES (1); INSERT INTO parts PARTITION (p='2') VALUES (2);
ALTER TABLE parts PARTITION (p='2') DISABLE LIFECYCLE;
CREATE TABLE all_off (a BIGINT) PARTITIONED BY (p STRING) LIFECYCLE 3;
ALTER TABLE all_off ADD PARTITION (p='1'); ALTER TABLE all_off DISABLE LIFECYCLE;
ALTER TABLE all_off PARTITION (p='1') ENABLE LIFECYCLE;
"""
DROPPED = [["default_project.old", ""], ["default_project.parts", "p=1"]]


def collect(shell, env):
    out = shell.ok("PURGE LIFECYCLE;", "--format", "tsv", "--no-header", env=env)
    return [line.split("\t")[:2] for line in out.splitlines()]


def partitions(shell, table, env):
    return shell.ok(f"SHOW PARTITIONS {table};", "--format", "tsv", "--no-header", env=env).split()


def test_what_is_over_is_dropped_on_demand(shell, later):
    shell.ok(TABLES)
    assert collect(shell, later(2)) == []
    assert collect(shell, later(3)) == DROPPED
    assert collect(shell, later(3)) == []
    assert partitions(shell, "parts", later(3)) == ["p=2"]
    assert partitions(shell, "all_off", later(3)) == ["p=1"]
    shell.ok("UNDROP TABLE old; RESTORE TABLE parts PARTITION (p='1');", env=later(3))
    assert shell.rows("SELECT a FROM old;") == [["1"]]
    assert shell.rows("SELECT a FROM parts WHERE p > '0' ORDER BY a LIMIT 9;") == [["1"], ["2"]]


def test_a_change_and_touch_begin_the_days_anew(shell, later):
    shell.ok(TABLES)
    changes = "INSERT INTO old VALUES (2); ALTER TABLE parts TOUCH PARTITION (p='1');"
    shell.ok("SET paisql.lifecycle.collect=false;" + changes, env=later(2))
    assert collect(shell, later(4)) == []
    assert collect(shell, later(5)) == DROPPED


def test_a_session_that_used_tables_collects_at_its_end(shell, later):
    shell.ok(TABLES)
    shell.ok("SET paisql.lifecycle.collect=false; SELECT a FROM stays;", env=later(4))
    assert shell.rows("SELECT a FROM old;") == [["1"]]
    shell.ok("SELECT a FROM stays;", env=later(4))
    assert "old" not in shell.ok("SHOW TABLES;", env=later(4)).replace(":", " ").split()
    assert partitions(shell, "parts", later(4)) == ["p=2"]
