"""What is found, and what is not, before the first statement of a file runs."""

import subprocess

import pytest

from conftest import TIMEOUT


def check(shell, path, *arguments):
    return subprocess.run(
        [*shell.command()[:1], "check", "--home", str(shell.home), *arguments, path],
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )


def tables(shell):
    return [row[0] for row in shell.rows("SHOW TABLES;")]


# Homes.


@pytest.mark.parametrize("arguments", [[], ["--no-check-first"], ["--keep-going"], ["--dry-run"]])
@pytest.mark.parametrize("below", ["", "/deeper"])
def test_an_unusable_home_is_no_mistake_of_the_script(shell, script, arguments, below):
    shell.home.write_text("a file")
    path = script("SELECT * FROM missing;\nSELECT 1;\n")
    shell.home = f"{shell.home}{below}"
    for done in (shell.run(*arguments, "-f", path), check(shell, path)):
        assert done.returncode == 3, done.stderr
        assert done.stderr.startswith("FAILED: PAISQL-0001") and "missing" not in done.stdout + done.stderr
        assert "\nhint: choose another folder with --home" in done.stderr


def test_a_dry_run_makes_no_home(shell, script):
    assert shell.run("--dry-run", "-f", script("SELECT 1;\n")).returncode == 0
    assert check(shell, script("SELECT 1;\n")).returncode == 0
    assert not shell.home.exists()


# What stands after \g.


@pytest.mark.parametrize("flag", ["--check-first", "--no-check-first", "--keep-going"])
def test_mistakes_behind_a_statement_run_nothing(shell, script, flag):
    path = script("CREATE TABLE t (a BIGINT);\nSELECT a\n  FROM t /* ; */\n\\g  format=zzz\nSELECT 1 \\g fromat=csv\n")
    done = shell.run(flag, "-f", path)
    assert done.returncode == 1 and "2 statements have errors: nothing has run" in done.stderr
    assert "there is no format 'zzz'\n  --> " + path + ":4:5\n  | \\g  format=zzz\n  |     ^^^^^^^^^^\n" in done.stderr
    assert path + ":5:13\n" in done.stderr and "did you mean 'format'?" in done.stderr
    assert not shell.home.exists()
    done = check(shell, path)
    assert [line.split("job.sql:")[1][:11] for line in done.stdout.splitlines() if "job.sql" in line] == [
        "4:5: error:",
        "5:13: error",
    ]


def test_mistakes_behind_a_statement_with_variables(shell, script):
    text = "CREATE TABLE t (a BIGINT);\nSELECT 1 \\g format=${f}\nSELECT 2;\n"
    for done in (
        shell.run("-f", script(text)),
        shell.run("-d", "f=zzz", "-f", script(text)),
        shell.run("-d", "f=zzz", "--check-first", "-e", text),
    ):
        assert done.returncode == 1 and "nothing has run" in done.stderr
    assert tables(shell) == []
    assert check(shell, script(text), "-d", "f=csv").returncode == 0
    assert check(shell, script(text), "-d", "f=zzz").stdout.split("job.sql:")[1].startswith("2:10: error:")
    done = shell.run("-d", "f=csv", "-f", script(text))
    assert done.returncode == 0 and "\n1\n" in done.stdout


# Commands of the prompt.


@pytest.mark.parametrize(
    "line, cure",
    [
        ("\\dt", "SHOW TABLES;"),
        ("\\d t", "DESC name;"),
        ("\\x on", "SET paisql.expanded=on;"),
        ("\\timing", "announced with their times"),
        ("history", "nothing like it"),
        ("\\nothing", "statements end with a semicolon"),
    ],
)
def test_commands_of_the_prompt_in_scripts(shell, script, line, cure):
    text = f"CREATE TABLE t (a BIGINT);\n{line}\nSELECT 1;\n"
    done = shell.run("-f", script(text))
    assert done.returncode == 1 and "job.sql:2:1" in done.stderr and "nothing has run" in done.stderr
    for done in (done, shell.run("-e", line), shell.run("--check-first", "-e", text), shell.run(stdin=line + ";\n")):
        hint = next(one for one in done.stderr.splitlines() if one.startswith("hint: "))
        assert "belongs to the prompt" in hint and cure in hint
    assert "belongs to the prompt" in check(shell, script(text)).stdout
    if line.startswith("\\"):
        done = shell.run("-f", script(f"SELECT 1\n{line}\nSELECT 2;\n"))
        assert done.returncode == 1 and "job.sql:2:1" in done.stderr and "belongs to the prompt" in done.stderr


@pytest.mark.parametrize("words", ["help SELECT", "help", "HELP like join", "quit", "exit"])
def test_words_without_semicolon_swallow_no_statement(shell, script, words):
    path = script(f"CREATE TABLE t (a BIGINT);\n{words}\nSELECT 12;\n")
    done = shell.run("-f", path)
    assert done.returncode == 1 and "job.sql:3:1" in done.stderr and "nothing has run" in done.stderr
    assert tables(shell) == []
    assert "job.sql:3:1: error: " in check(shell, path).stdout
    done = shell.run("--format", "tsv", "--no-header", "-f", script("help SELECT\n;\nSELECT 12;\n"))
    assert done.returncode == 0 and done.stdout.endswith("\n12\n")


# A script that goes on by its own words.


def test_a_script_that_keeps_going_is_not_checked_first(shell, script):
    text = "SELECT a FROM missing;\nCREATE TABLE t (a BIGINT);\n"
    configuration = script("set.paisql.keep_going=true\n", "conf.ini")
    for arguments, first in (
        (["--keep-going"], "SELECT 1;\n"),
        ([], "SET paisql.keep_going = true;\n"),
        ([], "SET odps.sql.timezone=UTC; SET paisql.keep_going=TRUE;\n"),
        (["--config", configuration], "SELECT 1;\n"),
    ):
        done = shell.run(*arguments, "-f", script(first + text))
        assert done.returncode == 1 and "missing" in done.stderr and "\n1 of " in done.stderr, done.stderr
        assert tables(shell) == ["t"]
        shell.ok("DROP TABLE t;")
    for first in ("SET PAISQL.Keep_Going=true;\n", "UNSET paisql.keep_going; SET paisql.keep_going=true;\n"):
        assert "\n1 of " in shell.run("-f", script(first + text)).stderr
        shell.ok("DROP TABLE t;")
    assert "\n1 of " in shell.run("-e", "SET paisql.keep_going=true;", "-f", script(text)).stderr
    shell.ok("DROP TABLE t;")
    done = shell.run("-f", script("SET paisql.keep_going=true; UNSET paisql.keep_going;\n" + text))
    assert done.returncode == 1 and "nothing has run" in done.stderr
    for first in (
        "SELECT 1;\nSET paisql.keep_going=true;\n",
        "SET paisql.keep_going=true;\nSET paisql.keep_going=false;\n",
    ):
        done = shell.run("-f", script(first + text))
        assert done.returncode == 1 and "nothing has run" in done.stderr
    done = shell.run("--check-first", "-f", script("SET paisql.keep_going=true;\n" + text))
    assert done.returncode == 1 and "nothing has run" in done.stderr


# What statements before make.


def test_files_that_an_answer_becomes(shell, script, tmp_path):
    text = (
        "CREATE TABLE s (x BIGINT); INSERT INTO TABLE s VALUES (4), (5);\nSELECT x FROM s \\g format=csv header=on > f.csv\n"
        "TUNNEL UPLOAD -create f.csv made;\nSELECT sum(x) FROM made;\n"
    )
    done = check(shell, script(text))
    assert done.returncode == 0 and done.stdout.count("only running the statements before can tell") == 2
    done = shell.run("--format", "tsv", "--no-header", "-f", script(text), cwd=tmp_path)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "9"), done.stderr


def test_files_that_a_download_becomes(shell, script, tmp_path):
    text = (
        "CREATE TABLE s (x BIGINT); INSERT INTO TABLE s VALUES (4), (5);\nTUNNEL DOWNLOAD -h true s d.csv;\n"
        "TUNNEL UPLOAD -create d.csv made;\nSELECT sum(x) FROM made;\nSELECT nope FROM s;\n"
    )
    done = check(shell, script(text))
    assert [line for line in done.stdout.splitlines() if ": error: " in line] == [
        f"{tmp_path}/job.sql:5:8: error: ODPS-0130071 column nope cannot be resolved"
    ]
    done = shell.run("--format", "tsv", "--no-header", "-f", script(text[: text.index("SELECT nope")]), cwd=tmp_path)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "9"), done.stderr


@pytest.mark.parametrize("command", ["RERUN", "WAIT"])
def test_jobs_that_a_statement_starts(shell, script, tmp_path, command):
    (tmp_path / "train.py").write_text("print('begun')\n", encoding="utf-8")
    job = "PAI -name tensorflow1120_ext -Dscript='file://train.py' -DjobName=first;\n"
    done = check(shell, script(f"SELECT 1;\n{job}{command} first;\n"))
    assert done.returncode == 0, done.stdout


def test_a_job_that_no_statement_starts_is_missed(shell, script):
    done = check(shell, script("SELECT 1;\nRERUN first;\n"))
    assert done.returncode == 1 and "job.sql:2:7: error: " in done.stdout


# What makes something outside of the catalog, and what reads it.

MAKERS = {
    "oss": "OSS CP train.py oss://bucket/train.py;",
    "bucket": "CREATE BUCKET bucket;",
    "resource": "GET RESOURCE kept.txt .;",
    "download": "TUNNEL DOWNLOAD kept out.csv;",
    "answer": "SELECT a FROM kept \\g > out.csv",
}
READERS = {
    "script in a bucket": "PAI -name tensorflow200_ext -Dscript='oss://bucket/train.py';",
    "script in a folder": "PAI -name tensorflow200_ext -Dscript='file://out/train.py';",
    "hyperparameters": "PAI -name tensorflow200_ext -Dscript='file://kept.py' -DhyperParameters='file://out.txt';",
    "resource": "ADD FILE out.csv;",
    "upload": "TUNNEL UPLOAD out.csv kept;",
    "stream": "PAI -name alink_stream -DinputPath='out/rows';",
    "model": "CREATE MODEL m FROM 'out/model';",
    "volume": "PAI -name tensorflow200_ext -Dscript='file://kept.py' -Dvolumes='odps://default_project/volumes/v/out';",
}


@pytest.mark.parametrize("maker", MAKERS)
def test_what_an_earlier_statement_may_make_is_a_warning(shell, script, tmp_path, maker):
    """A refusal by the world outside of the catalog holds only where nothing before may change that world."""
    (tmp_path / "kept.py").write_text("")
    (tmp_path / "kept.txt").write_text("x")
    (tmp_path / "train.py").write_text("")
    done = shell.run("-e", f"CREATE TABLE kept (a BIGINT); ADD FILE {tmp_path}/kept.txt;")
    assert done.returncode == 0, done.stderr
    for name, reader in READERS.items():
        alone = check(shell, script(reader + "\n"))
        behind = check(shell, script(MAKERS[maker] + "\n" + reader + "\n"))
        missed = "does not exist" in alone.stdout or "holds no SavedModel" in alone.stdout
        if missed and ": error:" in alone.stdout:
            assert behind.returncode == 0, name + behind.stdout
            assert "only running the statements before can tell" in behind.stdout, name + behind.stdout
        else:
            # What the check does not look at, or what is wrong with the statement itself, stays that.
            assert behind.returncode == alone.returncode, name + alone.stdout + behind.stdout


def test_versions_that_statements_before_make(shell, script):
    make = "CREATE TABLE t (a BIGINT) TBLPROPERTIES ('transactional'='true'); INSERT INTO t VALUES (1);\n"
    reads = (
        "CREATE STREAM s ON TABLE t VERSION AS OF 2; INSERT INTO t VALUES (2);\n"
        "SELECT a FROM t VERSION AS OF 2;\nSELECT a FROM t VERSION AS OF get_latest_version('t', 2);\n"
        "SELECT a FROM t VERSION BETWEEN 2 AND 3;\nCREATE TABLE read AS SELECT a FROM s;\nSELECT a FROM read;\n"
    )
    done = check(shell, script(make + reads))
    assert (done.returncode, done.stdout) == (0, ""), done.stdout
    done = shell.run("--format", "tsv", "--no-header", "-f", script(make + reads))
    assert (done.returncode, done.stdout.split()) == (0, ["1", "1", "2", "2"]), done.stderr
    assert "warning" not in done.stderr
    # What nothing before could have made is an error.
    done = check(shell, script("SELECT a FROM t VERSION AS OF 9;\n"))
    assert done.returncode == 1 and "no version 9 that is kept" in done.stdout, done.stdout
