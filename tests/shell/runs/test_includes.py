"""Lines of pipes and files that include a file."""

import pytest


def test_a_line_of_a_pipe_that_includes_ends_with_it(shell, tmp_path):
    (tmp_path / "one.sql").write_text("SELECT 11;\n")
    done = shell.run(
        "--format",
        "tsv",
        "--no-header",
        stdin="SELECT 10;\n\\i one.sql\nSELECT 12;\n\\i one.sql -- a note; more\n",
        cwd=tmp_path,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "10\n11\n12\n11\n", "")


@pytest.mark.parametrize(
    "line", ["\\i one.sql -- note", "\\i 'one.sql'", "\\i one.sql;", "\\i one.sql /* a ; b */", "\\I one.sql; -- x"]
)
def test_what_stands_behind_an_included_file(shell, script, line):
    script("SELECT 11;\n", "one.sql")
    done = shell.run("--format", "tsv", "--no-header", "-f", script(f"SELECT 10;\n{line}\nSELECT 12;\n"))
    assert (done.returncode, done.stdout) == (0, "10\n11\n12\n"), done.stderr


def test_an_include_tells_of_a_semicolon_that_is_missing(shell, script):
    script("SELECT 1;\n", "one.sql")
    done = shell.run("-f", script("SELECT 1\n\\i one.sql\nSELECT 3;\n"))
    assert done.returncode == 1 and "job.sql:2:1" in done.stderr
    assert "hint: the statement in front of \\i lacks its semicolon\n" in done.stderr
    done = shell.run("-f", script("source one.sql\nSELECT 3;\n"))
    assert done.returncode == 1 and "job.sql:2:1" in done.stderr
    assert "hint: in a script source FILE ends with a semicolon, too\n" in done.stderr
