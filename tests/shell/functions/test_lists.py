"""LIST, SHOW, DESC and HELP of functions."""

import pytest

MODULE = """
from odps.udf import annotate

@annotate("bigint, map<string,bigint>->double")
class Plus(object):
    def evaluate(self, a, b):
        return 1.5
"""


@pytest.fixture(name="made")
def functions(shell, tmp_path):
    (tmp_path / "sums.py").write_text(MODULE)
    (tmp_path / "data.txt").write_text("x")
    shell.ok(
        f"ADD PY {tmp_path}/sums.py; ADD FILE {tmp_path}/data.txt;"
        "CREATE FUNCTION plus AS 'sums.Plus' USING 'sums.py,data.txt';"
        "CREATE SQL FUNCTION Abs_of(@a BIGINT) AS abs(@a); CREATE PROJECT other;"
    )
    return shell


def test_a_list_is_that_of_the_client(made):
    rows = made.rows("LIST FUNCTIONS;")
    assert [(row[0], row[3], row[4]) for row in rows] == [("abs_of", "", ""), ("plus", "sums.Plus", "sums.py,data.txt")]
    text = made.ok("LS FUNCTIONS -p default_project LIKE 'PL*';")
    assert text.endswith("1 functions\n") and "Create Time" in text and "abs_of" not in text
    assert made.rows("LIST FUNCTIONS -p other;") == []
    assert made.rows("SHOW FUNCTIONS LIKE 'plus|abs*';") == [
        ["abs_of", "(@a BIGINT) AS abs(@a)"],
        ["plus", "sums.Plus bigint, map<string,bigint>->double"],
        ["abs", "ABS(a)"],
    ]


def test_help_tells_how_a_function_is_called(made):
    text = made.ok("HELP Plus;")
    assert "plus: class sums.Plus of sums.py, data.txt" in text
    assert "plus(BIGINT, MAP<STRING,BIGINT>) -> DOUBLE" in text
    assert "abs_of(@a BIGINT)" in made.ok("HELP abs_of;")
    assert "plus" in made.ok("HELP LIKE sums.plus;")
    made.ok("ADD USER bob;")
    assert "no help for plus" in made.sql("HELP plus;", "--user", "bob").stderr


def test_desc_tells_of_all_functions(made):
    facts = dict(row[:2] for row in made.rows("DESC FUNCTION plus;"))
    assert facts["Class"] == "sums.Plus" and facts["Kind"] == "scalar"
    assert dict(row[:2] for row in made.rows("DESC FUNCTION EXTENDED plus;"))["Resources"] == "sums.py,data.txt"
    assert dict(row[:2] for row in made.rows("DESC FUNCTION abs_of;"))["Kind"] == "SQL"
    assert "Example" in dict(row[:2] for row in made.rows("DESC FUNCTION EXTENDED substr;"))


def test_errors_are_told_in_chinese(made):
    chinese = "SET paisql.language=zh;"
    for statement, said in (
        ("SELECT plus(1);", "函数 plus 需要 2 个参数, 实际为 1 个"),
        ("CREATE FUNCTION plus AS 'sums.Plus' USING 'sums.py';", "函数 plus 在项目 default_project 中已存在"),
        ("DROP FUNCTION gone;", "找不到函数 gone"),
        ("CREATE FUNCTION g AS 'gone.G' USING 'sums.py'; SELECT g(1);", "函数 'g' 无法解析: 资源中没有它的模块"),
        ("CREATE FUNCTION g AS 'G' USING 'sums.py';", "'G' 不是类名"),
    ):
        assert said in made.sql(chinese + statement).stderr
    assert "用 Python 类创建自定义函数" in made.ok(chinese + "HELP CREATE FUNCTION;")
