"""What people know from other clients' prompts, on a screen of 100x30 and one of 60x20.

There is a test for each thing that docs/shell.md, "What other clients have", lists: the table there names it.
"""

import re
import termios

import pytest

from screen import Screen

SIZES = [(100, 30), (60, 20)]
KEY_UP = "\x1b[A"
END_OF_ENTRY = b"\x1b[?2004l"  # from here on Ctrl-C is a signal, no key


@pytest.fixture(params=SIZES, ids=lambda size: "%dx%d" % size)
def size(request):
    return request.param


@pytest.fixture
def prompt(shell, size, tmp_path):
    """Opens a prompt of the project demo on a screen of that size."""
    opened = []

    def start(*arguments, **environment):
        environment.setdefault("HOME", str(tmp_path))
        screen = Screen(shell.command("--project", "demo", *arguments), *size, env=environment, cwd=str(tmp_path))
        opened.append(screen)
        screen.wait_behind("demo> ")
        return screen

    yield start
    for screen in opened:
        screen.close()


def run(screen, statement, told):
    """Types a statement and waits for a text of its answer and for the prompt after it."""
    before = screen.text().count("demo> ")
    screen.type(statement + "\r")
    screen.wait(lambda s: s.text().count("demo> ") > before and told in s.text())
    screen.wait_behind("demo> ")


def fits(screen):
    """Nothing has been wrapped: rows end within the screen, and no frame is broken."""
    return all(len(row) <= screen._model.columns for row in screen.rows())


def make_table(shell):
    shell.ok(
        "CREATE TABLE sale (id BIGINT, city STRING, amount DOUBLE) PARTITIONED BY (ds STRING);"
        "INSERT INTO TABLE sale PARTITION (ds='20260101') VALUES (1,'杭州',12.5),(2,'北京',7.0),(3,NULL,1.25);",
        "--project",
        "demo",
    )


def test_line_editor(prompt):
    screen = prompt()
    screen.type("SELECT 6 * 8;\x1b[D\x7f7")  # left, and 8 becomes 7
    run(screen, "", "42")


def test_editing_of_a_whole_statement(prompt):
    screen = prompt()
    screen.type("SELECT 1 AS one,\r2 AS tow")
    screen.wait("tow")
    screen.type(KEY_UP)  # into the row above, at its 8th letter
    screen.type("\x01\x1b[B\x05\x7f\x7fwo;\r")
    screen.wait("two")
    screen.wait_behind("demo> ")


def test_history(prompt):
    screen = prompt()
    run(screen, "SELECT 40 +\r2 AS x;", "42")
    screen.type(KEY_UP)
    screen.wait(lambda s: sum("2 AS x;" in row for row in s.rows()) == 2)
    screen.type("\x12")  # Ctrl-R
    screen.type("40")
    screen.wait("40")
    screen.type("\x03")
    screen.wait_behind("demo> ")
    run(screen, "history", "SELECT 40")
    screen.type("history grep 40\r")
    screen.wait(lambda s: s.text().count("1  SELECT 40 +") == 2)
    screen.wait_behind("demo> ")


def test_suggestions(prompt):
    screen = prompt()
    run(screen, "SELECT 40 + 2 AS x;", "42")
    screen.type("SELECT 4")
    screen.wait_behind("demo> SELECT 4")
    screen.type("\x1b[C\r")
    screen.wait(lambda s: s.text().count("demo> SELECT 40 + 2 AS x;") == 2 and s.text().count("1 row in set") == 2)


def test_completion(shell, prompt):
    make_table(shell)
    screen = prompt()
    screen.type("SELECT ci\t")
    screen.wait_behind("SELECT city ")
    screen.type("\x15SELECT \t")
    screen.wait("amount")
    screen.type("\x15SELECT dateadd(getdate(), 1, 'd\t")
    screen.wait_behind("'dd' ")
    screen.type("\x15SELECT * FROM sale a JOIN sale b ON \t")
    screen.wait("a.id = b.id")
    screen.type("\x15SELECT  FROM sa\t")
    screen.wait("FROM sale")
    screen.type("\x01" + "\x1b[C" * 7 + "ci\t")
    screen.wait("SELECT city")


def test_live_highlighting(prompt):
    screen = prompt()
    screen.type("SELECT 'text' FROM t")
    screen.wait("FROM t")
    row, column = screen.find("SELECT")
    keyword = screen.attributes(row, column)
    text = screen.attributes(row, column + 8)
    plain = screen.attributes(row, column + len("SELECT 'text' FROM "))
    assert (keyword.fg, keyword.bold) != (plain.fg, plain.bold)
    assert (text.fg, text.bold) != (plain.fg, plain.bold)


def test_caret_at_an_error(shell, prompt):
    make_table(shell)
    screen = prompt()
    run(screen, "SELECT ctiy FROM sale WHERE ds='20260101';", "^^^^")
    place = [row for row in screen.rows() if "^^^^" in row][-1]
    source = screen.rows()[screen.rows().index(place) - 1]
    assert source.index("ctiy") == place.index("^^^^")


def test_did_you_mean(shell, prompt):
    make_table(shell)
    screen = prompt()
    run(screen, "SELECT ctiy FROM sale WHERE ds='20260101';", "did you mean 'city'?")


@pytest.mark.parametrize(
    "name, shown", [("markdown", "| 1 "), ("csv", "a"), ("vertical", "1. row"), ("jsonl", '{"a": 1}')]
)
def test_formats(prompt, name, shown):
    screen = prompt()
    run(screen, "\\format " + name, name)
    run(screen, "SELECT 1 AS a;", shown)


def test_a_row_wider_than_the_screen(shell, prompt):
    columns = ", ".join("%d AS column_number_%d" % (i, i) for i in range(30))
    screen = prompt("-X", PAISQL_PAGER="cat")
    run(screen, "SET paisql.pager=off;", "OK")
    run(screen, "SELECT %s;" % columns, "1 row")
    assert fits(screen)
    # Either every cell has a line of its own, or what was left out is counted.
    text = screen.text()
    assert "column_number_29" in text.split(";")[-1] or "more" in text


def test_pager(prompt):
    screen = prompt(PAGER="less -SR", PAISQL_PAGER="less -SR")
    screen.type("SELECT pos FROM (SELECT 1) a LATERAL VIEW POSEXPLODE(SEQUENCE(1, 500)) t AS pos, v;\r")
    screen.wait(lambda s: s.rows()[-1].startswith((":", "(END)")) or "lines 1" in s.rows()[-1])
    screen.type("q")
    screen.wait_behind("demo> ")
    run(screen, "SELECT 40 + 2;", "42")


LONG = (
    "SELECT COUNT(*) FROM (SELECT 1) a LATERAL VIEW EXPLODE(SEQUENCE(1, 20000)) b AS x "
    "LATERAL VIEW EXPLODE(SEQUENCE(1, 200000)) c AS y WHERE SQRT(x * y + x) > 1;"
)


def test_progress(prompt):
    screen = prompt()
    screen.type(LONG + "\r")
    screen.wait(lambda s: any(re.search(r"^(?!demo>).*\b\d+ s\b", row) for row in s.rows()))
    assert fits(screen)
    screen.type("\x03")
    screen.wait("FAILED: ODPS-0120031")
    screen.wait_behind("demo> ")


def test_interrupt(prompt):
    screen = prompt()
    screen.type("SELECT rubbish")
    screen.wait("rubbish")
    screen.type("\x03")
    screen.wait_behind("demo> ")
    entries = screen.raw.count(END_OF_ENTRY)
    screen.type(LONG + "\r")
    screen.wait(lambda s: s.raw.count(END_OF_ENTRY) > entries)
    screen.type("\x03")
    screen.wait(lambda s: any(row.startswith("FAILED: ODPS-0120031") for row in s.rows()))
    screen.wait_behind("demo> ")
    run(screen, "SELECT 40 + 2;", "42")


def test_the_terminal_itself_never_shows_an_interrupt(prompt):
    """Nor between Enter and the statement's begin, where the message would stand after it."""
    screen = prompt()
    assert not screen.local_modes() & termios.ECHOCTL
    run(screen, "SELECT 40 + 2;", "42")
    assert not screen.local_modes() & termios.ECHOCTL


def test_timing(prompt):
    screen = prompt()
    run(screen, "SELECT 1;", "1 row in set (")


def test_run_a_file(prompt, tmp_path):
    (tmp_path / "job.sql").write_text("SELECT 40 + 2 AS answer;\n")
    screen = prompt()
    run(screen, "\\i job.sql", "42")
    run(screen, "source job.sql;", "42")


def test_statements_of_the_command_line(shell, size):
    with Screen(shell.command("-e", "SELECT 40 + 2 AS answer;"), *size) as screen:
        screen.wait("42")
        assert screen.wait_end() == 0


def test_statements_of_a_pipe(shell):
    done = shell.run("--format", "tsv", stdin="SELECT 40 + 2 AS answer;")
    assert (done.returncode, done.stdout) == (0, "answer\n42\n")


def test_exit_statuses_and_stop_at_the_first_error(shell, size):
    command = shell.command("-e", "SELECT nope;", "-e", "SELECT 'behind';")
    with Screen(command, *size) as screen:
        screen.wait("FAILED: ODPS")
        assert screen.wait_end() == 1
        assert "behind" not in screen.text()


def test_resume_a_script(shell, size, tmp_path):
    (tmp_path / "job.sql").write_text(
        "SELECT 'first';\nSELECT CAST('x' AS BIGINT) / 0;\nSELECT size('x');\nSELECT 4;\n"
    )
    with Screen(shell.command("--no-check-first", "-f", "job.sql"), *size, cwd=str(tmp_path)) as screen:
        screen.wait(lambda s: re.search(r"\s*".join("--from3"), "\n".join(s.rows())))  # wherever the row ends
        assert screen.wait_end() == 1
    done = shell.run("-f", "job.sql", "--from", "4", "--format", "tsv", "--no-header", cwd=str(tmp_path))
    assert (done.returncode, done.stdout) == (0, "4\n")


def test_dry_run(shell, size, tmp_path):
    (tmp_path / "job.sql").write_text("CREATE TABLE made (a BIGINT);\nSELECT a FROM made;\n")
    with Screen(shell.command("--dry-run", "-f", "job.sql"), *size, cwd=str(tmp_path)) as screen:
        assert screen.wait_end() == 0
    assert "made" not in shell.ok("SHOW TABLES;")


def test_variables(prompt):
    screen = prompt("--define", "n=42")
    run(screen, "SELECT '${n}' AS answer;", "42")
    run(screen, "SELECT '${missing}';", "FAILED")


def test_config(prompt, tmp_path):
    (tmp_path / ".paisqlrc").write_text("SET my.own=from_config;\n")
    screen = prompt(PAISQLRC=str(tmp_path / ".paisqlrc"))
    run(screen, "SHOW FLAGS;", "from_config")


def test_describe(shell, prompt):
    make_table(shell)
    screen = prompt()
    run(screen, "\\d sale", "city")
    run(screen, "\\dt", "sale")
    run(screen, "SHOW COLUMNS FROM sale;", "amount")


def test_help_on_statements(prompt):
    screen = prompt("-X")
    run(screen, "SET paisql.pager=off;", "OK")
    run(screen, "HELP TUNNEL;", "TUNNEL")
    run(screen, "help", "HELP")


def test_charts(prompt):
    screen = prompt()
    run(screen, "SELECT k, v FROM VALUES ('杭州', 3), ('北京', 1) t(k, v);", "2 rows")
    run(screen, "\\chart bar k v", "█")
    assert fits(screen)


def test_watch(prompt):
    screen = prompt()
    run(screen, "SELECT 40 + 2 AS answer;", "42")
    screen.type("\\watch 1\r")
    screen.wait(lambda s: s.text().count("42") >= 3)
    screen.type("\x03")
    screen.wait_behind("demo> ")


def test_the_last_result_as_a_table(prompt):
    screen = prompt()
    run(screen, "SELECT 41 AS x;", "41")
    run(screen, "SELECT x + 1 AS y FROM _;", "42")


def test_confirmation(shell, prompt):
    make_table(shell)
    screen = prompt()
    run(screen, "SET paisql.confirm=1;", "OK")
    screen.type("DROP TABLE sale;\r")
    screen.wait("3 rows")
    screen.type("n")
    screen.type("\r")
    screen.wait_behind("demo> ")
    assert shell.ok("SHOW TABLES;", "--project", "demo").count("sale") == 1


def test_colours(prompt):
    screen = prompt(NO_COLOR="1")
    run(screen, "SELECT nope;", "FAILED")
    assert b"\x1b[1;31m" not in screen.raw
    screen = prompt()
    run(screen, "SELECT nope;", "FAILED")
    assert b"\x1b[1;31m" in screen.raw


def test_widths(prompt):
    screen = prompt()
    run(screen, "SELECT '杭州' AS a, 'e\u0301' AS b, '👩‍👩‍👧' AS c, 'x' AS d;", "1 row")
    lines = [row for row in screen.rows() if "杭州" in row and ("│" in row or "|" in row)]
    assert lines


def test_language(prompt):
    screen = prompt()
    run(screen, "SET paisql.language=zh;", "OK")
    run(screen, "SELECT nope FROM VALUES (1) t(nopf);", "ODPS-0130071")
    assert any("\u4e00" <= letter <= "\u9fff" for letter in screen.text())
