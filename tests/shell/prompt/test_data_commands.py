"""What the prompt has for looking at data: \\d, FROM _, \\watch, \\chart, and questions before something is lost."""

import os
import signal
import unicodedata

import pexpect
import pytest

from conftest import TIMEOUT

BLOCKS = "▏▎▍▌▋▊▉█▐"


@pytest.fixture(name="prompt")
def fixture_prompt(shell):
    started = []

    def start(*arguments, columns=100, rows=30, cwd=None, **environment):
        env = {
            **os.environ,
            "TERM": "dumb",
            "NO_COLOR": "1",
            "INPUTRC": "/dev/null",
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            **environment,
        }
        command = shell.command("--project", "demo", *arguments)
        child = pexpect.spawn(
            command[0], command[1:], env=env, encoding="utf-8", timeout=TIMEOUT, dimensions=(rows, columns), cwd=cwd
        )
        started.append(child)
        child.expect("demo> ")
        return child

    yield start
    for child in started:
        child.close(force=True)


def answer(child, line):
    """What the line answers, up to the next prompt, as a list of lines."""
    child.sendline(line)
    child.expect_exact("demo> ")
    return child.before.replace("\r", "").split("\n")[1:-1]


def shown(child, line):
    return "\n".join(answer(child, line))


def width(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


@pytest.fixture(name="sold")
def fixture_sold(shell):
    shell.ok(
        "CREATE TABLE sold (city STRING COMMENT '城市', amount DOUBLE) COMMENT 'what was sold' "
        "PARTITIONED BY (ds STRING) LIFECYCLE 30;"
        "INSERT INTO sold PARTITION (ds='20260101') VALUES ('北京', 12.5), ('上海', 30), ('广州', -4);"
        "INSERT INTO sold PARTITION (ds='20260102') VALUES ('深圳', 5);"
        "CREATE VIEW dear AS SELECT * FROM sold WHERE amount > 10;",
        "--project",
        "demo",
    )
    return shell


# \d and its like.


def test_d_tells_what_a_table_is(sold, prompt):
    child = prompt()
    text = shown(child, "\\d sold")
    for part in (
        "Table demo.sold",
        "what was sold",
        "4, ",
        "30 days",
        "Partitions  2",
        "ds=20260102  1 row,",
        "| city ",
        "STRING",
        "城市",
        "key",
    ):
        assert part in text
    assert text.index("ds=20260102") < text.index("ds=20260101")
    assert "北京" not in text and "深圳" not in text
    text = shown(child, "\\d+ sold;")
    assert "深圳" in text
    assert "View demo.dear" in shown(child, "\\d dear")
    text = shown(child, "\\d sodl")
    assert "FAILED: ODPS-0130131" in text and "did you mean 'sold'" in text
    assert "FAILED" in shown(child, "\\d sold; DROP TABLE sold")
    assert "FAILED" in shown(child, "\\d+")
    assert "sold" in shown(child, "\\dt")


def test_lists_take_patterns(sold, prompt):
    child = prompt()
    tables = shown(child, "\\d")
    assert "sold" in tables and "dear" in tables
    assert "dear" not in shown(child, "\\dt so*")
    assert "sold" not in shown(child, "\\dv")
    assert "dear" in shown(child, "\\dv d*;")
    functions = shown(child, "\\df to_d*")
    assert "to_date" in functions and "concat" not in functions
    assert "demo" in shown(child, "\\l")
    assert "FAILED" not in shown(child, "\\dt it's")


# The last result.


def test_the_last_result_is_a_table_at_the_prompt(sold, prompt):
    child = prompt()
    assert "there is no result yet" in " ".join(shown(child, "SELECT * FROM _;").split())
    answer(child, "SELECT city, amount FROM sold WHERE ds > '0';")
    assert "43.5" in shown(child, "SELECT SUM(amount) FROM _;")
    assert "43.5" in shown(child, "SELECT * FROM .last;")
    answer(child, "SHOW COLUMNS FROM sold;")
    assert "城市" in shown(child, "SELECT comment FROM _ WHERE field = 'city';")
    staging = sold.home / "staging"
    child.sendline("quit;")
    child.expect(pexpect.EOF)
    assert not [name for _, _, names in os.walk(staging) for name in names]


def test_a_killed_session_leaves_no_last_result(sold, prompt):
    child = prompt()
    answer(child, "SELECT city FROM sold WHERE ds > '0';")
    answer(child, "CREATE TABLE cities AS SELECT * FROM _;")
    staging = sold.home / "staging"
    assert [name for _, _, names in os.walk(staging) for name in names if name.endswith(".parquet")]
    child.kill(signal.SIGKILL)
    child.expect(pexpect.EOF)
    child.wait()
    sold.ok("SELECT COUNT(*) FROM sold WHERE ds > '0';", "--project", "demo")
    assert not [name for _, _, names in os.walk(staging) for name in names]


def test_scripts_keep_no_last_result(sold):
    done = sold.sql("SELECT 1 AS a; SELECT * FROM _;", "--project", "demo")
    assert done.returncode == 1 and "ODPS-0130131" in done.stderr
    done = sold.sql("SET paisql.last.rows=5; SELECT 1 AS a; SELECT a + 1 FROM _;", "--project", "demo")
    assert done.returncode == 0 and "2" in done.stdout


# \watch


def test_watch_repeats_the_last_statement(prompt):
    child = prompt()
    assert "no statement to repeat" in shown(child, "\\watch")
    answer(child, "SELECT 4700 + 11 AS n;")
    text = shown(child, "\\watch 0.1 3")
    assert text.count("4711") == 3 and text.count("(every 0.1 s, Ctrl-C ends it)") == 3
    for wrong in ("0", "x", "-1", "1 0", "1 2 3", "1e300", "nan"):
        assert "FAILED" in shown(child, "\\watch " + wrong)


def test_interrupt_ends_watch_and_not_the_session(prompt):
    child = prompt()
    answer(child, "SELECT 40 + 2 AS n;")
    child.sendline("\\watch 100")
    child.expect("42")
    child.expect("1 row in set")
    child.kill(signal.SIGINT)
    child.expect("demo> ")
    assert "43" in shown(child, "SELECT 43;")


def test_watch_ends_when_the_statement_fails(sold, prompt):
    child = prompt()
    answer(child, "DROP VIEW dear;")
    text = shown(child, "\\watch 0.1")
    assert text.count("FAILED: ODPS-0130131") == 1


# \chart


def bars(lines):
    return [line for line in lines if "│" in line]


def test_bars_line_up_behind_chinese_labels(sold, prompt):
    for columns in (100, 60, 20):
        child = prompt(columns=columns)
        answer(child, "SELECT city, amount FROM sold WHERE ds = '20260101';")
        lines = answer(child, "\\chart")
        drawn = bars(lines)
        assert [line.split()[0] for line in drawn] == ["北京", "上海", "广州"]
        assert len({width(line.split("│")[0]) for line in drawn}) == 1
        assert drawn[1].count("█") > drawn[0].count("█") > 0
        assert drawn[2].split("│")[0].strip(" 广州") and drawn[2].endswith(" -4")
        assert all(width(line) <= columns for line in lines), lines


@pytest.mark.parametrize("kind", ["line", "scatter"])
def test_points_are_drawn_in_braille(prompt, kind):
    for columns in (100, 60):
        child = prompt(columns=columns)
        answer(
            child,
            "SELECT DATEADD(DATE'2026-01-01', n, 'dd') AS day, n * n AS y FROM "
            "(SELECT EXPLODE(SEQUENCE(0, 30)) AS n) s;",
        )
        lines = answer(child, f"\\chart {kind} day y")
        assert any(0x2800 < ord(c) <= 0x28FF for line in lines for c in line)
        assert "2026-01-01" in lines[-1] and "2026-01-31" in lines[-1]
        assert "1,000" in lines[1]
        assert all(width(line) <= columns for line in lines), lines


def test_a_histogram_counts(prompt):
    child = prompt()
    answer(child, "SELECT n % 10 AS v FROM (SELECT EXPLODE(SEQUENCE(1, 100)) AS n) s;")
    drawn = bars(answer(child, "\\chart hist v"))
    assert sum(int(line.split()[-1]) for line in drawn) == 100
    answer(child, "SELECT 5 AS v;")
    drawn = bars(answer(child, "\\chart hist v"))
    assert len(drawn) == 1 and drawn[0].startswith("5 ")


def test_a_chart_chooses_what_suits(sold, prompt):
    child = prompt()
    answer(child, "SELECT city, amount FROM sold WHERE ds > '0';")
    assert "amount by city" in shown(child, "\\chart")
    answer(child, "SELECT 7 AS alone;")
    assert "alone by row" in shown(child, "\\chart;")


def test_too_many_bars_are_cut_and_said(prompt):
    child = prompt(rows=30)
    answer(child, "SELECT EXPLODE(SEQUENCE(1, 1000)) AS n;")
    lines = answer(child, "\\chart bar n")
    assert len(bars(lines)) == 26
    assert "(the first 26 of 1000 rows are drawn" in lines[-1]


def test_what_cannot_be_drawn_is_told(sold, prompt):
    child = prompt()
    assert "there is no result yet" in shown(child, "\\chart")
    answer(child, "SELECT city, amount FROM sold WHERE ds = 'none';")
    assert "has no rows" in shown(child, "\\chart")
    answer(child, "SELECT city, amount FROM sold WHERE ds > '0';")
    text = shown(child, "\\chart bar amount city")
    assert "column city is STRING, y has to be numbers" in text
    text = shown(child, "\\chart bar city amuont")
    assert "no column amuont" in text and "did you mean 'amount'" in text
    assert "FAILED" in shown(child, "\\chart bar a b c")
    answer(child, "SELECT 'x' AS a;")
    assert "no column of numbers" in shown(child, "\\chart")
    answer(child, "SELECT CAST(NULL AS DOUBLE) AS v;")
    assert "no finite value" in shown(child, "\\chart line v")
    assert "NULL" in shown(child, "\\chart bar v")
    answer(child, "SELECT CAST(v AS DOUBLE) AS v FROM VALUES ('inf'), ('-inf'), ('1'), ('nan') t(v);")
    lines = bars(answer(child, "\\chart bar v"))
    assert [line.split()[-1] for line in lines] == ["inf", "-inf", "1", "nan"]
    text = shown(child, "\\chart line v")
    assert "3 rows with NULL or infinite values are left out" in text


def test_a_terminal_that_is_not_utf8_gets_ascii(prompt):
    child = prompt(LC_ALL="C")
    answer(child, "SELECT 'a' AS k, 3 AS v;")
    for kind in ("bar", "line", "scatter"):
        assert shown(child, f"\\chart {kind} k v").isascii()


def test_a_chart_becomes_a_file(sold, prompt, tmp_path):
    child = prompt(cwd=tmp_path)
    answer(child, "SELECT city, amount FROM sold WHERE ds > '0';")
    assert "wrote c.svg" in shown(child, "\\chart bar city amount > c.svg")
    text = (tmp_path / "c.svg").read_text(encoding="utf-8")
    assert text.startswith("<svg") and text.endswith("</svg>\n") and "北京" in text and text.count("<rect") == 5
    child.sendline("\\chart line city amount > c.svg")
    child.expect_exact("Replace it? [y/N]")
    child.send("n\r")
    child.expect_exact("was not replaced")
    child.expect("demo> ")
    assert "<path" not in (tmp_path / "c.svg").read_text(encoding="utf-8")
    child.sendline("\\chart line city amount > c.svg")
    child.expect_exact("Replace it? [y/N]")
    child.send("yes\r")
    child.expect_exact("wrote c.svg")
    child.expect("demo> ")
    assert "<path" in (tmp_path / "c.svg").read_text(encoding="utf-8")
    assert "neither" in shown(child, "\\chart > c.gif")
    assert "FAILED" in shown(child, "\\chart > no/such/c.svg")


def test_the_file_of_a_chart_is_named_as_behind_g(sold, prompt, tmp_path):
    child = prompt(cwd=tmp_path)
    answer(child, "SELECT city, amount AS `a > b` FROM sold WHERE ds > '0';")
    assert "wrote a b.svg" in shown(child, "\\chart bar city `a > b` > 'a b.svg';")
    assert (tmp_path / "a b.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "there is more than one word" in shown(child, "\\chart > a b.svg")
    assert "closing quote" in shown(child, "\\chart > 'a b.svg")


def test_interrupt_answers_the_question_of_a_chart(sold, prompt, tmp_path):
    child = prompt(cwd=tmp_path)
    (tmp_path / "c.svg").write_text("mine")
    answer(child, "SELECT city, amount FROM sold WHERE ds > '0';")
    for _ in range(2):
        child.sendline("\\chart > c.svg")
        child.expect_exact("Replace it? [y/N]")
        child.kill(signal.SIGINT)
        child.expect_exact("was not replaced")
        child.expect_exact("demo> ")
    assert (tmp_path / "c.svg").read_text() == "mine"
    assert "wrote" in shown(child, "\\chart > d.svg")


def test_a_png_wants_matplotlib(sold, prompt, tmp_path):
    child = prompt(cwd=tmp_path)
    answer(child, "SELECT city, amount FROM sold WHERE ds > '0';")
    text = shown(child, "\\chart bar city amount > c.png")
    if "wrote" in text:
        assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
    else:
        assert ("matplotlib" in text or "no Python" in text) and "hint:" in text
        assert not (tmp_path / "c.png").exists()


# Questions.


@pytest.fixture(name="large")
def fixture_large(shell):
    shell.ok(
        "CREATE TABLE large AS SELECT EXPLODE(SEQUENCE(1, 2000)) AS n;"
        "CREATE TABLE parted (n BIGINT) PARTITIONED BY (ds STRING);"
        "INSERT INTO parted PARTITION (ds) SELECT n, CAST(n % 2 AS STRING) FROM large;",
        "--project",
        "demo",
    )
    return shell


@pytest.mark.parametrize(
    "statement, lost",
    [
        ("DROP TABLE large;", "DROP TABLE demo.large loses 2000 rows, "),
        ("TRUNCATE TABLE large;", "TRUNCATE TABLE demo.large loses 2000 rows, "),
        ("DROP TABLE parted;", "DROP TABLE demo.parted loses 2 partitions, 2000 rows, "),
    ],
)
def test_rows_are_not_lost_without_a_question(large, prompt, statement, lost):
    child = prompt()
    for answer_given in ("n", "", "no", "\x1b"):
        child.sendline(statement)
        child.expect_exact(lost)
        child.expect_exact("Go on? [y/N]")
        child.send(answer_given + "\r")
        child.expect("not confirmed, nothing is lost")
        assert "FAILED" not in child.before
        child.expect("demo> ")
    child.sendline(statement)
    child.expect_exact("Go on? [y/N]")
    child.kill(signal.SIGINT)
    child.expect("FAILED: ODPS-0120031")
    child.expect("demo> ")
    table = statement.split()[2].rstrip(";")
    assert large.rows(f"SET odps.sql.allow.fullscan=true; SELECT COUNT(*) FROM demo.{table};") == [["2000"]]
    child.sendline(statement)
    child.expect_exact("Go on? [y/N]")
    child.send("yes\r")
    child.expect("OK")
    child.expect("demo> ")


def test_few_rows_and_settings_ask_nothing(large, prompt):
    child = prompt()
    child.sendline("ALTER TABLE parted DROP PARTITION (ds='1');")
    child.expect("OK")
    child.expect("demo> ")
    assert "FAILED" in shown(child, "SET paisql.confirm=many;")
    answer(child, "SET paisql.confirm=10;")
    child.sendline("TRUNCATE TABLE parted PARTITION (ds='0');")
    child.expect_exact("loses 1 partition, 1000 rows")
    child.send("n\r")
    child.expect("demo> ")
    answer(child, "SET paisql.confirm=0;")
    assert "FAILED" not in shown(child, "DROP TABLE large;")


def test_an_overwrite_of_nothing_asks_and_says_what_it_replaced(large, prompt):
    child = prompt()
    for insert in (
        "INSERT OVERWRITE TABLE large SELECT n FROM large WHERE n < 0;",
        "INSERT OVERWRITE TABLE parted PARTITION (ds='1') SELECT n FROM large WHERE n < 0;",
    ):
        answer(child, "SET paisql.confirm=500;")
        child.sendline(insert)
        child.expect("INSERT OVERWRITE of no rows into demo.(large|parted) loses")
        child.expect_exact("Go on? [y/N]")
        child.send("no\r")
        child.expect("not confirmed, nothing is lost")
        child.expect("demo> ")
    assert large.rows("SELECT COUNT(*) FROM demo.large;") == [["2000"]]
    assert "1 row written, 2,000 replaced" in shown(child, "INSERT OVERWRITE TABLE large VALUES (1);")
    assert "2 rows written (" in shown(child, "INSERT INTO large VALUES (2), (3);")
    assert "3 rows written (" in shown(child, "CREATE TABLE copied AS SELECT * FROM large;")
    # Few rows are lost without a question.
    assert "0 rows written, 3 replaced" in shown(
        child, "INSERT OVERWRITE TABLE large SELECT n FROM copied WHERE n < 0;"
    )


def test_scripts_are_not_asked(large):
    large.ok("TRUNCATE TABLE large; DROP TABLE large; DROP TABLE parted;", "--project", "demo")


def test_download_asks_before_it_replaces(large, prompt, tmp_path):
    target = tmp_path / "out.csv"
    child = prompt()
    answer(child, f"TUNNEL DOWNLOAD large {target};")
    whole = target.read_text()
    target.write_text("mine")
    child.sendline(f"TUNNEL DOWNLOAD large {target};")
    child.expect(r"is\s+there,\s+with\s+4\s+B\.\s+Replace\s+it\?\s+\[y/N\]")
    child.send("n\r")
    child.expect(r"was\s+not\s+replaced")
    child.expect("demo> ")
    assert target.read_text() == "mine"
    child.sendline(f"TUNNEL DOWNLOAD large {target};")
    child.expect_exact("[y/N]")
    child.send("Y\r")
    child.expect("download OK")
    assert target.read_text() == whole


def test_download_in_a_script_wants_f(large, tmp_path):
    target = tmp_path / "out.csv"
    target.write_text("mine")
    done = large.sql(f"TUNNEL DOWNLOAD large {target};", "--project", "demo")
    assert done.returncode == 1 and "is there, with 4 B" in done.stderr and "-f replaces it" in done.stderr
    assert target.read_text() == "mine"
    large.ok(f"TUNNEL DOWNLOAD -f large {target};", "--project", "demo")
    assert target.read_text().startswith("1\n")
    target.write_text("")
    large.ok(f"TUNNEL DOWNLOAD large {target};", "--project", "demo")
    assert target.read_text().startswith("1\n")
