"""What charts show first, and which names they write (modules of src/web), run by themselves."""

import json
import os
import subprocess

import pytest
from console_home import ROOT

NODE = os.path.join(ROOT, ".deps", "venv", "bin", "node")
CHART, NAMES = "editor/results/chart.ts", "widgets/charts/curve/names.ts"
PROGRAM = """
import { readFileSync } from 'node:fs';
const module = await import(process.argv[1]);
console.log(JSON.stringify(module[process.argv[2]](...JSON.parse(readFileSync(0, 'utf8')))));
"""

pytestmark = pytest.mark.skipif(not os.path.exists(NODE), reason="scripts/setup --console installs Node.js")


def called(module, function, *arguments):
    path = os.path.join(ROOT, "src", "web", module)
    command = [NODE, "--input-type=module", "-e", PROGRAM, path, function]
    asked = json.dumps(arguments)
    return json.loads(subprocess.run(command, input=asked, capture_output=True, text=True, check=True).stdout)


def column(number=False, time=False):
    return {"name": "c", "type": "", "number": number, "time": time}


@pytest.mark.parametrize(
    ("columns", "rows", "wanted"),
    [
        ([column(), column(number=True)], 200, {"x": 0, "ys": [1]}),
        ([column(), column(number=True)], 201, {"x": -1, "ys": [1]}),
        ([column(), column(number=True), column(number=True)], 1_000_000, {"x": 1, "ys": [2]}),
        ([column(), column(time=True), column(number=True)], 1_000_000, {"x": 1, "ys": [2]}),
    ],
)
def test_the_first_choice(columns, rows, wanted):
    assert called(CHART, "firstChoice", columns, rows) == wanted


@pytest.mark.parametrize("count", [1, 7, 200, 10_000])
@pytest.mark.parametrize("width", [80, 640])
def test_written_names_have_room(count, width):
    names = [f"name {number:05}" for number in range(count)]
    places = called(NAMES, "writtenPlaces", names, -0.5, count - 0.5, width)
    assert places[0] == 0 and all(0 <= place < count for place in places)
    letters = len(names[0]) * 7
    steps = [(right - left) * width / count for left, right in zip(places, places[1:], strict=False)]
    assert all(step >= letters for step in steps)
    if count * (letters + 12) <= width:
        assert len(places) == count
