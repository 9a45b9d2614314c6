"""What the form of a service makes of the values in it (src/web/services/requestBody.ts), run by itself."""

import json
import os
import subprocess

import pytest
from console_home import ROOT

NODE = os.path.join(ROOT, ".deps", "venv", "bin", "node")
MODULE = os.path.join(ROOT, "src", "web", "services", "requestBody.ts")
PROGRAM = """
const { bodyOf, firstValue } = await import(process.argv[1]);
const told = JSON.parse(process.argv[2]).map(({ shape, type, text }) => {
  const input = { name: 'x', type, shape };
  return bodyOf({ signature_name: 's', inputs: [input], outputs: [] }, { x: text ?? firstValue(input) }, false);
});
console.log(JSON.stringify(told));
"""
CASES = [
    ([-1, 4], "5.1,3.5,1.4,0.2", [{"x": [5.1, 3.5, 1.4, 0.2]}]),
    ([-1, 4], "[5.1, 3.5, 1.4, 0.2]", [{"x": [5.1, 3.5, 1.4, 0.2]}]),
    ([-1, 4], "[5.1, 3.5]", None),
    ([-1, 4], "5.1", None),
    ([-1, 4], "[[5.1, 3.5, 1.4, 0.2]]", None),
    ([-1, 2, 2], "[[1, 2], [3, 4]]", [{"x": [[1, 2], [3, 4]]}]),
    ([-1, 2, 2], "[[1, 2], [3]]", None),
    ([-1, -1], "1, 2, 3", [{"x": [1, 2, 3]}]),
    ([-1, 3], None, [{"x": [0, 0, 0]}]),
    ([-1, 1], "7", [{"x": 7}]),
    (None, '{"any": [1]}', {"x": {"any": [1]}}),
]


@pytest.mark.skipif(not os.path.exists(NODE), reason="scripts/setup --console installs Node.js")
def test_values_have_the_shape_of_their_input():
    asked = [{"shape": shape, "type": "DT_FLOAT", "text": text} for shape, text, _ in CASES]
    asked = [{name: value for name, value in one.items() if value is not None} for one in asked]
    command = [NODE, "--input-type=module", "-e", PROGRAM, MODULE, json.dumps(asked)]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert [one and json.loads(one) for one in told] == [wanted for _, _, wanted in CASES]
