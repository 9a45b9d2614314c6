"""Readers and writers of rows: every form of values, and inputs that are wide, large or damaged."""

import math
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import case_names, run_cases
from fake_job import FakeJob, arrow, columns
from test_table_inputs import damaged, flip, large, nulls, wide

READERS, WRITERS = "inputs/row_reader_cases.py", "inputs/row_writer_cases.py"


def ids(rows):
    return pa.array(range(rows), pa.int64())


def nested(job):
    kinds = {
        "id": ("BIGINT", pa.array([1], pa.int64())),
        "a": ("ARRAY<BIGINT>", pa.array([[1]])),
        "m": ("MAP<STRING,BIGINT>", pa.array([[("k", 1)]], pa.map_(pa.string(), pa.int64()))),
        "s": ("STRUCT<X:BIGINT>", pa.array([{"x": 1}])),
    }
    table = pa.table({name: values for name, (_, values) in kinds.items()})
    return job.input("nested", columns(*((k, v[0]) for k, v in kinds.items())), [job.file(table)])


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    job = FakeJob(tmp_path_factory.mktemp("row_inputs"))
    pair = columns(("id", "BIGINT"), ("s", "STRING"))
    texts = ["plain", 'say "hi"', "two\nlines", "a,b", "a;b", ""]
    urls = [
        job.input("five", columns(("id", "BIGINT")), [job.file(arrow(id=ids(5)))]),
        wide(job),
        large(job),
        nulls(job),
        damaged(job, "flipped", flip),
        damaged(job, "cut", lambda path: os.truncate(path, os.path.getsize(path) // 2)),
        damaged(job, "short", lambda path: None, rows=9),
        job.input("empty", pair, []),
        nested(job),
        job.input("quoted", pair, [job.file(arrow(id=ids(6), s=texts))]),
        damaged(job, "gone", os.unlink),  # the last one, as files are numbered
    ]
    return run_cases(job, READERS, *urls)


@pytest.mark.parametrize("name", case_names(READERS))
def test_reader_case(read, name):
    assert read[name] == ""


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    return FakeJob(tmp_path_factory.mktemp("row_outputs"))


@pytest.fixture(scope="module")
def written(tables):
    three = columns(("id", "BIGINT"), ("value", "DOUBLE"), ("name", "STRING"))
    number = columns(("id", "BIGINT"))
    needed = columns(("id", "BIGINT"), ("value", "DOUBLE"))
    needed[0]["not_null"] = True
    outputs = {
        "forms": three,
        "order": number,
        "strict": columns(("id", "BIGINT"), ("value", "DOUBLE"), ("short", "VARCHAR(3)")),
        "lengths": columns(("id", "BIGINT"), ("value", "DOUBLE")),
        "tensors": number,
        "lost": columns(("t", "TINYINT")),
        "needed": needed,
        "wide": columns(*(("c%d" % i, "DOUBLE") for i in range(2000))),
        "large": columns(("s", "STRING")),
        "nested": columns(("id", "BIGINT"), ("a", "ARRAY<BIGINT>")),
        "graph": three,
        "full": number,
        "keyless": number,
    }
    urls = [tables.output(name, fields) for name, fields in outputs.items()]
    return run_cases(tables, WRITERS, "--outputs=" + ",".join(urls))


@pytest.mark.parametrize("name", case_names(WRITERS))
def test_writer_case(written, name):
    assert written[name] == ""


def test_what_was_written(written, tables):
    rows = tables.staged("forms")
    assert math.isnan(rows.pop(12)[1])
    assert rows == [
        (1, None, None),
        (None, None, "one text"),
        (None, None, "bytes"),
        (None, 0.5, None),
        (7, None, None),
        (8, 0.25, "record"),
        (9, 0.75, "void"),
        (10, 1.25, None),
        (11, 12.0, None),
        (13, None, "generated"),
        (14, None, None),
        (None, None, "x"),
        (None, 16.0, None),
        (None, 17.0, None),
        (None, 18.0, None),
    ]
    assert tables.staged("order") == [(number,) for number in range(150000)]
    assert tables.staged("strict") == [(1, 0.5, "abc")]
    assert tables.staged("lengths") == [] and tables.staged("tensors") == [(1,), (2,)]
    assert tables.staged("graph") == [(1, 0.5, "a"), (2, 1.5, "b"), (3, 2.5, "c")]
    texts = [row[0] for row in tables.staged("large")]
    assert [len(text) for text in texts[:7]] == [8 << 20] * 7 and texts[7:] == ["", None]
    assert [text[0] for text in texts[:7]] == list("012345a")


def test_wide_rows_and_large_groups(written, tables):
    rows = tables.staged("wide")
    assert len(rows) == 302 and rows[299][1999] == 599999.0
    assert rows[300] == tuple(range(2000)) and rows[301] == (None,) * 1999 + (7.0,)
    path = os.path.join(tables.folder, "staging", "order", "0.parquet")
    assert pq.ParquetFile(path).metadata.num_row_groups == 2


@pytest.mark.parametrize("table", ["lost", "needed", "full"])
def test_what_lost_rows_stays_incomplete(written, tables, table):
    assert tables.staged(table) is None


REWRITES = """
import subprocess
import tensorflow as tf
table, partition = tf.app.flags.FLAGS.tables.split(",")

def lines(session, step):
    try:
        while True:
            yield from session.run(step)
    except tf.errors.OutOfRangeError:
        pass

reader = tf.python_io.TableReader(table, capacity=64)
ids = reader.read(100)
queue = tf.FIFOQueue(2, tf.string, shapes=[[]])
_, step = tf.TableRecordReader(capacity=64).read_up_to(queue, 100)
with tf.Session() as session:
    session.run(queue.enqueue_many([[table, partition]]))
    session.run(queue.close())
    texts = list(session.run(step))
    subprocess.run(%r, check=True)
    texts += lines(session, step)
ids += reader.read(5000)
assert ids == [(i,) for i in range(3000)], ids[:5]
assert texts == [b"%%d" %% i for i in range(3000)], texts[:5]
assert tf.python_io.TableReader(partition).get_row_count() == 0
print("read", len(ids), "rows and", len(texts), "lines")
"""


def test_a_table_that_is_rewritten_and_an_empty_partition(home):
    url = home.table("t", "id BIGINT", [(i,) for i in range(3000)])
    home.run(
        "CREATE TABLE parts (id BIGINT) PARTITIONED BY (ds STRING);", "ALTER TABLE parts ADD PARTITION (ds='none');"
    ).ok()
    rewrite = home.command("-e", "INSERT OVERWRITE TABLE t SELECT id + 7 FROM t LIMIT 10;")
    script = REWRITES % (rewrite,)
    outcome = home.pai(script, tables=url + ",odps://p/tables/parts/ds=none").ok()
    assert "read 3000 rows and 3000 lines" in outcome.stderr, outcome.stderr
    assert home.rows("SELECT COUNT(*) FROM t;") == [("10",)]
