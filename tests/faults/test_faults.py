"""The short form of scripts/faults: a sample of every part, which must find nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))

from command import PARTS  # noqa: E402
from interposer import BINARY, LIBRARY  # noqa: E402

pytestmark = pytest.mark.skipif(
    b"__asan_init" in Path(BINARY).read_bytes() if os.path.exists(BINARY) else False,
    reason="AddressSanitizer has its own place before the C library",
)


@pytest.mark.parametrize("part", list(PARTS))
def test_nothing_is_found(part, tmp_path):
    assert os.path.exists(LIBRARY), "the library of tests/faults was not built"
    done = subprocess.run(
        [sys.executable, "-B", FOLDER / "command.py", "--part", part],
        env={**os.environ, "PAISQL_FAULTS_RESULTS": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = (tmp_path / f"{part}.jsonl").read_text().splitlines()
    assert len(lines) == PARTS[part][1]
    assert any(json.loads(line)["fired"] for line in lines)


@pytest.mark.parametrize(
    "case",
    ["catalog/742"]
    + [f"drop_partitioned/EACCES/{call}/open,mkdir,rename,unlink/once/alone/*" for call in range(16, 21)],
)
def test_what_long_runs_have_found(case):
    done = subprocess.run(
        [sys.executable, "-B", FOLDER / "command.py", "--case", case],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
