"""A fixed part of tests/sql on Sail: its rows are those of this machine, and docs/spark-refused.md names what is refused.
The whole takes some minutes: build/sql_test --spark sail --list docs/spark-refused.md"""

import os
import re
import subprocess

from conftest import BINARY, PYTHON
from spark_session import ROOT

PAGE = ROOT / "docs" / "spark-refused.md"
EACH = 9  # of so many files one runs, beside those that the page names
SLOW = {"tests/sql/tablefunction/generated_rows.test"}


def files():
    every = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "sql").rglob("*.test"))
    listed = {"tests/sql/" + name for name in re.findall(r"([\w/]+\.test):", PAGE.read_text(encoding="utf-8"))}
    assert listed <= set(every)
    return sorted((set(every[::EACH]) | listed) - SLOW)


def test_sail_gives_what_this_machine_gives(tmp_path):
    command = [os.path.join(os.path.dirname(BINARY), "sql_test"), "--spark", "sail", "--list", str(PAGE), *files()]
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PAISQL_SPARK_PYTHON": PYTHON}
    environment.pop("PAISQL_UPDATE_DOCS", None)
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
