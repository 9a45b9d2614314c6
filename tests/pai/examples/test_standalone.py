"""docs/examples/README.md: each example runs by itself and prints what the page shows."""

import json
import os
import sys

import pytest
from fake_job import ROOT
from paisql_home import BINARY
from test_requirements import wheel

sys.path.append(os.path.join(ROOT, "tests", "shell"))

from command_blocks import Reader, Step, blocks, check_steps, steps  # noqa: E402  (lies beside the shell's tests)

PAGE = os.path.join(ROOT, "docs", "examples", "README.md")
BLOCKS = {block[0]: block for block in blocks(PAGE) if block[1] == "console"}
# A stand-in for the package that the archive asks for, since tests reach no index.
TABULATE = (
    "def tabulate(rows, headers=()):\n    return chr(10).join(' '.join(map(str, row)) for row in [headers, *rows])\n"
)


@pytest.mark.parametrize("line", BLOCKS, ids=lambda line: steps(BLOCKS[line])[-1].text.split("docs/examples/")[-1][:20])
def test_a_block_of_the_page(tmp_path, line):
    os.makedirs(tmp_path / "wheels")
    wheel(tmp_path / "wheels", "tabulate", "0.9.0", TABULATE)
    reader = Reader(str(tmp_path), BINARY, ROOT, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(tmp_path / "wheels"))
    os.symlink(os.path.join(ROOT, "src"), tmp_path / "src")
    try:
        assert check_steps(PAGE, BLOCKS[line], reader) > 0
    finally:
        # A block that failed half-way leaves no process.
        if any("serving/" in step.text for step in steps(BLOCKS[line])):
            drop = Step(0, "", 'paisql --project prices_project -e "DROP SERVICE IF EXISTS prices;"', [])
            reader.run(drop)


def test_the_notebook(tmp_path, monkeypatch):
    os.symlink(BINARY, tmp_path / "paisql")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("PAISQL_HOME", str(tmp_path / "home"))
    with open(os.path.join(ROOT, "docs/examples/notebook/temperature.ipynb"), encoding="utf-8") as file:
        cells = json.load(file)["cells"]
    names = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)  # as a notebook runs its cells, one after the other
    assert [(row["city"], row["high"]) for row in names["rows"]] == [("北京", 1.5), ("杭州", 9.0)]
    assert "did you mean 'celsius'?" in names["message"]
