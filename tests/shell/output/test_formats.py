"""Output formats, streams and what reads them."""

import csv
import io
import json
import subprocess

ROWS = (
    "SELECT * FROM VALUES (1, 'plain', 0.5D, true), (2, 'tab\\tnew\\nline\\\\', NULL, false), "
    "(3, NULL, 100.0D, NULL) AS t(id, name, score, flag) ORDER BY id LIMIT 9;"
)


def test_stdout_carries_data_only(shell):
    done = shell.sql("CREATE TABLE t (a BIGINT); SET x=1; SELECT 5 AS five;", "--format", "tsv")
    assert done.stdout == "five\n5\n"
    assert "OK" in done.stderr


def test_tsv_escapes(shell):
    assert shell.ok(ROWS, "--format", "tsv") == (
        "id\tname\tscore\tflag\n1\tplain\t0.5\ttrue\n2\ttab\\tnew\\nline\\\\\tNULL\tfalse\n3\tNULL\t100.0\tNULL\n"
    )


def test_no_header(shell):
    assert shell.ok("SELECT 1+1;", "--format", "tsv", "--no-header") == "2\n"


def test_csv_is_read_back(shell):
    out = shell.ok("SELECT 'a,b', 'say \"x\"', '', CAST(NULL AS STRING), 'l1\\nl2';", "--format", "csv", "--no-header")
    assert out == '"a,b","say ""x""","",,"l1\nl2"\n'
    assert next(csv.reader(io.StringIO(out))) == ["a,b", 'say "x"', "", "", "l1\nl2"]


def test_json(shell):
    rows = json.loads(shell.ok(ROWS, "--format", "json"))
    assert rows[1] == {"id": 2, "name": "tab\tnew\nline\\", "score": None, "flag": False}
    assert rows[2]["flag"] is None
    assert json.loads(shell.ok("SELECT 1 AS a LIMIT 0;", "--format", "json")) == []


def test_jsonl(shell):
    lines = shell.ok(ROWS, "--format", "jsonl").splitlines()
    assert [json.loads(line)["id"] for line in lines] == [1, 2, 3]


def test_vertical(shell):
    out = shell.ok("SELECT 1 AS a, '中' AS 名称;", "--format", "vertical")
    assert out.splitlines()[0].strip("*") == " 1. row "
    assert out.splitlines()[1:] == ["   a: 1", "名称: 中"]


def test_box_has_the_width_of_chinese_text(shell):
    out = shell.ok("SELECT '北京市朝阳区' AS 城市, 1 AS n;")
    assert out == (
        "+--------------+------------+\n"
        "| 城市         | n          | \n"
        "+--------------+------------+\n"
        "| 北京市朝阳区 | 1          | \n"
        "+--------------+------------+\n"
    )


def test_answers_of_show_are_rows_for_tools(shell):
    shell.ok("CREATE TABLE b (x BIGINT); CREATE TABLE a (x BIGINT COMMENT '数');")
    assert shell.ok("SHOW TABLES;", "--format", "tsv") == "table\na\nb\n"
    assert json.loads(shell.ok("DESC a;", "--format", "json"))[0]["comment"] == "数"


def test_desc_for_people(shell):
    shell.ok("CREATE TABLE a (x BIGINT COMMENT '数字', y STRING) COMMENT '表';")
    lines = shell.ok("DESC a;").splitlines()
    frame = "+" + "-" * 84 + "+"
    assert lines[0] == frame and lines[-1] == frame
    assert any(line.startswith("| x               | bigint     |       | 数字") for line in lines)


def test_statements_from_stdin(shell):
    done = shell.run("--format", "tsv", "--no-header", stdin="SELECT 1+1;SELECT 'last'")
    assert done.returncode == 0
    assert done.stdout == "2\nlast\n"


def test_flags_run_in_order(shell, tmp_path):
    script = tmp_path / "two.sql"
    script.write_text("SELECT 2;")
    done = shell.run("--format", "tsv", "--no-header", "-e", "SELECT 1;", "-f", str(script), "-e", "SELECT 3;")
    assert done.stdout == "1\n2\n3\n"


def test_reader_that_leaves_ends_quietly(shell):
    many = "SELECT repeat('x', 500000);" * 2
    process = subprocess.Popen(
        shell.command("--format", "tsv", "-e", many), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=180) == 0
    assert errors == ""


def test_full_output_is_an_error(shell):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            shell.command("-e", "SELECT 1;"), stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 3
    assert "No space left" in done.stderr
