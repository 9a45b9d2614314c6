"""Runs of files: parsed and checked whole before anything happens, announced, resumed."""

import json
import re
import shlex
import signal
import subprocess

import pytest

from conftest import TIMEOUT


def tables(shell):
    return [row[0] for row in shell.rows("SHOW TABLES;")]


def announcements(done):
    return re.findall(
        r"^\[(\d+/\d+)\] \S*?([\w.-]+:\d+) (.*?) (?:failed after )?\d+\.\d s(.*)$", done.stderr, re.MULTILINE
    )


# What happens before the first statement.


def test_a_syntax_error_anywhere_runs_nothing(shell, script):
    done = shell.run("-f", script("CREATE TABLE t (a BIGINT);\nSELECT 1;\nSELEC 2;\nSELECT ,;\n"))
    assert done.returncode == 1 and done.stdout == ""
    assert "invalid token 'SELEC'" in done.stderr and "job.sql:3:1" in done.stderr and "job.sql:4:8" in done.stderr
    assert "2 statements have errors: nothing has run" in done.stderr
    assert not shell.home.exists()


def test_nothing_behind_quit_is_read(shell, script):
    done = shell.run("--format", "tsv", "--no-header", "-f", script("SELECT 1;\nquit;\nSELEC 2;\n"))
    assert (done.returncode, done.stdout) == (0, "1\n")


def test_statements_of_the_command_line_run_one_after_another(shell):
    done = shell.sql("CREATE TABLE t (a BIGINT); SELEC 1;")
    assert done.returncode == 1
    assert tables(shell) == ["t"]


def test_an_error_that_the_analysis_finds_runs_nothing(shell, script):
    path = script("CREATE TABLE t (a BIGINT);\nSELECT b FROM t;\n")
    done = shell.run("-f", path)
    assert done.returncode == 1
    assert "column b cannot be resolved" in done.stderr and "job.sql:2:8" in done.stderr
    assert "1 statement has errors: nothing has run" in done.stderr and "resume:" not in done.stderr
    assert tables(shell) == []
    done = shell.run("--no-check-first", "-f", path)
    assert done.returncode == 1
    assert tables(shell) == ["t"]


def test_check_first_of_the_command_line(shell):
    done = shell.run("--check-first", "-e", "CREATE TABLE t (a BIGINT); SELECT b FROM t;")
    assert done.returncode == 1
    assert tables(shell) == []


def test_what_only_running_can_tell_is_a_warning_once(shell, script):
    done = shell.run(
        "--format",
        "tsv",
        "--no-header",
        "-f",
        script(
            "CREATE TABLE s (x BIGINT, d STRING); CREATE TABLE p (x BIGINT) PARTITIONED BY (d STRING);\n"
            "INSERT INTO TABLE s VALUES (1, '9');\nINSERT INTO TABLE p PARTITION (d) SELECT x, d FROM s;\n"
            "ALTER TABLE p DROP PARTITION (d='9');\nSELECT count(*) FROM p WHERE d = '9';\n"
        ),
    )
    assert done.returncode == 0, done.stderr
    doubts = [line for line in done.stderr.splitlines() if "only running" in line]
    assert len(doubts) == 1 and "job.sql:4:" in doubts[0] and ": warning: " in doubts[0]


def test_what_a_statement_warns_of_is_said_once(shell, script):
    done = shell.run("-f", script("SELECT 1;\nSELECT s + 1 FROM VALUES ('1') t(s);\n"))
    assert done.returncode == 0
    assert done.stderr.count("implicit conversion") == 1


def test_files_that_a_script_makes_are_found(shell, script, tmp_path):
    (tmp_path / "rows.csv").write_text("1\n2\n", encoding="utf-8")
    done = shell.run(
        "--format",
        "tsv",
        "--no-header",
        "-f",
        script(
            "CREATE TABLE a (x BIGINT); CREATE TABLE b (x BIGINT);\nTUNNEL UPLOAD rows.csv a;\nTUNNEL DOWNLOAD a copy.csv;\n"
            "TUNNEL UPLOAD copy.csv b;\nADD FILE copy.csv;\nLIST RESOURCES;\nGET RESOURCE copy.csv again.csv;\n"
            "ADD FILE again.csv;\nDROP TABLE a;\nCREATE TABLE a AS SELECT x AS y FROM b;\nSELECT sum(y) FROM a;\n"
        ),
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "3"


def test_a_file_that_nobody_makes_is_missed_before_anything_runs(shell, script):
    done = shell.run("-f", script("CREATE TABLE t (a BIGINT);\nADD FILE missing.py;\n"))
    assert done.returncode == 1 and "missing.py does not exist" in done.stderr
    assert tables(shell) == []


def test_settings_and_projects_count_for_the_check(shell, script):
    shell.run("--project", "other", "-e", "CREATE TABLE theirs (a BIGINT);")
    done = shell.run(
        "-f",
        script(
            "SET odps.sql.allow.fullscan=true;\nCREATE TABLE p (a BIGINT) PARTITIONED BY (d STRING);\n"
            "SELECT a FROM p;\nUSE other;\nSELECT a FROM theirs;\nUSE default_project;\n"
            "SELECT a FROM other.theirs;\nDROP TABLE IF EXISTS nothing;\nDROP TABLE p;\n"
        ),
    )
    assert done.returncode == 0, done.stderr


# What is said of each.


def test_each_statement_is_announced(shell, script):
    done = shell.run(
        "-f", script("CREATE TABLE t (a BIGINT);\n\nINSERT INTO TABLE t VALUES (1), (2), (3);\n  SELECT a\n  FROM t;\n")
    )
    assert done.returncode == 0
    assert announcements(done) == [
        ("1/3", "job.sql:1", "CREATE TABLE t (a BIGINT)", ""),
        ("2/3", "job.sql:3", "INSERT INTO TABLE t VALUES (1), (2), (3)", ", 3 rows"),
        ("3/3", "job.sql:4", "SELECT a FROM t", ", 3 rows"),
    ]
    assert "OK" not in done.stderr
    assert "[" not in done.stdout


def test_long_statements_are_cut_and_secrets_hidden(shell, script):
    done = shell.run("-f", script("SELECT 'access_key_secret=s3cretKey', " + "'中文', " * 40 + "1;\n"))
    line = next(line for line in done.stderr.splitlines() if line.startswith("[1/1]"))
    assert " … " in line and "s3cretKey" not in done.stderr


def test_quiet_and_echo(shell, script):
    path = script("CREATE TABLE t\n  (a BIGINT);\nSELECT 1;\n")
    done = shell.run("--quiet", "-f", path)
    assert (done.returncode, done.stderr) == (0, "OK\n")
    done = shell.run("--quiet", "--echo", "-f", script("SET a=1;\nSELECT\n  2;\n"))
    assert done.stderr == "SET a=1;\nOK\nSELECT\n  2;\n"


def test_a_failure_ends_with_the_command_that_resumes(shell, script, tmp_path):
    path = script(
        "SET odps.sql.allow.fullscan=true;\nCREATE TABLE t (a BIGINT) PARTITIONED BY (d STRING);\n"
        "INSERT INTO TABLE t PARTITION (d='1') VALUES (7);\nSELECT a FROM later;\nSELECT a FROM t;\n",
        "it's.sql",
    )
    done = shell.run("--format", "tsv", "--no-header", "--no-check-first", "-f", path)
    assert done.returncode == 1
    line = done.stderr.splitlines()[-1]
    assert line.startswith("resume: ") and line.endswith(" --from 4")
    words = shlex.split(line[len("resume: ") :])
    assert words == [*shell.command("--format", "tsv", "--no-header", "--no-check-first", "-f", path), "--from", "4"]
    shell.ok("CREATE TABLE later AS SELECT 5 AS a;")
    done = subprocess.run(
        ["sh", "-c", line[len("resume: ") :]], capture_output=True, text=True, check=False, timeout=TIMEOUT
    )
    assert (done.returncode, done.stdout) == (0, "5\n7\n"), done.stderr
    assert [number for number, *_ in announcements(done)] == ["4/5", "5/5"]


def test_a_hidden_secret_of_the_command_is_told(shell, script):
    path = script("SELECT 1;\nSELECT a FROM missing;\n")
    done = shell.run("-d", "password=hunter2", "--no-check-first", "-f", path)
    assert done.stderr.splitlines()[-2] == "hint: *** stands for a secret: write it again to resume"
    assert done.stderr.splitlines()[-1].startswith("resume: ") and "'password=***'" in done.stderr
    assert "stands for a secret" not in shell.run("-d", "day=***", "--no-check-first", "-f", path).stderr


def test_resuming_again_names_one_beginning(shell, script):
    path = script("SELECT 1;\nSELECT 2;\nSELECT a FROM missing;\n")
    for arguments in (["--from", "2"], ["--from=2"], ["-k", "2"]):
        done = shell.run(*arguments, "--no-check-first", "-f", path)
        assert done.stderr.splitlines()[-1].endswith(f"--no-check-first -f {path} --from 3")


def test_resuming_repeats_macros(shell, script):
    path = script(
        "CREATE TEMPORARY MACRO twice (x BIGINT) x * 2;\ncreate temporary\n macro gone (x BIGINT) x;\n"
        "DROP TEMPORARY MACRO gone;\nSELECT twice(21);\nSELECT gone(1);\n"
    )
    done = shell.run("--format", "tsv", "--no-header", "--no-check-first", "--from", "4", "-f", path)
    assert (done.returncode, done.stdout, "gone" in done.stderr) == (1, "42\n", True), done.stderr


def test_the_client_counts_empty_statements(shell, script):
    path = script("SELECT 1;;\n-- ; nothing\nSELECT 2; ;\nSELECT 3;\n")
    for arguments, rows in ((["-k", "3"], "2\n3\n"), (["-k", "5"], "3\n"), (["--from", "3"], "3\n")):
        assert shell.run("--format", "tsv", "--no-header", *arguments, "-f", path).stdout == rows
    done = shell.run("-k", "6", "-f", path)
    assert done.returncode == 2 and "there are 5 statements" in done.stderr
    assert shell.run("--from", "4", "-f", path).returncode == 2


def test_keep_going(shell, script):
    path = script("SELECT 1;\nSELECT a FROM missing;\nSELECT 2;\nSELECT b FROM gone;\nSELECT 3;\n")
    done = shell.run("--format", "tsv", "--no-header", "--keep-going", "-f", path)
    assert (done.returncode, done.stdout) == (1, "1\n2\n3\n")
    assert re.search(r"^2 of 5 statements failed: \[2\] \S*job.sql:2, \[4\] \S*job.sql:4$", done.stderr, re.MULTILINE)
    assert "resume:" not in done.stderr


def test_keep_going_is_a_setting(shell):
    statements = "SELECT a FROM missing; SELECT 2;"
    assert shell.sql(statements, "--format", "tsv", "--no-header").stdout == ""
    set_first = "SET paisql.keep_going=true; " + statements
    for done in (
        shell.sql(set_first, "--format", "tsv", "--no-header"),
        shell.run("--format", "tsv", "--no-header", stdin=set_first),
    ):
        assert (done.returncode, done.stdout) == (1, "2\n")


# Events.


def events(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_event_stream(shell, script):
    path = script(
        "CREATE TABLE t (a BIGINT, s STRING);\nINSERT INTO TABLE t VALUES (1, 'x'), (2, NULL);\n"
        "SELECT a, s, '1' + 1 AS d FROM t ORDER BY a LIMIT 5;\nSELECT 1,\n  nope FROM t;\nSELECT 3;\n"
    )
    done = shell.run("--output", "jsonl", "--no-check-first", "-f", path)
    assert done.returncode == 1 and done.stderr == ""
    told = events(done)
    assert told[0] == {"event": "start", "version": 1, "statements": 5, "files": [path]}
    assert [one["event"] for one in told] == [
        "start",
        "statement",
        "statement",
        "statement",
        "statement",
        "statement",
        "warning",
        "rows",
        "statement",
        "statement",
        "error",
        "statement",
        "end",
    ]
    assert told[1] == {
        "event": "statement",
        "state": "begin",
        "number": 1,
        "total": 5,
        "file": path,
        "line": 1,
        "column": 1,
        "text": "CREATE TABLE t (a BIGINT, s STRING)",
    }
    assert told[4]["rows_written"] == 2 and told[4]["state"] == "done"
    assert told[6]["line"] == 3 and told[6]["column"] == 14 and "implicit conversion" in told[6]["message"]
    assert told[7]["columns"] == [
        {"name": "a", "type": "BIGINT"},
        {"name": "s", "type": "STRING"},
        {"name": "d", "type": "DOUBLE"},
    ]
    assert told[7]["rows"] == [[1, "x", 2.0], [2, None, 2.0]]
    error = told[-3]
    assert (error["number"], error["code"], error["line"], error["column"]) == (4, "ODPS-0130071", 5, 3)
    assert told[-2]["state"] == "failed"
    end = told[-1]
    assert (end["status"], end["done"], end["failed"], end["not_run"], end["resume_from"]) == (1, 3, 1, 1, 4)


def test_rows_come_in_batches(shell):
    done = shell.run("--output", "jsonl", "-e", "SELECT pos FROM (SELECT posexplode(sequence(1, 2500)) AS (pos, v)) t;")
    rows = [one for one in events(done) if one["event"] == "rows"]
    assert [len(one["rows"]) for one in rows] == [1000, 1000, 500]
    assert "columns" in rows[0] and "columns" not in rows[1]
    empty = [
        one
        for one in events(shell.run("--output", "jsonl", "-e", "SELECT 1 AS a WHERE 1 = 2;"))
        if one["event"] == "rows"
    ]
    assert [(one["columns"][0]["name"], one["rows"]) for one in empty] == [("a", [])]


def test_answers_and_messages_are_events(shell):
    done = shell.run("--output", "jsonl", stdin="CREATE TABLE t (a BIGINT);\nSHOW TABLES;\nDESC nothing;\n")
    assert done.returncode == 1 and done.stderr == ""
    told = events(done)
    assert ["t"] in next(one for one in told if one["event"] == "rows")["rows"]
    error = next(one for one in told if one["event"] == "error")
    assert error["line"] == 3 and error["code"] == "ODPS-0130131"


def test_syntax_errors_are_events(shell, script):
    told = events(shell.run("--output", "jsonl", "-f", script("SELECT 1;\nSELEC 2;\n")))
    assert [one["event"] for one in told] == ["start", "error", "end"]
    assert told[1]["line"] == 2 and told[2]["status"] == 1


def test_events_and_formats_are_not_mixed(shell):
    assert shell.run("--output", "jsonl", "--format", "csv", "-e", "SELECT 1;").returncode == 2
    assert shell.run("--output", "xml", "-e", "SELECT 1;").returncode == 2


# Files within files.


def test_included_files(shell, script):
    script("INSERT INTO TABLE t VALUES (2);\n\\i deeper/c.sql\nINSERT INTO TABLE t VALUES (4);\n", "parts/b.sql")
    script("INSERT INTO TABLE t\n  VALUES (3);\n", "parts/deeper/c.sql")
    done = shell.run(
        "--format",
        "tsv",
        "--no-header",
        "-f",
        script(
            "CREATE TABLE t (a BIGINT);\nINSERT INTO TABLE t VALUES (1);\nsource 'parts/b.sql';\nSELECT sum(a) FROM t;\n"
        ),
    )
    assert (done.returncode, done.stdout) == (0, "10\n"), done.stderr
    assert [place for _, place, *_ in announcements(done)] == [
        "job.sql:1",
        "job.sql:2",
        "b.sql:1",
        "c.sql:1",
        "b.sql:3",
        "job.sql:4",
    ]
    assert announcements(done)[0][0] == "1/6"


def test_mistakes_in_included_files(shell, script):
    script("SELECT 1;\nSELEC 2;\n", "b.sql")
    done = shell.run("-f", script("CREATE TABLE t (a BIGINT);\nSOURCE b.sql;\n"))
    assert done.returncode == 1 and "b.sql:2:1" in done.stderr
    assert not shell.home.exists()


def test_files_that_include_themselves(shell, script):
    script("source job.sql;\n", "b.sql")
    done = shell.run("-f", script("SELECT 1;\nsource b.sql;\n"))
    assert done.returncode == 1 and "includes itself" in done.stderr and "b.sql:1:1" in done.stderr
    done = shell.run("-f", script("source nothing.sql;\n"))
    assert done.returncode == 1 and "nothing.sql" in done.stderr and "job.sql:1:1" in done.stderr


def test_files_are_included_from_anywhere(shell, script, tmp_path):
    path = script("SELECT 5;\n")
    for done in (
        shell.sql(f"source '{path}';", "--format", "tsv", "--no-header"),
        shell.run("--format", "tsv", "--no-header", stdin=f"source '{path}';\n"),
        shell.run("--format", "tsv", "--no-header", "-e", "\\i job.sql", cwd=tmp_path),
    ):
        assert (done.returncode, done.stdout) == (0, "5\n"), done.stderr


def test_a_check_follows_included_files(shell, script):
    script("CREATE TABLE t (a BIGINT);\nSELECT b FROM t;\n", "b.sql")
    path = script("source b.sql;\nSELECT a FROM t;\n")
    done = subprocess.run(
        [*shell.command()[:1], "check", "--home", str(shell.home), path],
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert done.returncode == 1 and done.stderr == "1 error, 0 warnings\n"
    assert "b.sql:2:8: error: " in done.stdout


def test_a_script_from_standard_input(shell):
    done = shell.run("-f", "-", stdin="CREATE TABLE t (a BIGINT);\nSELEC 1;\n")
    assert done.returncode == 1 and "-:2:1" in done.stderr
    assert not shell.home.exists()
    done = shell.run("--format", "tsv", "--no-header", "-f", "-", stdin="SELECT 1;\nSELECT 2;\n")
    assert (done.returncode, done.stdout) == (0, "1\n2\n")
    assert announcements(done)[1][:2] == ("2/2", "-:2")


def test_dry_run(shell, script):
    shell.ok("CREATE TABLE s (a BIGINT);")
    path = script(
        "CREATE TABLE t (a BIGINT);\nINSERT INTO TABLE t WITH w AS (SELECT a FROM s) SELECT w.a FROM w JOIN s ON w.a = s.a;\n"
        "SELECT a FROM t WHERE a IN (SELECT a FROM other.x);\n"
    )
    done = shell.run("--dry-run", "--no-check-first", "-f", path)
    assert done.returncode == 1 and done.stdout == ""
    done = shell.run(
        "--dry-run",
        "-f",
        script(
            "SET a=1;\nCREATE TABLE t (a BIGINT);\nINSERT INTO TABLE t WITH w AS (SELECT a FROM s) "
            "SELECT w.a FROM w JOIN s ON w.a = s.a;\nSELECT a FROM t WHERE a IN (SELECT a FROM s);\n"
        ),
    )
    assert done.returncode == 0, done.stderr
    lines = [re.sub(r"\S*job", "job", line) for line in done.stdout.splitlines()]
    assert lines[:2] == ["[1/4] job.sql:1 SET a=1", "[2/4] job.sql:2 CREATE TABLE t (a BIGINT); writes t"]
    assert lines[2].endswith("; reads s; writes t") and lines[3].endswith("; reads t, s")
    assert tables(shell) == ["s"]


def test_dry_run_puts_values_in(shell, script):
    path = script(
        "CREATE TABLE s_${bizdate} (a BIGINT);\nSETVAR x=s_;\nSELECT a FROM ${x}${bizdate};\n"
        "SETVAR x=v_;\nCREATE VIEW ${x}1 AS SELECT 1 AS a;\n"
    )
    done = shell.run("--dry-run", "--bizdate", "20251031", "-f", path)
    assert done.returncode == 0, done.stderr
    ends = [line.partition("; ")[2] for line in done.stdout.splitlines()]
    assert ends == ["writes s_20251031", "", "reads s_20251031", "", "writes v_1"]


# Signals.

LONG = "SELECT /*+ MAPJOIN(b) */ count(*) FROM big a JOIN big b ON a.x % 7 < b.x - 5 AND a.x + b.x > 3;\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_scheduler_ends_a_script(shell, script, number):
    shell.ok(
        "CREATE TABLE big AS SELECT x FROM (SELECT 1) o LATERAL VIEW posexplode(split(repeat('a,', 19999), ',')) p AS x, y;"
    )
    path = script("SELECT 'begun';\n" + LONG + "SELECT 'after';\n")
    # Whoever runs the tests may have ignored it, as nohup does.
    process = shell.start(
        "--format", "tsv", "--no-header", "-f", path, preexec_fn=lambda: signal.signal(number, signal.SIG_DFL)
    )
    assert process.stdout.readline() == "begun\n"
    process.send_signal(number)
    out, messages = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 128 + number and "after" not in out
    assert messages.splitlines()[-1].startswith("resume: ")


def test_an_ignored_signal_stays_ignored(shell):
    """As nohup starts it."""
    process = shell.start(
        "--format", "tsv", "--no-header", "-f", "-", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
    )
    process.stdin.write("SELECT 'begun';\n")
    process.stdin.flush()
    process.send_signal(signal.SIGHUP)
    out, _ = process.communicate("SELECT 'after';\n", timeout=TIMEOUT)
    assert (process.returncode, out) == (0, "begun\nafter\n")
