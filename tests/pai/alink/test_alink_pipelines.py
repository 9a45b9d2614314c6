"""PipelineModels as files: those that Alink has saved (scripts/alink/saved), ours, and files of other kinds."""

import json
import os
import struct
import sys
import zipfile

import pytest
from conftest import SCRIPTS
from fake_job import PYTHON_FOLDER

sys.path.append(PYTHON_FOLDER)

from paisql.alink.file_formats import ak_files, ak_rows  # noqa: E402
from paisql.alink_models import ModelError, labelled_table, label_task, pipeline_rows
from paisql.alink.models import operator_stages, pipeline, stages
from paisql.alink.table_operators import MemSourceBatchOp  # noqa: E402

SAVED = os.path.join(SCRIPTS, "alink", "saved")


def saved(name):
    return os.path.join(SAVED, name + ".ak")


def rows_of(path):
    """(columns, rows) of an .ak file."""
    return ak_files.columns_of(path), list(ak_files.rows_of([path]))


def ak_file(path, meta, *rows, schema="id BIGINT,p0 STRING,p1 BIGINT"):
    """An .ak file of a pipeline: the row of its stages and others."""
    kinds = [part.split()[1] for part in schema.split(",")]
    first = [] if meta is None else [[-1, meta] + [None] * (len(kinds) - 2)]
    ak_rows.write(str(path), schema, kinds, first + [list(row) for row in rows])
    return str(path)


def test_pipelines_that_alink_has_saved_compute():
    local = pipeline.LocalPredictor(saved("keras"), "id long, a double, b string")
    assert local.getOutputColNames() == ["id", "told", "chances"]
    number, told, chances = local.map([7, 1.5, "1 2 3"])
    assert (number, told) == (7, "emu") and list(json.loads(chances)) == ["cat", "dog", "emu"]
    local = pipeline.LocalPredictor("file://" + saved("two"), "a double, b string")
    assert local.map([1.5, "1 2 3"]) == [1.5, "1 2 3", 9.0, 9.0]
    (select,) = pipeline.PipelineModel.load(saved("select"))._stages
    assert select.getClause() == "id, x + y as z, x, y, t"
    with pytest.raises(ModelError, match="expression of SQL, 'id, x [+] y as z, x, y, t'"):
        pipeline.LocalPredictor(saved("select"), "id long, x double, y double, t string")
    with pytest.raises(ValueError, match="indexer.ak: stage StringIndexerModel is not offered here"):
        pipeline.PipelineModel.load(saved("indexer"))


def test_a_stage_before_the_network_is_named(tmp_path):
    columns, rows = rows_of(saved("bert"))
    assert [name for name, _ in columns] == ["model_id", "model_info", "label_value"]
    found = labelled_table.unpack(rows, str(tmp_path), "m")
    assert found.labels == [0, 1, 2]
    with pytest.raises(ModelError, match="rows go through BertTokenizer before the network"):
        label_task.LabelTask(found, {"kind": "classifier"})
    found.pipeline = [[0, "x"]]
    with pytest.raises(ModelError, match="the pipeline before the network of this model is not valid"):
        label_task.LabelTask(found, {"kind": "classifier"})


@pytest.mark.parametrize("name", ["keras", "two", "select"])
def test_what_is_saved_is_what_alink_saves(tmp_path, name):
    path = str(tmp_path / "kept" / "a.ak")
    made = pipeline.PipelineModel.load(saved(name))
    assert made.save(path) is made
    (told_columns, told), (columns, rows) = rows_of(saved(name)), rows_of(path)
    assert columns == told_columns and sorted(rows[1:], key=repr) == sorted(told[1:], key=repr)
    metas = [json.loads(read[0][1].split("__ALINK_META_ROW_DELIMITER__")[0]) for read in (rows, told)]
    ours, theirs = (json.loads(meta["stages"]) for meta in metas)
    assert [set(node) for node in ours] == [set(node) for node in theirs]
    for one, other in zip(ours[1:], theirs[1:]):
        # Parameters of a training are left out; the texts of lists differ in blanks.
        params = (one.pop("params"), other.pop("params"))
        mine, known = ({k: json.loads(v) for k, v in part["params"].items()} for part in params)
        assert one == other and mine.items() <= {**known}.items()
    with pytest.raises(FileExistsError, match=r"overwrite=True\) replaces a file"):
        made.save(path)
    made.save(path, overwrite=True)
    with pytest.raises(FileExistsError):
        made.save(str(tmp_path / "kept"), overwrite=True)
    # A folder of files, and an operator with the rows, are pipelines, too.
    for source in (str(tmp_path / "kept"), made.save()):
        kinds = [type(stage) for stage in pipeline.PipelineModel.load(source)._stages]
        assert kinds == [type(stage) for stage in made._stages]


def test_a_file_of_an_older_version_is_read(tmp_path):
    path = tmp_path / "kept.json"
    model = pipeline.PipelineModel.load(saved("two"))._stages[1].getModelData()
    columns, rows = model.rows()
    entries = [
        {
            "stage": "TFTableModelPredictModel",
            "columns": columns,
            "rows": rows,
            "values": {"outputSchemaStr": "y double", "selectedCols": ["a", "b"]},
        }
    ]
    path.write_text(json.dumps({"format": 1, "stages": entries}))
    local = pipeline.LocalPredictor(str(path), "a double, b string")
    assert local.map([1.5, "1 2 3"])[-1] == 9.0
    for text in ('{"format": 2, "stages": []}', "[]", "{", '{"format": 1, "stages": [{"stage": "No"}]}'):
        path.write_text(text)
        with pytest.raises(ValueError, match="is not a PipelineModel that Alink or paisql has saved"):
            pipeline.PipelineModel.load(str(path))
    with pytest.raises(FileNotFoundError):
        pipeline.PipelineModel.load(str(tmp_path / "none.ak"))


def staged(*nodes):
    return json.dumps({"stages": json.dumps(nodes)}) + "__ALINK_META_ROW_DELIMITER__{}"


ROOT = {"identifier": None, "params": None, "schemaIndices": None, "colNames": None, "parent": -1}
SELECT = {
    **ROOT,
    "identifier": "com.alibaba.alink.pipeline.sql.Select",
    "parent": 0,
    "params": {"params": {"clause": '"x"', "other": None}},
}
TABLE = {**SELECT, "identifier": "com.alibaba.alink.pipeline.tensorflow.TFTableModelPredictor"}


@pytest.mark.parametrize(
    "meta, rows, said",
    [
        (None, [(1, "a", 2)], "0 rows have id -1"),
        (staged(ROOT, SELECT), [(-1, "a", 2)], "2 rows have id -1"),
        ("{", [], "is not a pipeline of Alink"),
        ("{}", [], "does not say what the stages are"),
        (staged(ROOT, {"parent": 0}), [], "does not say what the stages are"),
        (staged(ROOT, dict(SELECT, identifier=7)), [], "does not say what the stages are"),
        (staged(ROOT, SELECT), [(1, "a", 2)], "a row has id 1, which is not a stage with a model"),
        (staged(ROOT, TABLE), [], "stage TFTableModelPredictor has no model"),
        (staged(ROOT, dict(TABLE, schemaIndices=[7], colNames=["a"])), [], "does not say what"),
        (staged(ROOT, dict(SELECT, schemaIndices=[0], colNames=["a"])), [(1, "a", None)], "stage Select has a model"),
        (
            staged(ROOT, dict(SELECT, identifier="com.alibaba.alink.pipeline.Pipeline"), dict(SELECT, parent=1)),
            [],
            "has not been fitted",
        ),
        (
            staged(
                ROOT, dict(TABLE, params={"params": {"modelFilePath": '"a.ak"'}}, schemaIndices=[1], colNames=["a"])
            ),
            [],
            "lies in another file",
        ),
        (staged(ROOT, dict(SELECT, params={"params": {"clause": "x"}})), [], "is not a pipeline of Alink"),
    ],
)
def test_files_that_are_no_pipelines(tmp_path, meta, rows, said):
    path = ak_file(tmp_path / "a.ak", meta, *rows)
    with pytest.raises(ValueError, match=said) as raised:
        pipeline.PipelineModel.load(path)
    assert path in str(raised.value)


def test_damaged_files_and_other_tables(tmp_path):
    path = tmp_path / "cut.ak"
    path.write_bytes(open(saved("keras"), "rb").read()[:-200])
    with pytest.raises(ValueError, match="cut.ak is not a PipelineModel that Alink or paisql has saved"):
        pipeline.PipelineModel.load(str(path))
    other = ak_file(tmp_path / "other.ak", None, (1, "a"), schema="x BIGINT,y STRING")
    with pytest.raises(ValueError, match="its columns are x, y and not id, p0"):
        pipeline.PipelineModel.load(other)
    with zipfile.ZipFile(tmp_path / "plain.ak", "w") as archive:
        archive.writestr("a", struct.pack("<I", 1))
    with pytest.raises(ValueError, match="plain.ak is not an .ak file of Alink"):
        pipeline.PipelineModel.load(str(tmp_path / "plain.ak"))


def test_stages_of_a_tree_are_read_in_their_order(tmp_path):
    nested = dict(SELECT, identifier="com.alibaba.alink.pipeline.PipelineModel", params={"params": {}})
    table = dict(TABLE, parent=1, schemaIndices=[1, 0], colNames=["model_id", "model_info"])
    path = ak_file(
        tmp_path / "a.ak", staged(dict(ROOT, schemaIndices=[1, 0]), nested, table, SELECT), (2, "b", 1), (2, "a", 0)
    )
    made = pipeline.PipelineModel.load(path)
    assert [type(stage).__name__ for stage in made._stages] == ["TFTableModelPredictModel", "Select"]
    model = made._stages[0].getModelData()
    assert model.rows() == ([("model_id", "BIGINT"), ("model_info", "STRING")], [[1, "b"], [0, "a"]])
    both = pipeline.PipelineModel(made, made)
    assert len(pipeline_rows.stages_of(*both.save().rows())) == 4


def test_a_model_of_a_path_is_saved_with_its_url(tmp_path):
    stage = stages.TFSavedModelPredictor().setModelPath("models/linear").setInputNames(["a"])
    path = str(tmp_path / "a.ak")
    pipeline.PipelineModel(stage).save(path)
    (read,) = pipeline.PipelineModel.load(path)._stages
    assert read.getModelPath() == "file://" + os.path.abspath("models/linear")
    assert read.getInputSignatureDefs() == ["a"]
    labelled = stages.KerasSequentialClassificationModel(
        pipeline.pipeline_files.KeptRows(
            [("model_id", "BIGINT"), ("model_info", "STRING"), ("label_value", "DECIMAL(10,2)")], []
        )
    )
    with pytest.raises(ValueError, match="column 'label_value' of a model is DECIMAL"):
        pipeline.PipelineModel(labelled).save(path, overwrite=True)
    assert os.listdir(tmp_path) == ["a.ak"]


def test_columns_are_chosen_and_become_tensors_in_this_process(alink_models):
    select = operator_stages.Select().setClause("id, x AS a, `b` c, c AS d")
    made = pipeline.PipelineModel(
        select,
        operator_stages.VectorToTensor().setSelectedCol("c").setOutputCol("b").setTensorDataType("FLOAT"),
        stages.TFSavedModelPredictor()
        .setModelPath(os.path.join(alink_models, "linear.zip"))
        .setSelectedCols(["a", "b"])
        .setOutputSchemaStr("y double")
        .setReservedCols(["id", "b"]),
    )
    schema = "id long, x double, b string, c double"
    local = pipeline.LocalPredictor(made, schema)
    assert local.getOutputColNames() == ["id", "b", "y"]
    assert local.map([1, 1.5, "1 2,3", 0.5]) == [1, "FLOAT#3#1 2 3 ", 9.0]
    for stage, said in (
        (operator_stages.Select().setClause("no"), "the rows have no column 'no'"),
        (operator_stages.Select().setClause("CAST(x AS INT)"), "expression of SQL"),
        (operator_stages.ToTensor().setSelectedCol("v"), "the rows have no column 'v'"),
        (operator_stages.JsonValue().setSelectedCol("b"), "stage JsonValue is SQL"),
    ):
        with pytest.raises(ModelError, match=said):
            pipeline.LocalPredictor(pipeline.PipelineModel(stage), schema)
    local = pipeline.LocalPredictor(pipeline.PipelineModel(operator_stages.Select().setClause("*")), schema)
    assert local.map([1, 2, "x", None]) == [1, 2.0, "x", None]


class NoRows(MemSourceBatchOp):
    """Rows that nobody computes."""

    def __init__(self):
        super().__init__([], "model_id long, model_info string")


def test_what_is_no_stage_is_told():
    for wrong, said in (
        (lambda: pipeline.Pipeline(3), "Pipeline takes stages, and 3 is not a stage"),
        (lambda: pipeline.Pipeline().add("x"), "Pipeline takes stages, and 'x' is not a stage"),
        (lambda: pipeline.PipelineModel(None), "PipelineModel takes stages, and None is not a stage"),
        (lambda: pipeline.Pipeline(operator_stages.Select), "the class Select is not a stage: write Select()"),
        (
            lambda: pipeline.PipelineModel(stages.TF2TableModelTrainer()),
            "takes fitted stages, and TF2TableModelTrainer is not fitted",
        ),
        (lambda: pipeline.PipelineModel(pipeline.Pipeline()), "takes fitted stages, and Pipeline is not fitted"),
    ):
        with pytest.raises(TypeError) as raised:
            wrong()
        assert said in str(raised.value)
    select = operator_stages.Select().setClause("*")
    model = pipeline.PipelineModel(select)
    assert pipeline.Pipeline(model, select).fit(NoRows())._stages == [select, select]


@pytest.mark.parametrize(
    "use",
    [
        lambda stage: stage.transform(NoRows()),
        lambda stage: pipeline.PipelineModel(stage).collectLocalPredictor("x double"),
        lambda stage: pipeline.PipelineModel(stage).save(),
        lambda stage: pipeline.PipelineModel(pipeline.Pipeline(stage).fit(NoRows())).transform(NoRows()),
    ],
)
@pytest.mark.parametrize(
    "kind", [stages.TFTableModelPredictor, stages.TFTableModelPredictModel, stages.KerasSequentialRegressionModel]
)
def test_a_model_that_was_not_given_is_asked_for(kind, use):
    with pytest.raises(ValueError, match="^%s needs setModelData, the operator with" % kind.__name__):
        use(kind())


def test_nulls_of_a_training_and_of_predictions_are_two_parameters():
    trainer = stages.TF2TableModelTrainer().setNullValues("omit").setInferNullValues("null")
    trainer.setSelectedCols(["x", "y"]).setInferSelectedCols("x").setOutputSchemaStr("z double")
    made = trainer.fit(NoRows())
    trained = made.getModelData()
    assert (trained.getNullValues(), trained.getSelectedCols()) == ("omit", ["x", "y"])
    assert (made.getNullValues(), made.getSelectedCols()) == ("null", ["x"])
    made = stages.TFTableModelTrainer().setNullValues("omit").setOutputSchemaStr("z double").fit(NoRows())
    assert made._values == {"outputSchemaStr": "z double"}
    for kind in (stages.TFTableModelTrainer, stages.TF2TableModelTrainer):
        with pytest.raises(ValueError, match="nullValues is error or omit, and not 'null'; inferNullValues is that of"):
            kind().setNullValues("null").fit(NoRows())
        with pytest.raises(ValueError, match="inferNullValues is error or null, and not 'omit'; nullValues is that of"):
            kind().setInferNullValues("omit").fit(NoRows())
    stage = stages.TFSavedModelPredictor().setModelPath("m").setOutputSchemaStr("y double").setNullValues("omit")
    with pytest.raises(ValueError, match="nullValues is error or null, and not 'omit'"):
        pipeline.LocalPredictor(pipeline.PipelineModel(stage), "x double")
