"""Rows that are more than one question to a function's process holds."""

MODULE = """
from odps.udf import BaseUDAF, annotate

@annotate("array<string>->bigint")
class Letters(object):
    def evaluate(self, a):
        return sum(map(len, a))

@annotate("array<string>->bigint")
class Total(BaseUDAF):
    def new_buffer(self):
        return [0]
    def iterate(self, buffer, a):
        buffer[0] += sum(map(len, a))
    def merge(self, buffer, other):
        buffer[0] += other[0]
    def terminate(self, buffer):
        return buffer[0]
"""
ROWS, LETTERS = 70, 2_000_000  # 280 MB, of which the texts are below the rows


def test_nested_values_go_in_several_questions(shell, tmp_path):
    (tmp_path / "large.py").write_text(MODULE, encoding="utf-8")
    names = "Letters", "Total"
    shell.ok(
        f"ADD PY {tmp_path}/large.py; "
        + "".join(f"CREATE FUNCTION {name} AS 'large.{name}' USING 'large.py'; " for name in names)
    )
    array = f"ARRAY(REPEAT('x', {LETTERS}), REPEAT('y', {LETTERS}))"
    rows = f"(SELECT {array} AS a, n FROM (SELECT EXPLODE(SEQUENCE(1, {ROWS})) AS n) x) y"
    for query in ("SUM(Letters(IF(n > 0, a, NULL)))", "Total(a)"):
        assert shell.rows(f"SET odps.sql.python.version=cp37; SELECT {query} FROM {rows};") == [
            [str(2 * ROWS * LETTERS)]
        ]
