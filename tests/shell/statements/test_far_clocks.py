"""A machine whose clock stands beyond what 64 bits of nanoseconds hold."""

import os
import shutil
import subprocess

import pytest

CLOCK = r"""
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#define FAR 9700000000L /* in 2277 */
int clock_gettime(clockid_t id, struct timespec *now) {
  int done = syscall(SYS_clock_gettime, id, now);
  if (id == CLOCK_REALTIME) now->tv_sec = FAR;
  return done;
}
int gettimeofday(struct timeval *now, void *zone) { now->tv_sec = FAR; now->tv_usec = 0; return 0; }
time_t time(time_t *now) { if (now) *now = FAR; return FAR; }
"""


@pytest.mark.skipif(shutil.which("cc") is None, reason="the clock is a library that is compiled here")
def test_a_clock_in_the_year_2277(shell, tmp_path):
    (tmp_path / "clock.c").write_text(CLOCK)
    library = tmp_path / "clock.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, tmp_path / "clock.c"], check=True)
    out = shell.ok(
        "CREATE TABLE t (a DATETIME); INSERT INTO TABLE t SELECT GETDATE(); SELECT year(a), year(GETDATE()), "
        "year(CURRENT_TIMESTAMP()), UNIX_TIMESTAMP() FROM t;",
        "--format",
        "tsv",
        "--no-header",
        env={**os.environ, "LD_PRELOAD": str(library)},
    )
    assert out.splitlines()[0].split("\t") == ["2277", "2277", "2277", "9700000000"]
    assert shell.rows("SELECT year(a) FROM t;") == [["2277"]]
