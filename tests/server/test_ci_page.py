"""The fixture that docs/ci.md gives to people who test code of their own."""

import os
import re
import subprocess

from conftest import BINARY, CLIENTS, ROOT

# Runs a file of tests by hand where the clients' environment has no pytest: its fixture is a generator.
RUN = """
import pathlib, sys, tempfile, types
pytest = types.ModuleType("pytest")
pytest.fixture = lambda scope: lambda function: function
sys.modules["pytest"] = pytest
names = {}
exec(sys.stdin.read(), names)
class Folders:
    def mktemp(self, name):
        return pathlib.Path(tempfile.mkdtemp(prefix=name))
fixture = names["odps"](Folders())
names["test_a_sum"](next(fixture))
print("passed")
next(fixture, None)
"""


def test_the_fixture(tmp_path):
    with open(os.path.join(ROOT, "docs", "ci.md"), encoding="utf-8") as page:
        (code,) = re.findall(r"```python\n(.*?)```", page.read(), re.DOTALL)
    program = tmp_path / "paisql"
    program.symlink_to(BINARY)
    done = subprocess.run(
        [CLIENTS, "-c", RUN],
        input=code,
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": "%s:%s" % (tmp_path, os.environ["PATH"]), "TMPDIR": str(tmp_path)},
    )
    assert done.stdout == "passed\n", done.stderr
