"""What a screen of 100x30 and one of 60x20 show of results, and the pager."""

import pytest

from conftest import BINARY
from screen import Screen

MANY = "SELECT x FROM (SELECT 1) o LATERAL VIEW posexplode(split(repeat('a,', {}), ',')) p AS x, y"
PROMPT = "default_project> "


@pytest.fixture(name="start", params=[(100, 30), (60, 20)], ids=["100x30", "60x20"])
def start_screen(shell, request):
    """Starts a prompt on a screen of the size that the test runs with."""
    columns, rows = request.param
    started = []

    def start(*arguments, **environment):
        screen = Screen([BINARY, "--home", str(shell.home), *arguments], columns=columns, rows=rows, env=environment)
        screen.columns, screen.height = columns, rows
        started.append(screen)
        screen.wait_behind(PROMPT)
        return screen

    yield start
    for screen in started:
        screen.close()


def run(screen, text):
    screen.type(text + "\r")


def turn_page(screen):
    """less drops keys while it handles a signal: the key is pressed again until it works."""
    top = screen.rows()[0]
    while True:
        screen.type(" ")
        try:
            return screen.wait(lambda s: s.rows()[0] != top and s.rows()[-1].startswith(":"), timeout=2)
        except TimeoutError:
            assert not screen.ended, screen.dump()


def test_a_short_result_stays_on_the_screen(start):
    screen = start()
    run(screen, "SELECT 1 AS a, '中文' AS b;")
    screen.wait("1 row in set")
    screen.wait_behind(PROMPT)
    rows = screen.rows()
    head = next(i for i, row in enumerate(rows) if "│   a │" in row)
    assert rows[head - 1] == "┌─────┬────────┐"
    assert rows[head + 1] == "│ INT │ STRING │"
    assert rows[head + 4] == "└─────┴────────┘"


def test_a_result_of_many_columns_fits(start):
    screen = start()
    columns = ", ".join(f"'some value {i}' AS c{i}" for i in range(40))
    run(screen, f"SELECT x, {columns} FROM ({MANY.format(3)}) t;")
    screen.wait("more columns; \\x shows all")
    screen.wait("3 rows in set")
    screen.wait_behind(PROMPT)
    box = [row for row in screen.rows() if row.startswith(("│", "┌", "├", "└"))]
    assert len(box) == 7
    assert {len(row) for row in box} == {len(box[0])}
    assert len(box[0]) <= screen.columns
    assert "│ … │" in box[1]


def test_a_wide_row_turns_vertical(start):
    screen = start()
    columns = ", ".join(f"'some value {i}' AS c{i}" for i in range(10))
    run(screen, f"SELECT {columns};")
    screen.wait("1 row in set")
    assert any(row.strip() == "c9: some value 9" for row in screen.rows())


def test_a_long_result_comes_in_a_pager(start):
    screen = start()
    run(screen, MANY.format(500) + ";")
    screen.wait(lambda s: s.rows()[-1].startswith(":") and "┌" in s.rows()[0])
    assert screen.rows()[4].split() == ["│", "0", "│"]
    screen.type(" ")
    screen.wait(lambda s: "┌" not in s.rows()[0] and s.rows()[-1].startswith(":"))
    screen.type("q")
    screen.wait("500 rows in set")
    screen.wait_behind(PROMPT)
    run(screen, "SELECT 40 + 2 AS answer;")
    screen.wait("│     42 │")


def test_a_long_and_wide_result_is_scrolled_to_its_last_column(start):
    screen = start()
    columns = ", ".join(f"'some value {i}' AS c{i}" for i in range(40))
    run(screen, f"SELECT x, {columns} FROM ({MANY.format(500)}) t;")
    screen.wait(lambda s: s.rows()[-1].startswith(":") and "┌" in s.rows()[0])
    while screen.find("some value 39") is None:
        seen = screen.rows()[1]
        screen.type("\x1bOC")
        # The pager clears the screen before it draws: the step is over when the header and the pager's prompt stand again.
        screen.wait(lambda s, seen=seen: s.rows()[1] not in ("", seen) and s.rows()[-1].startswith(":"))
    screen.type("q")
    screen.wait("500 rows in set")
    screen.wait_behind(PROMPT)
    assert any("some value 39" in row for row in screen.rows())  # what was seen stays


def test_a_limit_is_honoured_and_all_rows_are_counted(start):
    screen = start()
    run(screen, MANY.format(2500) + ";")
    screen.wait(lambda s: s.rows()[-1].startswith(":"))
    screen.type("q")
    screen.wait("1,000 of 2,500 rows shown (")
    screen.wait_behind(PROMPT)
    run(screen, f"SELECT * FROM ({MANY.format(2500)}) t LIMIT 1500;")
    screen.wait(lambda s: s.rows()[-1].startswith(":"))
    screen.type("q")
    screen.wait("1500 rows in set")


def test_a_pager_that_is_left_early_ends_the_query_quietly(start):
    screen = start()
    run(screen, "SET paisql.rows=all;")
    screen.wait("OK")
    run(screen, MANY.format(900000) + ";")
    screen.wait(lambda s: s.rows()[-1].startswith(":") and "┌" in s.rows()[0])
    screen.type("q")
    screen.wait("rows shown of more (")
    screen.wait_behind(PROMPT)
    assert "FAILED" not in screen.text()
    assert "hint" not in screen.text()
    run(screen, "SELECT 40 + 2 AS answer;")
    screen.wait("│     42 │")


def test_interrupts_are_the_pagers(start):
    screen = start()
    run(screen, "SET paisql.rows=all;")
    screen.wait("OK")
    run(screen, MANY.format(900000) + ";")
    for _ in range(3):
        screen.wait(lambda s: s.rows()[-1].startswith(":"))
        screen.type("\x03")
        turn_page(screen)
    screen.type("q")
    screen.wait("rows shown of more (")
    screen.wait_behind(PROMPT)
    run(screen, "SELECT 40 + 2 AS answer;")
    screen.wait("│     42 │")


def test_interrupt_of_a_pager_that_dies_of_it(start):
    screen = start()
    run(screen, "SET paisql.rows=all;")
    screen.wait("OK")
    # A shell that is starting a program may miss a Ctrl-C; after "ready" it starts none.
    run(screen, "\\pager head -n 2 && echo ready && exec cat /dev/tty")
    screen.wait("pager: head")
    run(screen, MANY.format(900000) + ";")
    screen.wait(lambda s: "ready" in s.rows())
    screen.type("\x03")
    screen.wait("rows shown of more (")
    screen.wait_behind(PROMPT)
    run(screen, "SELECT 40 + 2 AS answer;")
    screen.wait("│     42 │")


@pytest.mark.parametrize("pager", ["no-such-pager", "/dev/null", "no-such-pager --option | cat; exit 127"])
def test_a_pager_that_cannot_start_is_told_once(start, pager):
    screen = start(PAISQL_PAGER=pager)
    for count in (1, 2):
        run(screen, MANY.format(500) + ";")
        screen.wait(lambda s, count=count: s.text().count("500 rows in set") == count)
        screen.wait_behind(PROMPT)
        shown = [row for row in screen.scrolled() + screen.rows() if row.startswith("│")]
    assert len(shown) == 2 * 502
    assert "".join(screen.text().split()).count("doesnotstart") == 1
    assert screen.text().count("500 rows in set") == 2


def test_a_pager_may_be_switched_off_and_on(start):
    screen = start(PAGER="cat; echo paged")
    run(screen, "\\pager")
    screen.wait("pager: cat; echo paged")
    run(screen, MANY.format(100) + ";")
    screen.wait("100 rows in set")
    screen.wait_behind(PROMPT)
    assert screen.text().count("\npaged") == 1
    run(screen, "\\pager off")
    screen.wait("pager: off")
    run(screen, MANY.format(101) + ";")
    screen.wait("101 rows in set")
    assert screen.text().count("\npaged") == 1
    run(screen, "SET paisql.pager=cat;")
    screen.wait("OK")
    run(screen, "\\pager")
    screen.wait(lambda s: any(row == "pager: cat" for row in s.rows()))


def test_a_wide_line_comes_in_the_pager_where_it_is_not_fitted(start):
    screen = start(PAGER="cat; echo paged")
    run(screen, "SELECT repeat('x', 200) AS t;")
    screen.wait("1 row in set")
    assert "\npaged" not in screen.text()
    run(screen, "SELECT repeat('x', 200) AS t \\g format=csv")
    screen.wait(lambda s: s.text().count("1 row in set") == 2)
    assert "\npaged" in screen.text()


def test_help_is_paged_and_a_dumb_terminal_has_no_pager(start):
    screen = start(PAGER="cat; echo paged")
    run(screen, "HELP SET;")
    screen.wait(lambda s: s.text().count("\npaged") == 1)
    screen.wait_behind(PROMPT)
    dumb = start(PAGER="cat; echo paged", TERM="dumb")
    run(dumb, MANY.format(100) + ";")
    dumb.wait("100 rows in set")
    assert "\npaged" not in dumb.text()


def test_a_resize_while_the_pager_shows(start):
    screen = start()
    run(screen, MANY.format(500) + ";")
    screen.wait(lambda s: s.rows()[-1].startswith(":") and "┌" in s.rows()[0])
    screen.resize(40, 12)
    screen.type("g")  # less forgets a resize that comes just before it reads a key, until the key comes
    screen.wait(lambda s: s.rows()[-1].startswith(":") and "┌" in s.rows()[0])
    turn_page(screen)
    screen.type("q")
    screen.wait("500 rows in set")
    screen.wait_behind(PROMPT)
    run(screen, "SELECT 1 AS a, repeat('x', 60) AS b;")
    screen.wait("1 row in set")
    assert "** 1. row **" in screen.text()


def test_who_leaves_behind_the_last_row_has_seen_all(start):
    screen = start()
    run(screen, "SET paisql.rows=all;")
    screen.wait("OK")
    # It reads all and goes while the shell may still be at work on the end.
    run(screen, "\\pager tail -n 1")
    screen.wait("pager: tail")
    run(screen, MANY.format(20000) + ";")
    screen.wait("20000 rows in set")
    run(screen, "\\pager head -n 2")
    screen.wait("pager: head")
    run(screen, MANY.format(100) + ";")
    screen.wait("100 rows in set")
    screen.wait_behind(PROMPT)
    assert "of more" not in screen.text()


def test_desc_fits_the_screen(shell, start):
    shell.ok("CREATE TABLE dt (id BIGINT, name STRING);")
    screen = start()
    run(screen, "DESC dt;")
    screen.wait("OK")
    screen.wait_behind(PROMPT)
    rows = [row for row in screen.rows() if row.startswith(("+", "|"))]
    assert {len(row) for row in rows} == {min(screen.columns, 86)}
    assert any(row.startswith("| name            | string") for row in rows)


def test_help_fits_the_screen(start):
    screen = start(PAISQL_PAGER="cat")
    for text in ("HELP SET;", "\\?"):
        run(screen, text)
    screen.wait(lambda s: any(row.startswith("  \\q quit exit q") for row in s.rows()))
    rows = screen.scrolled() + screen.rows()
    assert "      draws the last result, also into a file .svg or .png" in rows
    assert ("  paisql.rows=1000" in rows) == (screen.columns == 60)
