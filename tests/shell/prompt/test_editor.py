"""The line editor, as it is seen on a terminal."""

import os
import signal
import stat

import pytest

from test_prompt import LONG_QUERY, make_big_table, wait_until_running

UP, DOWN, LEFT, HOME = "\x1b[A", "\x1b[B", "\x1b[D", "\x01"
PROMPT = "demo> "


def paste(text):
    return b"\x1b[200~" + (text if isinstance(text, bytes) else text.encode()) + b"\x1b[201~"


def look(screen, text, offset=0):
    row, column = screen.find(text)
    return screen.attributes(row, column + offset)


def leave(screen):
    screen.type("\x03")
    screen.wait_behind(PROMPT)
    screen.type("quit\r")
    assert screen.wait_end() == 0


def test_tokens_are_coloured_as_they_are_typed(screen):
    screen.type("SELECT 'text', 12 -- why")
    screen.wait("-- why")
    assert (look(screen, "SELECT").fg, look(screen, "SELECT").bold) == ("magenta", True)
    assert look(screen, "'text'").fg == "green"
    assert look(screen, "12").fg == "cyan"
    assert look(screen, "-- why").fg == "brightblack"
    assert look(screen, ",").fg == "default"


def test_no_colour_without_the_wish(edit):
    screen = edit(NO_COLOR="1")
    screen.type("SELECT 'a\rb")
    screen.wait_behind("'> b")
    assert b"\x1b[1;" not in screen.raw and b"\x1b[3" not in screen.raw


def test_the_brackets_at_the_cursor_are_marked(screen):
    screen.type("SELECT f((1))")
    screen.wait_behind("f((1))")
    assert look(screen, "((1))").reverse and look(screen, "((1))", 4).reverse
    assert not look(screen, "((1))", 1).reverse
    screen.type(LEFT * 2)
    screen.wait(lambda screen: look(screen, "((1))", 1).reverse)
    assert look(screen, "((1))", 3).reverse and not look(screen, "((1))").reverse


def test_mistakes_are_underlined(screen):
    screen.type("SELECT a，b ? 'c\rd")
    screen.wait_behind("'> d")
    for mistake in ("，", "?", "'c"):
        assert look(screen, mistake).underscore, mistake
    assert not look(screen, "a，").underscore


def test_endings_and_commands_are_no_mistakes(screen):
    screen.type("SELECT 1 \\gx format=csv > it's.csv")
    screen.wait_behind("it's.csv")
    for part in ("\\gx", "format=csv", "it's.csv"):
        assert not look(screen, part).underscore and look(screen, part).fg == "default", part
    screen.type("\x15SELECT 1 \\y ")
    screen.wait_behind("\\y ")
    assert look(screen, "\\y").underscore
    for command in ("\\d+ t", "\\chart bar > c.svg"):
        screen.type("\x15" + command)
        screen.wait_behind(command)
        row, column = screen.find(command)
        assert not any(screen.attributes(row, column + at).underscore for at in range(len(command))), command


def test_further_lines_say_what_is_open(screen):
    screen.type("SELECT (1,\r'a\rb', `c\rd`/*\r*/)\r, \"x\ry\"\r;\r")
    screen.wait("FAILED")
    text = screen.text()
    for line in (
        "demo> SELECT (1,",
        "   (> 'a",
        "   '> b', `c",
        "   `> d`/*",
        "  /*> */)",
        '   -> , "x',
        '   "> y"',
        "   -> ;",
    ):
        assert line in text, text


def test_rows_above_are_edited(screen):
    screen.type("SELECT 1 AS a,\r41 + 1 AS\rb;")
    screen.wait_behind("-> b;")
    screen.type("\x7f" * 2 + "b")
    screen.wait_behind("-> b")
    screen.type(UP + UP)
    screen.wait_behind("demo> S")
    screen.type("\x05" + " 'é中' AS w,")
    screen.wait_behind("AS w,")
    screen.type(DOWN + DOWN + "\x05;\r")
    screen.wait("1 row in set")
    assert "SELECT 1 AS a, 'é中' AS w," in screen.text() and "42" in screen.text()


def test_the_column_is_kept_over_short_rows(screen):
    screen.type("SELECT 'long text' AS a,\r1\r, 'also a long text' AS b")
    screen.wait_behind("AS b")
    screen.type(LEFT * 2)
    screen.wait_behind(" AS")
    row, column = screen.cursor()
    screen.type(UP)
    screen.wait(lambda screen: screen.cursor() == (row - 1, 7))
    screen.type(UP)
    screen.wait(lambda screen: screen.cursor() == (row - 2, column))


def test_up_at_the_top_goes_to_whole_statements(screen):
    screen.type("SELECT 1,\r2;\r")
    screen.wait("row in set")
    screen.wait_behind(PROMPT)
    screen.type("SET a=b;\r")
    screen.wait("OK")
    screen.wait_behind(PROMPT)
    screen.type(UP)
    screen.wait_behind("SET a=b;")
    screen.type(UP)
    screen.wait_behind("-> 2;")
    row, _ = screen.cursor()
    screen.type(UP)
    screen.wait(lambda screen: screen.cursor()[0] == row - 1)
    screen.type(DOWN + DOWN)  # below the last row is the next statement
    screen.wait_behind("SET a=b;")
    screen.type("\x10")  # Ctrl-P goes to the statement before at once
    screen.wait_behind("-> 2;")
    screen.type("\r")
    screen.wait(lambda screen: screen.text().count("row in set") == 2)


def test_enter_within_a_whole_entry_runs_it(screen):
    screen.type("SELECT 40 +\r2 AS x;")
    screen.wait_behind("x;")
    screen.type(UP + "\r")
    screen.wait("row in set")
    # The cursor leaves at the end: nothing of the entry is written over.
    assert "   -> 2 AS x;\n┌" in screen.text()


def test_lines_are_wrapped(edit):
    screen = edit(60, 20)
    query = "SELECT " + ", ".join(f"'中文{i}' AS c{i}" for i in range(12))
    screen.type(query)
    screen.wait_behind("AS c11")
    assert "".join(screen.rows()[:8]).replace("demo> ", "").startswith(query.replace(" ", " ")[:40])
    screen.type(HOME)
    screen.wait_behind(PROMPT)
    screen.type("\x0b")
    screen.wait(lambda screen: screen.rows()[0] == "demo>" and not any(screen.rows()[1:]))


def test_an_entry_higher_than_the_screen(edit):
    screen = edit(60, 10)
    screen.type("SELECT 0" + "".join(f"\r, {i}" for i in range(1, 30)))
    screen.wait_behind("-> , 29")
    assert screen.rows()[0] == "   -> , 20"
    screen.type(UP * 29)
    screen.wait(lambda screen: screen.cursor()[0] == 0 and screen.rows()[0] == "demo> SELECT 0")
    screen.type(DOWN * 29 + "\x05;\r")
    screen.wait("1 row in set")


def test_search_in_history(screen):
    for text in ("SET first=1;", "SET second=2;"):
        screen.type(text)
        screen.wait_behind(text)
        screen.type("\r")
        screen.wait_behind(PROMPT)
    screen.type("\x12fir")
    screen.wait("(reverse-i-search)`fir': SET first=1;")
    screen.type("\x05")
    screen.wait_behind("demo> SET first=1;")
    screen.type("\x03")
    screen.wait_behind(PROMPT)


def test_matches_are_listed_below_the_entry(screen):
    screen.type("PAI -name tensorflow -Dmodel\t\t")
    screen.wait("PAI -name tensorflow -Dmodel")
    screen.type("\x15PAI -\t\t")
    screen.wait(lambda screen: screen.find("-name") and screen.find("-project"))
    row, _ = screen.cursor()
    assert screen.rows()[row].startswith("demo> PAI -")
    screen.type("n")
    screen.wait(lambda screen: not screen.find("-project"))  # the list goes with the next key
    leave(screen)


def test_vi_mode(edit, tmp_path):
    inputrc = tmp_path / "inputrc"
    inputrc.write_text("set editing-mode vi\n")
    screen = edit(INPUTRC=str(inputrc))
    screen.type("SELECT 40\r+ 3;")
    screen.wait_behind("+ 3;")
    screen.type("\x1bhr2k0")
    screen.wait_behind(PROMPT)
    screen.type("j\r")
    screen.wait("42")


def test_what_inputrc_binds_stays(edit, tmp_path):
    inputrc = tmp_path / "inputrc"
    inputrc.write_text('"\\e[A": "SELECT 1"\n"\\C-t": beginning-of-line\n"\\C-o": row-up-or-history\n')
    screen = edit(INPUTRC=str(inputrc))
    screen.type(UP)
    screen.wait_behind("SELECT 1")
    screen.type("\r, 2\x14")
    screen.wait_behind("-> ")
    screen.type("\x0f")
    screen.wait_behind(PROMPT)


def test_a_paste_runs_with_enter_and_is_an_entry_a_statement(shell, screen):
    screen.type(paste("SELECT 1 AS a;\r\nSELECT 2\n  AS b;\n"))
    screen.wait_behind("  AS b;")
    screen.type("\r")
    screen.wait(lambda screen: screen.text().count("row in set") == 2)
    screen.wait_behind(PROMPT)
    assert (shell.home / "history").read_text() == "SELECT 1 AS a;\nSELECT 2\\n  AS b;\n"
    screen.type(UP)
    screen.wait_behind("  AS b;")


def test_a_paste_is_one_step_of_undo(screen):
    screen.type("SELECT ")
    screen.type(paste("'pasted\ntext'"))
    screen.wait_behind("text'")
    screen.type("\x1f")
    screen.wait_behind("demo> SELECT ")


def test_binary_pasted(screen):
    screen.type(paste(b"SELECT '" + bytes(range(32)) + b"\x7f\xff\xfe\x80\xe4\xb8';"))
    screen.wait("';")
    screen.type("\r")
    screen.wait("row in set")
    screen.wait_behind(PROMPT)
    leave(screen)


def test_a_large_paste_is_drawn_right(edit):
    screen = edit()
    lines = [f"SET key{i}='value {i}';" for i in range(20_000)]
    screen.type(paste("\n".join(lines)))
    screen.wait_behind("'value 19999';")
    assert screen.rows() == [f"   -> {line}" for line in lines[-30:]]
    screen.type("\x7fx")
    screen.wait_behind("19999'x")
    assert screen.rows()[-1] == "   -> SET key19999='value 19999'x"
    assert screen.rows()[:-1] == [f"   -> {line}" for line in lines[-30:-1]]
    leave(screen)


def test_keys_without_the_marks_of_a_paste(screen):
    screen.type("SELECT 1 AS a;\rSELECT 2\rAS b;\r")
    screen.wait(lambda screen: screen.text().count("row in set") == 2)


def test_discarded_text_is_kept_in_history(shell, screen):
    screen.type("SELECT 'kept',\r2")
    screen.wait_behind("-> 2")
    screen.type("\x03")
    screen.wait_behind(PROMPT)
    assert "   -> 2^C" in screen.rows()
    screen.type(UP)
    screen.wait_behind("-> 2")
    screen.type("\x03")
    screen.wait_behind(PROMPT)
    assert (shell.home / "history").read_text() == "SELECT 'kept',\\n2\n"


def test_the_message_behind_an_interrupt_begins_a_line(shell, edit):
    make_big_table(shell)
    screen = edit()
    screen.type("SET started=yes;\r")
    screen.wait("OK")
    screen.wait_behind(PROMPT)
    screen.type(LONG_QUERY + "\r")
    wait_until_running(screen.pid)
    screen.type("\x03")
    screen.wait("FAILED: ODPS-0120031")
    assert any(row.startswith("FAILED: ODPS-0120031") for row in screen.rows()), screen.dump()
    screen.wait_behind(PROMPT)


def test_resized_while_an_entry_is_drawn(edit):
    screen = edit(60, 20)
    screen.type("SELECT 'a rather long text that is wrapped later',\r2")
    screen.wait_behind("-> 2")
    screen.resize(30, 20)
    screen.wait_behind("-> 2")
    screen.type(" AS x")
    screen.wait_behind("-> 2 AS x")
    assert screen.rows()[:4] == ["demo> SELECT 'a rather long t", "ext that is wrapped later',", "   -> 2 AS x", ""]
    screen.resize(100, 5)
    screen.type("y")
    screen.wait_behind("-> 2 AS xy")
    assert screen.rows()[:3] == ["demo> SELECT 'a rather long text that is wrapped later',", "   -> 2 AS xy", ""]
    leave(screen)


def test_twenty_columns(shell, edit):
    screen = edit(20, 8, command=shell.command("--no-banner"))
    screen.wait_behind("…_project> ")
    screen.type("SELECT 1 AS one,\r2;")
    screen.wait_behind(" -> 2;")
    assert screen.rows()[:4] == ["…_project> SELECT 1", " AS one,", " -> 2;", ""]
    screen.type("\r")
    screen.wait("1 row in set")


def test_suspended_and_continued(shell, edit):
    screen = edit(command=["/bin/bash", "--norc", "-i"], PS1="shell$ ")
    screen.wait_behind("shell$ ")
    screen.type(" ".join(shell.command("--project", "demo", "--no-banner")) + "\r")
    screen.wait_behind(PROMPT)
    screen.type("SELECT 40 +\r2")
    screen.wait_behind("-> 2")
    screen.type("\x1a")
    screen.wait("Stopped")
    screen.wait_behind("shell$ ")
    screen.type("echo the terminal is as it was\r")
    screen.wait_behind("shell$ ")
    screen.type("fg\r")
    screen.wait_behind("-> 2")
    screen.type(";\r")
    screen.wait("42")
    screen.wait_behind(PROMPT)
    screen.type("quit\r")
    screen.wait_behind("shell$ ")


def test_a_terminal_that_goes(shell, edit):
    screen = edit()
    screen.type("SELECT 'unfinished")
    screen.wait_behind("unfinished")
    screen.hang_up()
    process = screen._child.ptyproc
    _, status = os.waitpid(process.pid, 0)
    process.terminated = True
    assert os.WIFEXITED(status) or os.WTERMSIG(status) == signal.SIGHUP
    assert (shell.home / "history").read_text() == "SELECT 'unfinished\n"


def test_terminated_at_the_prompt(edit):
    screen = edit()
    screen.type("SELECT 1")
    screen.wait_behind("SELECT 1")
    screen.signal(signal.SIGTERM)
    assert screen.wait_end() == -signal.SIGTERM
    assert b"\x1b[?2004l" in screen.raw


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"LC_ALL": "C"}])
def test_terminals_that_cannot_show_it_get_lines(edit, environment):
    screen = edit(**environment)
    screen.type("SELECT 40 +\r")
    screen.wait_behind("    -> ")
    screen.type("2;\r")
    screen.wait("42")


@pytest.mark.parametrize("environment", [{"LANG": ""}, {"LANG": "zh_XX.UTF-8"}])
def test_a_locale_that_is_not_there(edit, environment):
    screen = edit(**environment)
    screen.type("SELECT '中文'")
    screen.wait_behind("中文'")
    screen.type(LEFT * 2 + "国")
    screen.wait("'中国文'")
    leave(screen)


def test_history_is_listed_without_a_semicolon(screen):
    for text in ("SET one=1;", "SET two=\r2;", "SET three=3;"):
        screen.type(text + "\r")
        screen.wait_behind(PROMPT)
    screen.wait(lambda screen: screen.text().count("OK") == 3)
    screen.type("history 2\r")
    screen.wait("history 2")
    screen.wait("    4  history 2")
    assert "    3  SET three=3;" in screen.rows() and "    1  SET one=1;" not in screen.rows()
    screen.type("history TWO\r")
    screen.wait("    2  SET two=")
    assert "       2;" in screen.rows()


def test_a_read_only_history(shell, edit):
    shell.ok("SELECT 1;")
    history = shell.home / "history"
    history.write_text("SET old=1;\n")
    history.chmod(stat.S_IRUSR)
    screen = edit()
    screen.type(UP)
    screen.wait_behind("SET old=1;")
    screen.type("\r")
    screen.wait("OK")


def test_only_what_changed_is_written(edit):
    screen = edit()
    screen.type("SELECT 1,\r" + "\r".join(f"a.column_{i}," for i in range(20)))
    screen.wait_behind("column_19,")
    before = len(screen.raw)
    screen.type("x")
    screen.wait_behind("column_19,x")
    assert len(screen.raw) - before < 20


def test_the_screen_is_cleared(screen):
    screen.type("SELECT 1;\r")
    screen.wait("row in set")
    screen.wait_behind(PROMPT)
    screen.type("SELECT\r2\x0c")
    screen.wait(lambda screen: screen.rows()[:3] == ["demo> SELECT", "   -> 2", ""])
