"""Runs tests/bench/alink_rows.py as a script component and turns what it tells into rows of the bench's table."""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROWS = 400_000
FOLDER = os.path.dirname(os.path.abspath(__file__))


def make_table(run, sql):
    columns = ", ".join(f"RAND() AS d{i}" for i in range(10))
    run(
        sql(
            f"CREATE TABLE alink_rows AS SELECT {columns}, CONCAT('user_', v) AS s "
            f"FROM (SELECT EXPLODE(SEQUENCE(1, {ROWS})) AS v) numbers;"
        )
    )


def statement(script):
    return (
        f"PAI -name tensorflow2_batch -DinputTableName=alink_rows -DoutputTableName=alink_out "
        f"-DmainScriptFile='file://{script}' -DoutputSchemaStr='id long, x double, s string';"
    )


def job(sql):
    """{way: (rows, seconds by the clock, seconds of CPU)}."""
    process = subprocess.run(
        sql(statement(os.path.join(FOLDER, "alink_rows.py"))), stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    lines = [line for line in process.stderr.splitlines() if "measured {" in line]
    if process.returncode != 0 or len(lines) != 1:
        sys.exit(process.stderr[-2000:])
    return json.loads(lines[0].split("measured ", 1)[1])


# Tells when its statement began, and when its first line after the import ran.
FIRST_LINE = """import tensorflow as tf
import os, sys, time
now = time.time()
job = os.environ.get("PAISQL_JOB")
begun = os.path.getmtime(job + "/job.json") if job else float(sys.argv[1])
print("took", begun, now, flush=True)
def main(task_config):
    pass
"""
STATEMENTS = 6

TAKES_MODEL = """import os, shutil
def main(task_config):
    shutil.copytree("%s", os.path.join(task_config.saved_model_dir, "model"))
"""


def start(run, sql, python, add):
    """A component that starts on a process that has imported TensorFlow, against a plain `import tensorflow`."""
    with tempfile.TemporaryDirectory(prefix="paisql-bench-first-") as folder:
        script = os.path.join(folder, "first.py")
        with open(script, "w", encoding="utf-8") as stream:
            stream.write(FIRST_LINE)
        one = (
            f"PAI -name tensorflow2_batch -DinputTableName=alink_first -DoutputTableName=alink_none "
            f"-DmainScriptFile='file://{script}' -DoutputSchemaStr='id long';"
        )
        run(sql("CREATE TABLE alink_first AS SELECT 1 AS id;"))
        plain, lines, jobs = [], [], []
        for _ in range(3):
            _, begun, now = run([python, script, repr(time.time())])[1].split()
            plain.append(float(now) - float(begun))
            process = subprocess.run(sql(one * STATEMENTS), stdin=subprocess.DEVNULL, capture_output=True, text=True)
            told = [tuple(map(float, pair)) for pair in re.findall(r"took (\S+) (\S+)", process.stderr)]
            if process.returncode != 0 or len(told) != STATEMENTS:
                sys.exit(process.stderr[-2000:])
            # The first one waits for the import.
            lines += [now - begun for begun, now in told[1:]]
            jobs += [after - before for (before, _), (after, _) in zip(told[1:], told[2:])]
    reference = statistics.median(plain)
    add(
        "`PAI …;` to the first line of a component's script, warm",
        statistics.median(lines),
        reference,
        "`python script.py`",
        "0.1 s",
    )
    add("one such job behind the other, each whole", statistics.median(jobs), reference, "`python script.py`", "-")


def model_table(folder, model, table, name):
    """The statement that makes a model's table of a SavedModel, in whose parent folder versions lie."""
    script = os.path.join(folder, "takes_model.py")
    with open(script, "w", encoding="utf-8") as stream:
        stream.write(TAKES_MODEL % os.path.join(model, "1"))
    return (
        f"PAI -name tf2_table_model_train -DinputTableName={table} -DoutputTableName={name} "
        f"-DmainScriptFile='file://{script}';"
    )


def measure(run, sql, add, note):
    """add(what, seconds, seconds of the reference, its name, budget), as the bench has it: seconds of CPU."""
    make_table(run, sql)
    told = job(sql)
    cpu = {way: 100_000 / rows * seconds for way, (rows, _, seconds) in told.items()}
    wall = {way: 100_000 / rows * seconds for way, (rows, seconds, _) in told.items()}
    for way in ("", ", parsed"):
        add(
            f"100,000 rows from a table as Examples{way}, CPU",
            cpu["ours" + way],
            cpu["file" + way],
            "TFRecordDataset over a prepared file",
            "1.25 x",
        )
        add(
            f"the same{way}, by the clock",
            wall["ours" + way],
            wall["file" + way],
            "TFRecordDataset over a prepared file",
            "-",
        )
    add("100,000 rows by output_writer, CPU", cpu["write"], cpu["serialise"], "SerializeToString() alone", "500 ms")
    add("100,000 rows into dataset_file, CPU", cpu["written file"], None, "", "-")
    note("output_writer takes %d rows a second of CPU." % (100_000 / cpu["write"]))
