"""Runs tests/bench/alink_rows.py as a script component and turns what it tells into rows of the bench's table."""

import json
import os
import subprocess
import sys

ROWS = 400_000
FOLDER = os.path.dirname(os.path.abspath(__file__))


def make_table(run, sql):
    columns = ", ".join(f"RAND() AS d{i}" for i in range(10))
    run(sql(f"CREATE TABLE alink_rows AS SELECT {columns}, CONCAT('user_', v) AS s "
            f"FROM (SELECT EXPLODE(SEQUENCE(1, {ROWS})) AS v) numbers;"))


def statement(script):
    return (f"PAI -name tensorflow2_batch -DinputTableName=alink_rows -DoutputTableName=alink_out "
            f"-DmainScriptFile='file://{script}' -DoutputSchemaStr='id long, x double, s string';")


def job(sql):
    """{way: (rows, seconds by the clock, seconds of CPU)}."""
    process = subprocess.run(sql(statement(os.path.join(FOLDER, "alink_rows.py"))),
                             stdin=subprocess.DEVNULL, capture_output=True, text=True)
    lines = [line for line in process.stderr.splitlines() if "measured {" in line]
    if process.returncode != 0 or len(lines) != 1:
        sys.exit(process.stderr[-2000:])
    return json.loads(lines[0].split("measured ", 1)[1])


def measure(run, sql, add, note):
    """add(what, seconds, seconds of the reference, its name, budget), as the bench has it: seconds of CPU."""
    make_table(run, sql)
    told = job(sql)
    cpu = {way: 100_000 / rows * seconds for way, (rows, _, seconds) in told.items()}
    wall = {way: 100_000 / rows * seconds for way, (rows, seconds, _) in told.items()}
    for way in ("", ", parsed"):
        add(f"100,000 rows from a table as Examples{way}, CPU", cpu["ours" + way], cpu["file" + way],
            "TFRecordDataset over a prepared file", "1.25 x")
        add(f"the same{way}, by the clock", wall["ours" + way], wall["file" + way],
            "TFRecordDataset over a prepared file", "-")
    add("100,000 rows by output_writer, CPU", cpu["write"], cpu["serialise"],
        "SerializeToString() alone", "500 ms")
    add("100,000 rows into dataset_file, CPU", cpu["written file"], None, "", "-")
    note("output_writer takes %d rows a second of CPU." % (100_000 / cpu["write"]))
