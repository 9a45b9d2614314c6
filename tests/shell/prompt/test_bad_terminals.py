"""Prompts whose history cannot be kept, and terminals without colours."""

import os

import pexpect
import pytest

from conftest import TIMEOUT


@pytest.fixture
def prompt(shell):
    started = []

    def start(**environment):
        base = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
        command = shell.command("--project", "demo")
        child = pexpect.spawn(
            command[0],
            command[1:],
            env={**base, "INPUTRC": "/dev/null", **environment},
            encoding="utf-8",
            timeout=TIMEOUT,
            dimensions=(50, 200),
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


def test_a_history_that_cannot_be_written_disturbs_nobody(shell, prompt):
    shell.ok("SELECT 1;")
    (shell.home / "history").mkdir()
    child = prompt(TERM="dumb")
    child.expect("demo> ")
    child.sendline("SELECT 40 + 2;")
    child.expect("42")
    child.expect("demo> ")
    child.sendline("quit;")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0


def test_a_history_of_random_bytes(shell, prompt):
    shell.ok("SELECT 1;")
    (shell.home / "history").write_bytes(bytes(range(256)) * 20)
    child = prompt(TERM="dumb")
    child.expect("demo> ")
    child.sendline("SELECT 40 + 2;")
    child.expect("42")


@pytest.mark.parametrize(
    "environment, coloured",
    [({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({}, False)],
)
def test_colours(prompt, environment, coloured):
    child = prompt(**environment)
    child.expect("demo>")
    child.sendline("SELECT nope;")
    child.expect("ODPS-0130071")
    child.expect(r"\^\^\^\^")
    assert ("\033[1;31m" in child.before) == coloured
