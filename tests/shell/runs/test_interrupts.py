"""Ctrl-C ends a statement of every kind, leaves nothing half-written, and a script ends with 130."""

import contextlib
import json
import os
import select
import signal
import sqlite3
import subprocess
import time

import pexpect
import pytest

from conftest import TIMEOUT

# Less than a statement waits for the catalog (30 seconds): who takes longer has waited.
PATIENCE = 20

PAIR = "big a JOIN big b ON a.x >= b.x - b.x"

STATEMENTS = {
    "join": "SELECT /*+ MAPJOIN(b) */ count(*) FROM big a JOIN big b ON a.x % 7 < b.x - 5 AND a.x + b.x > 3;",
    "sort": "SELECT s FROM (SELECT /*+ MAPJOIN(b) */ concat(cast(a.x * 7919 % 1000 AS STRING), repeat('y', 50)) s "
    f"FROM {PAIR}) t ORDER BY s LIMIT 100000000;",
    "regex": "SELECT /*+ MAPJOIN(b) */ sum(length(regexp_replace(repeat(cast(a.x AS STRING), 200), '([0-9]+)*1', 'x'))) "
    f"FROM {PAIR};",
    "window": "SELECT max(r) FROM (SELECT /*+ MAPJOIN(b) */ row_number() OVER (PARTITION BY a.x % 3 ORDER BY b.x) r "
    f"FROM {PAIR}) t;",
    "insert": f"INSERT OVERWRITE TABLE sink SELECT /*+ MAPJOIN(b) */ a.x FROM {PAIR};",
    "partitions": f"INSERT INTO TABLE parted PARTITION (ds) SELECT /*+ MAPJOIN(b) */ a.x, cast(b.x % 50 AS STRING) FROM {PAIR};",
    "create table as": f"CREATE TABLE made AS SELECT /*+ MAPJOIN(b) */ a.x, repeat('q', 200) s FROM {PAIR};",
    "explain analyze": f"EXPLAIN ANALYZE INSERT INTO TABLE sink SELECT /*+ MAPJOIN(b) */ a.x FROM {PAIR};",
    "rows": f"SELECT /*+ MAPJOIN(b) */ a.x, b.x FROM {PAIR};",
    "analysis": "SELECT "
    + ",".join(f"(x + {i}) * {i} - coalesce(x, {i}, NULL, x * {i})" for i in range(20000))
    + " FROM big;",
    "made rows": "SELECT sum(k) FROM (SELECT explode(sequence(1, 1000000000000)) AS k) t;",
    "written made rows": "INSERT INTO TABLE sink SELECT pos FROM (SELECT posexplode(array_repeat('ab', 1000000000000)) AS (pos, s)) t;",
    "sorts by a lambda expression": "SELECT array_sort(sequence(1, 2000000 + x), (l, r) -> (r * 7919) % 1000003 "
    "- (l * 7919) % 1000003)[0] FROM big WHERE x = 1;",
    "lambda expressions": "SELECT size(filter(sequence(1, 1000000 + x), "
    "e -> size(transform(sequence(1, 2000), f -> f * e)) > 1)) FROM big WHERE x = 1;",
    "reductions": "SELECT array_reduce(sequence(1, 1000000 + x), '', (s, e) -> concat(substr(s, 1, 100000), e), s -> length(s)) "
    "FROM big WHERE x = 1;",
    "splits": "SELECT size(split(repeat(cast(x % 10 AS STRING), 2000000), 'x|(?=y)|')) FROM big WHERE x < 8;",
    "values": "SELECT count(a) FROM VALUES "
    + ",".join(f"({i}, {i} + 1, 'a{i}')" for i in range(200000))
    + " AS t(a, b, c);",
}


@pytest.fixture(name="tables")
def filled_tables(shell):
    shell.ok(
        "CREATE TABLE big AS SELECT x FROM (SELECT 1) o "
        "LATERAL VIEW posexplode(split(repeat('a,', 19999), ',')) p AS x, y;"
        "CREATE TABLE sink (x BIGINT); CREATE TABLE parted (x BIGINT) PARTITIONED BY (ds STRING);"
        "INSERT INTO TABLE sink VALUES (1);"
    )
    return shell


def files_below(folder):
    return [file for _, _, files in os.walk(folder) for file in files]


def wait_for_work(pid):
    """Until the process has used half a second of processor."""
    while True:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        assert fields[0] != "Z", "it has ended already"
        if int(fields[11]) + int(fields[12]) > os.sysconf("SC_CLK_TCK") // 2:
            return


def wait_until_open(pid, file="catalog.sqlite"):
    """Until the process has the file open."""
    names = []
    while file not in names:
        with contextlib.suppress(FileNotFoundError):
            names = [
                os.path.basename(os.path.realpath(f"/proc/{pid}/fd/{number}"))
                for number in os.listdir(f"/proc/{pid}/fd")
            ]


@contextlib.contextmanager
def another_writer(home):
    """Holds the catalog, so that nobody else writes there."""
    with contextlib.closing(sqlite3.connect(home / "catalog.sqlite", isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        yield
        holder.execute("ROLLBACK")


def leave_something_to_sweep(shell):
    """A file that has been replaced, and that a reader needed who has been killed."""
    with shell.start("--format", "tsv", "-e", STATEMENTS["rows"]) as reader:
        assert reader.stdout.readline()
        shell.ok("SET odps.timemachine.retention.days=0; INSERT OVERWRITE TABLE sink VALUES (1);")
        reader.kill()


@pytest.mark.parametrize("kind", STATEMENTS)
def test_a_statement_is_interrupted(tables, tmp_path, kind):
    script = tmp_path / "script.sql"
    script.write_text(STATEMENTS[kind] + "\nSELECT 'after';\n", encoding="utf-8")
    with open(tmp_path / "out", "w", encoding="utf-8") as out:
        process = subprocess.Popen(
            tables.command("--format", "tsv", "-f", str(script)), stdout=out, stderr=subprocess.PIPE, text=True
        )
        wait_for_work(process.pid)
        process.send_signal(signal.SIGINT)
        _, messages = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 130
    assert "FAILED: ODPS-0120031" in messages
    assert "after" not in (tmp_path / "out").read_text(encoding="utf-8")
    assert not [file for _, _, files in os.walk(tables.home / "staging") for file in files]
    assert tables.rows("SELECT count(*) FROM sink;") == [["1"]]
    assert tables.rows("SHOW TABLES;") == [["big"], ["parted"], ["sink"]]
    assert not tables.rows("SHOW PARTITIONS parted;")


def test_waiting_for_another_writer_is_interrupted(tables):
    """Another process holds the catalog; the statement has moved its file and waits to list it."""
    before = len(files_below(tables.home / "warehouse"))
    with another_writer(tables.home):
        process = tables.start("-e", "INSERT INTO TABLE sink VALUES (2);")
        while len(files_below(tables.home / "warehouse")) == before and process.poll() is None:
            pass
        process.send_signal(signal.SIGINT)
        _, messages = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 130, messages
    assert "FAILED: ODPS-0120031" in messages
    assert tables.rows("SELECT count(*) FROM sink;") == [["1"]]
    assert len(files_below(tables.home / "warehouse")) == before


def test_a_second_interrupt_ends_the_program(tables):
    """What the engine does for a single row may be deaf."""
    process = tables.start(
        "-e", "SELECT size(array_intersect(a, a)) FROM (SELECT sequence(1, 2000000 + x) AS a FROM big WHERE x = 1) t;"
    )
    process.stdin.close()
    wait_for_work(process.pid)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    deadline = time.monotonic() + TIMEOUT
    while process.poll() is None and time.monotonic() < deadline:
        process.send_signal(signal.SIGINT)  # two that come together are one
        select.select([], [], [], 0.1)
    assert process.poll() == 130
    process.stdout.close(), process.stderr.close()
    assert tables.rows("SELECT count(*) FROM sink;") == [["1"]]


def test_the_last_sweep_waits_for_nobody(tables):
    leave_something_to_sweep(tables)
    before = len(files_below(tables.home / "warehouse"))
    with another_writer(tables.home):
        assert tables.ok("SELECT 1;", "--format", "tsv", "--no-header", timeout=PATIENCE) == "1\n"
    assert len(files_below(tables.home / "warehouse")) == before
    tables.ok("SELECT 1;")
    assert len(files_below(tables.home / "warehouse")) == before - 1


def test_an_interrupted_session_leaves_the_sweep_to_the_next(tables):
    leave_something_to_sweep(tables)
    before = len(files_below(tables.home / "warehouse"))
    process = tables.start("--format", "tsv", "-e", STATEMENTS["rows"])
    assert process.stdout.readline()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=TIMEOUT)
    assert process.returncode == 130
    assert len(files_below(tables.home / "warehouse")) == before
    tables.ok("SELECT 1;")
    assert len(files_below(tables.home / "warehouse")) == before - 1


def test_opening_a_home_is_interrupted(tables):
    """A new project is written into the catalog before any statement runs."""
    with another_writer(tables.home):
        process = tables.start("--project", "fresh", "-e", "SELECT 1;")
        wait_until_open(process.pid)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 130


def start_other(shell, name, *arguments):
    """Another program than the shell."""
    return subprocess.Popen(
        [shell.command()[0], name, "--home", str(shell.home), *arguments],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_verification_is_interrupted(tables):
    """It waits, to look again at a file that the catalog does not know, for whoever may be about to list it."""
    (tables.home / "warehouse" / "unknown.parquet").write_bytes(b"PAR1")
    with another_writer(tables.home):
        process = start_other(tables, "verify")
        wait_until_open(process.pid)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 130


def test_a_check_is_interrupted(tables, tmp_path):
    script = tmp_path / "script.sql"
    script.write_text(STATEMENTS["analysis"] * 100, encoding="utf-8")
    process = start_other(tables, "check", str(script))
    wait_for_work(process.pid)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 130


def user_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


LONG_TEXTS = {
    # Of rows of literals the parser reads a few only, so each of these has a call.
    "parser": "SELECT count(a) FROM VALUES "
    + ",".join(f"({i}, abs({i}), 'a{i}')" for i in range(220000))
    + " AS t(a, b, c);",
    "folding": "SELECT count(a) FROM VALUES "
    + ",".join(f"({i}, {i} + 1, 'a{i}')" for i in range(200000))
    + " AS t(a, b, c);",
    "statements": "INSERT INTO TABLE sink VALUES (1);\n" * 200000,
}


@pytest.mark.parametrize("begun", [0.5, 1, 1.5, 2])
@pytest.mark.parametrize("kind", LONG_TEXTS)
def test_reading_a_long_text_ends_at_once(tables, tmp_path, kind, begun):
    """What is left to be done is counted in the processor's time, of which freeing what was read took most."""
    script = tmp_path / "long.sql"
    script.write_text(LONG_TEXTS[kind], encoding="utf-8")
    process = tables.start("-f", str(script))
    while user_seconds(process.pid) < begun:
        assert process.poll() is None, "it was over before it could be interrupted"
    before = user_seconds(process.pid)
    process.send_signal(signal.SIGINT)
    process.stdin.close(), process.stdout.close()
    messages = process.stderr.read()
    process.stderr.close()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 130, messages
    assert used.ru_utime - before < 0.3


def test_a_script_that_is_interrupted_between_statements_says_so(tables, tmp_path):
    """SET is over before anybody could end it, so most of these come after one. On a slow machine all are over: the last statement waits."""
    script = tmp_path / "many.sql"
    script.write_text(
        "SELECT 'begun';\n" + "SET paisql.rows=10;\n" * 5000 + "SELECT 2 \\g | exec sleep 1000\nSELECT 'after';\n",
        encoding="utf-8",
    )
    for _ in range(5):
        process = tables.start("--format", "tsv", "--no-header", "--no-check-first", "--quiet", "-f", str(script))
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        out, messages = process.communicate(timeout=TIMEOUT)
        assert process.returncode == 130 and "after" not in out
        said = [line for line in messages.splitlines() if line != "OK"]
        assert said[0].startswith("FAILED: ODPS-0120031") and "interrupted" in said[0], messages
        assert said[-1].startswith("resume: ") and "--from" in said[-1]


INCLUDED = ("big", "silent pipe")


@pytest.mark.parametrize("what", INCLUDED)
@pytest.mark.parametrize("how", ["pipe", "-e", "-f", "events"])
def test_reading_an_included_file_is_interrupted(tables, tmp_path, how, what):
    included = tmp_path / "included.sql"
    holder = None
    if what == "big":
        included.write_text("INSERT INTO TABLE sink VALUES (2);\n" * 100000, encoding="utf-8")
    else:
        os.mkfifo(included)
        holder = os.open(included, os.O_RDWR)
    line = f"source {included};\n"
    script = tmp_path / "script.sql"
    script.write_text(line, encoding="utf-8")
    arguments = {"-e": ["-e", line], "-f": ["-f", str(script)], "pipe": [], "events": ["--output", "jsonl"]}[how]
    process = tables.start(*arguments)
    process.stdin.write(line)
    process.stdin.flush()
    if what == "big":
        wait_for_work(process.pid)
    else:
        wait_until_open(process.pid, "included.sql")
    process.send_signal(signal.SIGINT)
    out, messages = process.communicate(timeout=PATIENCE)
    if holder is not None:
        os.close(holder)
    assert process.returncode == 130
    assert "interrupted: nothing " in out + messages
    if how == "events":
        assert '"event": "end", "status": 130' in out.splitlines()[-1]
    assert tables.rows("SELECT count(*) FROM sink;") == [["1"]]


def test_the_prompt_goes_on_behind_an_include_that_is_interrupted(tables, tmp_path):
    included = tmp_path / "included.sql"
    included.write_text("INSERT INTO TABLE sink VALUES (2);\n" * 100000, encoding="utf-8")
    prompt = pexpect.spawn(
        tables.command()[0],
        tables.command("--no-banner")[1:],
        encoding="utf-8",
        timeout=TIMEOUT,
        env={**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8"},
        dimensions=(30, 200),
    )
    prompt.expect("default_project>")
    prompt.send(f"\\i {included}\r")
    wait_for_work(prompt.pid)
    prompt.sendintr()
    prompt.expect("interrupted: nothing of it has run")
    prompt.expect("default_project>")
    prompt.send("SELECT 40 + count(*) FROM sink;\r")
    prompt.expect(r"\b41\b")
    prompt.close(force=True)


@pytest.mark.parametrize("how", ["-e", "-f", "events", "pipe"])
def test_opening_an_included_fifo_is_interrupted(shell, tmp_path, how):
    os.mkfifo(tmp_path / "ff")
    line = "SELECT 1;\n\\i ff\n"
    (tmp_path / "script.sql").write_text(line, encoding="utf-8")
    arguments = {
        "-e": ["-e", line],
        "-f": ["-f", "script.sql"],
        "events": ["--output", "jsonl", "-f", "script.sql"],
        "pipe": [],
    }[how]
    process = shell.start(*arguments, cwd=tmp_path)
    process.stdin.write(line)
    process.stdin.flush()
    wait_until_open(process.pid, "ff")
    process.send_signal(signal.SIGINT)
    out, messages = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, messages
    assert "interrupted: nothing " in out + messages and "system call" not in out + messages
    if how == "events":
        told = [json.loads(one) for one in out.splitlines()]
        assert [one["event"] for one in told] == ["error", "end"] and told[-1]["status"] == 130


def test_an_included_fifo_is_read_when_somebody_writes(shell, tmp_path):
    os.mkfifo(tmp_path / "ff")
    process = shell.start("--format", "tsv", "--no-header", "-e", "source ff; SELECT 2;", cwd=tmp_path)
    with open(tmp_path / "ff", "w", encoding="utf-8") as writer:
        writer.write("SELECT 1;\n")
    out, _ = process.communicate(timeout=TIMEOUT)
    assert (process.returncode, out) == (0, "1\n2\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("ending", ["> ff", ">> ff", "| touch begun; exec sleep 1000"])
def test_waiting_for_the_reader_of_an_answer_is_interrupted(shell, tmp_path, ending, number):
    os.mkfifo(tmp_path / "ff")
    (tmp_path / "script.sql").write_text("SELECT 1;\nSELECT 2 \\g " + ending + "\nSELECT 3;\n", encoding="utf-8")
    process = shell.start("--no-check-first", "-f", "script.sql", cwd=tmp_path)
    told = ""
    while "[1/3]" not in told:
        told = process.stderr.readline()
    if "|" in ending:
        while not (tmp_path / "begun").exists() and process.poll() is None:
            os.sched_yield()
    process.send_signal(number)
    _, messages = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + number and "system call" not in messages, messages
    assert "interrupted" in messages and "--from 2" in messages
