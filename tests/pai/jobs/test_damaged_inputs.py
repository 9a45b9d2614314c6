"""Damaged tables do not reach a job, and what a job wrote is checked like any table."""

import os
import subprocess

from paisql_home import BINARY

SCRIPT = "print('the script has run')"

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


def data_files(home, table):
    folder = os.path.join(home.path, "warehouse", "p", table)
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder))]


def flip(path):
    with open(path, "r+b") as stream:
        stream.seek(5)
        byte = stream.read(1)[0]
        stream.seek(5)
        stream.write(bytes([byte ^ 1]))


def test_no_job_starts_on_a_damaged_input(home):
    url = home.table("t", "id BIGINT, name STRING", [(1, "a"), (2, "b")])
    [path] = data_files(home, "t")
    flip(path)
    outcome = home.pai(SCRIPT, tables=url)
    assert outcome.status == 3
    assert "PAISQL-0003" in outcome.stderr and path + " of table p.t is damaged" in outcome.stderr
    assert "the script has run" not in outcome.stderr
    assert home.job_ids() == []
    os.unlink(path)
    outcome = home.pai(SCRIPT, "SET paisql.read.verify=false;", tables=url)
    assert outcome.status == 3 and "is missing" in outcome.stderr


def test_outputs_of_jobs_have_checksums(home):
    url = home.table("t", "id BIGINT, name STRING", [(1, "a"), (2, "b"), (3, "c")])
    home.run("CREATE TABLE copy (id BIGINT, name STRING);").ok()
    home.pai(COPY, tables=url, outputs="odps://p/tables/copy").ok()
    done = subprocess.run(
        [BINARY, "verify", "--home", home.path], capture_output=True, text=True, check=False, timeout=180
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    [path] = data_files(home, "copy")
    flip(path)
    outcome = home.run("SELECT id FROM copy;")
    assert outcome.status == 3 and path + " of table p.copy is damaged" in outcome.stderr
