"""Jobs, TUNNEL and a catalog on PostgreSQL, in a home whose data files lie in a bucket."""

import os
import subprocess

import pytest

import s3_gate
from fake_job import ROOT, TENSORFLOW
from lake_home import SALE, Lake, home_in_bucket, s3_endpoint  # noqa: F401
from paisql_home import BINARY

COPY = """
import tensorflow as tf
FLAGS = tf.app.flags.FLAGS
def main(_):
    with tf.python_io.TableReader(FLAGS.tables) as reader:
        rows = reader.read(3)
    with tf.python_io.TableWriter(FLAGS.outputs) as writer:
        writer.write(rows, range(2))
tf.app.run()
"""
ROWS = [("1", "a"), ("2", "b"), ("3", "c")]


def refuse_writes(method, _path):
    return 503 if method == "PUT" else None


@pytest.mark.skipif(not TENSORFLOW, reason="TensorFlow is not installed")
def test_a_job_reads_objects_and_its_rows_become_some(lake):
    url = lake.home.table("t", "id BIGINT, name STRING", [(1, "a"), (2, "b"), (3, "c")])
    lake.run("CREATE TABLE copy (id BIGINT, name STRING);").ok()
    lake.forget_copies()
    lake.home.pai(COPY, tables=url, outputs="odps://p/tables/copy").ok()
    lake.forget_copies()
    assert lake.rows("SELECT * FROM copy ORDER BY id LIMIT 9;") == ROWS
    before = lake.keys()
    lake.gate.rule = refuse_writes
    outcome = lake.home.pai(COPY, tables=url, outputs="odps://p/tables/copy")
    assert outcome.status != 0 and "oss://lake/p/copy/" in outcome.stderr, outcome.stderr
    lake.gate.rule = lambda method, path: None
    assert lake.rows("SELECT COUNT(*) FROM copy;") == [("3",)]
    assert lake.keys() == before
    assert (lake.home.verify().status, lake.home.verify().stdout) == (0, "")


def test_an_upload_goes_on_when_the_endpoint_is_back(lake):
    lake.run("CREATE TABLE t (id BIGINT, name STRING);").ok()
    lake.home.write("rows.csv", "1,a\n2,b\n3,c\n")
    lake.gate.rule = refuse_writes
    lake.run("TUNNEL UPLOAD rows.csv t;").fails("oss://lake/p/t/", "has too much to do")
    lake.gate.rule = lambda method, path: None
    assert lake.rows("SELECT COUNT(*) FROM t;") == [("0",)]
    assert lake.keys() == []
    lake.run("TUNNEL RESUME;").ok()
    lake.forget_copies()
    assert lake.rows("SELECT * FROM t ORDER BY id LIMIT 9;") == ROWS


@pytest.fixture(name="postgres", scope="module")
def server_of_catalogs():
    """The address of a server of PostgreSQL."""
    words = [os.path.join(ROOT, "tests", "postgres", "with_server"), "sh", "-c", "echo $PAISQL_TEST_CATALOG; exec cat"]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    address = process.stdout.readline().strip()
    if not address:
        pytest.skip("no PostgreSQL server is installed")
    yield address
    process.communicate(timeout=60)


def test_the_catalog_lies_on_a_server_and_the_tables_in_a_bucket(home, server, postgres):
    gate = s3_gate.Gate(server.url)
    lake = Lake(home, gate)
    lake.run(SALE).ok()
    subprocess.run([BINARY, "catalog", "--home", home.path, postgres], check=True, capture_output=True, timeout=60)
    lake.forget_copies()
    lake.run("INSERT OVERWRITE TABLE sale PARTITION (ds = '1') SELECT 7, 'z';").ok()
    before = lake.keys()
    gate.rule = refuse_writes
    lake.run("INSERT INTO sale PARTITION (ds) VALUES (8, 'x', '1'), (9, 'y', '3');").fails("ODPS-0123019")
    gate.rule = lambda method, path: None
    lake.forget_copies()
    assert lake.rows("SELECT id FROM sale WHERE ds <> '' ORDER BY id LIMIT 9;") == [("3",), ("7",)]
    assert lake.keys() == before
    assert (home.verify().status, home.verify().stdout) == (0, "")
    lake.run("DROP TABLE sale PURGE;").ok()
    assert lake.keys() == []
    gate.close()
