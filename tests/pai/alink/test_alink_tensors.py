"""Tensors on their way to scripts of batches and streams, which need no TensorFlow to look at them."""

import json
import struct

import pytest
from stream_job import COLUMNS, PASS, StreamJob
from test_alink import filled, run_program  # noqa: F401
from test_alink_stream_task import until, write
from test_alink_task import Task

# Tells what a script finds in its folder.
TOLD = """
import os
def told(work_dir):
    for name in ("tensor_shapes.txt", "tensor_types.txt"):
        with open(os.path.join(work_dir, name)) as stream:
            print(stream.read())
"""
BATCH = (
    TOLD
    + """
def main(config):
    told(config.work_dir)
    with open(config.dataset_file, "rb") as stream:
        print(stream.read().hex())
"""
)


def tensor(i, sizes="2"):
    return "FLOAT#%s#%d 0.5 " % (sizes, i)


def test_the_first_row_says_what_all_are(tmp_path):
    rows = [(0, None)] + [(i, tensor(i)) for i in range(1, 4)]
    task = Task(tmp_path, rows)
    done = task.run(BATCH, tensor_cols=["s"], nulls="omit")
    shapes, types, records = done.stdout.splitlines()
    assert (json.loads(shapes), json.loads(types)) == ({"s": [2]}, {"s": "float"}), done.stderr
    for i in range(1, 4):
        assert struct.pack("<2f", i, 0.5) in bytes.fromhex(records)


@pytest.mark.parametrize(
    "rows, said",
    [
        ([tensor(0), tensor(1), tensor(2, "1,2")], "column 's', row 3 of the input: its shape is [1, 2], and that of"),
        ([tensor(0), None], "column 's' is NULL in row 2 of the input"),
        (["1 2"], "column 's': its first value '1 2' is not a tensor"),
        (["BYTE#1#1"], "no place for tensors of BYTE; make them INT or UBYTE"),
    ],
)
def test_what_is_no_such_tensor_names_row_and_column(tmp_path, rows, said):
    done = Task(tmp_path, list(enumerate(rows))).run(BATCH, tensor_cols=["s"])
    assert done.returncode == 1 and done.stderr.splitlines()[-1].startswith("TaskError: ") and said in done.stderr


def test_an_empty_table_says_nothing_of_its_tensors(tmp_path):
    done = Task(tmp_path, []).run(BATCH, tensor_cols=["s"])
    assert done.stdout == "{}\n{}\n\n", done.stderr


STREAM = TOLD + PASS.replace("def main(config):", "def main(config):\n    told(config.work_dir)").replace(
    "            config.output", "            print('ROW', record.hex(), flush=True)\n            config.output"
)


def stream_of(tmp_path, **settings):
    source = {"kind": "folder", "path": str(tmp_path / "in"), "format": ""}
    return StreamJob(tmp_path, source, STREAM, schema=COLUMNS[:1], tensor_cols=["s"], **settings)


def lines(first, end):
    return "".join(json.dumps({"id": i, "s": tensor(i)}) + "\n" for i in range(first, end))


def test_workers_of_a_stream_begin_with_its_first_row(tmp_path):
    """Each waits for a row; what the first one says counts for all, also for one that is started again."""
    (tmp_path / "in").mkdir()
    job = stream_of(tmp_path, follow=True, workers=2, recovery="resume").start()
    try:
        write(tmp_path / "in", "a.jsonl", lines(0, 1))
        until(lambda: len(job.rows()) == 1)
        assert '{"s": [2]}\n{"s": "float"}\n' in job.log("worker-0") and "{" not in job.log("worker-1")
        write(tmp_path / "in", "b.jsonl", lines(1, 4))
        until(lambda: len(job.rows()) == 4)
        job.restart("worker-1")
        write(tmp_path / "in", "c.jsonl", lines(4, 6) + json.dumps({"id": 6, "s": tensor(6, "2,1")}) + "\n")
        assert job.processes["worker-0"].wait(60) == 1
    finally:
        # Without the failed worker the others would wait for its restart.
        for name in job.processes:
            job.kill(name)
    assert job.log("worker-0").splitlines()[-1].startswith("TaskError: column 's', row 3 of ")
    assert "its shape is [2, 1], and that of the first row [2]" in job.log("worker-0")
    for name, rows in (("worker-0", (0, 2)), ("worker-1", (1, 3))):
        for i in rows:
            assert struct.pack("<2f", i, 0.5).hex() in job.log(name)


def test_a_stream_without_rows_has_no_tensors(tmp_path):
    (tmp_path / "in").mkdir()
    job = stream_of(tmp_path).start().wait()
    assert job.rows() == [] and "{}\n{}\n" in job.log("worker-0")


# A file's tensors are known by its schema, a table's by its first row.
PROGRAM = """
from pyalink.alink import *

useLocalEnv(1)
script = TensorFlow2StreamOp().setMainScriptFile("tell.py").setOutputSchemaStr("id long").setNumWorkers(1)
script.setNumPSs(0).linkFrom(CsvSourceStreamOp().setFilePath("rows.csv").setSchemaStr("id long, f FLOAT_TENSOR"))
script.link(TableSinkStreamOp().setTableName("from_file"))
rows = MemSourceStreamOp([[i, "LONG#2#%d 300 " % i, "text"] for i in range(3)], "id long, l string, s string")
other = TensorFlow2StreamOp().setMainScriptFile("tell.py").setOutputSchemaStr("id long").setNumWorkers(1)
other.setNumPSs(0).linkFrom(rows).link(TableSinkStreamOp().setTableName("from_rows"))
StreamOperator.execute()
for name in ("from_file", "from_rows"):
    print(sorted(row[0] for row in TableSourceBatchOp(name).collect()))
"""
TELL = """
import json, os, struct
import killed
def main(config):
    with open(os.path.join(config.work_dir, "tensor_types.txt")) as stream:
        types = json.load(stream)
    number = 0
    for chunk in config.tf_context._chunks():
        for record in chunk:
            value = {"float": struct.pack("<2f", number, 0.5), "long": bytes([number, 0xAC, 2])}
            assert len(types) == 1 and value[list(types.values())[0]] in record, types
            config.output_writer.write(killed.Row(number))
            number += 1
"""


def test_a_program_gives_tensors_to_streams(filled):  # noqa: F811
    filled.write(
        "tell.py", TELL.replace("import killed", "import sys\nsys.path.append('%s')\nimport killed" % filled.files)
    )
    filled.write("rows.csv", "".join('%d,"%s"\n' % (i, tensor(i)) for i in range(3)))
    done = run_program(filled, filled.write("program.py", PROGRAM))
    assert done.stdout == "[0, 1, 2]\n[0, 1, 2]\n"
