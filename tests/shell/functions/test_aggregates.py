"""Aggregate functions of users: answers beside those of the same class called by hand, and what goes wrong in them."""

import hashlib
import importlib
import os
import signal
import sys

import pexpect
import pytest

from conftest import ROOT, TIMEOUT

HERE = os.path.dirname(os.path.abspath(__file__))
START = "SET odps.sql.python.version=cp311; "


@pytest.fixture(scope="module", name="hand")
def classes():
    """The module, whose package odps is the one of the workers."""
    face = str(ROOT / "src" / "python" / "paisql" / "functions" / "face")
    kept = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == "odps"}
    sys.path[:0] = [face, HERE]
    try:
        yield importlib.import_module("random_groups")
    finally:
        sys.path[:] = [one for one in sys.path if one not in (face, HERE)]
        for name in [name for name in sys.modules if name.partition(".")[0] == "odps"]:
            del sys.modules[name]
        sys.modules.update(kept)


def digest(text):
    return hashlib.md5(text.encode()).hexdigest()


def test_groups_of_every_size(shell, hand):
    sizes = [(5000, 1), (5000, 40), (20000, 9000)]
    text = START + (
        f"ADD PY {HERE}/random_groups.py; "
        "CREATE FUNCTION rows_of AS 'random_groups.Rows' USING 'random_groups.py'; "
        "CREATE FUNCTION folded AS 'random_groups.Folded' USING 'random_groups.py'; "
    )
    expected = []
    for at, (count, groups) in enumerate(sizes):
        text += (
            f"CREATE TABLE t{at} AS SELECT rows_of({count}, {groups}) AS (id, g, n, w); "
            f"SELECT {at}, g, MD5(folded(n, w)) FROM t{at} GROUP BY g ORDER BY g LIMIT 10000; "
        )
        told = hand.by_hand(hand.row(number, groups) for number in range(count))
        expected += [[str(at), str(group), digest(told[group])] for group in sorted(told)]
    # Files are read by several threads, so that a group has rows in several processes.
    text += "CREATE TABLE parts AS SELECT * FROM t2 WHERE id % 4 = 0; "
    text += "".join(f"INSERT INTO TABLE parts SELECT * FROM t2 WHERE id % 4 = {part}; " for part in (1, 2, 3))
    text += "SELECT 2, g, MD5(folded(n, w)) FROM parts GROUP BY g ORDER BY g LIMIT 10000; "
    expected += [row for row in expected if row[0] == "2"]
    # Windows: the rows so far, and three rows at a time.
    text += (
        "SELECT id, MD5(folded(n, w) OVER (ORDER BY id)) FROM t0 ORDER BY id LIMIT 5000; "
        "SELECT id, MD5(folded(n, w) OVER (PARTITION BY g ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)) "
        "FROM t1 ORDER BY id LIMIT 5000; "
    )
    one, many = ([hand.row(number, groups) for number in range(5000)] for groups in (1, 40))
    folded, buffer = hand.Folded(), hand.Folded().new_buffer()
    for number, (_, n, w) in enumerate(one):
        folded.iterate(buffer, n, w)
        expected.append([str(number), digest(folded.terminate(buffer))])
    last = {}
    for number, (group, n, w) in enumerate(many):
        last[group] = [*last.get(group, [])[-2:], (group, n, w)]
        expected.append([str(number), digest(hand.by_hand(last[group])[group])])
    found = shell.rows(text)
    wrong = [pair for pair in zip(found, expected) if pair[0] != pair[1]]
    assert not wrong, "%d rows, the first one: %s" % (len(wrong), wrong[0])
    assert len(found) == len(expected)


BASE = """
import os, signal, sys
from odps.udf import BaseUDAF, annotate

class Sum(BaseUDAF):
    def new_buffer(self):
        return [0]
    def iterate(self, buffer, a):
        buffer[0] += a or 0
    def merge(self, buffer, other):
        buffer[0] += other[0]
    def terminate(self, buffer):
        return buffer[0]
"""
SIGNATURES = {
    "new_buffer": "self",
    "iterate": "self, buffer, a",
    "merge": "self, buffer, other",
    "terminate": "self, buffer",
}


def functions(shell, tmp_path, bodies):
    """Makes a function of each name, whose class overrides a method: {name: (method, body, or None for a class without it)}."""
    text = BASE
    for name, (method, body) in bodies.items():
        text += "@annotate('bigint->bigint')\n"
        if body:
            text += f"class {name}(Sum):\n    def {method}({SIGNATURES[method]}):\n        {body}\n"
        else:
            others = (one for one in SIGNATURES if one != method)
            text += f"class {name}(BaseUDAF):\n" + "".join(f"    {one} = Sum.{one}\n" for one in others)
    (tmp_path / "sums.py").write_text(text, encoding="utf-8")
    made = "".join(f"CREATE FUNCTION {name} AS 'sums.{name}' USING 'sums.py'; " for name in bodies)
    shell.ok(
        f"ADD PY {tmp_path}/sums.py; {made}CREATE TABLE t (k STRING, a BIGINT); "
        "INSERT INTO TABLE t VALUES ('x', 1), ('y', 0), ('x', 2);"
    )


def check(shell, cases, statement="SELECT k, {}(a) FROM t GROUP BY k;"):
    """cases: {name: texts that the error has}. Nothing is left of one that another one sees."""
    for name, texts in cases.items():
        done = shell.sql(START + statement.format(name))
        assert done.returncode != 0, (name, done.stdout)
        missing = [text for text in texts if text not in done.stderr]
        assert not missing, (name, missing, done.stderr)


def test_what_methods_raise(shell, tmp_path):
    bodies = {
        "Iterates": ("iterate", "buffer[0] += 10 // a"),
        "Merges": ("merge", "raise ValueError('no merge')"),
        "Ends": ("terminate", "return {}['gone']"),
        "Begins": ("new_buffer", "return [][1]"),
        "Text": ("terminate", "return 'text'"),
        "Object": ("new_buffer", "return [0, object()]"),
        "Much": ("new_buffer", "return [0, 'x' * (3 << 20)]"),
    }
    functions(shell, tmp_path, bodies)
    code = "ODPS-0123055:[1,11]"
    check(
        shell,
        {
            "Iterates": [code, "ZeroDivisionError", "file sums.py, line ", "with the arguments (0)"],
            "Merges": [code, "ValueError: no merge", "file sums.py, line "],
            "Ends": [code, "KeyError: 'gone'", "file sums.py, line "],
            "Begins": [code, "IndexError", "file sums.py, line "],
            "Text": [code, "TypeError: return value expected <class 'int'> but <class 'str'> found"],
            "Object": [code, "ValueError: unmarshallable object"],
            "Much": [code, "ValueError: a buffer of 31457", "more than the 2097152"],
        },
    )


def test_printed_text_is_shown(shell, tmp_path):
    functions(
        shell,
        tmp_path,
        {"Prints": ("iterate", "print('row', a)"), "Fails": ("merge", "print('merges'); raise ValueError('printed')")},
    )
    done = shell.sql(START + "SELECT Prints(a) FROM t; SELECT Fails(a) FROM t;")
    assert all(text in done.stderr for text in ("row 1\n", "row 0\n", "merges\n", "ValueError: printed")), done.stderr


def test_printed_text_without_rows_is_shown(shell, tmp_path):
    functions(shell, tmp_path, {"Ends": ("terminate", "print('ends'); return 7")})
    done = shell.sql(START + "SELECT Ends(a) FROM t WHERE k = 'none';", "--format", "tsv", "--no-header")
    assert (done.stdout, done.returncode) == ("7\n", 0) and "ends\n" in done.stderr, done.stderr


def test_printed_text_of_all_processes_is_shown_when_one_fails(shell, tmp_path):
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    body = (
        "import os, select\n"
        f"        kept.append(os.open({pipe!r}, os.O_RDWR))\n"
        "        print('row', a)\n"
        "        if a == 1:\n"
        "            select.select(kept[-1:], [], [], 60)\n"
        "            raise ValueError('after another row')\n"
        "        os.write(kept[-1], b'x')"
    )
    functions(shell, tmp_path, {"Fails": ("iterate", body)})
    module = (tmp_path / "sums.py").read_text(encoding="utf-8")
    (tmp_path / "sums.py").write_text("kept = []\n" + module, encoding="utf-8")
    # Files are read by several threads.
    shell.ok(
        f"ADD PY {tmp_path}/sums.py -f; CREATE TABLE parts (a BIGINT); "
        + "".join(f"INSERT INTO parts VALUES ({a}); " for a in (1, 2, 3, 4))
    )
    done = shell.sql(START + "SET paisql.threads=4; SELECT Fails(a) FROM parts;")
    assert "ValueError: after another row" in done.stderr
    assert "row 1\n" in done.stderr and any(f"row {a}\n" in done.stderr for a in (2, 3, 4)), done.stderr


def test_methods_that_are_not_there(shell, tmp_path):
    methods = ("new_buffer", "iterate", "merge", "terminate")
    functions(shell, tmp_path, {"No_" + method: (method, None) for method in methods})
    check(shell, {"No_" + method: ["ODPS-0123055:[1,11]", f"no attribute '{method}'"] for method in methods})


def test_processes_that_end(shell, tmp_path):
    bodies = {"Ends_" + method: (method, "os._exit(3)") for method in SIGNATURES}
    bodies["Killed"] = ("iterate", "os.kill(os.getpid(), 9)")
    functions(shell, tmp_path, bodies)
    cases = {"Ends_" + method: ["the process of function ends_" + method, "has ended"] for method in SIGNATURES}
    check(shell, {**cases, "Killed": ["ODPS-0123144", "SigKill(OOM)"]})
    check(shell, {"Ends_terminate": ["has ended"]}, "SELECT {}(a) OVER (ORDER BY a) FROM t;")
    check(shell, {"Ends_terminate": ["has ended"]}, "SELECT {}(a) FROM t WHERE a > 100;")


def test_an_interrupt_ends_the_statement_and_not_the_session(shell, tmp_path):
    waits = "sys.stdin = open(%r, 'w'); signal.pause()" % str(tmp_path / "%s")
    bodies = {method.title(): (method, waits % method) for method in SIGNATURES}
    bodies["Good"] = ("iterate", "buffer[0] += a")
    functions(shell, tmp_path, bodies)
    command = shell.command()
    env = {**os.environ, "TERM": "dumb", "NO_COLOR": "1", "INPUTRC": "/dev/null"}
    child = pexpect.spawn(command[0], command[1:], env=env, encoding="utf-8", timeout=TIMEOUT, dimensions=(50, 200))
    child.expect("> ")
    child.sendline(START)
    child.expect("OK")
    for method in SIGNATURES:
        child.expect("> ")
        child.sendline(f"SELECT k, {method}(a) FROM t GROUP BY k;")
        child.expect_exact("GROUP BY k;")
        while not (tmp_path / method).exists():
            with pytest.raises(pexpect.TIMEOUT):
                child.expect_exact("FAILED", timeout=0.05)
        child.kill(signal.SIGINT)
        child.expect("FAILED: ODPS-0120031")
    child.expect("> ")
    child.sendline("SELECT Good(a) + 39 FROM t;")
    child.expect("42")
    child.close(force=True)
