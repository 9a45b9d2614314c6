"""Standard streams that are slow, closed, full or broken, and statements that wait for answers."""

import os
import select
import signal
import subprocess

import pytest

from conftest import TIMEOUT


class Conversation:
    """The program with pipes at both ends, fed and read piece by piece."""

    def __init__(self, shell, *arguments):
        self.process = subprocess.Popen(
            shell.command("--format", "tsv", "--no-header", *arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )

    def say(self, text):
        self.process.stdin.write(text if isinstance(text, bytes) else text.encode())

    def answer(self, stream=None):
        """What comes next, though standard input stays open."""
        stream = stream or self.process.stdout
        ready, _, _ = select.select([stream], [], [], TIMEOUT)
        assert ready, "no answer before the end of the input"
        return os.read(stream.fileno(), 1 << 16).decode()

    def end(self):
        out, errors = self.process.communicate(timeout=TIMEOUT)
        return self.process.returncode, out.decode(), errors.decode()


@pytest.fixture
def conversation(shell):
    started = []

    def start(*arguments):
        started.append(Conversation(shell, *arguments))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
            one.process.communicate(timeout=TIMEOUT)


def test_statements_run_as_they_arrive(conversation):
    talk = conversation()
    talk.say("SELECT 1")
    talk.say(" + 1;")
    assert talk.answer() == "2\n"
    talk.say("SELECT '中;' -- no end; here\n, 'x;")
    talk.say("y' /* ; */;SELECT")
    assert talk.answer() == "中;\tx;y\n"
    talk.say(" 3; -- the end;")
    assert talk.answer() == "3\n"
    assert talk.end() == (0, "", "")


def test_a_character_in_two_pieces(conversation):
    talk = conversation()
    letters = "中".encode()
    talk.say(b"SELECT '" + letters[:1])
    talk.say(letters[1:] + b"';")
    assert talk.answer() == "中\n"
    talk.say("SELECT 'last'")
    assert talk.end() == (0, "last\n", "")


def test_quit_ends_while_the_writer_goes_on(conversation):
    talk = conversation()
    talk.say("SELECT 5; quit; SELECT 6;")
    assert talk.answer() == "5\n"
    assert talk.process.wait(timeout=TIMEOUT) == 0


def test_a_failed_statement_ends_while_the_writer_goes_on(conversation):
    talk = conversation()
    talk.say("SELECT nope; SELECT 6;")
    assert "FAILED: ODPS-0130071:[1,8]" in talk.answer(talk.process.stderr)
    assert talk.process.wait(timeout=TIMEOUT) == 1


def test_interrupt_while_waiting_for_input(conversation):
    talk = conversation()
    talk.say("SELECT 5;")
    assert talk.answer() == "5\n"
    talk.process.send_signal(signal.SIGINT)
    assert talk.process.wait(timeout=TIMEOUT) == 130


def test_interrupt_just_behind_a_statement(conversation):
    """The answer is read while its statement still ends: whoever takes the signal, it counts."""
    for _ in range(40):
        talk = conversation()
        talk.say("SELECT 5;")
        assert talk.answer() == "5\n"
        talk.process.send_signal(signal.SIGINT)
        assert talk.process.wait(timeout=TIMEOUT) == 130


def test_ten_megabytes_in_one_statement(conversation):
    talk = conversation()
    talk.say("SELECT length('" + "a;" * 5_000_000 + "');")
    assert talk.answer() == "10000000\n"
    assert talk.end()[0] == 0


def test_closed_streams_never_become_files_of_the_home(shell):
    """The next file that a program opens gets the number of a closed stream."""
    shell.ok("CREATE TABLE t (a BIGINT); INSERT INTO TABLE t VALUES (1);")

    def run(redirections):
        command = subprocess.list2cmdline(shell.command("-e", "'INSERT INTO TABLE t VALUES (2); SELECT a FROM t;'"))
        return subprocess.run(
            ["sh", "-c", command.replace('"', "") + " " + redirections],
            capture_output=True,
            text=True,
            check=False,
            timeout=TIMEOUT,
        )

    done = run(">&-")
    assert done.returncode == 3 and "cannot write the output" in done.stderr
    assert run("2>&- <&-").returncode == 0
    assert run(">&- 2>&- <&-").returncode == 3
    assert shell.rows("SELECT count(*), sum(a) FROM t;") == [["4", "7"]]


def test_closed_input_is_told(shell):
    command = subprocess.list2cmdline(shell.command()) + " <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False, timeout=TIMEOUT)
    assert done.returncode == 2
    assert done.stderr.startswith("paisql: cannot read standard input")


def test_a_folder_as_input_is_told(shell, tmp_path):
    descriptor = os.open(tmp_path, os.O_RDONLY)
    try:
        done = subprocess.run(
            shell.command(), stdin=descriptor, capture_output=True, text=True, check=False, timeout=TIMEOUT
        )
    finally:
        os.close(descriptor)
    assert done.returncode == 2
    assert "Is a directory" in done.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["-e", "SHOW FUNCTIONS;"], ["-e", "SELECT 1;"]])
def test_full_output_is_three(shell, arguments):
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            shell.command(*arguments), stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=TIMEOUT
        )
    assert done.returncode == 3
    assert "No space left" in done.stderr


def test_head_ends_quietly(shell):
    command = subprocess.list2cmdline(shell.command("-e", "'" + "SHOW FUNCTIONS;" * 50 + "'")).replace('"', "")
    done = subprocess.run(
        ["bash", "-c", f"{command} | head -1; exit ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0 and "FAILED" not in done.stderr
    assert len(done.stdout.splitlines()) == 1
