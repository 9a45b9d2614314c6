"""Functions in Java through SQL."""

import os
import signal

import java_functions
import pytest

java_functions.require()

MAKE = """
ADD JAR %s AS f.jar;
ADD FILE %s AS words.txt;
CREATE FUNCTION plus AS 'com.example.Plus' USING 'f.jar';
CREATE FUNCTION kinds AS com.example.Kinds USING f.jar;
CREATE FUNCTION sized AS 'com.example.Sized' USING 'f.jar';
CREATE FUNCTION words AS 'com.example.Words' USING 'f.jar';
CREATE FUNCTION mean AS 'com.example.Mean' USING 'f.jar';
CREATE FUNCTION wrong AS 'com.example.Wrong' USING 'f.jar,words.txt';
CREATE TABLE t (id BIGINT, s STRING, at DATETIME);
INSERT INTO t VALUES (1, 'a b', DATETIME'2026-01-02 03:04:05'), (2, NULL, NULL), (3, 'c', DATETIME'1900-01-01 00:00:00');
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("java") / "home"


@pytest.fixture
def shell(shell, home):
    own = type(shell)(home)
    if not home.exists():
        (home.parent / "w").write_text("well")
        jar = java_functions.build_jar(home.parent / "kept", home.parent)
        own.ok(MAKE % (jar, home.parent / "w"))
    return own


def test_calls(shell):
    assert shell.rows("SELECT id, plus(id, 10), plus(id, LENGTH(s)) FROM t ORDER BY id LIMIT 9;") == [
        ["1", "11", "4"], ["2", "12", "NULL"], ["3", "13", "4"]]  # fmt: skip
    assert shell.rows("SELECT SUM(plus(id, 1)) FROM t WHERE plus(id, 1) > 2;") == [["7"]]
    assert shell.rows(
        "SELECT kinds(1L), kinds(1.5), kinds('ab'), kinds(1Y), kinds(1), kinds(true), kinds(2.5BD), kinds(NULL, 'x');"
    ) == [["long 1", "double 1.5", "AB", "byte 1", "long 1", "boolean true", "5", "null1x"]]
    assert shell.rows("SELECT kinds(at) FROM t ORDER BY id LIMIT 9;") == [
        ["2026-01-02 03:04:06"], ["NULL"], ["1900-01-01 00:00:01"]]  # fmt: skip
    assert shell.rows(
        "SELECT kinds(ARRAY('x'))[1], kinds(MAP('k', 1L))['size'], sized('abc'), sized(NAMED_STRUCT('a', 1L, 'b', 'x')).b,"
        " kinds(DATE'2026-12-31'), HEX(kinds(UNHEX('ff00')));"
    ) == [["end", "1", "3", "x!", "2027-01-01", "FF00"]]


def test_tables(shell):
    assert shell.rows("SELECT words(s, ' ') AS (w, n) FROM t WHERE id = 1;") == [
        ["a", "0"], ["b", "1"], ["all", "2"]]  # fmt: skip
    assert shell.rows("SELECT id, w FROM t LATERAL VIEW OUTER words(s, ' ') v AS w, n WHERE id < 3 ORDER BY id, w LIMIT 9;") == [
        ["1", "a"], ["1", "b"], ["2", "NULL"]]  # fmt: skip


def test_aggregates(shell):
    many = "SELECT mean(x), mean(DISTINCT x % 10) FROM (SELECT CAST(n AS DOUBLE) AS x FROM (SELECT EXPLODE(SEQUENCE(1L, 20000L)) AS n) a) b;"
    assert shell.rows(many) == [["10000.5", "4.5"]]
    assert shell.rows("SELECT s, mean(id) FROM t GROUP BY s ORDER BY s LIMIT 9;") == [
        ["NULL", "2.0"], ["a b", "1.0"], ["c", "3.0"]]  # fmt: skip
    assert shell.rows("SELECT mean(id) FROM t WHERE id > 9;") == [["NULL"]]
    assert shell.rows("SELECT id, mean(id) OVER (ORDER BY id) FROM t ORDER BY id LIMIT 9;") == [
        ["1", "1.0"], ["2", "1.5"], ["3", "2.0"]]  # fmt: skip


def test_rows_of_a_table(shell):
    shell.ok(
        "CREATE TABLE items AS SELECT * FROM VALUES (1L, 'one', DATE'2026-01-02'), (3L, 'three', DATE'2026-01-03') v(id, name, at);"
        " ADD TABLE items; CREATE FUNCTION look AS 'com.example.Lookup' USING 'f.jar,items';"
    )
    assert shell.rows("SELECT look(1), look(2), look(3) FROM t WHERE id = 1;") == [["one", "NULL", "three"]]
    [[last]] = shell.rows("SELECT look(NULL);")
    assert last in ("one of 2026-01-02", "three of 2026-01-03")


def said(shell, text):
    done = shell.sql(text)
    assert done.returncode != 0
    return done.stderr


def test_errors(shell):
    failed = said(shell, "SELECT wrong(s) FROM VALUES ('abc'), ('raise') v(s);")
    assert "ODPS-0123131:[1,8] User defined function exception - Traceback:" in failed
    assert "java.lang.IllegalArgumentException: bad words" in failed
    assert "at com.example.Wrong.evaluate(Wrong.java:" in failed and "('raise')" in failed
    assert "exit status 7" in said(shell, "SELECT wrong('exit');")
    failed = said(shell, "SET odps.sql.udf.jvm.memory=64; SELECT wrong('fill');")
    assert "SigKill(OOM)" in failed and "SET odps.sql.udf.jvm.memory to more than 64" in failed
    failed = said(shell, "SET odps.sql.udf.timeout=1; SELECT wrong('sleep');")
    assert "kInstanceMonitorTimeout" in failed
    assert "function plus needs 2 parameters, actually have 1" in said(shell, "SELECT plus(1);")
    assert "function kinds needs 1 or at least 1 or 2 parameters" in said(shell, "SELECT kinds();")
    assert "invalid type ARRAY<INT> of argument 1" in said(shell, "SELECT plus(ARRAY(1), 2);")


def test_an_interrupt(shell, tmp_path):
    os.mkfifo(tmp_path / "told")
    running = shell.start("-e", "SELECT wrong('tell %s');" % (tmp_path / "told"))
    assert (tmp_path / "told").read_bytes()
    running.send_signal(signal.SIGINT)
    _, told = running.communicate(timeout=60)
    assert running.returncode != 0 and "interrupted" in told


def test_what_is_printed_and_read(shell):
    done = shell.sql("SELECT wrong('four');")
    assert "4" in done.stdout and "set up well" in done.stdout + done.stderr


def test_what_cannot_be_called(shell, tmp_path):
    made = shell.sql("CREATE FUNCTION gone AS 'com.example.Gone' USING 'f.jar'; SELECT gone(1);")
    assert "no JAR has the class com.example.Gone" in made.stderr
    (tmp_path / "no.jar").write_text("text")
    made = shell.sql("ADD JAR %s; CREATE FUNCTION no AS 'a.B' USING 'no.jar'; SELECT no(1);" % (tmp_path / "no.jar"))
    assert "is not a JAR" in made.stderr
    assert (
        "scripts/setup --java"
        in shell.sql(
            "CREATE FUNCTION plus2 AS 'com.example.Plus' USING 'f.jar'; SELECT plus2(1, 2);",
            env={**os.environ, "PAISQL_JAVA_SDK": str(tmp_path)},
        ).stderr
    )


def test_a_jar_that_is_replaced(shell, tmp_path):
    jar = java_functions.build_jar(tmp_path / "kept", tmp_path, ["Plus.java"])
    shell.ok("ADD JAR %s AS own.jar; CREATE FUNCTION again AS 'com.example.Plus' USING 'own.jar';" % jar)
    assert shell.rows("SELECT again(1, 2);") == [["3"]]
    changed = java_functions.build_jar(
        tmp_path / "other", tmp_path / "b", ["Plus.java"], {"return a + b;": "return a * b * 10;"}
    )
    assert shell.rows("ADD JAR %s AS own.jar -f; SELECT again(1, 2);" % changed)[-1] == ["20"]
