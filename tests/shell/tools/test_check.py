"""`paisql check`: all errors and warnings of scripts, and nothing is run or written."""

import json
import os
import re
import subprocess

import pytest


@pytest.fixture
def check(shell, tmp_path):
    def run(text, *arguments, name="job.sql"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return subprocess.run(
            [*shell.command()[:1], "check", "--home", str(shell.home), *arguments, str(path)],
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )

    return run


def places(done):
    """The "line:column: severity:" of each finding."""
    return re.findall(r"^\S*job\.sql:(\d+:\d+: \w+:)", done.stdout, re.MULTILINE)


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def test_every_error_of_every_statement(check):
    done = check("CREATE TABLE t (a BIGINT);\nSELECT x,\n  y FROM t;\nSELEC 1;\nSELECT a FROM tt; SELECT a FROM t;\n")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert [line.split("job.sql:")[1][:13] for line in lines if "job.sql" in line] == [
        "2:8: error: O",
        "3:3: error: O",
        "4:1: error: O",
        "5:15: error: ",
    ]
    assert "error: ODPS-0130071 column x cannot be resolved" in lines[0]
    assert "error: ODPS-0130131 table default_project.tt cannot be resolved" in done.stdout
    assert "  hint: did you mean 't'?" in lines
    assert done.stderr == "4 errors, 0 warnings\n"


def test_no_findings(check):
    done = check("SELECT 1;\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "0 errors, 0 warnings\n")


def test_warnings_are_no_failure(check):
    done = check("CREATE TABLE t (s STRING);\nSELECT s + 1 FROM t;\n")
    assert done.returncode == 0
    assert "job.sql:2:8: warning: implicit conversion from STRING to DOUBLE" in done.stdout
    assert done.stderr == "0 errors, 1 warning\n"


def test_changed_columns_and_what_is_not_offered(check):
    done = check(
        "CREATE TABLE t (a INT) STORED AS ALIORC;\nALTER TABLE t CHANGE a b BIGINT;\n"
        "SELECT b FROM t LIMIT 1 UNION ALL SELECT 5000000000;\nDELETE FROM t;\n"
        "CREATE OR REPLACE TABLE t (c INT);\nSELECT a FROM t;\n@a := SELECT 1;\n"
    )
    assert places(done) == ["1:34: warning:", "4:13: error:", "6:8: error:"]
    assert done.stderr == "2 errors, 1 warning\n"


def test_json(check):
    done = check("SELECT 1;\nSELECT '1' + x;\n", "--format", "json")
    assert done.returncode == 1
    findings = json.loads(done.stdout)
    assert len(findings) == 1
    assert findings[0] == {
        "file": findings[0]["file"],
        "line": 2,
        "column": 14,
        "severity": "error",
        "code": "ODPS-0130071",
        "message": "column x cannot be resolved",
        "hint": "",
        "statement": 2,
    }
    assert findings[0]["file"].endswith("job.sql")
    assert json.loads(check("SELECT 1;", "--format", "json").stdout) == []


def test_what_statements_make_counts_for_those_behind(check):
    done = check("""
        CREATE TABLE a (x BIGINT, s STRING) PARTITIONED BY (ds STRING);
        ALTER TABLE a ADD PARTITION (ds='1');
        INSERT OVERWRITE TABLE a PARTITION (ds='2') VALUES (1, 'q');
        ALTER TABLE a DROP PARTITION (ds='2');
        CREATE TABLE b AS SELECT x AS y FROM a WHERE ds = '1';
        CREATE VIEW v AS SELECT y AS z FROM b;
        SELECT z FROM v;
        CREATE MATERIALIZED VIEW m PARTITIONED BY (ds) AS SELECT x, ds FROM a;
        ALTER MATERIALIZED VIEW m REBUILD PARTITION (ds='1');
        SELECT x FROM m WHERE ds = '1';
        ALTER MATERIALIZED VIEW m DISABLE REWRITE;
        DROP MATERIALIZED VIEW m;
        ALTER TABLE b ADD COLUMNS (w STRING);
        SELECT y, w FROM b;
        ALTER TABLE b RENAME TO c;
        SELECT w FROM c;
        SET odps.sql.allow.fullscan=true;
        SELECT x FROM a;
        DROP TABLE c;
        DROP TABLE IF EXISTS c;
        USE default_project;
    """)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize(
    "script, word",
    [
        ("CREATE TABLE b (x BIGINT); DROP TABLE b; SELECT x FROM b;", "b cannot be resolved"),
        ("CREATE TABLE b (x BIGINT); ALTER TABLE b RENAME TO c; SELECT x FROM b;", "resolved"),
        ("CREATE TABLE b (x BIGINT); CREATE TABLE b (x BIGINT);", "already exists"),
        ("CREATE TABLE p (x BIGINT) PARTITIONED BY (d STRING); SELECT x FROM p;", "full scan"),
        ("CREATE TABLE p (x BIGINT) PARTITIONED BY (d STRING);ALTER TABLE p DROP PARTITION (d='9');", "partition"),
        ("SET odps.sql.type.system.odps2=perhaps;", "odps.sql.type.system.odps2"),
        ("USE nowhere;", "nowhere"),
        ("PAI -name tensorflow -Dscript='file://missing.py';", "missing.py"),
        ("PAI -name tensorflw;", "tensorflw"),
        ("CREATE TABLE t (x BIGINT); TUNNEL UPLOAD missing.csv t;", "missing.csv"),
    ],
)
def test_errors_that_need_the_statements_before(check, script, word):
    done = check(script)
    assert done.returncode == 1
    assert len(places(done)) == 1 and word in done.stdout


def test_a_failed_statement_takes_no_others_along(check):
    done = check("CREATE TABLE t (a BIGIN);\nSELECT a FROM t;\nINSERT INTO TABLE t SELECT x;\n")
    assert done.returncode == 1
    assert [line for line in done.stdout.splitlines() if ": error:" in line and ":2:" in line] == []
    assert "job.sql:2:15: warning: table default_project.t cannot be resolved" in done.stdout
    assert "job.sql:3:28: error: ODPS-0130071 column x cannot be resolved" in done.stdout


def test_partitions_that_only_rows_name(check):
    made = (
        "CREATE TABLE s (x BIGINT, d STRING); CREATE TABLE p (x BIGINT) PARTITIONED BY (d STRING);"
        "INSERT INTO TABLE p PARTITION (d) SELECT x, d FROM s;\n"
    )
    done = check(made + "ALTER TABLE p DROP PARTITION (d='9');")
    assert done.returncode == 0
    assert ": warning: " in done.stdout and "only running" in done.stdout


def test_nothing_is_written(shell, check, tmp_path):
    shell.ok("CREATE TABLE t (a BIGINT); INSERT INTO TABLE t VALUES (1);")
    (tmp_path / "f.txt").write_text("x")
    before = contents(shell.home)
    done = check(
        "DROP TABLE t; CREATE TABLE u AS SELECT 1 AS a; INSERT INTO TABLE u SELECT 2;"
        "TRUNCATE TABLE u; ADD FILE f.txt; GET RESOURCE f.txt out.txt; SELECT a FROM u;"
        "SET paisql.temp_directory=spill;"
    )
    assert (done.returncode, done.stdout) == (0, "")
    assert contents(shell.home) == before
    assert not (tmp_path / "out.txt").exists() and not (tmp_path / "spill").exists()
    assert shell.rows("SELECT a FROM t;") == [["1"]]


def test_a_home_that_does_not_exist(shell, check):
    assert check("CREATE TABLE t (a BIGINT); SELECT a FROM t;").returncode == 0
    assert not shell.home.exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_home_that_cannot_be_written(shell, check):
    shell.ok("CREATE TABLE t (a BIGINT);")
    shell.home.chmod(0o500)
    try:
        done = check("SELECT a FROM t; DROP TABLE t; CREATE TABLE u (a BIGINT);")
    finally:
        shell.home.chmod(0o700)
    assert (done.returncode, done.stdout) == (0, "")


def test_a_home_in_use(shell, check):
    shell.ok("CREATE TABLE t (a BIGINT);")
    with shell.start() as other:
        other.stdin.write("CREATE TABLE u (a BIGINT); SELECT 1;\n")
        other.stdin.flush()
        other.stdout.readline()
        done = check("SELECT t.a FROM t JOIN u ON t.a = u.a;")
        other.stdin.close()
        assert other.wait(timeout=180) == 0
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("text", ["", "\n\n", "-- only a comment\n", ";;;"])
def test_nothing_to_check(check, text):
    done = check(text)
    assert (done.returncode, done.stdout) == (0, "")


def test_byte_order_mark_and_carriage_returns(check):
    done = check(b"\xef\xbb\xbfSELECT 1;\r\n  SELECT a,\r\n   b;\r\n")
    assert places(done) == ["2:10: error:", "3:4: error:"]


def test_invalid_utf8_has_its_place(check):
    done = check("SELECT 1;\nSELECT '".encode() + "中文".encode("gbk") + b"';\nSELECT nope;\n")
    assert places(done) == ["2:9: error:", "3:8: error:"]
    assert "not valid UTF-8" in done.stdout


def test_full_width_semicolons_swallow_nothing(check):
    done = check("SELECT 1；\nSELECT '；，' -- ；\n；SELECT nope;\n")
    assert places(done) == ["1:9: error:", "3:1: error:", "3:9: error:"]
    assert "type the ASCII character ;" in done.stdout


def test_a_thousand_statements(check):
    done = check(
        "CREATE TABLE t (a BIGINT);\n" + "SELECT a, count(*) FROM t GROUP BY a;\n" * 999 + "SELECT b FROM t;\n"
    )
    assert places(done) == ["1001:8: error:"]


def test_several_files_and_standard_input(shell, tmp_path):
    (tmp_path / "one.sql").write_text("CREATE TABLE t (a BIGINT);")
    command = [*shell.command()[:1], "check", "--home", str(shell.home), str(tmp_path / "one.sql"), "-"]
    done = subprocess.run(
        command, input="SELECT a, b FROM t;", capture_output=True, text=True, timeout=180, check=False
    )
    assert done.returncode == 1
    assert done.stdout.startswith("-:1:11: error: ODPS-0130071 column b cannot be resolved")


def test_nothing_is_checked_behind_quit(check):
    assert check("SELECT 1; quit; SELECT nope;").returncode == 0


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "check needs files"),
        (["-e", "SELECT 1;"], "check takes files"),
        (["--format", "csv", "x.sql"], "check knows the formats"),
        (["missing.sql"], "cannot read missing.sql"),
        (["--nope", "x.sql"], "unknown flag --nope"),
    ],
)
def test_usage(shell, arguments, words):
    done = subprocess.run(
        [*shell.command()[:1], "check", *arguments], capture_output=True, text=True, timeout=180, check=False
    )
    assert done.returncode == 2
    assert words in done.stderr and done.stdout == ""


MAX_PT = "CREATE TABLE t (a BIGINT) PARTITIONED BY (ds STRING);\n{}SELECT a FROM t WHERE ds = max_pt('t');\n"


def test_rows_that_a_check_does_not_write_are_not_missed(check):
    done = check(MAX_PT.format("INSERT INTO t PARTITION (ds='1') VALUES (1);\n"))
    assert done.returncode == 0
    assert "job.sql:3:35: warning: no partition holds data in table default_project.t" in done.stdout
    assert done.stderr == "0 errors, 1 warning\n"


def test_versions_that_only_rows_make(check):
    made = "CREATE TABLE t (a BIGINT) TBLPROPERTIES ('transactional'='true');\n"
    filled = made + "INSERT INTO TABLE t VALUES (1);\n"
    done = check(
        filled + "SELECT a FROM t VERSION AS OF 2;\nCREATE STREAM s ON TABLE t VERSION AS OF 2;\n"
        "INSERT INTO TABLE t SELECT a FROM s;\nALTER STREAM s VERSION AS OF 3;\nDROP STREAM s;\n"
    )
    assert (done.returncode, places(done)) == (0, []), done.stdout
    done = check(made + "SELECT a FROM t VERSION AS OF 2;\n")
    assert done.returncode == 1 and places(done) == ["2:31: error:"]


def test_max_pt_of_a_table_that_nobody_fills(check):
    done = check(MAX_PT.format(""))
    assert done.returncode == 1
    assert "job.sql:2:35: error: ODPS-0130271 no partition holds data" in done.stdout


def test_a_folder_is_checked_in_the_order_of_its_tables(shell, tmp_path):
    """The file that makes a table comes before those that read it; `quit;` ends its file alone."""
    folder = tmp_path / "all"
    (folder / "deep").mkdir(parents=True)
    (folder / "a_report.sql").write_text("CREATE TABLE report AS SELECT city, m FROM clean;\n")
    (folder / "b_clean.sql").write_text("CREATE TABLE clean AS SELECT city, count(*) n FROM raw GROUP BY city;\n")
    (folder / "deep" / "z_raw.sql").write_text("CREATE TABLE raw (city STRING); quit; SELECT nothing;\n")
    (folder / "notes.txt").write_text("no script")

    def check(*arguments):
        return subprocess.run(
            [*shell.command()[:1], "check", "--home", str(shell.home), *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )

    done = check("all")
    assert done.returncode == 1 and done.stderr == "1 error, 0 warnings\n"
    assert done.stdout.startswith("all/a_report.sql:1:37: error: ODPS-0130071 column m cannot be resolved")
    found = json.loads(check("--format", "json", "all", "all/b_clean.sql").stdout)
    assert [(one["file"], one["severity"]) for one in found] == [
        ("all/b_clean.sql", "error"),
        ("all/a_report.sql", "error"),
    ]
    # Files alone are one run in the order in which they are named.
    done = check("all/b_clean.sql", "all/deep/z_raw.sql", "all/a_report.sql")
    assert "table default_project.raw cannot be resolved" in done.stdout and "a_report" not in done.stdout
    (tmp_path / "empty").mkdir()
    done = check("all", "empty")
    assert (done.returncode, done.stderr) == (2, "paisql: empty has no .sql file\n")


def test_a_secret_in_a_warning_is_not_told(check):
    done = check("CREATE TABLE t (a INT) TBLPROPERTIES ('LTAI5tSecretSecretSecret'='x');\n")
    assert done.returncode == 0 and "the table property '***' has no effect" in done.stdout
    assert "LTAI5" not in done.stdout
