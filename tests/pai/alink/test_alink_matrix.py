"""What Alink's own tests of its script components train, with the counts of workers and servers that they have.

Their operators are trained with two workers and a parameter server, which also follow from a parallelism of 3,
and with three workers (docs/alink.md has the table). What the component predicts is what the
model gives that is read by the described layout and loaded by TensorFlow alone.
"""

import json
import math
import os
import subprocess

import pytest
from fake_job import PYTHON
from test_alink import filled, model_of, run_program, statement  # noqa: F401

# Loads models without the product: of each line [folder, {input: values}] a line of logits.
LOGITS = """
import json, sys
import tensorflow as tf
for line in sys.stdin:
    folder, feeds = json.loads(line)
    feeds = {name: tf.constant(values, tf.float32) for name, values in feeds.items()}
    answer = tf.saved_model.load(folder).signatures["predict"](**feeds)
    print(json.dumps(tf.reshape(answer["logits"], [-1]).numpy().tolist()), flush=True)
"""


@pytest.fixture(scope="module")
def logits():
    """A function (folder, {input: values}) that computes with TensorFlow alone."""
    pipe = subprocess.PIPE
    with subprocess.Popen([PYTHON, "-c", LOGITS], stdin=pipe, stdout=pipe, text=True) as process:

        def compute(folder, feeds):
            process.stdin.write(json.dumps([folder, feeds]) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield compute
        process.stdin.close()


# Without counts they follow from the parallelism of 3: two workers and a parameter server.
NOT_SET, SERVED, MIRRORED = ("-", "-"), ("2", "1"), ("3", "0")
TRAININGS = [
    ("TensorFlowBatchOp", "tf_dnn_batch.py", SERVED),
    ("TensorFlowBatchOp", "tf_dnn_batch.py", MIRRORED),
    ("TensorFlow2BatchOp", "tf_dnn_batch.py", NOT_SET),
    ("TFTableModelTrainBatchOp", "tf_dnn_train.py", NOT_SET),
    ("TFTableModelTrainBatchOp", "tf_dnn_train.py", MIRRORED),
    ("TF2TableModelTrainBatchOp", "tf_dnn_train.py", SERVED),
    ("TF2TableModelTrainBatchOp", "tf_dnn_train.py", MIRRORED),
    ("TF2TableModelTrainBatchOp", "mirrored.py", ("2", "0")),
]


@pytest.mark.parametrize("operator, script, counts", TRAININGS)
def test_workers_train_a_model_together_that_predicts(filled, tmp_path, logits, operator, script, counts):  # noqa: F811
    kept = tmp_path / "rows.json"
    run_program(filled, os.path.join(filled.files, "matrix.py"), str(kept), operator, script, *counts)
    found = json.loads(kept.read_text())
    names = ["col%d" % i for i in range(10)]
    assert found["columns"] == names + ["label", "logits", "logistic"]
    answers = found["answers"]
    assert len(answers) == 20 and len({row[-2] for row in answers}) > 1
    chances = [1 / (1 + math.exp(-row[-2])) for row in answers]
    assert [row[-1] for row in answers] == pytest.approx(chances, abs=1e-5)
    alone = logits(model_of(found["model"], tmp_path / "model"), dict(zip(names, zip(*answers))))
    assert [row[-2] for row in answers] == pytest.approx(alone, abs=1e-5)
    if script == "mirrored.py":  # its labels can be learnt
        assert sum((row[-2] > 0) == row[-3] for row in answers) >= 15
    assert processes_of_the_largest_job(filled) == ((2, 1) if counts == NOT_SET else tuple(map(int, counts)))


def processes_of_the_largest_job(home):
    """(workers, servers), by its logs."""
    logs = [os.listdir(os.path.join(home.path, "jobs", job, "logs")) for job in home.job_ids()]
    roles = max(([name.split("-")[0] for name in names] for names in logs), key=len)
    return roles.count("worker"), roles.count("ps")


CLUSTER = """
import os

def main(config):
    roles = {role: len(places) for role, places in config.cluster.items()}
    if roles != {"chief": 1, "worker": 1, "ps": 1} or config.num_workers != 2:
        raise ValueError("%s of %d" % (roles, config.num_workers))
    os.makedirs(config.saved_model_dir)
    open(os.path.join(config.saved_model_dir, "saved_model.pb"), "w").close()
"""


def test_counts_that_are_given_are_those_that_follow_from_the_parallelism(filled):  # noqa: F811
    filled.write("cluster.py", CLUSTER)
    given = {"mainScriptFile": "cluster.py", "parallelism": 3, "outputTableName": "model"}
    train = "tf_table_model_train"
    filled.run(statement(train, **given), statement(train, **dict(given, numWorkers=2, numPSs=1)), timeout=240).ok()
