"""HELP, help and \\h at a prompt, the banner, and hints for spellings of other systems."""

import os
import subprocess

import pexpect
import pytest

from conftest import TIMEOUT


@pytest.fixture
def prompt(shell):
    started = []

    def start(*arguments, columns=100, **environment):
        env = {
            **os.environ,
            "TERM": "xterm",
            "NO_COLOR": "1",
            "INPUTRC": "/dev/null",
            "LC_ALL": "C.UTF-8",
            "PAISQL_PAGER": "",
            **environment,
        }
        command = shell.command("--project", "demo", *arguments)
        child = pexpect.spawn(
            command[0], command[1:], env=env, encoding="utf-8", timeout=TIMEOUT, dimensions=(30, columns)
        )
        started.append(child)
        child.expect("demo> ")
        return child

    yield start
    for child in started:
        child.close(force=True)


# ---- the banner ----


def test_two_lines_tell_where_one_is(prompt):
    lines = prompt(columns=200).before.split("\r\n")
    assert lines[0].startswith("paisql ")
    assert lines[0].endswith("project demo")
    assert lines[1].startswith("help ") and "\\q" in lines[1]


def test_the_home_of_the_user_is_short(prompt, shell):
    child = prompt(HOME=str(shell.home.parent))
    assert "home ~/home, project demo" in child.before


@pytest.mark.parametrize("columns", [20, 60])
def test_the_banner_fits(prompt, columns):
    for line in prompt(columns=columns).before.split("\r\n")[:2]:
        assert len(line) <= columns


def test_no_banner_where_it_is_not_wanted(prompt):
    assert "paisql " not in prompt("--no-banner").before
    assert "paisql " not in prompt(TERM="dumb").before


def test_scripts_have_none(shell):
    assert shell.ok("SELECT 1;").count("paisql") == 0
    assert "paisql" not in shell.run(stdin="SELECT 1;").stderr


# ---- help without a semicolon ----


@pytest.mark.parametrize("line", ["help", "\\h", "HELP;", "help;"])
def test_help_needs_no_semicolon(prompt, line):
    child = prompt()
    child.sendline(line)
    child.expect("Statements:")
    child.expect("HELP LIKE words; looks for topics")
    child.expect("demo> ")


@pytest.mark.parametrize("line", ["help create table", "\\h create table", "help create table;", "HELP CREATE TABLE;"])
def test_help_of_a_topic(prompt, line):
    child = prompt()
    child.sendline(line)
    child.expect("CREATE TABLE: makes a table")
    child.expect("Example:")
    child.expect("demo> ")


def test_a_table_named_like_a_command_is_left_alone(prompt):
    child = prompt()
    child.sendline("SELECT 'help' AS")
    child.expect("-> ")
    child.sendline("help;")
    child.expect("1 row in set")


@pytest.mark.parametrize("line, hint", [("\\qq", "did you mean '.q'"), ("\\nothing", "lists the commands")])
def test_an_unknown_command_names_the_nearest(prompt, line, hint):
    child = prompt()
    child.sendline(line)
    child.expect("there is no command")
    child.expect("hint: .*" + hint)
    child.expect("demo> ")


def test_an_unknown_topic_names_the_nearest(prompt):
    child = prompt()
    child.sendline("help slect")
    child.expect("no help for slect")
    child.expect("did you mean 'SELECT'")
    child.expect("demo> ")


# ---- what HELP tells ----


def help_text(shell, topic):
    return shell.ok(f"HELP {topic};")


def test_a_function_has_signature_and_example(shell):
    text = help_text(shell, "SuBsTr")
    assert "substr(STRING, BIGINT, BIGINT) -> STRING" in text
    assert "SELECT substr('abcdef', 2, 3);" in text and "    bcd\n" in text


def test_a_setting_has_values_and_default(shell):
    text = help_text(shell, "odps.sql.allow.fullscan")
    assert "Its values: true, false" in text
    assert "Without SET: false" in text
    assert "Now: true" in shell.ok("SET odps.sql.allow.fullscan=true; HELP odps.sql.allow.fullscan;")


def test_a_hint(shell):
    assert "/*+ MAPJOIN(a, b) */" in help_text(shell, "mapjoin")


def test_an_algorithm_has_parameters_and_example(shell):
    text = help_text(shell, "PAI tensorflow1120_ext")
    assert "-Dscript" in text and "Example" in text
    assert help_text(shell, "tensorflow1120_ext") == text


@pytest.mark.parametrize("code", ["ODPS-0130161", "odps-0130161", "0130161", "ODPS-0130161:[1,8]"])
def test_a_code_has_cause_and_cure(shell, code):
    text = help_text(shell, code)
    assert text.startswith("ODPS-0130161: Parse exception\n")
    assert "    SELECT FROM t1;" in text and "    SELECT id FROM t1;" in text


def test_search_looks_at_everything(shell):
    text = help_text(shell, "LIKE join")
    for kind in ("clause", "hint", "function", "setting", "error"):
        assert f"  {kind} " in text, kind
    assert help_text(shell, "like JOIN") == text
    only_names = help_text(shell, "LIKE '*join'")
    assert "MAPJOIN" in only_names and "array_join" in only_names
    assert "DYNAMICFILTER" not in only_names


def test_words_of_a_search_all_count(shell):
    text = help_text(shell, "LIKE small hint")
    assert "MAPJOIN" in text and "array_join" not in text


def test_a_search_without_result_fails(shell):
    done = shell.sql("HELP LIKE nothingatall;")
    assert done.returncode == 1
    assert "no topic is like nothingatall" in done.stderr


def test_rows_for_tools_are_not_folded(shell):
    rows = shell.rows("HELP tensorflow1120_ext;")
    assert max(len(row[0]) for row in rows) > 100
    assert max(len(line) for line in help_text(shell, "tensorflow1120_ext").splitlines()) <= 100


# ---- other systems' spellings ----


@pytest.mark.parametrize(
    "statement, hint",
    [
        ("SELECT 1::text;", "write CAST(1 AS STRING)"),
        ("SELECT TOP 5 * FROM t;", "write LIMIT 5 at the end of the statement"),
        ("CREATE TABLE n (a VARCHAR2(10));", "use STRING"),
        ("SHOW PROCESSLIST;", "write SHOW P"),
        ("SELECT GROUP_CONCAT('a');", "write WM_CONCAT(',', text)"),
    ],
)
def test_spellings_get_their_cure(shell, statement, hint):
    done = shell.sql(statement)
    assert done.returncode == 1
    assert f"hint: {hint}\n" in done.stderr


def test_check_knows_them(binary, shell, tmp_path):
    script = tmp_path / "job.sql"
    script.write_text("SELECT 1::int;\n")
    done = subprocess.run(
        [binary, "check", "--home", str(shell.home), str(script)], capture_output=True, text=True, check=False
    )
    assert "hint: write CAST(1 AS BIGINT)" in done.stdout
