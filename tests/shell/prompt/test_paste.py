"""A paste is one text: nothing of it completes or runs, and it stops at the first error."""

import shutil
import subprocess
import time

import pytest

from screen import Screen

ON, OFF = b"\x1b[?2004h", b"\x1b[?2004l"
PROMPT = "demo> "
TABBED = "SELECT LENGTH('a\tb') AS n;\nSELECT nope;\nSELECT 40 + 2 AS late;\n"


@pytest.fixture(name="prompt")
def fixture_prompt(shell):
    started = []

    def start(**environment):
        screen = Screen(shell.command("--project", "demo", "--no-banner"), 100, 30, environment)
        started.append(screen)
        screen.wait_behind(PROMPT)
        return screen

    yield start
    for screen in started:
        screen.close()


@pytest.mark.parametrize("mode", ["emacs", "vi"])
def test_the_terminal_marks_pastes_while_the_prompt_waits_and_only_then(prompt, tmp_path, mode):
    (tmp_path / "inputrc").write_text(f"set editing-mode {mode}\n")
    screen = prompt(INPUTRC=str(tmp_path / "inputrc"))
    assert screen.raw.count(ON) == 1 and OFF not in screen.raw
    screen.type("SELECT 1 AS a;\r")
    screen.wait("1 row in set")
    screen.wait_behind(PROMPT)
    assert [screen.raw.count(mark) for mark in (ON, OFF)] == [2, 1]
    assert screen.raw.index(OFF) < screen.raw.index(b"1 row in set") < screen.raw.rindex(ON)
    screen.type("quit\r")
    screen.wait_end()
    assert screen.raw.rindex(OFF) > screen.raw.rindex(ON)


def test_inputrc_turns_the_marks_off(prompt, tmp_path):
    (tmp_path / "inputrc").write_text("set enable-bracketed-paste off\n")
    assert ON not in prompt(INPUTRC=str(tmp_path / "inputrc")).raw


class Tmux:
    """A real terminal, which marks a paste only where the program has asked for it."""

    def __init__(self, folder, command):
        self._socket = str(folder / "tmux")
        self.run("new-session", "-d", "-x", "100", "-y", "30", " ".join(command), config="/dev/null")

    def run(self, *words, config=None, text=None):
        options = ["-f", config] if config else []
        done = subprocess.run(
            ["tmux", "-S", self._socket, *options, *words],
            input=text,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def rows(self):
        return [row.rstrip() for row in self.run("capture-pane", "-p").splitlines()]

    def wait(self, holds):
        end = time.monotonic() + 60
        while not holds(self.rows()):
            if time.monotonic() > end:
                raise TimeoutError("what was waited for does not come:\n" + "\n".join(self.rows()))

    def paste(self, text):
        self.run("load-buffer", "-", text=text)
        self.run("paste-buffer", "-p", "-r")


@pytest.fixture(name="tmux")
def fixture_tmux(shell, tmp_path, monkeypatch):
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("INPUTRC", "/dev/null")
    terminal = Tmux(tmp_path, shell.command("--project", "demo", "--no-banner"))
    terminal.wait(lambda rows: any(row.startswith(PROMPT.strip()) for row in rows))
    yield terminal
    terminal.run("kill-server")


def test_a_paste_through_a_terminal_is_one_text(tmux, shell):
    tmux.paste(TABBED)
    tmux.wait(lambda rows: any(row.endswith("-> SELECT 40 + 2 AS late;") for row in rows))
    assert not any("row in set" in row for row in tmux.rows())
    tmux.run("send-keys", "Enter")
    tmux.wait(lambda rows: any("statement after it was not run" in row for row in rows))
    rows = tmux.rows()
    assert "│      3 │" in rows and sum("1 row in set" in row for row in rows) == 1
    assert sum("FAILED: ODPS-0130071" in row for row in rows) == 1 and not any("42" in row for row in rows)
    # The tab was text, where Tab would have completed.
    assert (shell.home / "history").read_text() == TABBED
