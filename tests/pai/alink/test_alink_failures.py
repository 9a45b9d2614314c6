"""What becomes of a script component that fails: processes that are killed, and what users get wrong."""

import json
import os

import pytest
from test_alink import filled, run_program, statement  # noqa: F401

BEFORE = "CREATE TABLE out (id BIGINT); INSERT INTO out VALUES (77);"


def killed(home, stage, **more):
    home.run(BEFORE).ok()
    return home.run(
        statement(
            "tensorflow_batch",
            mainScriptFile="file://killed.py",
            outputSchemaStr="id long",
            userParams=json.dumps({"stage": stage}),
            **more,
        ),
        timeout=240,
    )


@pytest.mark.parametrize("stage", ["begin", "rows", "write", "close"])
def test_a_killed_worker_fails_the_job_and_leaves_the_table(filled, stage):  # noqa: F811
    killed(filled, stage).fails("worker 0 was killed by SIGKILL")
    assert filled.rows("SELECT * FROM out;") == [("77",)]


def test_a_worker_that_is_killed_before_its_main_fails_the_job(filled):  # noqa: F811
    filled.write("early.py", "import killed\n\nkilled.die()\n\n\ndef main(config):\n    pass\n")
    filled.run(BEFORE).ok()
    given = dict(mainScriptFile="early.py", userFiles="killed.py", outputSchemaStr="id long", numWorkers=2)
    filled.run(statement("tensorflow_batch", **given)).fails("was killed by SIGKILL")
    assert filled.rows("SELECT * FROM out;") == [("77",)]


@pytest.mark.parametrize("stage", ["export", "emit"])
def test_a_training_that_is_killed_at_its_end_leaves_the_model(filled, stage):  # noqa: F811
    filled.run("CREATE TABLE m (model_id BIGINT, model_info STRING); INSERT INTO m VALUES (7, 'old');").ok()
    train = dict(mainScriptFile="killed.py", outputTableName="m")
    killed = statement("tf_table_model_train", userParams=json.dumps({"stage": stage}), **train)
    filled.run(killed).fails("worker 0 was killed by SIGKILL")
    assert filled.rows("SELECT * FROM m;") == [("7", "old")]


def test_a_killed_second_worker_fails_the_job(filled):  # noqa: F811
    killed(filled, "second", numWorkers=2).fails("worker 1 was killed by SIGKILL")
    assert filled.rows("SELECT * FROM out;") == [("77",)]


def test_a_killed_parameter_server_fails_the_job(filled):  # noqa: F811
    killed(filled, "ps", numWorkers=1, numPSs=1).fails("ps 0 was killed by SIGKILL")
    assert filled.rows("SELECT * FROM out;") == [("77",)]


def test_rows_that_are_written_replace_the_table(filled):  # noqa: F811
    killed(filled, "none").ok()
    assert filled.rows("SELECT COUNT(*), SUM(id) FROM out;") == [("100", "4950")]


def test_more_processes_than_the_quota_are_fitted_or_refused(filled):  # noqa: F811
    filled.run(BEFORE).ok()
    many = statement(
        "tensorflow_batch",
        mainScriptFile="file://killed.py",
        outputSchemaStr="id long",
        userParams='{"stage": "none"}',
        numWorkers=900,
        numPSs=10,
    )
    filled.run("SET paisql.quota.fit=false;", many).fails(
        "the job requests 910 processes, and all jobs together may use"
    )
    assert filled.rows("SELECT * FROM out;") == [("77",)] and filled.job_ids() == []


PROGRAM = """
from pyalink.alink import *

rows = MemSourceBatchOp([[1]], "id long")
failing = TensorFlow2BatchOp().setUserFiles(["wrong.py"]).setMainScriptFile("wrong.py")
failing.setOutputSchemaStr("id long").linkFrom(rows)
try:
    failing.collect()
except AlinkError as error:
    print(error)
two = TensorFlow2BatchOp().setUserFiles(["both.py"]).setMainScriptFile("both.py")
other = MemSourceBatchOp([[i, "a b", None] for i in range(3)], "n long, s string, x double")
two.setOutputSchemaStr("id long").linkFrom(rows, other)
print(two.collect())
"""
WRONG = "def main(config):\n    answer = 41\n    raise ValueError('not %d' % answer)\n"
BOTH = """import killed
def main(config):
    with open(config.user_params["ALINK:bc_1"]) as stream:
        assert stream.read() == "0 a b null\\n1 a b null\\n2 a b null\\n"
    config.output_writer.write(killed.Row(5))
"""


def test_a_program_sees_the_last_line_of_the_traceback(filled):  # noqa: F811
    filled.write("wrong.py", WRONG)
    filled.write(
        "both.py", BOTH.replace("import killed", "import sys\nsys.path.append('%s')\nimport killed" % filled.files)
    )
    done = run_program(filled, filled.write("program.py", PROGRAM))
    said, rows = done.stdout.splitlines()
    assert "wrong.py:3: ValueError: not 41" in said
    assert rows == "[[5]]"


def test_what_an_error_means_stands_in_that_of_the_job(filled):  # noqa: F811
    text = (
        "import tensorflow as tf\ndef main(config):\n    for one in tf.data.TFRecordDataset(config.dataset_file):\n"
        "        tf.io.parse_single_example(one, {'x': tf.io.FixedLenFeature([], tf.int64)})\n"
    )
    filled.write("other.py", text)
    filled.run(statement(mainScriptFile="file://other.py", outputSchemaStr="id long")).fails(
        "other.py:4: ",
        "Data types don't match. Data type: float but expected type: int64 (column x is a DOUBLE, which is a "
        "float_list: parse it as tf.float32, or CAST it to BIGINT in the input)",
    )


def test_a_query_is_read_as_its_rows_come(filled):  # noqa: F811
    """Rows that are computed beside the job, some of whose number is not known when it begins."""
    text = """def main(config):
    stream = [record.numpy() for record in config.tf_context.flink_stream_dataset()]
    assert len(stream) == config.dataset_length == 3000, len(stream)
    import tensorflow as tf
    assert stream == [record.numpy() for record in tf.data.TFRecordDataset(config.dataset_file)]
    spec = {"id": tf.io.FixedLenFeature([], tf.int64), "two": tf.io.FixedLenFeature([2], tf.int64)}
    parsed = tf.io.parse_example(stream, spec)
    assert sorted(parsed["two"][:, 0].numpy()) == list(range(1, 3001))
    assert (parsed["two"][:, 0] == parsed["id"]).numpy().all() and (parsed["two"][:, 1] == 2).numpy().all()
"""
    filled.write("stream.py", text)
    query = "(SELECT id, ARRAY(id, 2L) AS two FROM (SELECT EXPLODE(SEQUENCE(1L, 3000L)) AS id) numbers)"
    filled.run(statement(inputTableName=query, mainScriptFile="file://stream.py", outputSchemaStr="id long")).ok()
    assert filled.rows("SELECT * FROM out;") == []
    assert os.path.isdir(filled.path)
