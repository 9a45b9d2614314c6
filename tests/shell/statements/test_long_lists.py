"""Long lists of literals: the same answers, errors and places as short ones, without many times their memory."""

import os
import subprocess

import pytest

from conftest import measures_memory

MOST = 40  # times the text

# Around the lengths from which a list is read and handed on in other ways.
LENGTHS = [63, 64, 65, 66, 67, 500, 1999, 2001]
PROBES = "(CAST(1 AS BIGINT)), (3), (64), (65), (66), (1500), (NULL), (-7), (99999)"
VALUES = [1, 3, 64, 65, 66, 1500, None, -7, 99999]

# How the i-th item is written, and the probe as the list's type.
KINDS = {
    "bigint": ("{}", "a"),
    "bigint with suffix": ("{}L", "a"),
    "string": ("'{}'", "CAST(a AS STRING)"),
    "escaped string": ("'\\'{}'", r"CONCAT('\'', CAST(a AS STRING))"),
    "string for bigint": ("'{}'", "a"),
    "double": ("{}.0", "CAST(a AS DOUBLE)"),
    "decimal": ("{}BD", "CAST(a AS DECIMAL(20,0))"),
    "comments": ("/* no, */ {} -- 5, 6\n", "a"),
}


def answer(found, has_null, negated):
    if found is None or (not found and has_null):
        return None
    return found != negated


@pytest.mark.parametrize("kind", KINDS)
def test_membership_is_that_of_the_list(shell, kind):
    form, probe = KINDS[kind]
    script, expected = [], []
    for length in LENGTHS:
        for has_null in (False, True):
            numbers = list(range(1, length + 1))
            items = [form.format(number) for number in numbers]
            if has_null:
                items[length // 2] = "NULL"
                numbers.pop(length // 2)
            text = ", ".join(items)
            for word, negated in (("IN", False), ("NOT IN", True)):
                # Once as a condition and once as a value.
                script.append(
                    f"SELECT COUNT(*) FROM (SELECT * FROM VALUES {PROBES} t(a) WHERE {probe} {word} ({text})) s;"
                )
                script.append(
                    f"SELECT COUNT(r), SUM(CASE WHEN r THEN 1 ELSE 0 END) FROM (SELECT {probe} {word} ({text}) AS r FROM VALUES {PROBES} t(a)) s;"
                )
                answers = [answer(None if v is None else v in numbers, has_null, negated) for v in VALUES]
                expected.append(f"{answers.count(True)}")
                expected.append(f"{len(VALUES) - answers.count(None)}\t{answers.count(True)}")
    done = shell.run("--format", "tsv", "--no-header", "-f", "-", stdin="\n".join(script))
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[:-1] == expected


@pytest.mark.parametrize("length", LENGTHS)
def test_rows_are_those_of_the_list(shell, length):
    rows = ",\n ".join(f"({i}, 'k{i}', -{i}.5, {'NULL' if i % 3 else 'TRUE'})" for i in range(length))
    asked = "SELECT COUNT(*), SUM(a), MAX_BY(b, a), CAST(SUM(c) AS DECIMAL(20,1)), COUNT(d) FROM"
    whole = length * (length - 1) // 2
    expected = [[str(length), str(whole), f"k{length - 1}", f"-{whole + length / 2:.10g}", str((length + 2) // 3)]]
    assert shell.rows(f"{asked} VALUES {rows} t(a, b, c, d);") == expected
    shell.ok("CREATE TABLE t (a BIGINT, b STRING, c DOUBLE, d BOOLEAN);")
    shell.ok(f"INSERT INTO t VALUES {rows};")
    assert shell.rows(f"{asked} t;") == expected
    shell.ok(f"CREATE VIEW v AS SELECT a FROM t WHERE a IN ({', '.join(map(str, range(length)))});")
    assert shell.rows("SELECT COUNT(*) FROM v;") == [[str(length)]]


# A wrong item of each kind, and what is said of it.
WRONG = {
    "a word too many": ("7 8", "invalid token '8'"),
    "a name": ("nobody", "column nobody cannot be resolved"),
    "an escape": ("'\\09'", "unexpected escape sequence"),
    "a glued name": ("1.5abc", "1.5abc"),
    "nothing": (",", "invalid token ','"),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("at", [10, 300])
def test_a_wrong_item_is_told_at_its_place(shell, wrong, at):
    text, said = WRONG[wrong]
    lines = [f"  {i}," for i in range(400)]
    lines[at] = f"  {text},"
    done = shell.sql("SELECT a FROM VALUES (1) t(a) WHERE a IN (\n" + "\n".join(lines) + "\n 5);")
    assert done.returncode != 0
    assert f"[{at + 2}," in done.stderr and said in done.stderr, done.stderr


def test_a_short_row_is_told_at_its_place(shell):
    lines = [f"({i}, {i})," for i in range(400)]
    lines[300] = "(300),"
    done = shell.sql("SELECT * FROM VALUES\n" + "\n".join(lines) + "\n(5, 5) t(a, b);")
    assert "[302,1]" in done.stderr and "expect 2 columns, actually have 1" in done.stderr, done.stderr


def test_a_list_of_another_clause_stays_whole(shell):
    items = ", ".join(str(i) for i in range(100))
    rows = shell.rows(
        f"SELECT * FROM (SELECT a, a AS b FROM VALUES (5), (70), (99) t(a)) PIVOT (SUM(b) FOR a IN ({items}));"
    )
    assert len(rows) == 1 and len(rows[0]) == 100 and rows[0][70] == "70"


def peak(shell, text, tmp_path):
    file = tmp_path / "script.sql"
    file.write_text(text)
    process = subprocess.Popen(shell.command("-f", str(file)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    complaint = process.stderr.read()
    process.stderr.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, complaint
    return usage.ru_maxrss * 1024


LISTS = {
    "numbers": "SELECT 1 FROM VALUES (5), (7) t(a) WHERE a IN ({});",
    "texts": "SELECT 1 FROM VALUES ('5'), ('7') t(a) WHERE a NOT IN ({});",
    "rows": "SELECT COUNT(*) FROM VALUES {} t(a, b, c);",
}
ITEMS = {"numbers": "{}", "texts": "'key{}'", "rows": "({0}, 'key{0}', {0}.5)"}


@measures_memory
@pytest.mark.parametrize("kind", LISTS)
def test_a_long_list_takes_a_bounded_multiple_of_its_text(shell, kind, tmp_path):
    def script(count):
        return LISTS[kind].format(", ".join(ITEMS[kind].format(1_000_000 + i) for i in range(count)))

    small, large = script(2_500), script(60_000)
    assert peak(shell, large, tmp_path) - peak(shell, small, tmp_path) < MOST * (len(large) - len(small))
