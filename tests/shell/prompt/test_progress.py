"""The bar that tells how far a statement is: drawn in its place, and gone before anything else comes.

A script of TRANSFORM waits for the test at a FIFO, so that the statement takes as long as the test wants.
"""

import os
import re

import pytest

from conftest import TIMEOUT
from screen import Screen
from test_prompt import LONG_QUERY, make_big_table

MANY_ROWS = "SELECT x FROM (SELECT 1) o LATERAL VIEW posexplode(split(repeat('a,', 900000), ',')) p AS x, y"

# The time passed stands in each of its forms that have room for it, last or before the time left.
BAR = re.compile(r"^[^(|]*\b\d+ s( *~.* left)?$")


@pytest.fixture(name="home")
def waiting_home(shell, tmp_path):
    """A table, and a script that passes its rows on when the FIFO `go` has been opened and closed."""
    os.mkfifo(tmp_path / "go")
    (tmp_path / "slow.sh").write_text(
        f'echo "a note" >&2; printf half >&2; read line < {tmp_path}/go; echo " a line" >&2; cat\n'
    )
    (tmp_path / "quiet.sh").write_text(f"read line < {tmp_path}/go; cat\n")
    shell.ok("CREATE TABLE t (id BIGINT); INSERT INTO t VALUES (41), (42);", "--project", "demo")
    for script in ("slow", "quiet"):
        shell.ok(f"ADD FILE {tmp_path}/{script}.sh;", "--project", "demo")
    shell.tmp_path = tmp_path
    return shell


def query(script="quiet"):
    return f"SELECT TRANSFORM(id) USING 'sh {script}.sh' AS (id BIGINT) FROM t;"


def go(home):
    """Lets the script go on."""
    with open(home.tmp_path / "go", "w", encoding="utf-8") as fifo:
        fifo.write("\n")


def prompt(home, columns=100, rows=30, **environment):
    screen = Screen(home.command("--project", "demo"), columns, rows, env=environment, cwd=home.tmp_path)
    screen.wait_behind("demo> ")
    return screen


def with_resources(home):
    return "SET odps.sql.session.resources=quiet.sh,slow.sh;"


def prompts(screen):
    """How many have been seen."""
    return sum(row.startswith("demo>") for row in screen.text().split("\n"))


def type_query(screen, home, text):
    screen.type(with_resources(home) + "\r")
    screen.wait(lambda it: prompts(it) >= 2)
    screen.type(text + "\r")


def bars(screen):
    return [row for row in screen.rows() if BAR.match(row)]


@pytest.mark.parametrize("columns", [20, 60, 100])
def test_the_bar_comes_and_goes(home, columns):
    with prompt(home, columns) as screen:
        type_query(screen, home, query())
        screen.wait(bars)
        assert len(bars(screen)) == 1
        assert screen.cursor()[1] == 0
        go(home)
        screen.wait("2 rows in set")
        assert not bars(screen), screen.dump()
        assert any("42" in row for row in screen.rows())


def test_messages_stand_above_the_bar(home):
    with prompt(home) as screen:
        type_query(screen, home, query("slow"))
        screen.wait("half")
        # Within a line of the script nothing is drawn.
        go(home)
        screen.wait("2 rows in set")
        rows = screen.rows()
        assert rows[rows.index("a note") + 1] == "half a line", screen.dump()
        assert not bars(screen)


def test_ctrl_c_takes_the_bar_away(home):
    with prompt(home) as screen:
        type_query(screen, home, query())
        screen.wait(bars)
        screen.type("\x03")
        screen.wait(lambda it: prompts(it) >= 3)
        text = screen.text()
        assert "^C" not in text and not bars(screen), screen.dump()
        assert any(row.startswith("FAILED: ") for row in screen.rows()), screen.dump()


def test_the_terminal_may_change_its_size(home):
    with prompt(home, 100) as screen:
        type_query(screen, home, query())
        screen.wait(bars)
        screen.resize(40, 12)
        screen.wait(lambda it: bars(it) and all(len(row) < 40 for row in bars(it)))
        screen.resize(120, 40)
        screen.wait(bars)
        go(home)
        screen.wait("2 rows in set")
        assert not bars(screen), screen.dump()


def test_a_query_tells_how_much_is_done(home):
    make_big_table(home)
    with prompt(home) as screen:
        for statement in (
            LONG_QUERY,
            "INSERT INTO t " + LONG_QUERY.replace("sum(", "CAST(sum(").replace(") FROM", ") AS BIGINT) FROM", 1),
            "CREATE TABLE made AS " + LONG_QUERY.replace(" FROM", " AS s FROM", 1),
        ):
            before = prompts(screen)
            screen.type(statement + "\r")
            screen.wait(lambda it: any(re.search(r"\[[=> ]*\]  \d+ %  ", row) for row in it.rows()))
            screen.type("\x03")
            screen.wait(lambda it, count=before: prompts(it) > count)
            assert not any(re.search(r"\[[=> ]*\]  \d+ %  ", row) for row in screen.rows()), screen.dump()


def test_uploads_tell_their_rows(home):
    os.mkfifo(home.tmp_path / "rows.csv")
    with prompt(home) as screen:
        screen.type("TUNNEL UPLOAD rows.csv t;\r")
        with open(home.tmp_path / "rows.csv", "w", encoding="utf-8") as rows:
            rows.write("1\n" * 10_000)
            rows.flush()
            screen.wait(lambda it: any(re.match(r"8192 rows  ", row) for row in it.rows()))
        screen.wait("upload complete")
        assert not any(" rows  " in row for row in screen.rows()), screen.dump()
        assert any(row.startswith("Start upload:") for row in screen.rows())


def test_rows_that_go_to_a_file_leave_the_bar(home):
    out = home.tmp_path / "out.tsv"
    command = ["/bin/sh", "-c", 'out=$1; shift; exec "$@" > "$out"', "sh", str(out)]
    statement = with_resources(home) + query()
    with Screen(
        command + home.command("--project", "demo", "--format", "tsv", "-e", statement), cwd=home.tmp_path
    ) as screen:
        screen.wait(bars)
        go(home)
        assert screen.wait_end() == 0
        assert not bars(screen), screen.dump()
    assert out.read_text(encoding="utf-8").split() == ["id", "41", "42"]


def test_a_dumb_terminal_gets_none(home):
    with prompt(home, TERM="dumb") as screen:
        type_query(screen, home, query())
        go(home)
        screen.wait("2 rows in set")
        assert b"\x1b" not in screen.raw.replace(b"\x1b[?2004h", b"").replace(b"\x1b[?2004l", b"")


def test_elsewhere_nothing_is_drawn(home):
    with home.start("--project", "demo", "-e", with_resources(home) + query(), cwd=home.tmp_path) as process:
        go(home)
        out, errors = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0, errors
    assert "42" in out and "\x1b" not in errors and "\r" not in errors


def test_the_bar_is_not_drawn_over_a_command_that_has_the_terminal(home):
    with prompt(home) as screen:
        # The command reads nothing for longer than the half second after which the bar comes.
        screen.type(MANY_ROWS + " \\g format=csv | (echo shown; sleep 2; echo waited; tail -n 1)\r")
        screen.wait("rows in set")
        between = screen.raw.rsplit(b"shown", 1)[1].split(b"waited", 1)[0]
        assert between == b"\r\n", screen.dump()
