"""`check` and `lineage` know functions from their classes, of which nothing runs."""

import json

import pytest

MODULE = """
open({mark!r}, "a").write("x")
from odps.udf import BaseUDTF, annotate

@annotate("bigint,string->bigint")
class Plus(object):
    def evaluate(self, a, b):
        return a

@annotate("string->string,bigint")
class Words(BaseUDTF):
    def process(self, text):
        self.forward(text, 1)
"""
MADE = """CREATE TABLE t (a BIGINT, b STRING, c STRING);
CREATE TABLE o (x BIGINT, y STRING, z BIGINT);
ADD PY sums.py;
CREATE FUNCTION plus AS 'sums.Plus' USING 'sums.py';
CREATE FUNCTION words AS 'sums.Words' USING 'sums.py';
"""


@pytest.fixture(name="told")
def tool(shell, tmp_path):
    """What a tool says in JSON of a script after MADE, whose last line is 6."""
    (tmp_path / "sums.py").write_text(MODULE.format(mark=str(tmp_path / "ran")))

    def tell(verb, script):
        (tmp_path / "job.sql").write_text(MADE + script)
        done = shell.run(verb, "--format", "json", "job.sql", cwd=tmp_path)
        # A class that is not in the text may be made when the module runs.
        assert not (tmp_path / "ran").exists() or "Gone" in script
        return json.loads(done.stdout)

    return tell


@pytest.mark.parametrize(
    ("statement", "place", "message"),
    [
        ("SELECT plus(1);", (6, 8), "function plus needs 2 parameters, actually have 1"),
        ("SELECT plus(ARRAY(1), 'x');", (6, 13), "invalid type ARRAY<INT> of argument 1 for function plus"),
        ("SELECT pluss(1);", (6, 8), "function or view 'pluss' cannot be resolved"),
        ("SELECT words(b) AS (n) FROM t;", (6, 21), "function words gives 2 columns, 1 names are given"),
        ("DROP FUNCTION plus; SELECT plus(1, 'a');", (6, 28), "function or view 'plus' cannot be resolved"),
        ("DROP FUNCTION plu;", (6, 15), "function plu cannot be resolved"),
        ("CREATE FUNCTION f AS 'sums.Gone' USING 'sums.py'; SELECT f(1);", (6, 58), "cannot be resolved"),
        ("CREATE FUNCTION f AS 'sums.Plus' USING 'gone.py';", (6, 40), "resource gone.py"),
    ],
)
def test_a_check_tells_of_wrong_calls(told, statement, place, message):
    found = [one for one in told("check", statement) if one["severity"] == "error"]
    assert [(one["line"], one["column"]) for one in found] == [place], found
    assert message in found[0]["message"]
    if "pluss" in statement:
        assert "plus" in found[0]["hint"]


def test_a_check_takes_right_calls(told):
    assert told("check", "INSERT INTO o SELECT plus(a, b), k, n FROM t LATERAL VIEW words(c) w AS k, n;") == []


def test_lineage_goes_through_functions(told):
    flows = told(
        "lineage",
        "INSERT INTO o SELECT plus(a, b), k, n FROM t LATERAL VIEW words(c) w AS k, n;\n"
        "CREATE VIEW v AS SELECT plus(a, b) AS p FROM t;\n"
        "INSERT INTO o SELECT p, 'x', 1 FROM v;\nSELECT plus(1, 'x');\nINSERT INTO o SELECT 1, 'a', 2;",
    )
    origins = {
        column["name"]: [origin["column"] for origin in column["from"]]
        for flow in flows[:1]
        for column in flow["columns"]
    }
    assert origins == {"x": ["a", "b"], "y": ["c"], "z": ["c"]}
    plus, words = "default_project.plus", "default_project.words"
    assert [flow["functions"] for flow in flows] == [[plus, words], [plus], [plus], [plus], []]
    assert [flow["resources"] for flow in flows] == [["default_project.sums.py"]] * 4 + [[]]
