"""What functions of users print is shown at the end of their statement."""

import json

import pytest

MODULE = """
import os, sys
from odps.udf import BaseUDTF, annotate

@annotate("bigint->bigint")
class Show(object):
    def evaluate(self, a):
        print("out of", a)
        sys.stderr.write("beside %s" % a)
        if a == 3:
            raise ValueError("three")
        if a == 4:
            os._exit(5)
        return a

@annotate("bigint->string")
class Much(object):
    def evaluate(self, a):
        sys.stdout.write("\\u4e2d" * a)
        return None

@annotate("bigint->bigint")
class Rows(BaseUDTF):
    def process(self, a):
        print("row", a)
        self.forward(a)
    def close(self):
        print("closed")
"""
SETTING = "odps.sql.runtime.flag.executionengine_PythonStdoutMaxsize"


@pytest.fixture(name="made")
def functions(shell, tmp_path):
    (tmp_path / "shows.py").write_text(MODULE, encoding="utf-8")
    shell.ok(
        f"ADD PY {tmp_path}/shows.py; "
        + "".join(f"CREATE FUNCTION {name} AS 'shows.{name}' USING 'shows.py'; " for name in ("Show", "Much", "Rows"))
    )
    return shell


def test_a_statement_shows_it_at_its_end(made):
    done = made.sql("SET odps.sql.python.version=cp37; SELECT Show(1); SELECT Rows(7); SELECT 2;", "--format", "tsv")
    assert done.returncode == 0, done.stderr
    assert "out of 1\nbeside 1\n" in done.stderr and "row 7\nclosed\n" in done.stderr
    assert "out of" not in done.stdout


@pytest.mark.parametrize(("value", "code"), [(3, "ValueError: three"), (4, "has ended")])
def test_a_statement_that_fails_shows_it_too(made, value, code):
    done = made.sql(f"SET odps.sql.python.version=cp37; SELECT Show({value}); SELECT 1;")
    assert done.returncode != 0
    assert code in done.stderr and f"out of {value}\nbeside {value}\n" in done.stderr


def test_events_have_it(made):
    done = made.sql("SET odps.sql.python.version=cp37; SELECT Show(1); SELECT Rows(7);", "--output", "jsonl")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    shown = [(one["number"], one["text"]) for one in told if one["event"] == "output"]
    assert "".join(text for number, text in shown if number == 2) == "out of 1\nbeside 1\n", told
    assert "".join(text for number, text in shown if number == 3) == "row 7\nclosed\n", told


def test_what_is_too_much_is_cut(made):
    more = 10
    letters = (1 << 20) // 3
    statements = f"SET odps.sql.python.version=cp37; SET {SETTING}=1; SELECT Much({letters + more}); SELECT Show(1);"
    done = made.sql(statements)
    assert done.returncode == 0, done.stderr[-1000:]
    assert done.stderr.count("\u4e2d") == letters
    assert f"functions have printed {3 * more} bytes more; SET {SETTING} shows up to 100 MB" in done.stderr
    assert "out of 1\n" in done.stderr
    refused = made.sql(f"SET {SETTING}=101;")
    assert "expect a whole number from 1 to 100" in refused.stderr
