"""What the platform adds to TensorFlow, on real TensorFlow: one process, and one job of two workers."""

import os

import pyarrow as pa
import pytest
from conftest import case_names, run_cases
from fake_job import FakeJob, arrow, columns
from paisql_home import cluster

SCRIPT = "faces/platform_cases.py"


@pytest.fixture(scope="module")
def cases(tmp_path_factory):
    job = FakeJob(tmp_path_factory.mktemp("platform"))
    table = arrow(id=pa.array(range(100), pa.int64()))
    url = job.input("numbers", columns(("id", "BIGINT")), [job.file(table)])
    output = job.output("taken", columns(("id", "BIGINT")))
    return run_cases(job, SCRIPT, "--tables=" + url, "--outputs=" + output)


@pytest.mark.parametrize("name", case_names(SCRIPT))
def test_platform(cases, name):
    assert cases[name] == ""


# No worker ends before the other has begun, so both get a part.
SHARES = """
import sys
import numpy as np
import tensorflow as tf
import pai
given = dict(word[2:].split("=", 1) for word in sys.argv[1:])
queue = pai.data.WorkQueue([given["tables"]], num_epochs=1, num_slices=20)
rows = tf.data.TableRecordDataset(queue.input_dataset(), record_defaults=[np.int64(0)])
taken = rows.batch(10).make_one_shot_iterator().get_next()[0]
own = int(given["task_index"])
met = False
writer = tf.python_io.TableWriter(given["outputs"], slice_id=own)
with tf.Session() as session:
    try:
        while True:
            writer.write([(int(row), own) for row in session.run(taken)], [0, 1])
            if not met:
                open(given["meet"], "rw"[own]).close()
            met = True
    except tf.errors.OutOfRangeError:
        pass
writer.close()
"""


def test_the_workers_of_a_job_share_a_table(home):
    table = home.table("numbers", "id BIGINT", [(row,) for row in range(400)])
    home.run("CREATE TABLE taken (id BIGINT, worker BIGINT);").ok()
    meet = os.path.join(home.files, "meet")
    os.mkfifo(meet)
    home.pai(
        SHARES,
        tables=table,
        outputs="odps://p/tables/taken",
        cluster=cluster(worker=2),
        userDefinedParameters="--meet=" + meet,
    ).ok()
    totals = "SELECT count(*), count(DISTINCT id), sum(id), count(DISTINCT worker) FROM taken;"
    assert home.rows(totals) == [("400", "400", "79800", "2")]
