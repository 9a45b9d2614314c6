"""Formats, \\g, \\format, \\x and the rows of a prompt."""

import json
import os
import subprocess

import pexpect
import pytest

from conftest import BINARY, TIMEOUT

ROWS = "SELECT * FROM VALUES (1, 'plain', 0.5D), (2, 'a|b', NULL) AS t(id, name, score) ORDER BY id LIMIT 9"
MANY = "SELECT x FROM (SELECT 1) o LATERAL VIEW posexplode(split(repeat('a,', {}), ',')) p AS x, y"


def test_several_results_in_one_json_run_are_one_document_a_line(shell):
    out = shell.ok(ROWS + "; SHOW TABLES; SELECT 1 AS a LIMIT 0; SELECT 'x\\ny' AS t;", "--format", "json")
    documents = [json.loads(line) for line in out.splitlines()]
    assert [len(rows) for rows in documents] == [2, 0, 0, 1]
    assert documents[0][1] == {"id": 2, "name": "a|b", "score": None}
    assert documents[3] == [{"t": "x\ny"}]


def test_a_failed_json_result_is_no_document(shell):
    shell.ok("CREATE TABLE n (x BIGINT); INSERT INTO n " + MANY.format(300000) + ";")
    done = shell.sql(
        "SET odps.function.strictmode=true; SELECT CAST(concat(if(x > 250000, 'a', '1'), '') AS BIGINT) AS c FROM n;",
        "--format",
        "json",
    )
    assert done.returncode == 1
    for line in done.stdout.splitlines():
        with pytest.raises(json.JSONDecodeError):
            json.loads(line)


def test_markdown_and_html(shell):
    assert shell.ok(ROWS + ";", "--format", "markdown") == (
        "| id | name | score |\n| ---: | --- | ---: |\n| 1 | plain | 0.5 |\n| 2 | a\\|b | NULL |\n"
    )
    out = shell.ok("SELECT '<a>\\n&' AS h;", "--format", "html")
    assert "<tr><td>&lt;a&gt;<br>&amp;</td></tr>" in out
    assert out.startswith("<table>\n") and out.endswith("</table>\n")


def test_box(shell):
    assert shell.ok(ROWS + ";", "--format", "box") == (
        "┌────┬───────┬───────┐\n"
        "│ id │ name  │ score │\n"
        "├────┼───────┼───────┤\n"
        "│  1 │ plain │   0.5 │\n"
        "│  2 │ a|b   │  NULL │\n"
        "└────┴───────┴───────┘\n"
    )


def test_the_setting_and_the_flag_are_one_truth(shell):
    done = shell.sql(
        "SELECT 1 AS a; SET paisql.format=CSV; SELECT 1 AS a; UNSET paisql.format; SELECT 1 AS a;", "--format", "tsv"
    )
    assert done.stdout == "a\n1\n" * 3
    done = shell.sql("SET paisql.format=json; SELECT 1 AS a; SET paisql.format=cvs;")
    assert done.stdout == '[{"a": 1}]\n'
    assert done.returncode == 1
    assert "paisql.format does not take 'cvs'" in done.stderr
    assert "hint: did you mean 'csv'?" in done.stderr


def test_the_format_stays_when_the_project_changes(shell):
    shell.ok("SELECT 1;", "--project", "other")
    assert shell.ok("SET paisql.format=csv; SET paisql.job.async=true; USE other; SELECT 1 AS a;") == "a\n1\n"
    assert "paisql.job.async=true" not in shell.ok("SET paisql.job.async=true; USE other; SHOW FLAGS;")


def test_an_unknown_format_of_the_flag_names_the_nearest(shell):
    done = shell.run("--format", "markdwon", "-e", "SELECT 1;")
    assert done.returncode == 2
    assert "did you mean 'markdown'?" in done.stderr


def test_auto_without_a_terminal_is_the_table(shell):
    wide = "SELECT repeat('x', 300) AS a;"
    assert shell.ok(wide, "--format", "auto") == shell.ok(wide)


def test_expanded_turns_tables_vertical_and_leaves_csv(shell):
    out = shell.ok("SET paisql.expanded=on; SELECT 1 AS a; SELECT 1 AS a \\g format=csv")
    assert out == "*************************** 1. row ***************************\na: 1\na\n1\n"


def test_g_ends_a_statement_in_every_kind_of_input(shell, tmp_path):
    text = "SELECT 1 AS a \\g format=csv\nSELECT '\\\\g' AS b -- \\g\n\\G\nSELECT 3 AS c;\n"
    expected = (
        "a\n1\n*************************** 1. row ***************************\nb: \\g\n"
        "+------------+\n| c          | \n+------------+\n| 3          | \n+------------+\n"
    )
    assert shell.ok(text) == expected
    script = tmp_path / "s.sql"
    script.write_text(text)
    assert shell.run("-f", str(script)).stdout == expected
    assert shell.run(stdin=text).stdout == expected


def test_g_of_a_pipe_runs_when_its_line_has_come(shell):
    process = shell.start("--format", "tsv")
    process.stdin.write("SELECT 41 + 1 AS a \\g form")
    process.stdin.flush()
    process.stdin.write("at=csv\n")
    process.stdin.flush()
    assert process.stdout.readline() == "a\n"
    assert process.stdout.readline() == "42\n"
    out, errors = process.communicate("SELECT 1 AS last \\g")
    assert (process.returncode, out, errors) == (0, "last\n1\n", "")


def test_g_writes_files_beside_the_script(shell, tmp_path):
    script = tmp_path / "job.sql"
    script.write_text(
        "SELECT 1 AS a \\g format=csv > out.csv\n"
        "SELECT 2 AS a \\g format=csv header=off >> out.csv;\n"
        "SELECT 3 AS a \\g > 'with blank.txt'\n"
    )
    done = shell.run("-f", str(script))
    assert (done.returncode, done.stdout) == (0, "")
    assert (tmp_path / "out.csv").read_text() == "a\n1\n2\n"
    assert (tmp_path / "with blank.txt").read_text().startswith("+------------+\n| a ")


def test_a_file_is_replaced_when_the_statement_has_succeeded(shell, tmp_path):
    out = tmp_path / "out.csv"
    out.write_text("old\n")
    shell.ok("CREATE TABLE n (x BIGINT); INSERT INTO n " + MANY.format(300000) + ";")
    bad = (
        "SET odps.function.strictmode=true; SELECT CAST(concat(if(x > 250000, 'a', '1'), '') AS BIGINT) AS c FROM n "
        f"\\g format=csv {{}} {out}"
    )
    for target in ">", ">>":
        done = shell.sql(bad.format(target))
        assert done.returncode == 1, done.stderr
        assert out.read_text() == "old\n"
    assert sorted(os.listdir(tmp_path)) == ["home", "out.csv"]
    # A statement without an answer leaves it, too.
    shell.ok(f"CREATE TABLE u (a BIGINT) \\g > {out}")
    assert out.read_text() == "old\n"
    shell.ok(f"SELECT 1 AS a \\g format=csv > {out}")
    assert out.read_text() == "a\n1\n"


def test_a_file_that_cannot_be_written_fails_before_the_statement_runs(shell, tmp_path):
    done = shell.sql(f"CREATE TABLE never (a BIGINT) \\g > {tmp_path}/no/folder.csv")
    assert done.returncode == 1
    assert "cannot write" in done.stderr and "No such file" in done.stderr
    assert shell.rows("SHOW TABLES;") == []


def test_g_pipes_into_a_command(shell, tmp_path):
    done = shell.sql(f"{ROWS} \\g format=tsv header=off | sort -r | cut -f 1 > {tmp_path}/x; echo done")
    assert (done.returncode, done.stdout) == (0, "done\n")
    assert (tmp_path / "x").read_text() == "2\n1\n"
    # One that has read enough ends the statement quietly.
    done = shell.sql(MANY.format(1000000) + " \\g format=csv | head -n 2", timeout=TIMEOUT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "x\n0\n", "")
    done = shell.sql(ROWS + " \\g | exit 3")
    assert done.returncode == 1
    assert "ended with status 3" in done.stderr
    done = shell.sql(ROWS + " \\g | no-such-command")
    assert done.returncode == 1
    assert "ended with status 127" in done.stderr


@pytest.mark.parametrize(
    "ending, message",
    [
        ("\\g format=cvs", "did you mean 'csv'?"),
        ("\\g out.csv", "write a file after >"),
        ("\\g fromat=csv", "did you mean 'format'?"),
        ("\\g >", "there is no file after >"),
        ("\\g |", "there is no command after |"),
        ("\\g header=1", "expect on or off"),
    ],
)
def test_a_mistake_behind_g_runs_nothing(shell, tmp_path, ending, message):
    statement = "CREATE TABLE never (a BIGINT) " + ending
    done = shell.sql(statement)
    assert done.returncode == 1
    assert message in done.stderr
    assert shell.rows("SHOW TABLES;") == []
    script = tmp_path / "s.sql"
    script.write_text(statement + "\n")
    checked = subprocess.run(
        [BINARY, "check", "--home", str(shell.home), str(script)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 1
    assert message in checked.stdout


def test_private_files_of_commands_are_the_users(shell, tmp_path):
    shell.ok(f"SELECT 1 AS a \\g | cat > {tmp_path}/made")
    user = os.umask(0)
    os.umask(user)
    assert (tmp_path / "made").stat().st_mode & 0o777 == 0o666 & ~user


# ---- at the prompt ----


@pytest.fixture(name="prompt")
def start_prompt(shell):
    started = []

    def start(*arguments, columns=100, rows=30, **environment):
        env = {**os.environ, "TERM": "dumb", "INPUTRC": "/dev/null", "LC_ALL": "C.UTF-8", **environment}
        child = pexpect.spawn(
            BINARY,
            ["--home", str(shell.home), *arguments],
            env=env,
            encoding="utf-8",
            timeout=TIMEOUT,
            dimensions=(rows, columns),
            echo=False,
        )
        started.append(child)
        child.expect("default_project>")
        return child

    yield start
    for child in started:
        child.close(force=True)


def answer(child, statement):
    """What the terminal got for a statement, as lines."""
    child.sendline(statement)
    child.expect(r"\([\d.]+ s\)|FAILED: [^\r\n]*")
    shown = child.before + child.after
    child.expect("default_project> ")
    return (shown + child.before).replace("\r", "").replace("default_project> ", "").split("\n")


def test_a_prompt_shows_boxes(prompt):
    lines = answer(prompt(), ROWS + ";")
    assert "│  id │ name   │  score │" in lines
    assert "│ INT │ STRING │ DOUBLE │" in lines
    assert "│   2 │ a|b    │   NULL │" in lines
    assert any(line.startswith("2 rows in set (") for line in lines)


def test_types_never_take_a_box_off_the_screen(prompt):
    child = prompt(columns=20)
    lines = answer(child, "SELECT 1L AS a, 2L AS b, 3L AS c;")
    assert "│ a │ b │ c │" in lines and not any("BIGINT" in line for line in lines)
    lines = answer(child, "SELECT NAMED_STRUCT('a', 1, 'b', 2) AS s;")
    assert any(line.startswith("│ STRUCT<") and "…" in line for line in lines)
    child = prompt(columns=100)
    assert "│ BIGINT │" in answer(child, "SELECT 1L AS a;")
    child.sendline("\\x on")
    child.expect("expanded: on")
    assert not any("BIGINT" in line for line in answer(child, "SELECT 1L AS a;"))


def test_scripts_have_types_only_when_they_ask(shell):
    assert "BIGINT" not in shell.ok("SELECT 1L AS a;", "--format", "box")
    assert "│ BIGINT │" in shell.ok("SET paisql.types=on; SELECT 1L AS a;", "--format", "box")
    assert "BIGINT" not in shell.ok("SET paisql.types=on; SELECT 1L AS a;", "--format", "table")
    assert "BIGINT" not in shell.ok("SET paisql.types=on; SELECT 1L AS a;", "--format", "tsv")


def test_boxes_are_ascii_without_utf8_and_text_is_replaced(prompt):
    child = prompt(LC_ALL="C", LANG="C")
    lines = answer(child, "SELECT '北京' AS a, 'é' AS b;")
    assert "| a      | b      |" in lines
    assert "| ????   | ?      |" in lines
    # Nobody said what the terminal can show: the text stays.
    child = prompt(LC_ALL="", LANG="", LC_CTYPE="")
    assert "| 北京   |" in answer(child, "SELECT '北京' AS a;")


def test_the_screen_now_decides(prompt):
    child = prompt(columns=100)
    columns = ", ".join(f"'value {i}' AS column{i}" for i in range(12))
    one = answer(child, f"SELECT {columns};")
    assert "column11: value 11" in one
    many = f"SELECT x, {columns} FROM ({MANY.format(20)}) t;"
    lines = answer(child, many)
    assert max(len(line) for line in lines if line.startswith("│")) <= 100
    assert "… 4 more columns; \\x shows all" in lines
    child.setwinsize(20, 60)
    lines = answer(child, many)
    assert max(len(line) for line in lines if line.startswith("│")) <= 60
    assert "… 8 more columns; \\x shows all" in lines
    child.setwinsize(20, 20)
    lines = answer(child, many)
    assert "****** 1. row ******" in lines
    child.setwinsize(50, 400)
    assert not any("more columns" in line for line in answer(child, many))


def test_x_switches_one_line_a_cell(prompt):
    child = prompt()
    child.sendline("\\x")
    child.expect("expanded: on")
    assert "name: plain" in [line.strip() for line in answer(child, ROWS + ";")]
    child.sendline("\\x")
    child.expect("expanded: auto")
    child.sendline("\\x off")
    child.expect("expanded: off")
    child.sendline("\\x perhaps")
    child.expect("paisql.expanded does not take 'perhaps'")
    assert "SELECT 1" not in child.before


def test_format_switches_at_any_time(prompt):
    child = prompt()
    child.sendline("\\format")
    child.expect("format: auto")
    child.sendline("\\format makrdown")
    child.expect("did you mean 'markdown'")
    child.sendline("\\format markdown")
    child.expect("format: markdown")
    assert "| id | name | score |" in answer(child, ROWS + ";")
    assert "│ INT │ STRING │ DOUBLE │" in answer(child, ROWS + " \\g format=box")
    answer(child, "SET paisql.types=off;")
    assert "│ id │ name  │ score │" in answer(child, ROWS + " \\g format=box")
    assert "| id | name | score |" in answer(child, ROWS + " \\g")
    child.sendline("\\g")
    child.expect("there is no statement in front of it")


def test_the_flag_gives_the_start(prompt):
    child = prompt("--format", "csv")
    assert "1,plain,0.5" in answer(child, ROWS + ";")
    child.sendline("\\format")
    child.expect("format: csv")


def test_the_first_thousand_rows(prompt, tmp_path):
    child = prompt(TERM="dumb")
    lines = answer(child, MANY.format(2500) + ";")
    assert sum(line.startswith("│") for line in lines) == 1002
    assert any(line.startswith("1,000 of 2,500 rows shown (") for line in lines)
    assert any(line.startswith("hint: SET paisql.rows=all;") for line in lines)
    # As many as there are is not more.
    lines = answer(child, MANY.format(1000) + ";")
    assert any(line.startswith("1000 rows in set (") for line in lines)
    # Who writes a LIMIT gets so many.
    lines = answer(child, f"SELECT * FROM ({MANY.format(2500)}) t LIMIT 1500;")
    assert any(line.startswith("1500 rows in set (") for line in lines)
    # Files get all of them.
    lines = answer(child, f"{MANY.format(2500)} \\g format=csv > {tmp_path}/all.csv")
    assert any(line.startswith("2500 rows in set (") for line in lines)
    assert len((tmp_path / "all.csv").read_text().splitlines()) == 2501
    child.sendline("SET paisql.rows=3;")
    child.expect("OK")
    child.expect("default_project> ")
    lines = answer(child, MANY.format(2500) + ";")
    assert any(line.startswith("3 of 2,500 rows shown (") for line in lines)
    child.sendline("SET paisql.rows=0;")
    child.expect("expect all or a whole\\s+number above 0")
    child.expect("default_project> ")
    child.sendline("SET paisql.rows=all;")
    child.expect("OK")
    child.expect("default_project> ")
    lines = answer(child, MANY.format(2500) + ";")
    assert any(line.startswith("2500 rows in set (") for line in lines)


def test_redirected_rows_of_a_prompt_are_whole(shell, tmp_path):
    """The input is a terminal and the output a file: nobody looks at it."""
    out = tmp_path / "out"
    command = f"exec {BINARY} --home {shell.home} > {out}"
    env = {**os.environ, "TERM": "xterm", "INPUTRC": "/dev/null"}
    child = pexpect.spawn("sh", ["-c", command], env=env, encoding="utf-8", timeout=TIMEOUT)
    child.sendline(MANY.format(1500) + ";")
    child.expect("1500 rows in set")
    child.sendline("quit;")
    child.expect(pexpect.EOF)
    child.close()
    assert len(out.read_text().splitlines()) == 1500 + 4
    assert "\033" not in out.read_text()


def test_numbers_are_right_aligned_null_is_dim_and_names_are_bold(prompt):
    child = prompt(TERM="xterm-256color", NO_COLOR="")
    child.sendline(ROWS + ";")
    child.expect("2 rows in set")
    assert "\033[1mname\033[0m   │" in child.before
    assert "\033[2mSTRING\033[0m │" in child.before
    assert "│   \033[2mNULL\033[0m │" in child.before


def test_colours_and_boxes_stay_out_of_pipes(shell):
    done = subprocess.run(
        shell.command("--format", "box", "-e", ROWS + ";"),
        capture_output=True,
        check=True,
        env={**os.environ, "TERM": "xterm-256color"},
    )
    assert b"\033" not in done.stdout


def test_what_a_failed_ending_asked_for_is_forgotten(prompt):
    child = prompt()
    text = "\n".join(answer(child, "SELECT 1 AS a \\g format=json > /no/such/folder/x"))
    assert "cannot write" in text
    answer(child, "CREATE TABLE kept (a BIGINT);")
    child.sendline("\\d kept")
    child.expect("default_project> ")
    assert "{" not in child.before and "BIGINT" in child.before.upper()


def test_a_full_device_is_told_at_the_ending(shell, tmp_path):
    path = tmp_path / "job.sql"
    path.write_text("SELECT 1;\nSELECT 2 \\g > /dev/full\n")
    done = shell.run("-f", str(path))
    assert done.returncode == 1 and "cannot write /dev/full" in done.stderr and "job.sql:2:10" in done.stderr
