"""Alink's predictors as users run them: statements over tables, and operators from Python."""

import json
import os
import shutil
import signal
import subprocess
import urllib.request

import pytest
from alink_models_home import FILES, check_errors, errors_of, inserted, rows_of, statement, zip_with
from fake_job import PYTHON
from paisql_home import BINARY, PaisqlHome
from test_alink import run_program
from test_alink_stream import processes, until


@pytest.fixture(scope="module")
def place(tmp_path_factory, alink_models):
    """A home with the models below files/models, tables of rows, and tables of models."""
    if not os.path.exists(BINARY):
        pytest.skip("%s was not built" % BINARY)
    home = PaisqlHome(tmp_path_factory.mktemp("predict"))
    folder = shutil.copytree(alink_models, os.path.join(home.files, "models"))
    zip_with(os.path.join(folder, "out.zip"), "../out")
    rows = rows_of(os.path.join(folder, "linear.zip"))
    assert len(rows) > 3
    number, text = rows[len(rows) // 2]  # amid the content of a file
    other = text[:200] + ("A" if text[200] != "A" else "B") + text[201:]
    damaged = [(n, other if n == number else kept) for n, kept in rows]
    home.run(
        "CREATE TABLE t (id BIGINT, A DOUBLE, b STRING, arr ARRAY<FLOAT>, day DATE);",
        """INSERT INTO t VALUES (1, 1.5, '1 2 3', ARRAY(1.0f, 2.0f, 3.0f), DATE '2026-01-02'),
            (2, -2, 'FLOAT#3#4 5 6 ', ARRAY(4.0f, 5.0f, 6.0f), NULL),
            (3, 0, '$3$0:1 2:7.5', ARRAY(1.0f, 0.0f, 7.5f), DATE '1999-12-31');""",
        "CREATE TABLE words (s STRING, n INT);",
        "INSERT INTO words VALUES ('词', 1), ('x', 20);",
        "CREATE TABLE holes (a DOUBLE, b STRING);",
        "INSERT INTO holes VALUES (1, '1 1 1'), (NULL, '1 1 1'), (2, NULL), (3, '0 0 0');",
        "CREATE TABLE none AS SELECT * FROM t WHERE id > 9;",
        *inserted("model", rows[::-1]),
        *inserted("lost", rows[:2] + rows[3:]),
        *inserted("short", rows[:-1]),
        *inserted("twice", rows + rows[2:3]),
        *inserted("damaged", damaged),
        *inserted("leads_out", rows_of(os.path.join(folder, "out.zip"))),
        "CREATE TABLE no_rows (model_id BIGINT, model_info STRING);",
    ).ok()
    yield home
    home.end_jobs()


LINEAR = {"inputTableName": "t", "selectedCols": "A,b", "inputSignatureDefs": "a,b"}


def predict(algorithm="tf_table_model_predict", **parameters):
    given = {"outputTableName": "out", "outputSchemaStr": "y double"}
    given.update({"modelTableName": "model"} if "table" in algorithm else {})
    given.update(parameters)
    return statement(algorithm, **{k: v for k, v in given.items() if v is not None})


def test_a_table_goes_through_a_model_of_a_table(place):
    place.run(
        predict(
            outputTableName="answers",
            outputSchemaStr="y double, v string, t FLOAT_TENSOR, day vector",
            outputSignatureDefs="y,v,across,v",
            outputBatchAxes="0, 0, 1, 0",
            **LINEAR,
        )
    ).ok()
    assert place.rows("DESC answers;")
    rows = place.rows("SELECT id, A, y, v, t, day, arr[1] FROM answers ORDER BY id LIMIT 9;")
    assert rows == [
        # An answer stands in the place of the input's column of its name.
        ("1", "1.5", "9.0", "1.5 3.0 4.5", "FLOAT#3#1.5 3.0 4.5 ", "1.5 3.0 4.5", "2"),
        ("2", "-2.0", "11.0", "-8.0 -10.0 -12.0", "FLOAT#3#-8.0 -10.0 -12.0 ", "-8.0 -10.0 -12.0", "5"),
        ("3", "0.0", "8.5", "0.0 0.0 0.0", "FLOAT#3#0.0 0.0 0.0 ", "0.0 0.0 0.0", "0"),
    ]
    columns = place.rows("SELECT * FROM answers WHERE id = 3;")
    assert len(columns[0]) == 8  # id, A, b, arr, day, y, v, t


def test_saved_models_of_folders_archives_and_buckets(place):
    bucket = os.path.join(place.path, "oss", "kept")
    shutil.copytree(os.path.join(place.files, "models", "linear"), os.path.join(bucket, "linear"))
    whole = dict(LINEAR, selectedCols="A,arr", reservedCols="id")
    statements = []
    for number, path in enumerate(
        ("file://models/linear", "models/nested", "file://models/linear.zip", "oss://kept/linear")
    ):
        statements.append(predict("tf_savedmodel_predict", modelPath=path, outputTableName="o%d" % number, **whole))
    place.run(*statements, timeout=240).ok()
    for number in range(4):
        rows = place.rows("SELECT * FROM o%d ORDER BY id LIMIT 9;" % number)
        assert rows == [("1", "9.0"), ("2", "11.0"), ("3", "8.5")], number


def test_texts_integers_and_truth(place):
    place.run(
        predict(
            "tf_savedmodel_predict",
            modelPath="models/texts",
            inputTableName="words",
            signatureDefKey="predict",
            reservedCols="s",
            outputSchemaStr="words string, twice long, even boolean, twice_double double",
            outputSignatureDefs="words,twice,even,twice",
            outputTableName="told",
        )
    ).ok()
    assert place.rows("SELECT * FROM told ORDER BY twice LIMIT 9;") == [
        ("词", "词:1", "2", "false", "2.0"),
        ("x", "x:20", "40", "true", "40.0"),
    ]


def test_a_cell_may_be_a_whole_tensor(place):
    query = """(SELECT * FROM VALUES (1, 'FLOAT#1,2#1 2 '), (2, 'FLOAT#3,2#1 2 3 4 5 6 '), (3, '7 8')
        t(id, m))"""
    place.run(
        predict(
            "tf_savedmodel_predict",
            modelPath="models/whole",
            inputTableName=query,
            selectedCols="m",
            outputSchemaStr="total string, shape tensor",
            outputSignatureDefs="sum,m",
            outputTableName="wholes",
        )
    ).ok()
    assert place.rows("SELECT id, total, shape FROM wholes ORDER BY id LIMIT 9;") == [
        ("1", "3.0", "FLOAT#1,2#2.0 3.0 "),
        ("2", "3.0 7.0 11.0", "FLOAT#3,2#2.0 3.0 4.0 5.0 6.0 7.0 "),
        ("3", "15.0", "FLOAT#1,2#8.0 9.0 "),
    ]


def test_nulls_and_no_rows(place):
    given = {"inputTableName": "holes", "reservedCols": "a"}
    place.run(predict(outputTableName="holes_out", **given)).fails(
        "column 'a' is NULL in row 2, and a model has no NULL"
    )
    place.run(
        predict(outputTableName="holes_out", nullValues="null", **given),
        predict(outputTableName="none_out", **dict(LINEAR, inputTableName="none")),
    ).ok()
    rows = place.rows("SELECT a, y FROM holes_out ORDER BY a LIMIT 9;")
    assert rows == [("NULL", "NULL"), ("1.0", "5.0"), ("2.0", "NULL"), ("3.0", "6.0")]
    assert place.rows("SELECT COUNT(*) FROM none_out;") == [("0",)]


def test_what_is_trained_in_a_table_predicts(place):
    shutil.copy(os.path.join(FILES, "train.py"), place.files)
    train = statement(
        "tf2_table_model_train",
        inputTableName="t",
        selectedCols="id",
        outputTableName="trained",
        mainScriptFile="train.py",
    )
    place.run(
        train,
        predict(
            modelTableName="trained",
            inputTableName="(SELECT id, CAST(id AS FLOAT) AS x FROM t)",
            selectedCols="x",
            outputTableName="doubled",
        ),
        timeout=240,
    ).ok()
    rows = place.rows("SELECT id, y FROM doubled ORDER BY id LIMIT 9;")
    assert rows == [("1", "2.0"), ("2", "4.0"), ("3", "6.0")]


def test_the_catalog_takes_a_model_of_a_table(place):
    """From a training to PREDICT and a service: the table that a component wrote, and its lineage."""
    shutil.copy(os.path.join(FILES, "train.py"), place.files)
    place.run(
        statement(
            "tf2_table_model_train",
            inputTableName="t",
            selectedCols="id",
            outputTableName="learnt",
            mainScriptFile="train.py",
        ),
        "CREATE MODEL learnt FROM 'odps://p/tables/learnt' COMMENT 'of a table';",
        "CREATE MODEL linear FROM 'ODPS://p/tables/model';",
        timeout=240,
    ).ok()
    facts = dict((row[0], row[1]) for row in place.rows("DESC MODEL learnt;"))
    assert facts["Source"] == facts["MadeOf"] == "odps://p/tables/learnt"
    assert facts["Inputs"] == "x DT_FLOAT [?]" and len(facts["MadeOfSha256"]) == 64
    assert facts["Parameter outputTableName"] == "learnt" and facts["TrainedBy"]
    # Rows that a statement wrote were trained by nobody who is known.
    assert "TrainedBy" not in [row[0] for row in place.rows("DESC MODEL linear;")]
    rows = place.rows("SELECT id, predict('learnt', CAST(id AS FLOAT)) FROM t ORDER BY id LIMIT 9;")
    assert [(number, float(y)) for number, y in rows] == [("1", 2.0), ("2", 4.0), ("3", 6.0)]
    place.run("DEPLOY SERVICE learnt USING 'odps://p/tables/learnt';").fails("CREATE MODEL m FROM")
    told = dict(row[:2] for row in place.rows("DEPLOY SERVICE learnt USING MODEL learnt;"))
    try:
        request = urllib.request.Request(told["Address"], b'[{"x": 1.5}, {"x": -2}]', {"Authorization": told["Token"]})
        with urllib.request.urlopen(request, timeout=180) as answer:
            assert json.load(answer) == [{"y": 3.0}, {"y": -4.0}]
    finally:
        place.run("DROP SERVICE learnt;").ok()


def test_a_table_that_is_no_whole_model_makes_none(place):
    place.run(
        "CREATE TABLE parts (model_id BIGINT, model_info STRING) PARTITIONED BY (ds STRING);",
        "INSERT INTO parts PARTITION (ds='1') SELECT * FROM model;",
        "CREATE TABLE texts (model_id BIGINT, model_info STRING);",
        "INSERT INTO texts VALUES (0, 'a.zip'), (1, '???');",
        "CREATE TABLE nulls (model_id BIGINT, model_info STRING);",
        "INSERT INTO nulls VALUES (0, 'a.zip'), (NULL, 'AAAA');",
        "CREATE MODEL of_a_partition FROM 'odps://p/tables/parts/ds=1/';",
    ).ok()
    for table, words in [
        ("lost", "the rows with model_id 2 are missing"),
        ("short", "its last rows are missing or damaged"),
        ("twice", "the row with model_id 2 appears twice"),
        ("damaged", "cannot be unpacked"),
        ("leads_out", "../out"),
        ("no_rows", "there is no model in it"),
        ("texts", "the row with model_id 1 is not base64"),
        ("nulls", "a row has no model_id or no model_info"),
        ("t", "table p.t holds no model"),
        ("parts", "is partitioned, and a model is one of its partitions"),
        ("nix", "p.nix cannot be resolved"),
    ]:
        place.run("CREATE MODEL wrong FROM 'odps://p/tables/%s';" % table).fails("[1,25]", words)
    place.run("CREATE MODEL wrong FROM 'odps://p/model';").fails("is not the name of a table")
    assert "wrong" not in [row[0] for row in place.rows("SHOW MODELS;")]
    staging = os.path.join(place.path, "staging")
    assert not [one for one in os.listdir(staging) if "model_of_another_kind" in os.listdir(os.path.join(staging, one))]


# What the job finds, in its last line.
FAILS = [
    (dict(LINEAR, modelTableName="lost"), "the rows with model_id 2 are missing"),
    (dict(LINEAR, modelTableName="short"), "its last rows are missing or damaged"),
    (dict(LINEAR, modelTableName="twice"), "the row with model_id 2 appears twice"),
    (dict(LINEAR, modelTableName="damaged"), "cannot be unpacked"),
    (dict(LINEAR, modelTableName="leads_out"), "its entry '../out' leads out of the model's folder"),
    (dict(LINEAR, modelTableName="no_rows"), "there is no model in it"),
    (dict(LINEAR, signatureDefKey="predict"), "has no signature 'predict' (signatureDefKey)"),
    (dict(LINEAR, graphDefTag="train"), "train"),
    (dict(LINEAR, outputSchemaStr="z double"), "Output name not exist: z"),
    (dict(LINEAR, inputSignatureDefs="a,c"), "Input name not exist: c"),
    (dict(LINEAR, selectedCols="a", inputSignatureDefs="a"), "Incorrect number of inputs"),
    (dict(LINEAR, selectedCols="b,arr"), "takes 1 elements a row, given 3"),
    (dict(LINEAR, selectedCols="A,day"), "column 'day' is DATE, which no tensor holds"),
    (dict(LINEAR, outputSchemaStr="v double"), "the answer has 3 elements a row"),
    (dict(LINEAR, outputBatchAxes="2"), "the output y has the shape [1] and no dimension 2 (outputBatchAxes)"),
]


@pytest.mark.parametrize("number", range(0, len(FAILS), 5))
def test_what_a_model_does_not_fit_is_named(place, number):
    cases = FAILS[number : number + 5]
    lines = [predict(outputTableName="never_%d" % (number + n), **changes) for n, (changes, _) in enumerate(cases)]
    errors = errors_of(place, lines)
    for place_of, (changes, wanted) in enumerate(cases, 1):
        assert wanted in errors[place_of][0], (changes, errors[place_of])
    assert place.rows("SELECT COUNT(*) FROM never_%d;" % number) == [("0",)]


SAVED = "tf_savedmodel_predict"
WRONG = [
    ({"modelTableName": "t"}, "table p.t is not a model of this kind", '"t"'),
    ({"modelTableName": "nix"}, "nix cannot be resolved", '"nix"'),
    ({"outputSchemaStr": "y flot"}, "did you mean", "flot"),
    ({"outputSchemaStr": "y mtable"}, "a model gives no 'mtable' for column 'y'", "mtable"),
    ({"outputSchemaStr": "y double, Y long"}, "column 'Y' appears twice", "Y long"),
    ({"selectedCols": "A,nix"}, "the input has no column 'nix'", "nix"),
    ({"selectedCols": "A,a"}, "column 'a' appears twice", 'a"'),
    ({"reservedCols": "nix"}, "the input has no column 'nix'", "nix"),
    ({"inputSignatureDefs": "a"}, "inputSignatureDefs has 1 names, and selectedCols has 2", '"a"'),
    ({"outputSignatureDefs": "a,b"}, "outputSignatureDefs has 2 names, and outputSchemaStr has 1", '"a,b"'),
    ({"nullValues": "zero"}, "write error or null", '"zero"'),
    ({"outputBatchAxes": "one"}, "'one' is not a dimension", 'one"'),
    ({"outputBatchAxes": "0,1"}, "outputBatchAxes has 2 numbers, and outputSchemaStr has 1", '"0,1"'),
    ({"outputTableName": "t"}, "and what is written has", '"t"'),
    ({"signatureDefKy": "x"}, "did you mean 'signatureDefKey'", "signatureDefKy"),
    ({"algorithm": SAVED, "modelPath": "models/nix"}, "models/nix does not exist", '"models/nix"'),
    (
        {"algorithm": SAVED, "modelPath": "models/linear/saved_model.pb"},
        "saved_model.pb is not a SavedModel",
        '"models/linear/saved_model.pb"',
    ),
    ({"algorithm": SAVED, "modelPath": "models/out.zip"}, "../out", '"models/out.zip"'),
    ({"algorithm": SAVED, "modelPath": "oss://nix/m"}, "bucket 'nix' does not exist", '"oss://nix/m"'),
    ({"algorithm": SAVED, "modelPath": "models/none"}, "models/none holds no SavedModel", "tf_savedmodel_predict"),
    ({"algorithm": "onnx_model_predict", "modelPath": "models/linear"}, "is a folder, not a file", '"models/linear"'),
    (
        {"algorithm": "keras_sequential_classifier_predict", "predictionCol": "p"},
        "table p.model is not a model of this kind",
        '"model"',
    ),
]


def test_what_is_wrong_is_said_with_its_place(place):
    lines = []
    for changes, *_ in WRONG:
        given = dict(LINEAR, outputTableName="never2", **{})
        given.update(changes)
        algorithm = given.pop("algorithm", "tf_table_model_predict")
        if "onnx" in algorithm or "keras" in algorithm:
            given.pop("inputSignatureDefs")
        if "keras" in algorithm:
            given.pop("selectedCols")
            given.update(outputSchemaStr=None, modelTableName="model")
        lines.append(predict(algorithm, **given))
    check_errors(place, lines, [case for _, *case in WRONG])


def test_frameworks_that_are_not_there_are_named(place):
    for algorithm, package in (("torch_model_predict", "torch"), ("onnx_model_predict", "onnxruntime")):
        done = subprocess.run(
            [os.environ.get("PAISQL_PYTHON") or PYTHON, "-c", "import %s" % package], capture_output=True
        )
        if done.returncode == 0:
            continue
        with open(os.path.join(place.files, "model.bin"), "wb") as stream:
            stream.write(b"no model")
        place.run(
            predict(algorithm, modelPath="model.bin", inputTableName="t", selectedCols="A", outputTableName="never3")
        ).fails("-m pip install %s brings it" % package)


PROGRAM = """
import json, sys
from paisql.alink import *
model = TableSourceBatchOp("p.model")
rows = TableSourceBatchOp("p.t").select("id, A, b")
answers = TFTableModelPredictBatchOp().setSelectedCols(["A", "b"]).setInputSignatureDefs(["a", "b"]) \\
    .setOutputSchemaStr("y double").setReservedCols(["id"]).linkFrom(model, rows)
print(json.dumps(sorted(answers.collect())))
saved = TFSavedModelPredictBatchOp().setModelPath("file://models/linear").setSelectedCols(["A", "b"]) \\
    .setInputNames(["a", "b"]).setOutputSchemaStr("y double, v vector")
print(json.dumps(sorted(rows.link(saved).orderBy("id").collect())))
stage = TFTableModelPredictor().setModelData(model).setSelectedCols(["A", "b"]) \\
    .setInputSignatureDefs(["a", "b"]).setOutputSchemaStr("y double")
fitted = Pipeline(stage).fit(rows)
print(json.dumps(sorted(fitted.transform(rows).collect())))
fitted.save("kept.ak")
print(json.dumps(sorted(PipelineModel.load("kept.ak").transform(rows).collect())))
stage.setReservedCols([])
bare = Pipeline(stage).fit(rows)
bare.save("bare.ak")
local = LocalPredictor("bare.ak", "A double, b string")
print(json.dumps([answers.setReservedCols([]).getColNames(), bare.transform(rows).getColNames(),
                  sorted(PipelineModel.load("bare.ak").transform(rows).collect()), local.getOutputColNames(), local.map([2, "0 0 0"])]))
local = LocalPredictor("kept.ak", "A double, b string")
print(json.dumps([local.getOutputColNames(), local.map([1.5, "1 2 3"]), local.predict(2, "0 0 0")]))
for wrong in (lambda: local.map([1.5]), lambda: local.map([None, "1 2 3"]), lambda: local.map([1, "1 2"]),
              lambda: LocalPredictor("kept.ak", "A double"),
              lambda: LocalPredictor("models/linear/saved_model.pb", "A double"),
              lambda: TFTableModelPredictBatchOp().linkFrom(model, rows).collect()):
    try:
        wrong()
    except (ModelError, ValueError) as error:
        print(error)
"""


def test_operators_pipelines_and_a_local_predictor(place):
    lines = run_program(place, place.write("predict.py", PROGRAM)).stdout.splitlines()
    three = [[1, 9.0], [2, 11.0], [3, 8.5]]
    assert json.loads(lines[0]) == three
    assert [[row[0], row[3]] for row in json.loads(lines[1])] == three
    assert json.loads(lines[1])[0][4] == "1.5 3.0 4.5"
    assert [[row[0], row[3]] for row in json.loads(lines[2])] == three
    assert lines[3] == lines[2]
    # An empty list keeps no column.
    assert json.loads(lines[4]) == [["y"], ["y"], [[8.5], [9.0], [11.0]], ["y"], [4.0]]
    assert json.loads(lines[5]) == [["A", "b", "y"], [1.5, "1 2 3", 9.0], [2.0, "0 0 0", 4.0]]
    said = lines[6:]
    assert said[0] == "row 1 has 1 values for 2 columns" and "'A' is NULL in row 1" in said[1]
    assert "takes 3 elements a row, given 2" in said[2] and "no column 'b'" in said[3]
    assert "not a PipelineModel" in said[4] and "needs setOutputSchemaStr" in said[5]


STREAM = dict(selectedCols="a,b", outputSchemaStr="y double")


def answered(place):
    """How many rows of `many` have come through the model; each once, with its answer."""
    found = place.rows("SELECT id, y FROM many_out;")
    assert all(float(y) == int(number) / 2 + 6 for number, y in found)
    assert len({number for number, _ in found}) == len(found)
    return len(found)


def test_a_stream_goes_through_a_model(place):
    wide = ("SET paisql.quota.cpu=64;", "SET paisql.quota.memory=640GB;")
    place.run(
        "CREATE TABLE many AS SELECT id, id / 4 AS a, '1 2 3' AS b FROM (SELECT EXPLODE(SEQUENCE(0L, 999L)) AS id) n;",
        *wide,
        "SET paisql.job.async=true;",
        predict(
            "tf_table_model_predict_stream",
            **dict(STREAM, inputTableName="many", outputTableName="many_out"),
            follow="true",
            numWorkers=2,
        ),
    ).ok()
    until(lambda: answered(place) == 1000)
    os.kill(max(processes(place, "worker-1")), signal.SIGKILL)
    place.run("INSERT INTO many SELECT 1000 + id, 250.0 + a, b FROM many WHERE id < 10;").ok()
    until(lambda: answered(place) == 1010)
    # A row that does not fit ends the stream, with its number in what it was read from.
    place.run("INSERT INTO many VALUES (1010, 252.5, '1 2 3'), (1011, 0, '1 2 3'), (1012, 253, '1 2');").ok()
    place.run("WAIT %s;" % place.job_ids()[-1]).fails("ModelError:", "column 'b', row 3", "given 2")


def test_files_of_a_stream_go_through_a_model(place):
    os.makedirs(os.path.join(place.files, "coming"))
    place.write("coming/a.jsonl", '{"id": 1, "a": 1.5, "b": "1 2 3"}\n{"id": 2, "b": "0 0 0"}\n')
    given = dict(
        STREAM,
        modelPath="models/nested",
        inputPath="coming",
        inputSchemaStr="id long, a double, b string",
        outputTableName=None,
        outputPath="out.jsonl",
        reservedCols="id",
        numWorkers=2,
    )
    place.run(predict("tf_savedmodel_predict_stream", **given)).fails("coming/a.jsonl: column 'a' is NULL in row 2")
    # The next one goes on after what this one has committed.
    given.update(nullValues="null")
    place.run(predict("tf_savedmodel_predict_stream", **given)).ok()
    with open(os.path.join(place.files, "out.jsonl"), encoding="utf-8") as stream:
        lines = sorted((json.loads(line) for line in stream), key=lambda row: row["id"])
    assert lines == [{"id": 1, "y": 9.0}, {"id": 2, "y": None}]


STREAM_FAILS = [
    ({"modelTableName": "damaged"}, "cannot be unpacked", "tf_table_model_predict_stream"),
    ({"outputSchemaStr": "z double"}, "Output name not exist: z", "tf_table_model_predict_stream"),
    (
        {"outputTableName": None, "outputPath": "print"},
        "column 'arr' is ARRAY<FLOAT>, which lines of a stream do not hold",
        '"print"',
    ),
    ({"inputTableName": None}, "a stream has one source", '"model"'),
    ({"numWorkers": 0}, "a job cannot have 0 workers", '"0"'),
    ({"recovery": "replay"}, "recovery", "recovery="),
    ({"modelTableName": "t"}, "table p.t is not a model of this kind", '"t"'),
]


def test_what_a_stream_of_a_model_refuses(place):
    lines = []
    for number, (changes, *_) in enumerate(STREAM_FAILS):
        given = dict(LINEAR, outputTableName="never_stream_%d" % number)
        given.update(changes)
        lines.append(predict("tf_table_model_predict_stream", **given))
    check_errors(place, lines, [case for _, *case in STREAM_FAILS])


STREAM_PROGRAM = """
from pyalink.alink import *
model, rows = TableSourceBatchOp("p.model"), TableSourceStreamOp().setTableName("p.t")
answers = TFTableModelPredictStreamOp(model).setSelectedCols(["A", "b"]) \\
    .setInputSignatureDefs(["a", "b"]).setOutputSchemaStr("y double").linkFrom(rows)
answers.link(TableSinkStreamOp().setTableName("p.streamed"))
bare = TFTableModelPredictStreamOp(model, selectedCols=["A", "b"], inputSignatureDefs=["a", "b"], outputSchemaStr="y double", reservedCols=[])
rows.link(bare).link(TableSinkStreamOp(tableName="p.bare"))
follow = TableSourceStreamOp(tableName="p.t", follow=True)
print(TFTableModelPredictStreamOp(model, outputSchemaStr="y double", reservedCols=[]).linkFrom(follow).getColNames())
saved = TFSavedModelPredictStreamOp().setModelPath("file://models/linear").setSelectedCols(["A", "b"]) \\
    .setInputNames(["a", "b"]).setOutputSchemaStr("y double").setReservedCols(["id"])
rows.select("id, A, b").link(saved).where("id = 2").print()
StreamOperator.execute()
try:
    TFTableModelPredictStreamOp()
except ValueError as error:
    print(error)
"""


def test_stream_operators_of_models(place):
    done = run_program(place, place.write("predict_stream.py", STREAM_PROGRAM))
    assert "2   11.0" in done.stdout and "needs the operator of the model" in done.stdout, done.stdout
    assert "['y']\n" in done.stdout and place.rows("SELECT * FROM bare ORDER BY y LIMIT 9;") == [
        ("8.5",),
        ("9.0",),
        ("11.0",),
    ]
    # ARRAYs and DATEs of the input stay what they are.
    rows = place.rows("SELECT id, y, arr[1], day FROM streamed ORDER BY id LIMIT 9;")
    assert rows == [("1", "9.0", "2", "2026-01-02"), ("2", "11.0", "5", "NULL"), ("3", "8.5", "0", "1999-12-31")]
