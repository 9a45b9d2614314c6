"""An entry in the user's own editor."""

import os

import pytest

from test_editor import PROMPT, UP, leave


def editor_script(tmp_path, text):
    path = tmp_path / "editor.sh"
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o700)
    return str(path)


def test_the_editor_changes_the_entry(edit, tmp_path):
    script = editor_script(
        tmp_path, f'stat -c %a "$1" >{tmp_path}/mode; echo "$1" >{tmp_path}/path\nsed -i "s/41/42/" "$1"\n'
    )
    screen = edit(VISUAL=script)
    screen.type("SELECT 'x' ||\r41 AS v;")
    screen.wait_behind("v;")
    screen.type("\x18\x05")  # what was changed and is whole runs
    screen.wait("x42")
    screen.wait_behind(PROMPT)
    assert (tmp_path / "mode").read_text() == "600\n"
    assert not os.path.exists((tmp_path / "path").read_text().strip())
    screen.type("SELECT 'y' || 41\r\\e\r")
    screen.wait_behind("SELECT 'y' || 42")
    screen.type(";\r")
    screen.wait("y42 ")


def test_interrupts_are_the_editors(edit, tmp_path):
    """An editor that Ctrl-C does not end keeps the terminal, and the session stays."""
    script = editor_script(
        tmp_path,
        'trap "" INT\necho ready\nfor n in 1 2 3; do read -r line; echo "got $line"; done\n'
        'echo "SELECT \'done\';" >"$1"\n',
    )
    screen = edit(EDITOR=script)
    screen.type("SELECT 'last';\r")
    screen.wait("row in set")
    screen.wait_behind(PROMPT)
    screen.type("\\e\r")
    screen.wait("ready")
    for word in ("one", "two", "three"):
        screen.type("\x03" + word + "\r")
        screen.wait("got " + word)
    screen.wait("demo> SELECT 'done';")
    screen.wait_behind(PROMPT)
    assert "interrupted again" not in screen.text()
    leave(screen)


def test_what_the_editor_makes_is_the_users(edit, tmp_path):
    screen = edit(EDITOR=editor_script(tmp_path, f"umask >{tmp_path}/mask\n"))
    screen.type("SELECT 1;\r")
    screen.wait("row in set")
    screen.wait_behind(PROMPT)
    screen.type("\\e\r")
    screen.wait_behind("SELECT 1;")
    user = os.umask(0)
    os.umask(user)
    assert int((tmp_path / "mask").read_text(), 8) == user


def test_backslash_e_opens_the_last_statement(edit, tmp_path):
    screen = edit(EDITOR=editor_script(tmp_path, 'sed -i "s/1/7/" "$1"\n'))
    screen.type("SELECT 'last' || 1;\r")
    screen.wait("last1")
    screen.wait_behind(PROMPT)
    screen.type("\\e\r")
    screen.wait("last7")
    screen.wait_behind(PROMPT)
    screen.type(UP)
    screen.wait_behind("SELECT 'last' || 7;")


def test_what_was_not_changed_in_the_editor_does_not_run(edit):
    screen = edit(EDITOR="true")
    screen.type("SELECT 'once';\r")
    screen.wait("row in set")
    screen.wait_behind(PROMPT)
    screen.type("\\e\r")
    screen.wait_behind("SELECT 'once';")
    screen.type("\x18\x05")
    screen.wait_behind("SELECT 'once';")
    assert screen.text().count("row in set") == 1


@pytest.mark.parametrize("script, why", [("exit 3", "ended with status 3"), ("kill -9 $$", "ended with status 137")])
def test_an_editor_that_fails_loses_nothing(edit, tmp_path, script, why):
    screen = edit(EDITOR=editor_script(tmp_path, script + "\n"))
    screen.type("SELECT 'kept' AS\rk")
    screen.wait_behind("-> k")
    screen.type("\x18\x05")
    screen.wait("hint: set EDITOR or VISUAL")
    shown = "".join(screen.rows()).replace(" ", "")  # a row may end within the words
    assert why.replace(" ", "") in shown
    screen.wait_behind("-> k")
    screen.type(";\r")
    screen.wait("row in set")


def test_an_editor_that_is_none(edit):
    screen = edit(EDITOR="/no/such/editor")
    screen.type("SELECT 1\x18\x05")
    screen.wait("was not found")
    screen.wait_behind("SELECT 1")
