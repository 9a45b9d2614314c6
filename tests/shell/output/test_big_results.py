"""Results and working sets that are bigger than memory: they stream, and they spill."""

import os
import subprocess
import sys

import pytest

from conftest import BINARY, TIMEOUT, Shell, measures_memory

ROWS = 3_000_000
# The engine's own buffers included; the rows themselves are 130 MB of text and more.
MOST_MEMORY_KB = 160 * 1024


@pytest.fixture(name="tables", scope="module")
def big_table(tmp_path_factory):
    shell = Shell(tmp_path_factory.mktemp("big") / "home")
    shell.ok(
        "CREATE TABLE seed AS SELECT x FROM (SELECT 1) o "
        "LATERAL VIEW posexplode(split(repeat('a,', 2000), ',')) p AS x, y;"
        "CREATE TABLE many AS SELECT /*+ MAPJOIN(b) */ a.x * 1500 + b.x AS id, concat('name ', cast(b.x AS STRING)) AS s, "
        "a.x / 3 AS d FROM seed a JOIN (SELECT x FROM seed WHERE x < 1500) b ON a.x >= b.x - b.x;"
    )
    return shell


def peak_memory_kb(command, **options):
    """Runs to the end; its status and the most memory that it held.

    The kernel counts what a process held before it became the command, so that a small one starts it.
    """
    starter = (
        "import os, subprocess, sys; process = subprocess.Popen(sys.argv[2:]); "
        "_, status, usage = os.wait4(process.pid, 0); "
        "os.write(int(sys.argv[1]), b'%d' % usage.ru_maxrss); sys.exit(os.waitstatus_to_exitcode(status))"
    )
    reader, writer = os.pipe()
    try:
        done = subprocess.run(
            [sys.executable, "-S", "-c", starter, str(writer), *command], pass_fds=[writer], check=False, **options
        )
    finally:
        os.close(writer)
    with os.fdopen(reader) as pipe:
        return done.returncode, int(pipe.read())


@measures_memory
@pytest.mark.parametrize("layout", ["tsv", "csv", "json", "jsonl", "table", "vertical"])
def test_memory_does_not_grow_with_the_rows(tables, tmp_path, layout):
    with open(tmp_path / "out", "wb") as out:
        status, peak = peak_memory_kb(tables.command("--format", layout, "-e", "SELECT * FROM many;"), stdout=out)
    assert status == 0
    lines = subprocess.run(["wc", "-l", str(tmp_path / "out")], capture_output=True, text=True, check=True).stdout
    expected = {"tsv": ROWS + 1, "csv": ROWS + 1, "jsonl": ROWS, "table": ROWS + 4, "vertical": 4 * ROWS}
    if layout in expected:
        assert int(lines.split()[0]) == expected[layout]
    assert peak < MOST_MEMORY_KB


@pytest.mark.parametrize("layout", ["tsv", "table"])
@pytest.mark.parametrize("query", ["SELECT * FROM many;", "SELECT * FROM many ORDER BY s, id LIMIT 2000000;"])
def test_a_reader_that_has_read_enough(tables, layout, query):
    process = tables.start("--format", layout, "-e", query, "-e", "CREATE TABLE never (x BIGINT);")
    assert process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=TIMEOUT) == 0
    assert process.stderr.read() == ""
    assert tables.rows("SHOW TABLES;") == [["many"], ["seed"]]


def test_a_full_disk_behind_the_output(tables):
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [BINARY, "--home", str(tables.home), "--format", "tsv", "-e", "SELECT * FROM many;"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=TIMEOUT,
        )
    assert done.returncode == 3
    assert "cannot write the output: No space left on device" in done.stderr


SPILLING = {
    "order": "SELECT count(*) FROM (SELECT row_number() OVER (ORDER BY z, id DESC) r FROM "
    "(SELECT id, concat(s, repeat('x', 60)) z FROM many) t) u WHERE r > 0;",
    "group": "SELECT count(*) FROM (SELECT id, concat(s, repeat('x', 60)) z, count(*) c FROM many "
    "GROUP BY id, concat(s, repeat('x', 60))) t WHERE c = 1;",
    "distinct": "SELECT count(*) FROM (SELECT DISTINCT id, concat(s, repeat('x', 60)) z FROM many) t;",
}


@pytest.mark.parametrize("kind", SPILLING)
def test_what_is_bigger_than_the_limit_spills(tables, kind):
    query = "SET paisql.memory_limit=150MB; SET paisql.threads=2;" + SPILLING[kind]
    assert tables.rows(query) == [[str(ROWS)]]
    assert not [file for _, _, files in os.walk(tables.home / "staging") for file in files]


def test_a_spill_folder_of_ones_own_is_left_empty(tables, tmp_path):
    folder = tmp_path / "elsewhere" / "spill"
    query = (
        f"SET paisql.temp_directory={folder}; SET paisql.memory_limit=150MB; SET paisql.threads=2;" + SPILLING["order"]
    )
    assert tables.rows(query) == [[str(ROWS)]]
    assert not [file for _, _, files in os.walk(tmp_path / "elsewhere") for file in files]


def test_what_no_spilling_helps_names_the_setting(tables):
    done = tables.sql("SET paisql.memory_limit=60MB; SELECT size(collect_list(s)) FROM many;")
    assert done.returncode == 1
    assert "FAILED: ODPS-0121135" in done.stderr and "paisql.memory_limit" in done.stderr


def test_the_session_goes_on_without_memory(tables):
    process = subprocess.run(
        ["script", "-qec", " ".join(tables.command()), "/dev/null"],
        text=True,
        timeout=TIMEOUT,
        input="SET paisql.memory_limit=60MB;\nSELECT size(collect_list(s)) FROM many;\nSELECT 6 * 7 AS still;\nquit;\n",
        capture_output=True,
        check=False,
    )
    assert "ODPS-0121135" in process.stdout
    assert " 42 " in process.stdout.split("ODPS-0121135")[1]
