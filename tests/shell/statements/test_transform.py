"""SELECT TRANSFORM with real processes: streams, signals, big data."""

import os
import select
import signal
import subprocess

import pytest

from conftest import TIMEOUT

ROWS = 1_000_000


def processes_of(group):
    """Pids of the process group; those that have ended and wait to be reaped do not count."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8") as stat:
                fields = stat.read().rpartition(") ")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            found.append(int(name))
    return found


def all_end(group):
    """Waits for the end of the group, which has got its signal."""
    for pid in processes_of(group):
        try:
            watch = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        ready, _, _ = select.select([watch], [], [], TIMEOUT)
        os.close(watch)
        if not ready:
            return False
    return True


def peak_memory_kb(shell, sql):
    """The answer to one statement, and the program's largest resident set."""
    with subprocess.Popen(
        shell.command("--format", "tsv", "--no-header", "-e", sql), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        out = process.stdout.read()
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, errors
    return out.decode(), usage.ru_maxrss


@pytest.fixture(name="table")
def numbers_table(shell, tmp_path):
    """A table of ROWS rows."""
    path = tmp_path / "rows.csv"
    with open(path, "w", encoding="utf-8") as file:
        for i in range(ROWS):
            file.write(f"{i},text number {i} of some length\n")
    shell.ok(f"CREATE TABLE big (n BIGINT, t STRING); TUNNEL UPLOAD {path} big;")
    path.unlink()
    return "big"


def test_a_million_rows_keep_order_and_need_no_memory_of_their_size(shell, table):
    few = (
        f"SELECT count(*), sum(n), max(t) FROM (SELECT TRANSFORM(n, t) USING 'cat' "
        f"AS (n BIGINT, t STRING) FROM {table} WHERE n < 100000) s"
    )
    many = (
        f"SELECT count(*), sum(n), sum(if(n = before + 1, 1, 0)) FROM (SELECT n, lag(n) OVER "
        f"(ORDER BY place) AS before FROM (SELECT TRANSFORM(n, t) USING "
        f'"awk \'{{print NR \\"\\t\\" $1}}\'" AS (place BIGINT, n BIGINT) FROM {table}) s) w'
    )
    assert shell.rows(few)[0][0] == "100000"
    assert shell.rows(many)[0] == [str(ROWS), str(ROWS * (ROWS - 1) // 2), str(ROWS - 1)]
    # Eight times through the same script needs what once needs: blocks, not rows, are in memory.
    once = f"SELECT count(*) FROM (SELECT TRANSFORM(n, t) USING 'cat' AS (n, t) FROM {table}) s"
    eight = (
        f"SELECT count(*) FROM (SELECT TRANSFORM(b.n, b.t) USING 'cat' AS (n, t) FROM "
        f"(SELECT /*+ mapjoin(m) */ b.n, b.t FROM {table} b JOIN (SELECT explode(array("
        f"1, 2, 3, 4)) AS m) m) b) s"
    )
    out, memory_once = peak_memory_kb(shell, once)
    assert out == f"{ROWS}\n"
    out, memory_more = peak_memory_kb(shell, eight)
    assert out == f"{4 * ROWS}\n"
    assert memory_more < memory_once * 1.5 + 100_000


def test_a_script_that_answers_before_it_reads_and_one_that_never_reads(shell, table):
    both = shell.rows(
        f"SELECT count(*) FROM (SELECT TRANSFORM(n, t) USING \"sh -c 'seq 1 300000; cat'\" AS "
        f"(line) ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\001' FROM {table}) s"
    )
    assert both == [[str(ROWS + 300000)]]
    none = shell.rows(f"SELECT TRANSFORM(n, t) USING 'echo done' AS (line) FROM {table}")
    assert none == [["done"]]


def test_stderr_is_shown_and_ends_the_error(shell):
    script = "sh -c 'echo first >&2; echo why >&2; exit 3'"
    done = shell.sql(f'SELECT TRANSFORM(1) USING "{script}" AS (a)')
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("first\nwhy\nFAILED: ODPS-0123055:[1,27] Script exception - ")
    assert "ended with exit status 3: first | why" in done.stderr
    fine = shell.sql(
        "SELECT TRANSFORM(1) USING \"sh -c 'echo note >&2; cat'\" AS (a)", "--format", "tsv", "--no-header"
    )
    assert (fine.returncode, fine.stdout, fine.stderr) == (0, "1\n", "note\n")


def test_a_line_without_end_is_an_error(shell):
    done = shell.sql("SELECT TRANSFORM(1) USING \"sh -c 'head -c 100000000 /dev/zero'\" AS (a)")
    assert done.returncode == 1
    assert "ODPS-0123055:[1,27] Script exception - line 1 of the script's output is longer than 64 MB" in done.stderr


@pytest.mark.parametrize("body", ["sleep 1000 & sleep 1000", "cat >/dev/null; exec sleep 1000", "yes"])
def test_an_interrupt_ends_the_whole_group(shell, body):
    # The program shows what the script writes to stderr as it comes: its pid tells that it runs.
    script = f"sh -c 'echo $$ >&2; {body}'"
    running = shell.start("-e", f'SELECT TRANSFORM(1) USING "{script}" AS (x)')
    try:
        group = int(running.stderr.readline())
        assert group in processes_of(group)
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=TIMEOUT)
    finally:
        if running.poll() is None:
            running.kill()
            running.communicate()
    assert running.returncode == 130
    assert "ODPS-0120031" in errors
    assert all_end(group)
    assert not list(shell.home.rglob("write-*"))


def test_what_a_script_leaves_behind_is_ended(shell, tmp_path):
    mark = tmp_path / "pid"
    script = f"sh -c 'echo $$ > {mark}; sleep 1000 >/dev/null 2>&1 & cat'"
    assert shell.rows(f'SELECT TRANSFORM(1) USING "{script}" AS (a)') == [["1"]]
    assert all_end(int(mark.read_text(encoding="utf-8")))


def test_python_is_found_without_one_on_the_path(shell, tmp_path):
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "cat").symlink_to("/bin/cat")
    done = shell.sql(
        "SELECT TRANSFORM('print(6 * 7)') USING 'python' AS (a)",
        "--format",
        "tsv",
        "--no-header",
        env={**os.environ, "PATH": str(tools)},
    )
    if "command not found: python" in done.stderr:
        pytest.skip("this installation has no Python of its own")
    assert (done.returncode, done.stdout) == (0, "42\n"), done.stderr


def test_explain_analyze_tells_what_the_script_and_its_input_did(shell):
    shell.ok("CREATE TABLE two (a BIGINT); INSERT INTO TABLE two VALUES (1), (2)")
    plan = shell.ok("EXPLAIN ANALYZE SELECT TRANSFORM(a) USING \"sh -c 'cat; echo 3'\" AS (n) FROM two").splitlines()
    assert plan[0].startswith("Transform using [sh -c cat; echo 3] [n#3 STRING] (estimated rows: 2, rows: 3, time: ")
    assert "Scan default_project.two [a#1 BIGINT] (estimated rows: 2, rows: 2" in plan[2]
    assert "Operators that ran for the script 'sh -c cat; echo 3'" in plan
