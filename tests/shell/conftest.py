"""What the shell's tests share: the binary, a fresh home, and a way to run statements."""

import os
import subprocess
from pathlib import Path

import ptyprocess
import pytest

from screen import Screen

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PAISQL_BINARY", str(ROOT / "build" / "paisql"))
TIMEOUT = 180
# The tests ignore the developer's own file for prompts.
os.environ["PAISQLRC"] = ""

_terminate = ptyprocess.PtyProcess.terminate


def _terminate_and_wait(process, force=False):
    """The library gives a killed process a tenth of a second to end; a busy machine takes longer."""
    if _terminate(process, force):
        return True
    if force:
        process.wait()
    return force


ptyprocess.PtyProcess.terminate = _terminate_and_wait

# A sanitized program keeps what it freed, so as to notice a use of it: its size tells nothing.
measures_memory = pytest.mark.skipif(
    Path(BINARY).exists() and b"__asan_init" in Path(BINARY).read_bytes(), reason="AddressSanitizer keeps freed memory"
)


class Shell:
    """Runs the program on one home."""

    def __init__(self, home):
        self.home = home

    def command(self, *arguments):
        return [BINARY, "--home", str(self.home), *arguments]

    def run(self, *arguments, stdin="", **options):
        options.setdefault("timeout", TIMEOUT)
        return subprocess.run(
            self.command(*arguments), input=stdin, capture_output=True, text=True, check=False, **options
        )

    def sql(self, text, *arguments, **options):
        return self.run(*arguments, "-e", text, **options)

    def ok(self, text, *arguments, **options):
        done = self.sql(text, *arguments, **options)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def rows(self, text):
        """The answer as a list of rows of texts."""
        out = self.ok(text, "--format", "tsv", "--no-header")
        return [line.split("\t") for line in out.splitlines()]

    def start(self, *arguments, **options):
        return subprocess.Popen(
            self.command(*arguments),
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **options,
        )


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path / "home")


@pytest.fixture
def edit(shell):
    """Starts prompts of the project demo, or other commands, each on a screen of its own."""
    started = []

    def start(columns=100, rows=30, command=None, **environment):
        screen = Screen(command or shell.command("--project", "demo", "--no-banner"), columns, rows, environment)
        started.append(screen)
        if command is None:
            screen.wait_behind("demo> ")
        return screen

    yield start
    for screen in started:
        screen.close()


@pytest.fixture(params=[(100, 30), (60, 20)], ids=["100x30", "60x20"])
def screen(request, edit):
    """A prompt on a usual screen, and one on a small screen."""
    return edit(*request.param)


@pytest.fixture
def worker(tmp_path):
    """Makes workers of users' functions of modules, which end with the test; for the tests in functions/."""
    from function_worker import FunctionWorker

    made = []

    def make(files, **options):
        made.append(FunctionWorker(tmp_path, files, **options))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def binary():
    return BINARY


@pytest.fixture(name="script")
def script_writer(tmp_path):
    """Writes a text into a file of the test's folder, and gives its path."""

    def write(text, name="job.sql"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write
