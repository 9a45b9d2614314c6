"""Queries on Spark through paisql against the same in plain Spark SQL: one Connect server for both, the same files."""

import json
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

import spark_server
import tpcds as tpcds_queries
import tpch as tpch_queries

PLAIN = Path(__file__).with_name("plain_spark.py")
SPARK_SETTINGS = {"spark.sql.shuffle.partitions": "4"}
# Each query runs once to warm the server up and to compare its answer with that of this machine.
SMALL = "SELECT COUNT(*) FROM nation"
# Spark's own process computes all of it. A scan with a kernel keeps two cores busy with one executor already.
SCAN = (
    "SELECT COUNT(*) FROM lineitem WHERE l_comment LIKE '%furiously%ironic%' OR l_comment LIKE '%quick%foxes%' "
    "OR l_comment LIKE '%special%requests%'"
)


class Ours:
    """A session of paisql; the seconds are those from the statement's line to the event of its end."""

    def __init__(self, paisql, python, home, project, settings):
        words = [paisql, "--home", str(home), "--project", project, "--output", "jsonl", "--keep-going"]
        environment = {**os.environ, "PAISQL_SPARK_PYTHON": str(python)}
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        for setting in filter(str.strip, settings.split(";")):
            self.ask(setting)

    def ask(self, statement):
        """Seconds and rows of a statement."""
        start = time.perf_counter()
        self.process.stdin.write(" ".join(statement.split()) + ";\n")
        self.process.stdin.flush()
        rows, error = [], None
        while line := self.process.stdout.readline():
            event = json.loads(line)
            if event["event"] == "rows":
                rows += event["rows"]
            elif event["event"] == "error":
                error = f"{event['code']}: {event['message']}"
            elif event["event"] == "statement" and event["state"] != "begin":
                if error:
                    raise RuntimeError(f"paisql: {error}, at: {statement}")
                return time.perf_counter() - start, texts(rows)
        raise RuntimeError(f"paisql has ended at: {statement}")

    def on(self, engine):
        self.ask(f"SET paisql.engine={engine}")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Plain:
    """Spark's own client over views of the same files."""

    def __init__(self, python, remote, home, project):
        words = [str(python), str(PLAIN), remote, str(Path(home, "warehouse", project))]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, statement):
        start = time.perf_counter()
        self.process.stdin.write(" ".join(statement.split()) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"plain Spark has ended at: {statement}")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"plain Spark: {answer['error']}, at: {statement}")
        return time.perf_counter() - start, answer["rows"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def texts(rows):
    return [["" if cell is None else str(cell) for cell in row] for row in rows]


def spark_of_tpch(text):
    """A query of TPC-H in Spark's words."""
    text = tpch_queries.raw_query(text)
    return re.sub(r"INTERVAL \((-?\d+)\) (\w+)", r"INTERVAL '\1' \2", text)


def spark_of_tpcds(text):
    """A query of TPC-DS in Spark's words."""
    parts = re.split(r"('[^']*')", text)
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r'"([^"]*)"', r"`\1`", parts[i])
    return "".join(parts)


class Race:
    """Both sides at one server; `queries` are triples of name, our text and Spark's."""

    def __init__(self, what, repeats):
        self.what, self.repeats = what, repeats
        self.lines = ["", "| query | paisql | plain Spark | ratio |", "|---|---|---|---|"]
        self.totals, self.equal, self.differs, self.refused, self.unlike = [0.0, 0.0], 0, [], [], []

    def run(self, ours, plain, queries):
        for name, query, other in queries:
            ours.on("duckdb")
            expected = ours.ask(query)[1]
            ours.on("spark")
            try:
                self.check(name, ours.ask(query)[1], expected)
            except RuntimeError as error:
                self.refused.append(f"{name} ({str(error)[:160]})")
                continue
            try:
                plain.ask(other)
            except RuntimeError as error:
                self.unlike.append(f"{name} ({str(error)[:160]})")
                continue
            self.time(name, ours, plain, query, other)

    def check(self, name, rows, expected):
        try:
            tpch_queries.check_same(name, rows, expected)
            self.equal += 1
        except SystemExit:
            self.differs.append(name)

    def time(self, name, ours, plain, query, other):
        pairs = [(ours.ask(query)[0], plain.ask(other)[0]) for _ in range(self.repeats)]
        one, two = (statistics.median(side) for side in zip(*pairs))
        self.totals = [self.totals[0] + one, self.totals[1] + two]
        self.lines.append(f"| {name} | {one * 1000:.0f} ms | {two * 1000:.0f} ms | {one / two:.2f} x |")
        print(self.lines[-1], file=sys.stderr, flush=True)

    def note(self):
        said = f"{self.what} on Spark: {self.equal} answers equal to those of this machine"
        for what, names in (
            ("different", self.differs),
            ("refused", self.refused),
            ("not in Spark's words", self.unlike),
        ):
            said += f"; {len(names)} {what}" + (f": {', '.join(names)}" if names else "")
        return "\n".join([said + ".", *self.lines])


def measure(paisql, python, generators, home, scale, repeats, run, add, note):
    """`generators` are the program of TPC-H's rows and the Python of TPC-DS's; `run` starts a program."""
    tpchgen, tpcds_python = generators
    folder = os.path.join(home, "rows")
    tpch_queries.generate(tpchgen, scale, folder)
    load(run, paisql, home, tpch_queries.PROJECT, os.path.join(folder, "load.sql"), tpch_queries.load_script(folder))
    tpcds_queries.generate(tpcds_python, scale, os.path.join(folder, "ds"))
    load(run, paisql, home, tpcds_queries.PROJECT, os.path.join(folder, "ds", "schema.sql"))
    server = spark_server.SparkServer(python, "local[2]", os.path.join(home, "spark.log"), "4g", **SPARK_SETTINGS)
    try:
        sets = (
            ("TPC-H", tpch_queries, tpch_triples()),
            ("TPC-DS", tpcds_queries, tpcds_triples(os.path.join(folder, "ds"))),
        )
        for what, queries, triples in sets:
            compare(f"{what}, scale {scale}", paisql, python, home, server, queries, triples, repeats, add, note)
    finally:
        server.close()
    two_workers(paisql, python, home, repeats, add)


def load(run, paisql, home, project, script, text=None):
    if text is not None:
        Path(script).write_text(text, encoding="utf-8")
    run([paisql, "--home", home, "--project", project, "-f", script])


def tpch_triples():
    return [(name, text, spark_of_tpch(text)) for name, text in tpch_queries.queries().items()]


def tpcds_triples(folder):
    texts_of = tpcds_queries.queries(folder).items()
    return [(name, tpcds_queries.our_query(text), spark_of_tpcds(text)) for name, text in texts_of]


def compare(what, paisql, python, home, server, queries, triples, repeats, add, note):
    ours = Ours(paisql, python, home, queries.PROJECT, queries.SETTINGS + f";SET paisql.spark.remote={server.remote}")
    plain = Plain(python, server.remote, home, queries.PROJECT)
    race = Race(what, repeats)
    race.run(ours, plain, triples)
    note(race.note())
    add(f"{what} on Spark, {len(race.lines) - 3} queries", *race.totals, "plain Spark SQL, same files", "1.1 x")
    if queries is tpch_queries:
        ours.on("spark")
        pairs = [(ours.ask(SMALL)[0], plain.ask(SMALL)[0]) for _ in range(max(repeats, 21))][5:]
        one, two = (statistics.median(side) for side in zip(*pairs))
        add("a small query on Spark, warm", one, two, "plain Spark SQL", "plain Spark + 100 ms")
    ours.close()
    plain.close()


def two_workers(paisql, python, home, repeats, add):
    """A scan on a cluster of two executors of one core against a cluster of one."""
    seconds = []
    for workers in (2, 1):
        log = os.path.join(home, f"cluster-{workers}.log")
        server = spark_server.SparkServer(python, f"local-cluster[{workers},1,1024]", log, "1g", **SPARK_SETTINGS)
        try:
            remote = f";SET paisql.spark.remote={server.remote};SET paisql.engine=spark"
            ours = Ours(paisql, python, home, tpch_queries.PROJECT, tpch_queries.SETTINGS + remote)
            ours.ask(SCAN)
            seconds.append(statistics.median(ours.ask(SCAN)[0] for _ in range(repeats)))
            ours.close()
        finally:
            server.close()
    add("a scan on two executors", *seconds, "on one executor", "0.59 x")
