"""docs/tutorial.md, as a new user follows it on a fresh home."""

import os
import sys

from fake_job import ROOT
from paisql_home import BINARY

sys.path.append(os.path.join(ROOT, "tests", "shell"))

from command_blocks import Reader, check_page  # noqa: E402  (lies beside the shell's tests)


def test_the_tutorial(tmp_path):
    steps = check_page(os.path.join(ROOT, "docs", "tutorial.md"), Reader(str(tmp_path), BINARY, ROOT))
    assert steps > 10
