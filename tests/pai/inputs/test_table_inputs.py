"""TableRecordDataset on wide, large, empty and damaged inputs, and on a table that is rewritten."""

import datetime
import decimal
import os

import pyarrow as pa
import pytest
from conftest import case_names, run_cases
from fake_job import FakeJob, arrow, columns

SCRIPT = "inputs/input_cases.py"
PAIR = columns(("id", "BIGINT"), ("name", "STRING"))


def pairs(rows):
    return arrow(id=pa.array(range(rows), pa.int64()), name=["name %d" % i for i in range(rows)])


def wide(job):
    table = pa.table({"c%d" % i: pa.array([i, i + 1, i + 2], pa.float64()) for i in range(2000)})
    fields = columns(*(("c%d" % i, "DOUBLE") for i in range(2000)))
    return job.input("wide", fields, [job.file(table)])


def large(job):
    table = arrow(s=["a" * (8 << 20), None, "b" * ((8 << 20) + 1)])
    return job.input("large", columns(("s", "STRING")), [job.file(table)])


def nulls(job):
    kinds = {
        "i": ("INT", pa.int32(), 7),
        "b": ("BIGINT", pa.int64(), 8),
        "f": ("FLOAT", pa.float32(), 0.5),
        "d": ("DOUBLE", pa.float64(), 0.25),
        "o": ("BOOLEAN", pa.bool_(), False),
        "s": ("STRING", pa.string(), "x"),
        "e": ("DECIMAL(10,2)", pa.decimal128(10, 2), decimal.Decimal("1.50")),
        "t": ("DATE", pa.date32(), datetime.date(2026, 1, 2)),
        "m": ("TIMESTAMP", pa.decimal128(21, 9), decimal.Decimal("0.5")),
    }
    table = pa.table({k: pa.array([None, v, None], t) for k, (_, t, v) in kinds.items()})
    return job.input("nulls", columns(*((k, v[0]) for k, v in kinds.items())), [job.file(table)])


def damaged(job, name, damage, rows=None):
    """A table whose one file `damage(path)` has been at."""
    file = job.file(pairs(5) if rows else pairs(20000), row_group_size=2000)
    damage(file["path"])
    return job.input(name, PAIR, [dict(file, rows=rows or file["rows"])])


def flip(path):
    size = os.path.getsize(path)
    with open(path, "r+b") as stream:
        stream.seek(size * 3 // 4)
        stream.write(b"\xff" * 2000)


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    job = FakeJob(tmp_path_factory.mktemp("inputs"))
    five = job.input("five", columns(("id", "BIGINT")), [job.file(arrow(id=pa.array(range(5), pa.int64())))])
    urls = [
        five,
        wide(job),
        large(job),
        nulls(job),
        damaged(job, "flipped", flip),
        damaged(job, "cut", lambda path: os.truncate(path, os.path.getsize(path) // 2)),
        damaged(job, "short", lambda path: None, rows=9),
        job.input("many", PAIR, [job.file(pairs(50000), row_group_size=5000)]),
        damaged(job, "gone", os.unlink),  # the last one, as files are numbered
    ]
    return run_cases(job, SCRIPT, *urls, timeout=900)


@pytest.mark.parametrize("name", case_names(SCRIPT))
def test_case(outcome, name):
    assert outcome[name] == ""


REWRITES = """
import subprocess
import numpy as np
import tensorflow as tf
tables = tf.app.flags.FLAGS.tables
dataset = tf.data.TableRecordDataset([tables], [np.int64(0)], capacity=64).repeat(3).batch(100)
element = dataset.make_one_shot_iterator().get_next()
with tf.Session() as session:
    ids = list(session.run(element)[0])
    subprocess.run(%r, check=True)
    try:
        while True:
            ids += list(session.run(element)[0])
    except tf.errors.OutOfRangeError:
        pass
assert ids == list(range(3000)) * 3, (len(ids), ids[:5])
print("read", len(ids), "rows")
"""


def test_a_table_that_is_rewritten_while_a_job_reads_it(home):
    url = home.table("t", "id BIGINT", [(i,) for i in range(3000)])
    rewrite = home.command("-e", "INSERT OVERWRITE TABLE t SELECT id + 7 FROM t LIMIT 10;")
    outcome = home.pai(REWRITES % (rewrite,), tables=url).ok()
    assert "read 9000 rows" in outcome.stderr, outcome.stderr
    assert home.rows("SELECT COUNT(*) FROM t;") == [("10",)]
