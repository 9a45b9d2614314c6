"""Functions of users in Python: what scripts/bench asks of them.

References run in a process of their own, which the file itself is with `--reference`: the same work over the same rows
without an engine, in the interpreter that computes the functions.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import tpch

MODULE = """
from odps.udf import BaseUDTF, annotate


@annotate("bigint,bigint->bigint")
class Plus(object):
    def evaluate(self, a, b):
        if a is None or b is None:
            return None
        return a + b


@annotate("string->string")
class Mark(object):
    def evaluate(self, s):
        return s + "x"


@annotate("bigint,bigint->bigint", batch=True)
def columns(a, b):
    return a + b


@annotate("bigint->bigint")
class Count(BaseUDTF):
    def process(self, n):
        for i in range(n):
            self.forward(i)
"""
PIPE = """
import sys
for line in sys.stdin:
    a, b = line.rstrip("\\n").split("\\t")
    print(int(a) + int(b))
"""
BATCH = 2048  # rows that the engine hands on at once
FORWARDED = 10_000_000


def _now():
    """Wall time and CPU time of this process."""
    return complex(time.perf_counter(), time.process_time())


class Plus:
    def evaluate(self, a, b):
        if a is None or b is None:
            return None
        return a + b


class Mark:
    def evaluate(self, s):
        return s + "x"


class Count:
    def __init__(self):
        self.found = []

    def forward(self, value):
        self.found.append(value)
        if len(self.found) >= BATCH:
            self.found.clear()

    def process(self, n):
        for i in range(n):
            self.forward(i)


def _loop(rows):
    a, b, evaluate = list(range(rows)), list(range(rows)), Plus().evaluate
    start = _now()
    found = []
    for one, other in zip(a, b):
        found.append(evaluate(one, other))
    return _now() - start


def _text_loop(rows):
    texts, evaluate = ["row%d" % i for i in range(rows)], Mark().evaluate
    start = _now()
    found = []
    for one in texts:
        found.append(evaluate(one))
    return _now() - start


def _columns(rows):
    import pandas
    import pyarrow

    batches = []
    for first in range(0, rows, BATCH):
        values = pyarrow.array(range(first, min(first + BATCH, rows)), pyarrow.int64())
        batches.append(pyarrow.record_batch([values, values], ["a", "b"]))
    start = _now()
    for batch in batches:
        a, b = batch.column(0).to_pandas(), batch.column(1).to_pandas()
        pyarrow.Array.from_pandas(pandas.Series.add(a, b))
    return _now() - start


def _forward(rows):
    start = _now()
    Count().process(rows)
    return _now() - start


REFERENCES = {"loop": _loop, "text_loop": _text_loop, "columns": _columns, "forward": _forward}


def reference(python, name, rows):
    """Seconds of wall and CPU time of a reference's best run of three."""
    told = subprocess.run(
        [python, os.path.abspath(__file__), "--reference", name, str(rows)], stdout=subprocess.PIPE, check=True
    )
    return complex(*json.loads(told.stdout))


def _children_of_threads(pid):
    found = [pid]
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
            for child in file.read().split():
                found += _children_of_threads(child)
    return found


def _cpu(process):
    """Seconds of CPU time of a session and its processes, which live on."""
    ticks = 0
    for pid in _children_of_threads(process.pid):
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            ticks += sum(map(int, file.read().rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _ask(talk, statement):
    """Seconds of wall and CPU time of a statement."""
    before = _cpu(talk.process)
    seconds = talk.ask(statement)[0]
    return complex(seconds, _cpu(talk.process) - before)


def _peak_mb(process):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        for line in file:
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1024
    return 0.0


def _setup(run, sql, folder, rows):
    paths = {name: os.path.join(folder, name) for name in ("bench_functions.py", "add_pipe.py")}
    for path, text in zip(paths.values(), (MODULE, PIPE)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    make = "".join(
        f"CREATE FUNCTION bench_{name.lower()} AS 'bench_functions.{name}' USING 'bench_functions.py';"
        for name in ("Plus", "Mark", "columns", "Count")
    )
    run(
        sql(
            f"ADD PY {paths['bench_functions.py']}; {make}"
            f"CREATE TABLE called AS SELECT a, a AS b, CONCAT('row', CAST(a AS STRING)) AS s "
            f"FROM (SELECT EXPLODE(SEQUENCE(1, {rows})) AS a) x;"
        )
    )
    return paths["add_pipe.py"]


def measure(run, paisql, home, python, repeats, rows, add, note):
    def sql(text):
        return [paisql, "--home", home, "--project", "bench", "--format", "tsv", "--no-header", "-e", text]

    def session():
        talk = tpch.Conversation(
            [paisql, "--home", home, "--project", "bench", "--format", "tsv", "--no-header", "--quiet"], ";"
        )
        talk.ask("SET odps.sql.python.version=cp37")
        return talk

    with tempfile.TemporaryDirectory(prefix="paisql-bench-functions-") as folder:
        pipe = _setup(run, sql, folder, rows)
        cold = []
        for _ in range(repeats):
            talk = session()
            talk.ask("SELECT 1")
            cold.append(talk.ask("SELECT bench_plus(1, 2)")[0])
            talk.close()
        add("first call of a function in a session", statistics.median(cold), None, "", "-")

        talk = session()
        talk.ask("SELECT bench_plus(1, 2)")
        warm = statistics.median(talk.ask(f"SELECT bench_plus({i}, 2)")[0] for i in range(3 * repeats))
        add("a call of a function over one row, warm", warm, None, "", "30 ms")

        measures = (
            ("evaluate", "SELECT SUM(bench_plus(a, b)) FROM called", "loop", "a bare Python loop", "1.43 x"),
            ("evaluate of texts", "SELECT SUM(LENGTH(bench_mark(s))) FROM called", "text_loop", "a bare Python loop", "-"),
            ("whole columns", "SELECT SUM(bench_columns(a, b)) FROM called", "columns", "pyarrow and pandas", "2 x"),
        )  # fmt: skip
        one_process = {}
        for threads in (1, 0):
            talk.ask(f"SET paisql.threads={threads}")
            for what, statement, name, words, budget in measures:
                talk.ask(statement)
                pairs = [(_ask(talk, statement), reference(python, name, rows)) for _ in range(repeats)]
                ours, other = ([statistics.median(part) for part in zip(*((x.real, x.imag) for x in side))]
                               for side in zip(*pairs))  # fmt: skip
                if threads:
                    one_process[what] = ours[0]
                    add(f"{what}, {rows:,} rows, one process", ours[0], other[0], words, budget)
                    add("… CPU time of both sides", ours[1], other[1], words, "-")
                else:
                    add(f"{what}, {rows:,} rows, a process a core", ours[0], one_process[what], "one process", "0.59 x")

        statement = f"SELECT SUM(c) FROM (SELECT TRANSFORM(a, b) USING '{python} {pipe}' AS (c BIGINT) FROM called) x"
        talk.ask("SET paisql.threads=1")
        plain = statistics.median(talk.ask(statement)[0] for _ in range(3))
        add(f"evaluate, {rows:,} rows", one_process["evaluate"], plain, "a script of TRANSFORM", "0.1 x")

        statement = f"SELECT SUM(n) FROM (SELECT bench_count({FORWARDED}) AS n FROM VALUES (1) t(a)) x"
        peaks = [_peak_mb(talk.process)]
        ours = _ask(talk, statement)
        peaks.append(_peak_mb(talk.process))
        other = reference(python, "forward", FORWARDED)
        what = f"a table function that forwards {FORWARDED:,} rows for one"
        add(what, ours.real, other.real, "a bare Python loop", "-")
        add("… CPU time of both sides", ours.imag, other.imag, "a bare Python loop", "-")
        note(f"Peak memory of the session before and after it: {peaks[0]:.0f} MB, {peaks[1]:.0f} MB.")
        talk.close()


if __name__ == "__main__":
    if sys.argv[1] == "--reference":
        runs = [REFERENCES[sys.argv[2]](int(sys.argv[3])) for _ in range(3)]
        print(json.dumps([min(run.real for run in runs), min(run.imag for run in runs)]))
