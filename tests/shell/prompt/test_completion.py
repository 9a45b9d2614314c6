"""Tab at the prompt, in a terminal of its own."""

import os
import sqlite3

import pexpect
import pytest

from conftest import TIMEOUT

TABLES = """
CREATE TABLE big_orders (id BIGINT, buyer_id BIGINT, price DOUBLE) PARTITIONED BY (ds STRING);
CREATE TABLE buyers (id BIGINT, name STRING COMMENT 'as on the card');
CREATE VIEW order_view AS SELECT id AS order_number FROM big_orders WHERE ds > '0';
ALTER TABLE big_orders ADD PARTITION (ds='20260101') PARTITION (ds='20260102');
CREATE TABLE `select` (a BIGINT);
"""


@pytest.fixture
def prompt(shell, tmp_path):
    started = []
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "big.csv").write_text("1,2,3\n")
    (tmp_path / "work" / "my data.csv").write_text("1,2,3\n")
    (tmp_path / "work" / "train.py").write_text("")
    shell.ok(TABLES, "--project", "shop")
    shell.ok("CREATE TABLE old_orders (old_id BIGINT);", "--project", "archive")

    def start(*arguments, **environment):
        env = {**os.environ, "TERM": "dumb", "NO_COLOR": "1", "INPUTRC": "/dev/null", "LANG": "C.UTF-8", **environment}
        command = shell.command("--project", "shop", *arguments)
        child = pexpect.spawn(
            command[0],
            command[1:],
            env=env,
            encoding="utf-8",
            timeout=TIMEOUT,
            dimensions=(40, 200),
            cwd=str(tmp_path / "work"),
        )
        started.append(child)
        child.expect("shop> ")
        return child

    yield start
    for child in started:
        child.close(force=True)


def last_line(written):
    """What stands in front of the cursor, on a terminal that knows no more than to go back."""
    line, at = [], 0
    for char in written:
        if char == "\n":
            line, at = [], 0
        elif char == "\r":
            at = 0
        elif char == "\b":
            at -= 1
        elif char != "\a":
            line[at : at + 1] = char
            at += 1
    return "".join(line[:at])


def after(child, keys):
    """What is written until the keys have been taken, with a mark after them."""
    child.send("\x15" + keys + "#")
    child.expect_exact("#")
    child.send("\x15")
    return child.before


def completes(child, typed, expected):
    """Tab makes the expected text of what is typed."""
    line = last_line(after(child, typed + "\t"))
    assert line.endswith(expected), line


def lists(child, typed):
    """What Tab shows below what is typed."""
    return after(child, typed + "\t").replace("\r", "")


def test_files_are_offered_only_where_a_file_can_stand(prompt):
    child = prompt()
    completes(child, "SELECT * FROM bi", "SELECT * FROM big_orders ")
    completes(child, "TUNNEL UPLOAD bi", "TUNNEL UPLOAD big.csv ")
    completes(child, "TUNNEL UPLOAD my", "TUNNEL UPLOAD 'my data.csv' ")
    completes(child, "ADD PY tr", "ADD PY train.py ")
    assert "big.csv" not in lists(child, "SELECT * FROM ")
    assert "train.py" not in lists(child, "")


def test_names_of_the_catalog(prompt):
    child = prompt()
    completes(child, "SELECT * FROM buy", "SELECT * FROM buyers ")
    completes(child, "SELECT * FROM ord", "SELECT * FROM order_view ")
    completes(child, "SELECT * FROM sel", "SELECT * FROM `select` ")
    completes(child, "SELECT * FROM (SELECT 1 AS 城市) t WHERE 城", "WHERE 城市 ")
    completes(child, "SELECT * FROM archive.o", "SELECT * FROM archive.old_orders ")
    completes(child, "SELECT order_n", "SELECT order_number ")
    completes(child, "SELECT  FROM big_orders o" + "\x02" * len(" FROM big_orders o") + "o.pr", "SELECT o.price")


def test_temporary_tables_hide_others(prompt):
    child = prompt()
    child.sendline("CREATE TEMPORARY TABLE buyers (nickname STRING);")
    child.expect("shop> ")
    completes(child, "SELECT * FROM buy", "SELECT * FROM buyers ")
    completes(child, "SELECT * FROM buyers WHERE nick", "WHERE nickname ")


def test_columns_of_several_lines(prompt):
    child = prompt()
    child.send("WITH w AS (SELECT id AS order_key FROM big_orders)\r")
    child.expect("-> ")
    assert last_line(after(child, "SELECT count(*) FROM w x WHERE x.or\t")).endswith("x.order_key ")


def test_keywords_follow_the_letter_case(prompt):
    child = prompt()
    completes(child, "sel", "select ")
    completes(child, "SEL", "SELECT ")
    completes(child, "SELECT * FROM buyers gr", "SELECT * FROM buyers group by ")
    completes(child, "SELECT * FROM buyers GR", "SELECT * FROM buyers GROUP BY ")


def test_an_empty_line_has_the_statements(prompt):
    child = prompt()
    assert "SELECT" in lists(child, "") and "quit" in lists(child, "")
    child.send("SELECT *\r")
    child.expect("-> ")
    shown = lists(child, "")
    assert "FROM" in shown and "INSERT" not in shown


def test_partitions_come_newest_first(prompt):
    child = prompt()
    shown = lists(child, "SELECT * FROM big_orders WHERE ds='")
    assert 0 < shown.index("20260102") < shown.index("20260101")
    completes(child, "ALTER TABLE big_orders DROP PARTITION (ds='20260101", "(ds='20260101' ")


def test_settings_and_their_values(prompt):
    child = prompt()
    completes(child, "SET odps.sql.allow.f", "SET odps.sql.allow.fullscan=")
    completes(child, "SET odps.sql.allow.fullscan=t", "SET odps.sql.allow.fullscan=true ")
    child.sendline("\x15SET paisql.threads=3;")
    child.expect("OK")
    shown = lists(child, "SET paisql.t")
    assert "= 3, threads of the SQL engine" in shown
    completes(child, "UNSET paisql", "UNSET paisql.threads ")


def test_lists_have_signatures_and_types(prompt):
    child = prompt()
    assert "substr(STRING, BIGINT" in lists(child, "SELECT substr(")
    shown = lists(child, "SELECT * FROM buyers WHERE buyers.")
    assert "BIGINT" in shown and "as on the card" in shown


def test_pai_reads_the_tables(prompt):
    child = prompt()
    completes(child, "PAI -name tensorflow -Dscript=file://tr", "-Dscript=file://train.py ")
    completes(child, "PAI -name tensorflow -Dtables=odps://shop/tables/bu", "tables/buyers ")
    completes(child, "PAI -DinputTableName=buyers -DlabelColName=na", "-DlabelColName=name ")


def test_pai_offers_the_parameters_of_streams(prompt):
    child = prompt()
    completes(child, "PAI -name tensorflow2_st", "PAI -name tensorflow2_stream ")
    stream = "PAI -name tensorflow2_stream "
    completes(child, stream + "-Dcommit", "-DcommitIntervalMs=")
    completes(child, stream + "-DinputTableName=buyers -DselectedCols=na", "-DselectedCols=name ")
    shown = lists(child, stream + "-Dinput")
    assert "inputPath" in shown and "inputSchemaStr" in shown
    # Of the batch component, not of streams.
    completes(child, stream + "-DevenS", "-DevenS")


def test_commands_of_the_shell(prompt):
    child = prompt()
    completes(child, "qui", "quit ")
    assert "\\?" in lists(child, "\\")


def test_the_character_in_front_of_a_word_may_stand_within_it(prompt):
    child = prompt()
    completes(child, "PAI -Dtables=odps://shop/tables/big_orders/ds=20260102", "/ds=20260102 ")
    completes(child, "PAI -Dtables=odps://shop/tables/big_orders/d", "-Dtables=odps://shop/tables/big_orders/ds=")


def test_a_catalog_in_use_or_damaged_disturbs_nobody(shell, prompt):
    child = prompt()
    writer = sqlite3.connect(shell.home / "catalog.sqlite", isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    completes(child, "SELECT * FROM buy", "SELECT * FROM buyers ")  # readers wait for no writer
    writer.execute("ROLLBACK")
    writer.close()
    with open(shell.home / "catalog.sqlite", "r+b") as catalog:
        catalog.write(b"nonsense" * 4096)
    shown = lists(child, "SELECT * FROM buyx")
    assert "FAILED" not in shown
    completes(child, "SELECT * FROM t WHE", "SELECT * FROM t WHERE ")


def test_tab_does_not_load_the_engine(prompt):
    child = prompt()
    completes(child, "SELECT * FROM buy", "SELECT * FROM buyers ")
    with open(f"/proc/{child.pid}/maps", encoding="utf-8") as maps:
        assert "duckdb" not in maps.read()
