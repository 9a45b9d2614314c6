"""Answers that are wide, long or full of characters that a terminal would obey."""

import subprocess

import pytest

from conftest import TIMEOUT, measures_memory


def test_1200_columns(shell):
    out = shell.ok("SELECT " + ", ".join(f"{i} AS c{i}" for i in range(1200)) + ";")
    lines = out.splitlines()
    assert len(lines) == 5
    assert len({len(line.rstrip()) for line in lines}) == 1
    assert lines[3].count("|") == 1201 and lines[3].rstrip().endswith("| 1199       |")


def test_a_very_long_cell(shell):
    lines = shell.ok("SELECT repeat('中', 300000) AS x, 1 AS y;").splitlines()
    assert lines[0] == "+" + "-" * 600_002 + "+" + "-" * 12 + "+"
    assert lines[3] == "| " + "中" * 300_000 + " | 1          | "


@pytest.mark.parametrize("layout", ["table", "vertical"])
def test_people_see_control_characters(shell, layout):
    out = shell.ok("SELECT concat('a', chr(27), '[31mred', chr(127)) AS x;", "--format", layout)
    assert "a\\x1B[31mred\\x7F" in out
    assert all(c.isprintable() or c == "\n" for c in out)


def test_programs_get_every_byte(shell):
    query = "SELECT concat('a', chr(27), 'b') AS x;"
    assert shell.ok(query, "--format", "tsv", "--no-header") == "a\x1bb\n"


@measures_memory
def test_memory_does_not_grow_with_the_answer(shell):
    """300 MB of rows."""
    rows = (
        "SELECT /*+ MAPJOIN(y) */ x.a, repeat('x', 1000) FROM VALUES "
        + ",".join(f"({i})" for i in range(1000))
        + " x(a) JOIN VALUES "
        + ",".join(f"({i})" for i in range(300))
        + " y(a) ON y.a >= x.a - x.a;"
    )
    process = subprocess.Popen(
        shell.command("--format", "tsv", "-e", "SET paisql.memory_limit=100MB;", "-e", rows),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    size, peak = 0, 0
    while piece := process.stdout.read(1 << 20):
        size += len(piece)
        # After this there is more than the pipe holds, so the program is still there.
        if not peak and size > 280_000_000:
            with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
                peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    process.stdout.close()
    assert process.wait(timeout=TIMEOUT) == 0
    assert size > 300_000_000
    assert 0 < peak < 220 * 1024  # KiB
