"""Functions of users run on the older Pythons that the README names: on what these lack, and on these where they are."""

import glob
import os
import sys

import pytest

CODE = """
from odps.udf import annotate
@annotate('bigint->bigint')
class Plus(object):
    def evaluate(self, a):
        return a + 1
"""
# 3.10 has no -P, and 3.9 no importlib.util.Loader either.
REFUSES = """#!/bin/sh
for word; do
  if [ "$word" = -P ]; then echo 'Unknown option: -P' >&2; exit 2; fi
done
exec %s "$@"
"""
LACKS = "import importlib.util\ndel importlib.util.Loader\n"
OLDER = [found for name in ("3.9", "3.10") for found in sorted(glob.glob("/usr/bin/python" + name))]


def call(shell, folder, python, **variables):
    (folder / "adder.py").write_text(CODE)
    (folder / "json.py").write_text("raise SystemExit('a file of the user came before the module of Python')\n")
    done = shell.sql(
        "ADD PY %s; ADD PY %s; CREATE FUNCTION plus1 AS 'adder.Plus' USING 'adder.py,json.py'; "
        "SELECT plus1(a) FROM VALUES (1L) t(a);" % (folder / "adder.py", folder / "json.py"),
        "--format",
        "tsv",
        "--no-header",
        env={**os.environ, "PAISQL_PYTHON": str(python), **variables},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "2"


def test_what_older_pythons_lack_is_not_asked_for(shell, tmp_path):
    python, site = tmp_path / "python", tmp_path / "site"
    python.write_text(REFUSES % sys.executable)
    python.chmod(0o755)
    site.mkdir()
    (site / "sitecustomize.py").write_text(LACKS)
    call(shell, tmp_path, python, PYTHONPATH=str(site))


@pytest.mark.parametrize("python", OLDER)
def test_an_older_python(shell, tmp_path, python):
    call(shell, tmp_path, python)
