"""Entries of several lines with commands among them, and commands of other clients."""

import pytest

from conftest import BINARY
from screen import Screen, unfolded

PROMPT = "demo> "


@pytest.fixture(name="screen", params=[(100, 30), (60, 20)], ids=["100x30", "60x20"])
def start_screen(shell, request):
    columns, rows = request.param
    command = [BINARY, "--home", str(shell.home), "--project", "demo", "--no-banner"]
    with Screen(command, columns, rows, env={"TZ": "Asia/Tokyo"}) as screen:
        screen.wait_behind(PROMPT)
        yield screen


def paste(screen, text):
    screen.type(b"\x1b[200~" + text.encode() + b"\x1b[201~\r")


def type_lines(screen, text):
    screen.type(text.replace("\n", "\r") + "\r")


def numbers(screen):
    """The results of one number each, in their order."""
    return [row.strip("│ ") for row in screen.text().split("\n") if row.startswith("│") and row.strip("│ ").isdigit()]


@pytest.mark.parametrize("give", [paste, type_lines])
@pytest.mark.parametrize(
    "text, told",
    [
        ("\\dt\nSELECT 11;", "OK"),
        ("help quit\nSELECT 11;", "ends the session"),
        ("-- first\n\n  \\format\nSELECT\n 11;", "format: auto"),
        ("SELECT 10;\n\\dt -- 'x\nSELECT 11;", "OK"),
    ],
)
def test_a_command_ends_with_its_line(screen, give, text, told):
    give(screen, text)
    screen.wait("│  11 │")
    screen.wait_behind(PROMPT)
    assert told in screen.text()
    assert numbers(screen) == (["10", "11"] if "10" in text else ["11"])


def test_what_stands_behind_a_failed_command_is_dropped(shell, screen):
    paste(screen, "SELECT 10;\n\\d sale\nSELECT 11; SELECT 12;\nhistory")
    screen.wait("3 statements after it were not run")
    screen.wait_behind(PROMPT)
    assert numbers(screen) == ["10"]
    screen.type("quit\r")
    assert screen.wait_end() == 0
    entries = (shell.home / "history").read_text().splitlines()
    assert entries == ["SELECT 10;", "\\\\d sale", "SELECT 11;", "SELECT 12;", "history", "quit"]


def test_a_command_behind_a_failed_statement_is_counted(screen):
    paste(screen, "SELECT x; SELECT 1;\n\\q\n")
    screen.wait("2 statements after it were not run")
    screen.wait_behind(PROMPT)
    paste(screen, "SET paisql.keep_going=true;\nSELECT x;\n\\d nowhere\nSELECT 11;")
    screen.wait("│  11 │")


def test_within_quotes_and_statements_nothing_is_a_command(screen):
    paste(screen, "SELECT length('\n\\q\nquit\n') AS n,\n/*\n\\q\n*/ 7 AS\nq\n;")
    screen.wait("│      8 │   7 │")


def test_a_statement_is_watched_from_its_own_line(screen):
    paste(screen, "SELECT 10;\nSELECT 11 \\watch 0.1 2\nSELECT 12;")
    screen.wait("│  12 │")
    screen.wait_behind(PROMPT)
    assert numbers(screen) == ["10", "11", "11", "12"]
    # The clock is the session's, as for all times, and not the machine's.
    assert screen.text().count(" (every 0.1 s, Ctrl-C ends it)") == 2 and "JST" not in screen.text()


def test_the_last_result_is_not_watched(screen):
    type_lines(screen, "SELECT 10;")
    screen.wait("│  10 │")
    type_lines(screen, "SELECT * FROM .last \\watch")
    screen.wait("_ is the last result")


@pytest.mark.parametrize(
    "typed, cure",
    [
        (".tables", "\\dt lists the tables"),
        (".MODE csv", "\\format NAME"),
        (".schema t", "SHOW CREATE TABLE"),
        (".nothing", "\\? lists the commands"),
        ("\\set a 1", "SETVAR name=value;"),
        ("\\o x.csv", "\\g > FILE"),
        ("\\c shop", "USE project;"),
        ("\\copy t from 'x.csv'", "TUNNEL UPLOAD file table;"),
        ("\\timing", "the time of each statement"),
    ],
)
def test_commands_of_other_clients_name_the_cure(screen, typed, cure):
    type_lines(screen, typed)
    screen.wait("there is no command " + typed.split()[0])
    screen.wait("hint: ")
    screen.wait_behind(PROMPT)
    assert cure in unfolded(screen.text())


def test_a_question_mark_is_help(screen):
    type_lines(screen, "? quit")
    screen.wait("QUIT: ends the session")
