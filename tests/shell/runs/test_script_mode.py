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


def found_in(shell, path):
    return [(one["line"], one["column"]) for one in json.loads(shell.run("check", "--format", "json", path).stdout)]


@pytest.mark.parametrize(
    "text, places",
    [
        # All errors are told, but those that come from others.
        ("INSERT INTO t SELECT b FROM s;\nINSERT INTO t SELECT @n;\n", [(1, 22), (2, 22)]),
        (
            "@a := SELECT b FROM s;\n@c := SELECT * FROM @a;\nSELECT * FROM @c;\nINSERT INTO t SELECT x FROM s;\n",
            [(1, 14), (4, 22)],
        ),
        (
            "IF ((SELECT MAX(a) FROM s) > 1) BEGIN\n  INSERT INTO t SELECT b FROM s;\nEND ELSE BEGIN\n"
            "  INSERT INTO nowhere SELECT 1;\nEND",
            [(2, 24), (4, 15)],
        ),
        ("LOOP @i FROM 1 TO 3 BEGIN\n  INSERT INTO t SELECT @j;\nEND", [(2, 24)]),
        # Only a run can tell what these conditions are.
        (
            "@n BIGINT := (SELECT MAX(a) FROM s);\n@m := @n + 1;\nIF (@m > 1) INSERT INTO t SELECT b FROM s\n"
            "ELSE INSERT INTO nowhere SELECT 1;",
            [(3, 34), (4, 18)],
        ),
        ("LOOP @i FROM 1 TO 3\n  IF (@i = 2) INSERT INTO nowhere SELECT 1;", [(2, 27)]),
        ("IF (false) INSERT INTO nowhere SELECT 1 ELSE INSERT INTO t SELECT 1;", []),
        ("FUNCTION f (@a BIGINT) AS BEGIN\n  @r := 1;\n  @f := @a + b;\nEND;\nSELECT f(a) FROM s;", [(3, 14)]),
        # The branches of an IF agree about what they set.
        (
            "IF ((SELECT MAX(a) FROM s) > 1) @x := SELECT 1 AS a;\nELSE @x := SELECT 2 AS b;\nSELECT * FROM @x;",
            [(2, 6)],
        ),
        (
            "IF ((SELECT MAX(a) FROM s) > 1) @x := SELECT a FROM s;\nELSE @x := SELECT a + 1 AS a FROM s;\nSELECT a FROM @x;",
            [],
        ),
        ("IF ((SELECT MAX(a) FROM s) > 1) @x := SELECT 1 AS a;\nSELECT a FROM @x;", []),
    ],
)
def test_check_tells_the_errors_of_a_script(home, tmp_path, text, places):
    assert found_in(home, write(tmp_path, text, "job.ms")) == places


def test_explain_in_front_of_a_script_shows_all_plans_and_changes_nothing(home, tmp_path):
    text = (
        "EXPLAIN @a := SELECT a FROM s WHERE a > 1;\n@n BIGINT := (SELECT MAX(a) FROM s);\n"
        "IF (@n > 2) BEGIN\n  INSERT INTO t SELECT a FROM @a;\nEND ELSE BEGIN\n  INSERT INTO t SELECT 2;\nEND\n"
        "INSERT INTO t SELECT a FROM @a;\n"
    )
    done = home.run("-f", write(tmp_path, text, "job.sql"))
    assert done.returncode == 0, done.stderr
    titles = ("@a", "Value,", "If", "Else", "Insert")
    assert [line for line in done.stdout.splitlines() if line.startswith(titles)] == [
        "@a is computed once",
        "Value, line 2",
        "If, line 3",
        "Insert into default_project.t",
        "Else",
        "Insert into default_project.t",
        "Insert into default_project.t",
    ]
    done = home.run("-e", "EXPLAIN BEGIN ALTER TABLE s RENAME TO r; INSERT INTO t SELECT a FROM r; END")
    assert done.returncode == 0, done.stderr
    assert "ALTER TABLE s RENAME TO r" in done.stdout
    assert "Scan default_project.r" in done.stdout
    assert values(home) == []
    assert home.run("-e", "SELECT COUNT(*) FROM s;").returncode == 0
