"""Models with labels as users run them, over tables and on streams; no network is trained for them."""

import json
import os
import shutil
import signal
import subprocess

import pytest
from alink_models_home import check_errors, labelled_inserted, labelled_rows_of, statement
from fake_job import PYTHON
from paisql_home import BINARY, PaisqlHome
from test_alink import run_program
from test_alink_stream import processes, until

WIDE = ("SET paisql.quota.cpu=64;", "SET paisql.quota.memory=640GB;")
CLASSIFY, REGRESS = ("keras_sequential_%s_predict_stream" % kind for kind in ("classifier", "regressor"))


@pytest.fixture(scope="module")
def place(tmp_path_factory, alink_models):
    """A home with models of three labels, kinds, and of numbers, line: v = a * b, y = 2 * a + the sum of b."""
    if not os.path.exists(BINARY):
        pytest.skip("%s was not built" % BINARY)
    home = PaisqlHome(tmp_path_factory.mktemp("labelled"))
    shutil.copytree(os.path.join(alink_models, "linear"), os.path.join(home.files, "linear"))
    path = os.path.join(alink_models, "linear.zip")
    kinds = labelled_inserted("kinds", labelled_rows_of(path, ["cat", "dog", "emu"], "v")[::-1])
    home.run(
        *kinds,
        *(line.replace("kinds", "replaced") for line in kinds),
        *labelled_inserted("line", labelled_rows_of(path, [], "y"), "DOUBLE"),
        # The largest element of b says the label: 0, 1, 2, 0, ...
        """CREATE TABLE t AS SELECT id, 1.5 AS a, MAP('k', id) AS m,
            ARRAY(IF(id % 3 = 0, 2d, 1d), IF(id % 3 = 1, 2d, 1d), IF(id % 3 = 2, 2d, 1d)) AS b
            FROM (SELECT EXPLODE(SEQUENCE(0L, 599L)) AS id) n;""",
    ).ok()
    yield home
    home.end_jobs()


def predict(algorithm, **parameters):
    given = {
        "modelTableName": "kinds" if "classifier" in algorithm else "line",
        "inputTableName": "t",
        "predictionCol": "told",
        "reservedCols": "id",
    }
    if "outputPath" not in parameters:
        given["outputTableName"] = "out"
    given.update(parameters)
    return statement(algorithm, **{k: v for k, v in given.items() if v is not None})


def told(place, table):
    """How many rows of a stream are answered; each once, with its label."""
    found = place.rows("SELECT id, told FROM %s;" % table)
    assert all(label == ("cat", "dog", "emu")[int(number) % 3] for number, label in found)
    assert len({number for number, _ in found}) == len(found)
    return len(found)


def test_labels_are_told_on_a_stream(place):
    follow = dict(outputTableName="many", predictionDetailCol="chances", follow="true", numWorkers=2)
    place.run(*WIDE, "SET paisql.job.async=true;", predict(CLASSIFY, **follow)).ok()
    until(lambda: told(place, "many") == 600)
    os.kill(max(processes(place, "worker-1")), signal.SIGKILL)
    place.run("INSERT INTO t SELECT 600 + id, a, m, b FROM t WHERE id < 9;").ok()
    until(lambda: told(place, "many") == 609)
    place.run("KILL %s;" % place.job_ids()[-1]).ok()
    ((chances,),) = place.rows("SELECT chances FROM many WHERE id = 601;")
    chances = json.loads(chances)
    assert list(chances) == ["cat", "dog", "emu"] and abs(sum(chances.values()) - 1) < 1e-6
    # The batch predictor tells the same.
    place.run(predict("keras_sequential_classifier_predict", outputTableName="batch")).ok()
    assert told(place, "batch") == 609
    # Names that differ in letter case alone are one.
    for algorithm in ("keras_sequential_classifier_predict", CLASSIFY):
        table = "of_%s" % algorithm
        place.run(predict(algorithm, inputTableName="(SELECT id, a AS A, b AS B FROM t)", outputTableName=table)).ok()
        assert told(place, table) == 609
    # An empty list keeps no column.
    for algorithm in ("keras_sequential_classifier_predict", CLASSIFY):
        place.run(predict(algorithm, outputTableName="bare", reservedCols="")).ok()
        assert place.rows("SELECT told, COUNT(*) FROM bare GROUP BY told ORDER BY told LIMIT 9;") == [
            ("cat", "203"),
            ("dog", "203"),
            ("emu", "203"),
        ]
        place.run("DROP TABLE bare;").ok()


def test_numbers_of_files_are_told_on_a_stream(place):
    os.makedirs(os.path.join(place.files, "coming"))
    place.write("coming/a.jsonl", '{"id": 1, "a": 1.5, "b": "1 2 3"}\n{"id": 2, "b": "0 0 0"}\n')
    given = dict(
        inputTableName=None,
        inputPath="coming",
        inputSchemaStr="id long, a double, b string",
        outputPath="numbers.jsonl",
    )
    place.run(predict(REGRESS, nullValues="null", **given)).ok()
    with open(os.path.join(place.files, "numbers.jsonl"), encoding="utf-8") as stream:
        lines = sorted((json.loads(line) for line in stream), key=lambda row: row["id"])
    assert lines == [{"id": 1, "told": 9.0}, {"id": 2, "told": None}]


FAILS = [
    (
        REGRESS,
        {"modelTableName": "kinds"},
        "the model has 3 labels: keras_sequential_classifier_predict",
        "keras_sequential_regressor",
    ),
    (CLASSIFY, {"modelTableName": "t"}, "table p.t is not a model of this kind", '"t"'),
    (
        CLASSIFY,
        {"inputTableName": "(SELECT id, a FROM t)"},
        "the input has no column 'b', which the model was trained on",
        "keras_sequential_classifier",
    ),
    (CLASSIFY, {"predictionCol": None}, "predictionCol", "keras_sequential_classifier"),
    (CLASSIFY, {"predictionDetailCol": "TOLD"}, "predictionDetailCol is the column of predictionCol", '"TOLD"'),
    (REGRESS, {"predictionDetailCol": "chances"}, "predictionDetailCol", "predictionDetailCol="),
    (REGRESS, {"reservedCols": None}, "column 'm' is MAP<STRING,BIGINT>, which a predictor cannot hand on", '"t"'),
    (
        REGRESS,
        {"reservedCols": "id, b", "outputPath": "print", "outputTableName": None},
        "which lines of a stream do not hold",
        '"print"',
    ),
]


def missing(package):
    python = os.environ.get("PAISQL_PYTHON") or PYTHON
    return subprocess.run([python, "-c", "import " + package], capture_output=True).returncode != 0


def test_what_streams_of_models_refuse(place):
    place.write("model.bin", "no model")
    framework = dict(
        modelTableName=None, predictionCol=None, modelPath="model.bin", selectedCols="a", outputSchemaStr="y double"
    )
    fails = list(FAILS)
    for algorithm, package in (("torch_model_predict_stream", "torch"), ("onnx_model_predict_stream", "onnxruntime")):
        if missing(package):
            fails.append((algorithm, framework, "-m pip install %s brings it" % package, algorithm))
    lines = []
    for number, (algorithm, changes, *_) in enumerate(fails):
        lines.append(predict(algorithm, **dict({"outputTableName": "never_%d" % number}, **changes)))
    check_errors(place, lines, [case for _, _, *case in fails])
    for number, (_, changes, *_) in enumerate(fails):
        # What only the model tells ends the job before its first row.
        if "modelPath" in changes:
            assert place.rows("SELECT COUNT(*) FROM never_%d;" % number) == [("0",)]


def test_a_worker_that_finds_its_model_replaced_says_so(place):
    given = dict(modelTableName="replaced", outputTableName="stale", follow="true")
    place.run(*WIDE, "SET paisql.job.async=true;", predict(CLASSIFY, **given)).ok()
    before = len(place.rows("SELECT id FROM t;"))
    until(lambda: told(place, "stale") == before)
    job = place.job_ids()[-1]
    folder = os.path.join(place.path, "warehouse", "p", "replaced")
    old = set(os.listdir(folder))
    # Without PURGE the old files stay, so that UNDROP TABLE could bring them back.
    place.run("DROP TABLE replaced PURGE;", "CREATE TABLE replaced AS SELECT * FROM kinds;").ok()
    # A worker that comes before the files are removed goes on with them.
    until(lambda: place.run("SELECT 1;").ok() and not old & set(os.listdir(folder)))
    os.kill(max(processes(place, "worker-0")), signal.SIGKILL)
    place.run("WAIT %s;" % job).fails(
        "the model's table has been replaced since the stream began: run the statement again"
    )
    # The next one goes on with the model that is there.
    place.run(predict(CLASSIFY, **dict(given, follow="false"))).ok()
    assert told(place, "stale") == before


PROGRAM = """
from pyalink.alink import *
kinds, line = TableSourceBatchOp("p.kinds"), TableSourceBatchOp("p.line")
rows = TableSourceStreamOp().setTableName("p.t")
answers = KerasSequentialClassifierPredictStreamOp(kinds).setPredictionCol("told") \\
    .setPredictionDetailCol("chances").setReservedCols(["id"]).linkFrom(rows)
answers.link(TableSinkStreamOp().setTableName("p.streamed"))
PipelineModel(
    Select().setClause("id, a, b"),
    KerasSequentialRegressionModel().setModelData(line).setPredictionCol("y").setReservedCols(["id"]),
).save("line.ak")
BatchOperator.execute()
fitted = PipelineModel.load("line.ak")
fitted.transform(rows).where("id = 2").print()
StreamOperator.execute()
print(fitted.transform(TableSourceBatchOp("p.t")).where("id = 2").collect())
stages = PipelineModel(ColumnsToVector().setSelectedCols(["id"]).setVectorCol("v").setReservedCols(["id"]))
streamed, kept = (stages.transform(one).where("id = 2").collect() for one in (rows, TableSourceBatchOp("p.t")))
print("a stage on both:", streamed == kept and len(kept))
for kind in (KerasSequentialClassifierPredictStreamOp, KerasSequentialRegressorPredictStreamOp):
    try:
        kind()
    except ValueError as error:
        print(error)
"""


def test_stream_operators_of_labelled_models(place):
    done = run_program(place, place.write("labelled_stream.py", PROGRAM))
    assert done.stdout.startswith("id  y\n2   7.0\n[[2, 7.0]]\n"), done.stdout
    assert "a stage on both: 1" in done.stdout
    assert "KerasSequentialClassifierPredictStreamOp(model) needs the operator of the model" in done.stdout
    assert told(place, "streamed") == len(place.rows("SELECT id FROM t;"))
