"""Exit statuses, and what runs after a failure."""

import sqlite3
import subprocess

import pytest


def test_success_is_zero(shell):
    assert shell.sql("SELECT 1;").returncode == 0


def test_failed_statement_is_one_and_stops_the_run(shell):
    shell.ok("CREATE TABLE t (a BIGINT);")
    done = shell.sql("INSERT INTO TABLE t VALUES (1); SELECT nope FROM t; INSERT INTO TABLE t VALUES (2);")
    assert done.returncode == 1
    assert "FAILED: ODPS-0130071:[1,8]" in done.stderr
    assert shell.rows("SELECT count(*) FROM t;") == [["1"]]


def test_failure_in_one_flag_stops_the_next(shell):
    done = shell.run("-e", "SELECT nope;", "-e", "SELECT 7;")
    assert done.returncode == 1
    assert "7" not in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nothing"],
        ["-e"],
        ["--format", "xml", "-e", "SELECT 1;"],
        ["SELECT 1"],
        ["-f", "/no/such/file.sql"],
        ["--no-header=yes"],
    ],
)
def test_wrong_usage_is_two(shell, arguments):
    done = shell.run(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("paisql: ")
    assert done.stdout == ""


def test_near_flag_is_named(shell):
    assert "--format" in shell.run("--fromat", "csv").stderr


def test_home_that_is_a_file_is_three(shell):
    shell.home.write_text("not a folder")
    done = shell.sql("SELECT 1;")
    assert done.returncode == 3
    assert "FAILED: PAISQL-0001" in done.stderr


def test_home_of_a_newer_version_is_three_and_untouched(shell):
    shell.ok("CREATE TABLE t (a BIGINT);")
    catalog = shell.home / "catalog.sqlite"
    with sqlite3.connect(catalog) as database:
        database.execute("PRAGMA user_version = 999")
    done = shell.sql("SHOW TABLES;")
    assert done.returncode == 3
    assert "hint:" in done.stderr
    with sqlite3.connect(catalog) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (999,)


def test_missing_engine_is_three_but_only_when_needed(shell, binary, tmp_path):
    alone = tmp_path / "alone"
    alone.mkdir()
    copy = alone / "paisql"
    copy.write_bytes(open(binary, "rb").read())
    copy.chmod(0o755)
    base = [str(copy), "--home", str(shell.home)]
    assert (
        subprocess.run(
            [*base, "-e", "CREATE TABLE t (a BIGINT); SHOW TABLES; DESC t;"], capture_output=True, check=False
        ).returncode
        == 0
    )
    done = subprocess.run([*base, "-e", "SELECT 1;"], capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "libduckdb" in done.stderr


def test_help_and_version(shell):
    assert "--format" in shell.run("--help").stdout
    assert shell.run("-v").stdout.startswith("paisql ")
