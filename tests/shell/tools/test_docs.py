"""The documentation is true: its command blocks are run, and show what is printed."""

import re
import subprocess

import pytest

from command_blocks import Reader, Step, blocks, check_page, matches, steps
from conftest import BINARY, ROOT

# What needs TensorFlow is run by tests/pai/examples/test_tutorial.py.
TRAINING = {"tutorial.md"}
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in TRAINING], ids=lambda page: page.name)
def test_command_blocks(page, tmp_path):
    check_page(str(page), Reader(str(tmp_path), BINARY, str(ROOT)))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_stand_in_blocks_that_are_run(page):
    """What looks like a command and is not run would grow old unseen."""
    for line, language, lines in blocks(page):
        if language == "console":
            continue
        for text in lines:
            assert not text.startswith("$ "), f"{page.name}:{line}: {text}: wants a block `console`"
            check_command(text.split("#")[0], f"{page.name}:{line}")


def check_command(text, place):
    """A command that is only named: its script or flags have to exist."""
    words = re.split(r"[\s\[\]|]+", text.strip())
    if words[0].startswith("scripts/"):
        assert (ROOT / words[0]).exists(), f"{place}: there is no {words[0]}"
        known = (ROOT / words[0]).read_text()
    elif words[0] in ("paisql", "build/paisql"):
        tool = ["flow"] if words[1:2] == ["flow"] else []
        known = subprocess.run([BINARY, *tool, "--help"], capture_output=True, text=True, check=True).stdout
    else:
        return
    for word in words[1:]:
        flag = re.match(r"--[a-z][a-z-]+", word)
        assert not flag or flag.group() in known, f"{place}: {words[0]} knows no {flag.group()}"


def test_a_wrong_page_is_noticed(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```console\n$ paisql --format tsv -e 'SELECT 1 AS a;'\na\n2\n```\n")
    with pytest.raises(AssertionError, match=r"page.md:2"):
        check_page(str(page), Reader(str(tmp_path / "run"), BINARY, str(ROOT)))


def test_what_matches():
    assert matches(["a … c", "…", "z"], ["a b c", "x", "y", "z"])
    assert matches(["…"], [])
    assert not matches(["a"], ["a", "b"])
    assert not matches(["a…c"], ["a b"])


def test_steps_of_a_block():
    block = (10, "console", ["$ cat <<END", "> x", "> END", "x", "p> SELECT 1", "  -> AS a;", "OK"])
    assert steps(block) == [Step(11, "", "cat <<END\nx\nEND", ["x"]), Step(15, "p", "SELECT 1\nAS a;", ["OK"])]
