"""TUNNEL UPLOAD: tables made for files, warnings, folders, streams, and what a check knows of them."""

import json
import os
import signal
import subprocess
import threading
import time

import pytest

from conftest import TIMEOUT


# TUNNEL UPLOAD -create says what it chose, and why.


def test_create_says_why_a_column_is_a_string(shell, tmp_path):
    (tmp_path / "in.csv").write_text("id,Unit Price,价格\n1,1.5,7\n2,n/a,8\n", encoding="utf-8")
    done = shell.sql("TUNNEL UPLOAD -create -dry in.csv t;", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "3 columns from 2 records:" in done.stderr and "nothing was written" in done.stderr
    assert "in.csv:3: 'n/a' is not a valid DOUBLE" in done.stderr
    assert "called 'Unit Price' in the file" in done.stderr
    assert "c3" in done.stderr and "called '价格' in the file" in done.stderr
    assert done.stdout.startswith("CREATE TABLE IF NOT EXISTS `t`") and "`unit_price` STRING" in done.stdout
    assert shell.rows("SHOW TABLES;") == []


def test_create_keeps_the_names_of_the_file_as_comments(shell, tmp_path):
    (tmp_path / "in.csv").write_text("编号,姓名,id\n1,张三,7\n2,李四,8\n", encoding="utf-8")
    done = shell.sql("TUNNEL UPLOAD -create in.csv t;", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    warnings = [line for line in done.stderr.splitlines() if line.startswith("WARNING")]
    assert warnings == ["WARNING:[1,30]  2 names of the header cannot name a column: kept as COMMENT"]
    assert shell.rows("SELECT c1, c2, id FROM t ORDER BY c1 LIMIT 9;") == [["1", "张三", "7"], ["2", "李四", "8"]]
    assert "`c2` STRING COMMENT '姓名'" in shell.ok("SHOW CREATE TABLE t;")


def test_create_says_which_delimiter_it_found(shell, tmp_path):
    (tmp_path / "in.csv").write_text("id\tname\n1\ta\n")
    done = shell.sql("TUNNEL UPLOAD -create in.csv t;", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    warnings = [line for line in done.stderr.splitlines() if line.startswith("WARNING")]
    assert warnings == [
        "WARNING:[1,23]  the first line has no ',': fields are read as separated by tabs "
        "(-fd '\\t'); -fd ',' makes each line one column"
    ]
    assert shell.rows("SELECT id, name FROM t;") == [["1", "a"]]
    done = shell.sql("TUNNEL UPLOAD -h true in.csv t;", cwd=tmp_path)
    assert done.returncode == 1 and "give -fd '\\t'" in done.stderr


def test_create_makes_nothing_when_a_record_is_bad(shell, tmp_path):
    (tmp_path / "in.csv").write_text("a,b\n1,2\n3\n")
    done = shell.sql("TUNNEL UPLOAD -create in.csv t;", cwd=tmp_path)
    assert done.returncode == 1 and "in.csv:3" in done.stderr
    assert shell.rows("SHOW TABLES;") == []
    shell.ok("TUNNEL UPLOAD -create -dbr true in.csv t;", cwd=tmp_path)
    assert shell.rows("SELECT a, b FROM t;") == [["1", "2"]]


def test_a_header_of_other_names_is_warned_of(shell, tmp_path):
    (tmp_path / "in.csv").write_text("x,y\n1,2\n")
    done = shell.sql("CREATE TABLE t (a BIGINT, b BIGINT); TUNNEL UPLOAD -h true in.csv t;", cwd=tmp_path)
    assert done.returncode == 0
    assert "WARNING:[1,23]  the header names no column of " in done.stderr and "in.csv:1)" in done.stderr


def test_warnings_of_an_upload_are_warnings_everywhere(shell, tmp_path):
    (tmp_path / "in.csv").write_text("编号;b\n1;2\n", encoding="utf-8")
    (tmp_path / "other.csv").write_text("x,y\n1,2\n")
    script = tmp_path / "job.sql"
    script.write_text("TUNNEL UPLOAD -create in.csv t;\nTUNNEL UPLOAD -h true other.csv t;\n")
    done = shell.run("--output", "jsonl", "-f", str(script), cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    events = [json.loads(line) for line in done.stdout.splitlines()]
    warnings = [one["message"] for one in events if one["event"] == "warning"]
    assert [text.split(" ")[0] for text in warnings] == ["the", "1", "the"]
    assert not [one for one in events if one["event"] == "message" and "WARNING" in one["text"]]
    done = subprocess.run(
        [shell.command()[0], "check", "--home", str(tmp_path / "fresh"), str(script)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "job.sql:1:23: warning: the first line has no ','" in done.stdout
    assert "job.sql:1:30: warning: 1 name of the header cannot name a column" in done.stdout


def test_files_of_a_folder_that_are_no_one_table_are_told(shell, tmp_path):
    folder = tmp_path / "m"
    folder.mkdir()
    (folder / "1.csv").write_text("a,b\n1,2\n")
    (folder / "2.csv").write_text("a;b\n1;2\n")
    done = shell.sql("TUNNEL UPLOAD -create -dry m m;", cwd=tmp_path)
    assert done.returncode == 1 and done.stdout == ""
    assert f"fields of {folder}/1.csv are separated by commas, those of {folder}/2.csv by semicolons" in done.stderr
    done = shell.sql("CREATE TABLE m (a BIGINT, b BIGINT); TUNNEL UPLOAD -h true m m;", cwd=tmp_path)
    assert done.returncode == 1
    assert f"fields of {folder}/2.csv are separated by semicolons: upload it alone, with -fd ';'" in done.stderr
    (folder / "2.csv").write_text("x,y\n3,4\n")
    done = shell.sql("TUNNEL UPLOAD -create -dry m other;", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "WARNING:[1,30]  the header names no column of " in done.stderr and "/m/2.csv:1)" in done.stderr
    done = shell.sql("TUNNEL UPLOAD -create m other;", cwd=tmp_path)
    assert done.returncode == 0 and done.stderr.count("the header names no column of ") == 1


# Streams give their bytes once.


def test_a_bad_record_of_a_fifo_is_told(shell, tmp_path):
    fifo = tmp_path / "in.fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=fifo.write_text, args=("a;b\n1;2\n",), daemon=True)
    writer.start()
    done = shell.sql("CREATE TABLE t (a STRING, b STRING); TUNNEL UPLOAD in.fifo t;", cwd=tmp_path)
    writer.join(TIMEOUT)
    assert done.returncode == 1 and "expected 2 columns, 1 columns found" in done.stderr


@pytest.mark.parametrize("text", ["a,b\n1,2\n", "a;b\n1;2\n"])
def test_create_reads_a_stream(shell, tmp_path, text):
    done = shell.run("-e", "TUNNEL UPLOAD -create -dry /dev/stdin z;", stdin=text)
    assert done.returncode == 0, done.stderr
    assert "2 columns from 1 record:" in done.stderr and done.stdout.startswith("CREATE TABLE IF NOT EXISTS `z`")
    script = tmp_path / "job.sql"
    script.write_text("TUNNEL UPLOAD -create /dev/stdin z;\nSELECT a + b AS c FROM z;\n")
    done = shell.run("--check-first", "--format", "tsv", "--no-header", "-f", str(script), stdin=text)
    assert (done.returncode, done.stdout) == (0, "3\n"), done.stderr
    assert "Start upload:/dev/stdin" in done.stderr
    assert not [name for _, _, names in os.walk(shell.home / "staging") for name in names if name == "stream"]


def test_interrupt_ends_the_wait_for_a_stream(shell):
    process = shell.start("-e", "TUNNEL UPLOAD -create /dev/stdin z;")
    process.stdin.write("a,b\n")
    process.stdin.flush()
    staging = shell.home / "staging"
    end = time.monotonic() + TIMEOUT
    while not [name for _, _, names in os.walk(staging) for name in names if name == "stream"]:
        assert process.poll() is None
        if time.monotonic() >= end:
            raise TimeoutError("it did not come")
    process.send_signal(signal.SIGINT)
    assert process.wait(TIMEOUT) == 130
    process.communicate()
    assert shell.rows("SHOW TABLES;") == []


def test_check_tells_of_the_table_of_a_file_that_is_to_come(shell, tmp_path):
    script = tmp_path / "job.sql"
    script.write_text("SELECT 1 \\g > o.csv\nTUNNEL UPLOAD o.csv nosuch;\n")
    done = subprocess.run(
        [shell.command()[0], "check", "--home", str(shell.home), str(script)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 1
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert len(errors) == 1 and errors[0].startswith(f"{script}:2:21: error: ODPS-0130131") and "nosuch" in errors[0]
    script.write_text(
        "CREATE TABLE p (a BIGINT) PARTITIONED BY (d STRING);\nSELECT 1 \\g > o.csv\nTUNNEL UPLOAD o.csv p;\n"
    )
    done = subprocess.run(
        [shell.command()[0], "check", "--home", str(shell.home), str(script)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 1 and "every level of the partition must be given" in done.stdout
    script.write_text("CREATE TABLE t (a BIGINT);\nSELECT 1 \\g > o.csv\nTUNNEL UPLOAD -create o.csv t;\n")
    done = subprocess.run(
        [shell.command()[0], "check", "--home", str(shell.home), str(script)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 1 and "t already exists" in done.stdout


def test_check_knows_created_tables_and_the_last_result(shell, tmp_path):
    (tmp_path / "in.csv").write_text("a,b\n1,2\n")
    script = tmp_path / "job.sql"
    script.write_text(
        "TUNNEL UPLOAD -create in.csv t;\nSELECT a FROM t;\nSET paisql.last.rows=5;\n"
        "SELECT a AS c FROM t;\nSELECT c FROM _;\nSELECT d FROM _;\n"
    )
    done = subprocess.run(
        [shell.command()[0], "check", "--home", str(shell.home), str(script)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert [line for line in done.stdout.splitlines() if "error" in line][0].startswith(f"{script}:6:8: error")
    assert done.stdout.count("error:") == 1
