"""Messages in Chinese: by SET anywhere, by LANG on a terminal; codes and data never change."""

import os
import re

import pexpect
import pytest

from conftest import BINARY, ROOT, TIMEOUT

TABLES = ("error_rows.cpp", "hint_rows.cpp", "help_rows.cpp")
PLACEHOLDER = re.compile(r"\{[0-9a-z.:>]*\}")


def literals(text):
    """The string literals of a source text, those that stand beside each other joined."""
    one = r'"((?:[^"\\\n]|\\.)*)"'
    for run in re.finditer(one + r"(?:\s*" + one + ")*", text):
        parts = re.findall(one, run.group(0))
        yield "".join(parts).replace('\\"', '"').replace("\\\\", "\\")


def sources():
    for folder, _, names in os.walk(os.path.join(ROOT, "src")):
        if os.path.basename(folder) == "messages":
            continue
        for name in names:
            if name.endswith((".cpp", ".h", ".def")):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    yield file.read()


def rows():
    for name in TABLES:
        path = os.path.join(ROOT, "src", "messages", name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for match in re.finditer(r"^    \{(.*?)\},$", text, re.S | re.M):
            pair = list(literals(match.group(1).replace('",', '" ,', 1)))
            yield pair[0]


def test_every_row_is_said_by_the_program():
    said = "\n".join("\n".join(literals(text)) for text in sources())
    # A cure with a name filled in, {2}, is a text with a place like any other.
    said = PLACEHOLDER.sub("{}", said)
    stale = []
    for english in rows():
        # A hint may join two sentences, "did you mean {}?" and what else can be done.
        for piece in re.split(r"\{\}|(?<=\?) ", english):
            if piece.strip(" ,;:'") and piece.strip() not in said:
                stale.append(english)
                break
    assert stale == []


@pytest.fixture
def in_chinese(shell):
    return lambda sql: shell.sql("SET paisql.language=zh; " + sql)


def test_set_translates_errors_and_hints(in_chinese):
    run = in_chinese("SELECT * FROM nowhere;")
    assert run.returncode == 1
    assert "FAILED: ODPS-0130131:[1,15] 表不存在 (Table not found) - 找不到表" in run.stderr
    assert "提示: 用 SHOW TABLES; 查看现有的表" in run.stderr


def test_rows_stay(in_chinese):
    run = in_chinese("SELECT 'Table not found' AS `hint:`;")
    assert "| hint:" in run.stdout
    assert "Table not found" in run.stdout


def test_without_a_terminal_lang_says_nothing(shell):
    run = shell.sql("SELECT * FROM nowhere;", env={**os.environ, "LC_ALL": "zh_CN.UTF-8"})
    assert "ODPS-0130131:[1,15] Table not found - table" in run.stderr
    assert "hint: " in run.stderr


def test_the_setting_takes_two_values(shell):
    run = shell.sql("SET paisql.language=fr;")
    assert run.returncode == 1
    assert "ODPS-0110021" in run.stderr


def test_help_is_translated(in_chinese):
    text = in_chinese("HELP;").stdout
    assert "语句:" in text and "查询数据" in text
    page = in_chinese("HELP ODPS-0130131;").stdout
    assert "ODPS-0130131: 表不存在" in page
    assert "原因: 表不存在" in page


def prompt(path, **variables):
    environment = {
        **os.environ,
        "TERM": "xterm",
        "NO_COLOR": "1",
        "INPUTRC": "/dev/null",
        "LC_ALL": "",
        "LC_MESSAGES": "",
        **variables,
    }
    return pexpect.spawn(
        BINARY,
        ["--home", str(path), "--project", "demo"],
        env=environment,
        encoding="utf-8",
        timeout=TIMEOUT,
        dimensions=(30, 100),
    )


def test_lang_counts_on_a_terminal(tmp_path):
    child = prompt(tmp_path / "home", LANG="zh_CN.UTF-8")
    child.expect("输入 help 查看帮助")
    child.expect("demo> ")
    child.sendline("SELECT nothing;")
    child.expect("语义分析异常 \\(Semantic analysis exception\\) - 找不到列 nothing")
    child.expect("demo> ")
    child.sendline("SELECT 1;")
    child.expect("共 1 行")
    child.expect("demo> ")
    child.sendline("SET paisql.language=en;")
    child.expect("demo> ")
    child.sendline("SELECT nothing;")
    child.expect("exception - column nothing cannot be resolved")
    child.sendline("\\q")
    child.expect(pexpect.EOF)


def test_commands_speak_it_too(tmp_path):
    child = prompt(tmp_path / "home", LANG="zh_CN.UTF-8")
    child.expect("demo> ")
    child.sendline("\\?")
    child.expect("执行文件中的语句")
    child.expect("demo> ")
    child.sendline("CREATE TABLE written AS SELECT 1 AS a;")
    child.expect("写入 1 行 \\(")
    child.expect("demo> ")
    child.sendline("\\d nowhere")
    child.expect("表不存在 \\(Table not found\\)")
    child.expect("demo> ")
    child.sendline("\\format nonsense")
    child.expect("不接受值 'nonsense'")
    child.sendline("\\q")
    child.expect(pexpect.EOF)


def test_the_prompt_s_own_lines_speak_it(tmp_path):
    child = prompt(tmp_path / "home", LANG="zh_CN.UTF-8")
    child.expect("demo> ")
    child.sendline("SET paisql.confirm=1;")
    child.expect("demo> ")
    child.sendline("CREATE TABLE t AS SELECT 1 AS a UNION ALL SELECT 2;")
    child.expect("demo> ")
    child.sendline("SET paisql.rows=1;")
    child.expect("demo> ")
    child.sendline("SELECT * FROM t;")
    child.expect("共 2 行, 显示了 1 行")
    child.expect("提示: SET paisql.rows=all; 显示全部行")
    child.sendline("SELECT 1 \\watch 0.1 1")
    child.expect("每 0.1 秒一次, Ctrl-C 结束")
    child.expect("demo> ")
    child.sendline("DROP TABLE t; SELECT 1;")
    child.expect("DROP TABLE demo.t 将丢失 2 行, .*是否继续\\?")
    child.sendline("n")
    child.expect("未获确认, 没有数据丢失")
    child.expect("其后的 1 条语句没有执行")
    child.sendline("\\q")
    child.expect(pexpect.EOF)
