"""Alink's Keras components, from Python: training, labels, numbers, and what is refused."""

import json
import os
import signal

import pyarrow as pa
import pytest
from alink_models_home import statement
from conftest import case_names, run_cases
from fake_job import FakeJob, arrow, columns
from paisql_home import BINARY, PaisqlHome
from test_alink import run_program
from test_alink_stream import processes, until

PROGRAM = r"""
import json
from pyalink.alink import *

source = MemSourceBatchOp(
    [["%d %d %d" % (i % 2, i % 3, 1), "yes" if i % 2 else "no", 2.0 * (i % 2) - (i % 3), i] for i in range(120)],
    "v string, l string, y double, id long",
)
train = KerasSequentialClassifierTrainBatchOp().setTensorCol("v").setLabelCol("l") \
    .setLayers(["Dense(8, activation='relu')", "Dropout(0.01)"]).setOptimizer("Adam()") \
    .setLearningRate(0.05).setNumEpochs(30).setBatchSize(16).setValidationSplit(0.2) \
    .setSaveBestOnly(True).setBestMetric("loss").linkFrom(source)
answers = KerasSequentialClassifierPredictBatchOp().setPredictionCol("told") \
    .setPredictionDetailCol("chances").setReservedCols(["id", "l"]).linkFrom(train, source)
found = answers.orderBy("id").collect()
print(json.dumps([answers.getColNames(), sum(row[1] == row[2] for row in found), found[1][3]]))
for layers in (["Lambda(lambda x: x)"], ["__import__('os').system('true')"], ["Dnese(3)"]):
    try:
        KerasSequentialClassifierTrainBatchOp().setTensorCol("v").setLabelCol("l") \
            .setLayers(layers).linkFrom(source).collect()
    except ValueError as error:
        print(error)
stage = KerasSequentialRegressor().setTensorCol("v").setLabelCol("y").setLayers(["Dense(8)"]) \
    .setLearningRate(0.05).setNumIter(30).setBatchSize(16).setPredictionCol("p").setEstimatorModelDir("kept") \
    .setSaveCheckpointsEpochs(10)
fitted = Pipeline(stage).fit(source)
local = fitted.collectLocalPredictor("v string, id long")
print(json.dumps([local.getOutputColNames(), local.map(["1 2 1", 7])]))
hole = MemSourceBatchOp([["1 2", "a"], ["2 1", None]], "v string, l string")
for rows, change in ((hole, lambda op: op), (source, lambda op: op.setLabelCol("v2")),
                     (source, lambda op: op.setNumWorkers(2).setValidationSplit(0.5)),
                     (source.where("l = 'yes'"), lambda op: op), (source.where("id < 0"), lambda op: op)):
    try:
        change(KerasSequentialClassifierTrainBatchOp().setTensorCol("v").setLabelCol("l")
               .setLayers(["Dense(2)"]).linkFrom(rows)).collect()
    except AlinkError as error:
        print(error.args[0].replace("\n", " "))
"""


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    """What the program has printed."""
    if not os.path.exists(BINARY):
        pytest.skip("%s was not built" % BINARY)
    made = PaisqlHome(tmp_path_factory.mktemp("keras"))
    said = run_program(made, made.write("networks.py", PROGRAM)).stdout.splitlines()
    yield said + [json.dumps(sorted(os.listdir(os.path.join(made.files, "kept"))))]
    made.end_jobs()


@pytest.fixture(scope="module")
def cases(tmp_path_factory):
    job = FakeJob(tmp_path_factory.mktemp("keras"))
    fields = columns(("t", "ARRAY<DOUBLE>"), ("label", "STRING"))
    urls = []
    for name, labels in (("empty", []), ("one_label", ["a", "a"]), ("two_labels", ["b", "a"])):
        rows = arrow(
            t=pa.array([[1.0, 2.0]] * len(labels), pa.list_(pa.float64())), label=pa.array(labels, pa.string())
        )
        urls.append(job.input(name, fields, [job.file(rows)] if labels else []))
    return run_cases(job, "alink_tasks/keras_cases.py", *urls, face="tensorflow2")


@pytest.mark.parametrize("name", case_names("alink_tasks/keras_cases.py"))
def test_case(cases, name):
    assert cases[name] == ""


def test_a_network_of_layers_tells_labels(lines):
    names, right, chances = json.loads(lines[0])
    assert names == ["id", "l", "told", "chances"] and right >= 114, lines[0]
    chances = json.loads(chances)
    assert list(chances) == ["no", "yes"] and abs(sum(chances.values()) - 1) < 1e-6
    assert "'Lambda' is not a Keras class that a text may name" in lines[1]
    assert "what is called is not a plain name" in lines[2] and "did you mean Dense" in lines[3]


def test_a_network_of_layers_tells_numbers(lines):
    columns, row = json.loads(lines[4])
    assert columns == ["v", "id", "p"] and row[:2] == ["1 2 1", 7] and abs(row[2]) < 0.6
    # Three checkpoints were written in the 30 epochs, of which the last one is kept.
    assert json.loads(lines[-1]) == ["checkpoint", "ckpt-3.data-00000-of-00001", "ckpt-3.index"]
    assert "column 'l' is NULL in row 2: a query with WHERE l IS NOT NULL leaves it out" in lines[5]
    assert "the input has no column 'v2'" in lines[6]
    assert "validationSplit is for one worker, and there are 2" in lines[7]
    assert "column 'l' has 1 label, and a classifier tells two or more apart" in lines[8]
    assert "column 'l' has 0 labels" in lines[9]


def test_workers_average_their_gradients(home):
    train = statement(
        "keras_sequential_classifier_train",
        inputTableName="t",
        outputTableName="model",
        tensorCol="v",
        labelCol="l",
        layers='["Dense(8)", "BatchNormalization(momentum=0.5)"]',
        learningRate="0.2",
        numIter=12,
        batchSize=8,
        checkpointFilePath="kept",
        saveCheckpointsSecs="0.001",
        numWorkers=2,
        numPSs=1,
    )
    told = home.run(
        """CREATE TABLE t AS SELECT ARRAY(CAST(k % 3 = 0 AS DOUBLE), CAST(k % 3 = 1 AS DOUBLE)) AS v,
            k % 3 AS l FROM (SELECT EXPLODE(SEQUENCE(1, 61)) AS k) s;""",
        train,
        statement(
            "keras_sequential_classifier_predict",
            modelTableName="model",
            inputTableName="t",
            outputTableName="answers",
            predictionCol="told",
            reservedCols="l",
        ),
        timeout=240,
    ).ok()
    assert sorted(os.listdir(os.path.join(home.files, "kept"))) == [
        "checkpoint",
        "ckpt-12.data-00000-of-00001",
        "ckpt-12.index",
    ]
    assert "-DnumPSs has no effect here: workers average their gradients themselves" in told.stderr
    # The labels are of the column's own type, and there is a row for each of them.
    assert home.rows("SELECT label_value FROM model WHERE model_info IS NULL ORDER BY label_value LIMIT 9;") == [
        ("0",),
        ("1",),
        ("2",),
    ]
    assert home.rows("SELECT COUNT(*), SUM(IF(l = told, 1, 0)) FROM answers;") == [("61", "61")]


def test_a_worker_that_is_killed_ends_the_others(home):
    train = statement(
        "keras_sequential_regressor_train",
        inputTableName="t",
        outputTableName="model",
        tensorCol="x",
        labelCol="y",
        layers='["Dense(1)"]',
        numEpochs=1000000,
        checkpointFilePath="kept",
        numWorkers=2,
    )
    home.run(
        "CREATE TABLE t AS SELECT CAST(k AS DOUBLE) AS x, CAST(2 * k AS DOUBLE) AS y FROM (SELECT EXPLODE(SEQUENCE(1, 8)) AS k) s;",
        "CREATE TABLE model (model_id BIGINT, model_info STRING, label_value DOUBLE);",
        "INSERT INTO model VALUES (7, 'old', 1.5);",
        "SET paisql.job.async=true;",
        train,
    ).ok()
    # Its workers go through epochs together.
    until(lambda: os.path.exists(os.path.join(home.files, "kept", "checkpoint")))
    os.kill(max(processes(home, "worker-1")), signal.SIGKILL)
    home.run("WAIT %s;" % home.job_ids()[-1], timeout=240).fails("worker 1 was killed by SIGKILL")
    assert home.rows("SELECT * FROM model;") == [("7", "old", "1.5")]
    assert not processes(home, "worker-0")
