"""Scripts as one unit: -s FILE, files *.ms, and SET odps.sql.submit.mode=script."""

import json

import pytest

TEXT = "INSERT INTO t SELECT 1;\nINSERT INTO t SELECT a + @n FROM s;\n"


@pytest.fixture(name="home")
def tables_of_a_home(shell):
    shell.run("-e", "CREATE TABLE t (a BIGINT); CREATE TABLE s (a BIGINT); INSERT INTO s VALUES (41);")
    return shell


def write(tmp_path, text, name):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def values(shell):
    return sorted(row[0] for row in shell.rows("SELECT a FROM t;"))


@pytest.mark.parametrize("name, flag", [("job.sql", "-s"), ("job.ms", "-f")])
def test_a_file_is_one_script(home, tmp_path, name, flag):
    done = home.run(flag, write(tmp_path, "@n := 1;\n" + TEXT, name))
    assert done.returncode == 0, done.stderr
    assert "[1/1]" in done.stderr
    assert values(home) == ["1", "42"]


@pytest.mark.parametrize("flag, first", [("-s", ""), ("-f", "SET odps.sql.submit.mode=script;\n")])
def test_a_failure_writes_nothing_and_has_its_place_in_the_file(home, tmp_path, flag, first):
    path = write(tmp_path, first + TEXT, "job.sql")
    done = home.run(flag, path)
    assert done.returncode == 1
    assert f"{path}:{2 + first.count(chr(10))}:" in done.stderr
    assert "variable @n cannot be resolved" in done.stderr
    assert values(home) == []


def test_check_lineage_and_dry_run_know_a_script(home, tmp_path):
    path = write(tmp_path, "@a := SELECT a FROM s;\nINSERT INTO t SELECT a FROM @a;\n", "job.ms")
    assert home.run("check", path).returncode == 0
    assert "default_project.s" in home.run("lineage", path).stdout
    dry = home.run("--dry-run", "-f", path)
    assert "reads s; writes t" in dry.stdout
    wrong = write(tmp_path, "@a := SELECT b FROM s;\nIF (true) SELECT 1;\n", "wrong.ms")
    found = json.loads(home.run("check", "--format", "json", wrong).stdout)
    assert [(one["line"], one["column"]) for one in found] == [(1, 14)]
    assert values(home) == []
