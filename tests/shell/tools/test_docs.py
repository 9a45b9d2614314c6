"""The documentation is true: its command blocks are run, and show what is printed."""

import re
import subprocess

import pytest

from command_blocks import Reader, Step, blocks, check_page, matches, steps
from conftest import BINARY, ROOT

# What needs TensorFlow is run by tests/pai/examples.
TRAINING = {ROOT / "docs/tutorial.md", ROOT / "docs/examples/README.md"}
# What needs PyODPS is run by tests/server.
CLIENTS = {ROOT / "docs/server.md"}
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def name_of(page):
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", [page for page in PAGES if page not in TRAINING | CLIENTS], ids=name_of)
def test_command_blocks(page, tmp_path):
    check_page(str(page), Reader(str(tmp_path), BINARY, str(ROOT)))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_stand_in_blocks_that_are_run(page):
    """What looks like a command and is not run would grow old unseen."""
    for line, language, lines in blocks(page):
        if language == "console":
            continue
        for text in lines:
            assert not text.startswith("$ "), f"{page.name}:{line}: {text}: needs a block `console`"
            check_command(text.split("#")[0], f"{page.name}:{line}")


def check_command(text, place):
    """A command that is only named: its script or flags have to exist."""
    words = re.split(r"[\s\[\]|]+", text.strip())
    if words[0].startswith("scripts/"):
        assert (ROOT / words[0]).exists(), f"{place}: there is no {words[0]}"
        known = (ROOT / words[0]).read_text()
    elif words[0] in ("paisql", "build/paisql"):
        tool = words[1:2] if words[1:2] in (["flow"], ["server"], ["console"]) else []
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


def test_pages_say_which_error_codes_never_come():
    """`never` in docs/errors.md is a code that no line of the program makes, and no other code is."""
    rows = (ROOT / "src" / "base" / "error_codes.def").read_text()
    codes = set(re.findall(r'PAISQL_ERROR\("([\w-]+)"', rows))
    header = (ROOT / "src" / "base" / "error.h").read_text()
    named = {}
    for name, own, number in re.findall(r"^  (k\w+) = (kOwnErrorCodes \+ )?(\d+),", header, re.M):
        named[f"PAISQL-{number:>04}" if own else f"ODPS-{number:>07}"] = name
    assert set(named) <= codes
    sources = [
        path.read_text(encoding="utf-8")
        for path in (ROOT / "src").rglob("*")
        if path.suffix in (".cpp", ".h") and path.parent.name != "help"
    ]
    forms = {code: rf'CodeOf\("{code}"\)|ErrorCode::{named.get(code, "-")}\b' for code in codes}
    made = {code for code, form in forms.items() if any(re.search(form, text) for text in sources)}
    said = re.findall(r"^\| ([\w-]+) \| [^|]+ \| (never)?", (ROOT / "docs" / "errors.md").read_text(), re.M)
    assert {code for code, word in said if word and code in codes} == codes - made


def test_every_failure_of_a_tool_shows_its_code():
    """Only the functions that print errors write the word, so none is printed without its code."""
    printers = {"src/render/error_report.cpp", "src/shell/system_limits.cpp", "src/tools/eas/eas.cpp"}
    others = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "src" / "shell").rglob("*.cpp")
        if re.search(r'"FAILED: ', path.read_text(encoding="utf-8"))
    } - printers
    bare = {name for name in others if re.search(r'"FAILED: " \+(?!.*ToString)', (ROOT / name).read_text())}
    assert bare == set()


def test_shell_page_lists_every_tool():
    used = subprocess.run([BINARY, "--help"], capture_output=True, text=True, check=True).stdout
    tools = set(re.findall(r"^       paisql (\w+)", used, re.M))
    assert {"check", "lineage", "flow", "server"} <= tools
    page = (ROOT / "docs" / "shell.md").read_text()
    row = next(line for line in page.split("\n") if "| in place of statements" in line)
    assert tools <= set(re.findall(r"`(\w+)`", row.split("|")[1]))
