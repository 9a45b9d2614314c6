"""What history says at the prompt: the grey rest of a statement, and Ctrl-R."""

import pytest

PROMPT = "demo> "
LEFT = "\x1b[D"


def paste(text):
    return "\x1b[200~" + text + "\x1b[201~"


def look(screen, text, offset=0):
    row, column = screen.find(text)
    return screen.attributes(row, column + offset)


def enter(screen, *entries):
    """Runs entries that give no rows."""
    for text in entries:
        screen.type(text)
        screen.wait_behind(text.split("\r")[-1])
        screen.type("\r")
        screen.wait_behind(PROMPT)


def test_search_in_history_without_letter_case(shell, screen):
    enter(screen, "SET Alpha=1;", "SET beta='中x';", "SET alpha=2;")
    screen.type("mine\x12ALP")
    screen.wait("(failed reverse-i-search)`ALP': SET Alpha=1;")
    screen.type("\x7f\x7f\x7falpha")
    screen.wait("(reverse-i-search)`alpha': SET alpha=2;")
    screen.type("\x12")
    screen.wait("(reverse-i-search)`alpha': SET Alpha=1;")
    screen.type("\x13")
    screen.wait("(i-search)`alpha': SET alpha=2;")
    screen.type("\x07")  # Ctrl-G: the entry is what it was
    screen.wait_behind("demo> mine")
    screen.type("\x15\x12中")
    screen.wait("`中': SET beta='中x';")
    screen.type("\x7fAlp")
    screen.wait("`Alp': SET Alpha=1;")
    screen.type("\r")
    screen.wait_behind(PROMPT)
    screen.type("\x12\x12")  # the same text once more
    screen.wait("`Alp': SET Alpha=1;")
    screen.type("\x1b[D9")  # the key that ends it does its work: between the text and what is before it
    screen.wait_behind("demo> SET9")
    screen.type("\x15\x12alp\x03")
    screen.wait_behind(PROMPT)
    assert (shell.home / "history").read_text().split("\n")[:4] == [
        "SET Alpha=1;",
        "SET beta='中x';",
        "SET alpha=2;",
        "SET Alpha=1;",
    ]


def test_history_suggests_the_rest(shell, screen):
    enter(screen, "SET a_1='long value';", "SET b=2;")
    screen.type("\x0cSET a")
    screen.wait("demo> SET a_1='long value';")
    screen.wait_behind("demo> SET a")
    assert look(screen, "SET a_1", 5).fg == "brightblack" and look(screen, "SET a_1").fg == "magenta"
    screen.type("\x1bf")  # a word of it
    screen.wait_behind("demo> SET a_1")
    assert look(screen, "_1='", 1).fg != "brightblack" and look(screen, "='long").fg == "brightblack"
    screen.type("\x1b[1;5C")
    screen.wait_behind("demo> SET a_1='long")
    screen.type("\x1b[C")
    screen.wait_behind("demo> SET a_1='long value';")
    assert look(screen, "value';").fg == "green"
    screen.type("\x1f")  # undo takes it back
    screen.wait_behind("demo> SET a_1='long")
    for key in ("\x05", "\x06", "\x1b[F"):
        screen.type("\x15SET a")
        screen.wait_behind("demo> SET a")
        screen.type(key)
        screen.wait_behind("demo> SET a_1='long value';")
    # Within the text nothing is suggested, and the keys move.
    screen.type("\x15SET a" + LEFT)
    screen.wait(lambda screen: screen.rows()[screen.cursor()[0]] == "demo> SET a" and screen.cursor()[1] == 10)
    screen.type("\x1b[C")
    screen.wait("demo> SET a_1='long value';")
    screen.wait_behind("demo> SET a")
    screen.type("\x03")
    screen.wait("demo> SET a^C")
    screen.wait_behind(PROMPT)
    screen.type("SET b\r")  # what is not taken does not run
    screen.wait_behind("-> ")
    assert "demo> SET b" in screen.rows()
    screen.type("\x03")
    screen.wait_behind(PROMPT)
    history = (shell.home / "history").read_text().split("\n")
    assert history[:3] == ["SET a_1='long value';", "SET b=2;", "SET a"] and history.count("SET b=2;") == 1


def test_a_suggestion_of_several_lines(shell, screen):
    entry = "SELECT 1 AS a,\n'" + "中文" * 40 + "' AS b;"
    screen.type(paste(entry))
    screen.wait_behind("AS b;")
    screen.type("\r")
    screen.wait("row in set")
    screen.wait_behind(PROMPT)
    screen.type("\x0cSELECT 1")
    screen.wait("AS b;")
    screen.wait_behind("demo> SELECT 1")
    drawn = "".join(row.strip() for row in screen.rows()).replace("demo> ", "")
    assert drawn == entry.replace("\n", "")
    screen.type("x")
    screen.wait(lambda screen: [row for row in screen.rows() if row] == ["demo> SELECT 1x"])
    screen.type("\x7f\x06")
    screen.wait_behind("AS b;")
    assert screen.rows()[1].startswith("   -> '中文")
    screen.type("\x15" * 4)
    screen.wait_behind(PROMPT)
    screen.type(paste("SELECT 1 "))
    screen.wait_behind("SELECT 1 ")
    screen.type("\x06\r")
    screen.wait("row in set")
    screen.wait_behind(PROMPT)
    assert (shell.home / "history").read_text().count("\n") == 1  # the same entry again


@pytest.mark.parametrize("environment, first", [({"NO_COLOR": "1"}, ""), ({}, "SET paisql.suggest=false;")])
def test_no_suggestion_without_the_wish(edit, environment, first):
    screen = edit(**environment)
    if first:
        enter(screen, first)
    enter(screen, "SET a='long value';")
    screen.type("SET a\x06\x05=")
    screen.wait_behind("demo> SET a=")
    assert screen.rows()[screen.cursor()[0]] == "demo> SET a="
