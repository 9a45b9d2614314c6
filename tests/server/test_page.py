"""The blocks of docs/server.md run as they stand there, with a Python that has PyODPS."""

import os
import signal
import sys

from conftest import BINARY, CLIENTS, ROOT

sys.path.append(os.path.join(ROOT, "tests", "shell"))
from command_blocks import Reader, check_page  # noqa: E402


def end_server(folder):
    """Ends what a block that has failed leaves."""
    try:
        with open(folder / "pid", encoding="utf-8") as file:
            os.kill(int(file.read()), signal.SIGTERM)
    except (OSError, ValueError):
        pass


def test_the_page_of_the_server(tmp_path):
    folder = tmp_path / "reader"
    path = os.pathsep.join([str(folder / "bin"), os.path.dirname(CLIENTS), os.environ["PATH"]])
    reader = Reader(str(folder), BINARY, ROOT, PATH=path)
    try:
        steps = check_page(os.path.join(ROOT, "docs", "server.md"), reader)
    except AssertionError:
        end_server(folder)
        raise
    assert steps > 3
