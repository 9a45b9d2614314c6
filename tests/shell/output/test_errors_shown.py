"""How failures look in files."""

import pytest
from conftest import ROOT


@pytest.fixture
def script(tmp_path):
    def write(text):
        path = tmp_path / "job.sql"
        path.write_text(text)
        return str(path)

    return write


def test_caret_stands_below_the_name(shell, script):
    done = shell.run("-f", script("SELECT 1;\n-- a comment\n  SELECT id,\n    nam FROM x;\n"))
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("FAILED:"))
    assert "ODPS-0130131:[2,14]" in lines[at]
    assert lines[at + 1].endswith("job.sql:4:14")
    assert lines[at + 2] == "  |     nam FROM x"
    assert lines[at + 3] == "  |              ^"


def test_caret_counts_chinese_as_two_columns(shell, script):
    done = shell.run("-f", script("SELECT '中文', nope FROM VALUES (1) t(a);"))
    lines = done.stderr.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("FAILED:"))
    assert "[1,14]" in lines[at]
    assert lines[at + 3].index("^") == len("  | SELECT '1234', ")


def test_first_line_of_a_statement_behind_another(shell, script):
    done = shell.run("-f", script("SET a=1; SELECT * FROM missing;"))
    assert "job.sql:1:24" in done.stderr


def test_hint_names_the_cure(shell):
    shell.ok("CREATE TABLE people (a BIGINT);")
    done = shell.sql("SELECT * FROM peple;")
    assert "hint: did you mean" in done.stderr and "people" in done.stderr


def test_no_color_without_a_terminal(shell):
    done = shell.sql("SELECT nope;", env={"TERM": "xterm", "PATH": "/usr/bin:/bin"})
    assert "\033" not in done.stderr


def test_relative_paths_start_at_the_file(shell, tmp_path):
    folder = tmp_path / "job"
    folder.mkdir()
    (folder / "rows.csv").write_text("1,a\n")
    (folder / "load.sql").write_text("CREATE TABLE t (a BIGINT, b STRING); TUNNEL UPLOAD rows.csv t;ADD FILE rows.csv;")
    done = shell.run("-f", str(folder / "load.sql"), cwd="/")
    assert done.returncode == 0, done.stderr
    assert shell.rows("SELECT a, b FROM t;") == [["1", "a"]]


def test_warnings_come_once_each_and_beside_the_rows(shell):
    query = "SELECT s + 1 AS a, CASE s WHEN 1 THEN 'x' WHEN 2 THEN 'y' END AS b FROM VALUES ('1') t(s);"
    done = shell.sql(query, "--format", "tsv", "--no-header")
    assert done.stdout == "2.0\tx\n"
    words = "implicit conversion from STRING to DOUBLE, potential data loss, use CAST function to suppress"
    warnings = [line for line in done.stderr.splitlines() if line.startswith("WARNING")]
    assert warnings == [f"WARNING:[1,8]  {words}", f"WARNING:[1,25]  {words}"]


def test_a_conversion_of_many_arguments_is_told_once(shell):
    """A model takes many numbers, and what is said of one holds for all."""
    shell.ok(f"CREATE MODEL m FROM '{ROOT / 'tests/data/models/dense'}'; CREATE TABLE t (a DOUBLE);")
    done = shell.sql("EXPLAIN SELECT predict('m', a, a, a, a), predict('m', a + 1, a, a, a) FROM t;")
    assert done.returncode == 0, done.stderr
    warnings = [line for line in done.stderr.splitlines() if line.startswith("WARNING")]
    assert len(warnings) == 1 and "[1,29]  implicit conversion from DOUBLE to FLOAT" in warnings[0]


def test_each_error_of_a_statement_has_its_caret(shell, script):
    done = shell.run("-f", script("SELECT aa,\n  bb;\n"))
    assert done.returncode == 1 and done.stdout == ""
    lines = done.stderr.splitlines()
    assert [line.split()[1][:20] for line in lines if line.startswith("FAILED:")] == [
        "ODPS-0130071:[1,8]",
        "ODPS-0130071:[2,3]",
    ]
    assert [line.rsplit("job.sql:")[1] for line in lines if "-->" in line] == ["1:8", "2:3"]
