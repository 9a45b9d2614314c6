"""Runs tests/bench/table_source.py in a job and turns what it tells into rows of the bench's table."""

import json
import os
import subprocess
import sys

TABLES = {"ten": (10, 400_000), "hundred": (100, 100_000)}  # DOUBLE columns, rows
BUDGETS = {
    "TFRecord + parse_example": "0.25 x",
    "TextLine + decode_csv": "0.25 x",
    "queue runners": "0.01 x",
    "map of rows": "-",
    "pyarrow to NumPy by hand": "-",
    "memory": "-",
}


def make_tables(run, sql):
    run(sql("CREATE TABLE numbers AS SELECT EXPLODE(SEQUENCE(0, 399999)) AS v;"))
    for name, (count, rows) in TABLES.items():
        columns = ", ".join(f"RAND() AS d{i}" for i in range(count))
        text = ", CONCAT('user_', v) AS s" if name == "ten" else ""
        run(sql(f"CREATE TABLE {name} AS SELECT {columns}{text} FROM numbers LIMIT {rows};"))


def job(sql):
    """What the script has measured, one dictionary a table."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "table_source.py")
    urls = ",".join(f"odps://bench/tables/{name}" for name in TABLES)
    statement = f"PAI -name tensorflow1120_ext -Dscript='file://{script}' -Dtables='{urls}' -DgpuRequired=0;"
    process = subprocess.run(sql(statement), stdin=subprocess.DEVNULL, capture_output=True, text=True)
    lines = process.stderr.splitlines()
    told = [json.loads(line.split("measured ", 1)[1]) for line in lines if "measured {" in line]
    if process.returncode != 0 or len(told) != len(TABLES):
        sys.exit(process.stderr[-2000:])
    return told


def add_rows(add, note, count, told):
    """add(what, seconds, seconds of the reference, its name, budget), as the bench has it."""
    seconds = {way: 100_000 / rate for way, rate in told["rates"].items()}
    columns = f"{count} doubles" + (" and a string" if count == 10 else "")
    what = f"100,000 rows of {columns}, TableRecordDataset.batch(1024)"
    for reference in ("TFRecord + parse_example", "TextLine + decode_csv", "queue runners", "pyarrow to NumPy by hand"):
        add(what, seconds["ours"], seconds[reference], reference, BUDGETS[reference])
    add(what, seconds["ours"], seconds["memory"], "one batch in memory, fetched as often", "-")
    add(
        what.replace(".batch", ".shuffle(100000).batch"),
        seconds["shuffle(100000)"],
        seconds["ours"],
        "without shuffle",
        "-",
    )
    add(what.replace(".batch", ".map(f).batch"), seconds["map"], seconds["map of rows"], "f on single rows", "-")
    (wall, cpu, waited), (memory_wall, memory_cpu, _) = (told["steps"][way] for way in ("table", "memory"))
    steps = f"100 steps of a small network, {columns}, batches of 1,024"
    add(steps, 100 / wall, 100 / memory_wall, "one batch in memory", "1.05 x")
    add(steps + ", CPU time", 100 / cpu, 100 / memory_cpu, "one batch in memory", "-")
    note(f"{columns}: {waited:.1%} of the time of these steps waited for input.")
    share = told["rates"]["in the graph"] * told["bytes"] / told["copied"]
    note(
        f"{columns}: the values that reach the graph are {share:.0%} of the "
        f"{told['copied'] / 1e9:.1f} GB/s that one thread copies."
    )


def measure(run, sql, add, note):
    make_tables(run, sql)
    for (count, _), told in zip(TABLES.values(), job(sql)):
        add_rows(add, note, count, told)
