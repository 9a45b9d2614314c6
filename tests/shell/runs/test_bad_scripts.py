"""Files that are not a script, or hold several scripts. Each fails with its place and leaves the home intact."""

import os
import subprocess

import pytest


@pytest.fixture
def run(shell, tmp_path):
    def start(content, *arguments):
        path = tmp_path / "job.sql"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return subprocess.run(
            shell.command("--format", "tsv", "--no-header", *arguments, "-f", str(path)),
            capture_output=True,
            check=False,
            timeout=180,
        )

    return start


@pytest.mark.parametrize(
    "text",
    [
        "SELECT " + "(" * 100_000 + "1" + ")" * 100_000 + ";",
        "SELECT " + "CASE WHEN 1=1 THEN " * 5_000 + "1" + " END" * 5_000 + ";",
        "SELECT * FROM " + "(SELECT * FROM " * 5_000 + "t" + ") a" * 5_000 + ";",
        "SELECT " + "NOT " * 50_000 + "true;",
        "CREATE TABLE t (a " + "ARRAY<" * 50_000 + "INT" + ">" * 50_000 + ");",
    ],
    ids=["parentheses", "case", "subqueries", "not", "types"],
)
def test_deep_nesting_is_an_error(run, text):
    done = run(text)
    assert done.returncode == 1
    errors = done.stderr.decode()
    assert "ODPS-0130161:[1," in errors and "nested deeper than 500 levels" in errors
    assert "hint: " in errors and "^" in errors
    assert len(errors) < 1000


def test_a_long_name_is_not_repeated_whole(run):
    done = run("SELECT " + "x" * 1_000_000 + ";", "--quiet")
    assert done.returncode == 1
    assert done.stderr.startswith(b"FAILED: ODPS-0130071:[1,8]")
    assert len(done.stderr) < 3000


def test_random_bytes(run):
    # The same bytes each time, and none that would end the first statement early.
    noise = bytes((i * i * 31 + i * 7 + 128) % 256 for i in range(100_000)).replace(b";", b"")
    done = run(b"\xff" + noise)
    assert done.returncode == 1
    errors = done.stderr.decode()
    assert "FAILED: ODPS-0130161:" in errors and "not valid UTF-8" in errors
    assert "hint: save the file in UTF-8" in errors
    assert all(c.isprintable() or c == "\n" for c in errors)


def test_statements_before_broken_text_do_not_run(run):
    done = run(b"SELECT 1;\nSELECT\n'\xff\xfe';\nSELECT 3;")
    assert done.returncode == 1 and done.stdout == b""
    assert b"ODPS-0130161:[2,2]" in done.stderr and b"job.sql:3:2" in done.stderr


def test_nul_bytes(run):
    done = run(b"SELECT 1;\0SELECT 2;")
    assert done.returncode == 1 and done.stdout == b""
    assert b"ODPS-0130161:[1,1]" in done.stderr and b"\0" not in done.stderr


def test_a_nul_in_a_text_is_data(run):
    done = run(b"SELECT length('a\0b');")
    assert (done.returncode, done.stdout) == (0, b"3\n")


@pytest.mark.parametrize("text", [b"", b"\n \n", b"-- nothing\n", b";;;", b"\xef\xbb\xbf"])
def test_empty_scripts_are_fine(run, text):
    done = run(text)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_windows_files(run):
    done = run(b"\xef\xbb\xbf-- first\r\nSELECT\r\n1;\r\nSELECT 'a';\r\n")
    assert (done.returncode, done.stdout) == (0, b"1\na\n")


def test_quit_ends_a_file_and_what_follows(run, shell):
    done = run("SELECT 1; quit; SELECT 2;", "-e", "SELECT 0;")
    assert (done.returncode, done.stdout) == (0, b"0\n1\n")


def test_missing_files_and_folders_run_nothing(shell, tmp_path):
    for path, why in [("none.sql", "No such file"), (str(tmp_path), "Is a directory")]:
        done = shell.run("-e", "CREATE TABLE t (a BIGINT);", "-f", path)
        assert done.returncode == 2
        assert done.stderr.startswith("paisql: cannot read " + path) and why in done.stderr
    assert not os.path.exists(shell.home)


def test_ten_megabyte_statement(run):
    done = run("SELECT length('" + "x" * 10_000_000 + "');")
    assert (done.returncode, done.stdout) == (0, b"10000000\n")
