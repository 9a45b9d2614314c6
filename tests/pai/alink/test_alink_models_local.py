"""What Alink's predictors are made of, without a program around it: model tables, labels, layers, rows."""

import base64
import filecmp
import json
import os
import sys
import tracemalloc
import types

import numpy as np
import pytest
from alink_models_home import rows_of, zip_with
from fake_job import PYTHON_FOLDER

sys.path.append(PYTHON_FOLDER)

from akdl.models.tf.keras_sequential import layer_texts  # noqa: E402
from paisql.alink_models import ModelError, table_job, labelled_table, label_task, model_rows
from paisql.alink_run import keras
from paisql.alink.models import operator_stages, pipeline, stages
from paisql.alink_task import exported_model as plain_table  # noqa: E402


@pytest.fixture(scope="module")
def models(alink_models):
    return alink_models


def unpacked(rows, folder):
    os.makedirs(folder)
    return model_rows.unpack(rows, str(folder), "table m")


def test_rows_of_a_model_are_whole_or_an_error(models, tmp_path):
    rows = rows_of(os.path.join(models, "linear.zip"))
    for number, order in enumerate((rows, rows[::-1], rows[1::2] + rows[::2])):
        found = unpacked(order, tmp_path / str(number))
        with open(os.path.join(found, "saved_model.pb"), "rb") as one:
            with open(os.path.join(models, "linear", "saved_model.pb"), "rb") as other:
                assert one.read() == other.read()
        assert os.listdir(tmp_path / str(number)) == ["model"]
    # A model in a folder of its zip file.
    os.makedirs(tmp_path / "outer")
    import shutil

    shutil.make_archive(str(tmp_path / "outer" / "n"), "zip", os.path.join(models, "nested"))
    found = unpacked(rows_of(str(tmp_path / "outer" / "n.zip")), tmp_path / "n")
    assert found.endswith("1617959973")


def with_checkpoint(rows):
    """The rows of a model as ALINK:save_latest_checkpoint has them: two rows more, and what they are."""
    told = [{"name": "m.zip", "chunks": len(rows) - 1}, {"name": "latest_ckpt.zip", "chunks": 2}]
    checkpoint = base64.b64encode(b"no part of the model").decode()
    return [(0, json.dumps(told))] + rows[1:] + [(len(rows) + n, checkpoint) for n in range(2)]


def test_a_model_with_a_checkpoint_is_the_model(models, tmp_path):
    rows = with_checkpoint(rows_of(os.path.join(models, "linear.zip")))
    for name, given in (("a", rows), ("b", rows[::-1])):
        folder = unpacked(given, tmp_path / name)
        assert {"saved_model.pb", "variables"} <= set(os.listdir(folder))


@pytest.mark.parametrize(
    "change, said",
    [
        (lambda rows: rows[:2] + rows[3:], "model_id 2 are missing"),
        (lambda rows: rows[1:], "model_id 0 are missing"),
        (lambda rows: rows[:-1], "its last rows are missing or damaged"),
        (lambda rows: rows + rows[:1], "model_id 0 appears twice"),
        (lambda rows: rows + rows[1:2], "model_id 1 appears twice"),
        (lambda rows: [], "is empty"),
        (lambda rows: [(0, "a.zip"), (1, "?")], "not base64"),
        (lambda rows: [(None, "a")], "no model_id"),
        (lambda rows: [(0, '[{"name": "a"}]')] + rows[1:], "names neither a file nor files"),
        (lambda rows: [(0, '[{"name": "a", "chunks": 1.5}]')] + rows[1:], "names neither a file nor files"),
        (lambda rows: [(0, '[{"name": "a", "chunks": -1}]')] + rows[1:], "names neither a file nor files"),
        (lambda rows: [(0, "[" * 100000)] + rows[1:], "names neither a file nor files"),
        (
            lambda rows: [(0, '[{"name": "a", "chunks": 9000000000000000000}]')] + rows[1:],
            " to 9000000000000000000 are missing",
        ),
        (lambda rows: with_checkpoint(rows)[:-1], "are missing"),
        (lambda rows: with_checkpoint(rows) + [(99, "AAAA")], "are missing|which announces"),
        (lambda rows: rows + [(2**51, "AAAA")], "to 2251799813685247 are missing$"),
        (lambda rows: [(9 * n, "AAAA") for n in range(9)], "model_id 1 to 8, 10 to 17, 19 to 26, ... are missing"),
        (
            lambda rows: [(n * 2**20, text) for n, text in [(0, '{"tfInputCols": "[]"}')] + rows[1:]],
            "1 to 1048575, .* keras_sequential_classifier_predict",
        ),
        (lambda rows: rows[:1] + [(1, base64.b64encode(b"x" * 99).decode())], "missing or damaged"),
    ],
)
def test_rows_that_are_no_whole_model(models, tmp_path, change, said):
    with pytest.raises(ModelError, match=said):
        unpacked(change(rows_of(os.path.join(models, "linear.zip"))), tmp_path / "m")


@pytest.mark.parametrize(
    "name, mode, said",
    [
        ("../out", None, "leads out"),
        ("a/../../out", None, "leads out"),
        ("/tmp/out", None, "leads out"),
        ("..\\out", None, "leads out"),
        ("C:/out", None, "leads out"),
        ("link", 0o120777, "a link or a device"),
        ("model.txt", None, "no saved_model.pb"),
    ],
)
def test_a_zip_file_stays_in_its_folder(tmp_path, name, mode, said):
    rows = rows_of(zip_with(str(tmp_path / "m.zip"), name, mode))
    with pytest.raises(ModelError, match=said):
        unpacked(rows, tmp_path / "m")
    assert not os.path.exists(tmp_path / "out")


def test_a_labelled_model_is_read_by_its_layout(models, tmp_path):
    # Written here as it is described, and not by the product.
    plain = rows_of(os.path.join(models, "linear.zip"), 50000)
    strings = [json.dumps({"tfModelPartitionStart": "0", "tfInputCols": '["x"]'})]
    strings += [json.dumps([number, text]) for number, text in plain]
    rows = []
    for number, string in enumerate(strings):
        for part in range(0, len(string), 32768):
            rows.append((number * 2**20 + part // 32768, string[part : part + 32768], None))
    last = (2**31 - 1) * 2**20
    rows += [(last, None, "cat"), (last + 1, None, "dog")]
    os.makedirs(tmp_path / "a")
    found = labelled_table.unpack(rows[::-1], str(tmp_path / "a"), "m")
    assert found.labels == ["cat", "dog"] and os.listdir(found.folder)
    meta = json.loads(strings[0])
    assert sorted(labelled_table.rows_of(meta, plain, ["cat", "dog"]), key=lambda r: r[0]) == rows
    for number, (change, said) in enumerate(
        (
            (rows[:-2] + rows[-1:], "rows of its labels are missing"),
            (rows[1:], "some of its strings are missing"),
            (rows[:2] + rows[3:], "missing"),
            (rows + rows[:1], "appears twice"),
            ([(0, "{}", None), (2**20, "[]", None)], "not a model of Keras components"),
            ([], "is empty"),
        )
    ):
        os.makedirs(tmp_path / ("b%d" % number))
        with pytest.raises(ModelError, match=said):
            labelled_table.unpack(change, str(tmp_path / ("b%d" % number)), "m")


def test_a_large_labelled_model_is_never_in_memory_as_a_whole(tmp_path):
    os.makedirs(tmp_path / "made")
    with open(tmp_path / "made" / "saved_model.pb", "wb") as file:
        file.write(os.urandom(24 << 20))
    kept = open(tmp_path / "rows", "w")
    tracemalloc.start()
    try:
        for number, text, label in labelled_table.rows_of(
            {"tfModelPartitionStart": "0"}, plain_table.rows_of(str(tmp_path / "made")), ["a", "b"]
        ):
            kept.write(json.dumps([number, text, label]) + "\n")
        kept.close()
        os.makedirs(tmp_path / "found")
        with open(tmp_path / "rows") as lines:
            found = labelled_table.unpack(map(json.loads, lines), str(tmp_path / "found"), "m")
        assert tracemalloc.get_traced_memory()[1] < 12 << 20
    finally:
        tracemalloc.stop()
    assert found.labels == ["a", "b"]
    assert filecmp.cmp(os.path.join(found.folder, "saved_model.pb"), tmp_path / "made" / "saved_model.pb", False)


class Appended:
    """As staged_file.StagedFile: keeps what it is given."""

    def __init__(self):
        self.sizes, self.rows, self.closed = [], [], False

    def __call__(self, folder, number, fields):
        return self

    def append(self, arrays):
        self.sizes.append(sum(array.nbytes for array in arrays))
        self.rows += zip(*(array.to_pylist() for array in arrays))

    def close(self):
        self.closed = True


def test_a_trained_network_is_written_some_rows_at_a_time(monkeypatch, tmp_path):
    os.makedirs(tmp_path / "made")
    with open(tmp_path / "made" / "saved_model.pb", "wb") as file:
        file.write(os.urandom(24 << 20))
    kinds = (("model_id", "BIGINT"), ("model_info", "STRING"), ("label_value", "INT"))
    table = types.SimpleNamespace(
        staging="", columns=[types.SimpleNamespace(name=name, type=kind) for name, kind in kinds]
    )
    made = Appended()
    monkeypatch.setattr(keras.staged_file, "StagedFile", made)
    monkeypatch.setattr(keras, "current_job", lambda: types.SimpleNamespace(find_output=lambda url: table))
    settings = {"tensor": "x", "output": "odps://p/tables/m"}
    keras._write_model(settings, [3, 7], str(tmp_path / "made"))
    assert made.closed and max(made.sizes) < 10 << 20 and len(made.sizes) > 3
    os.makedirs(tmp_path / "found")
    found = labelled_table.unpack(made.rows, str(tmp_path / "found"), "m")
    assert found.labels == [3, 7] and os.listdir(found.folder) == ["saved_model.pb"]


def test_a_file_that_cannot_be_read_is_told_in_a_line(monkeypatch, capsys):
    monkeypatch.setattr(table_job, "task_settings", lambda: {"path": "/none/m.pt"})
    for work, said in (
        (lambda settings: open(settings["path"]), "ModelError: /none/m.pt: No such file or directory\n"),
        (lambda settings: os.listdir(__file__), "ModelError: %s: Not a directory\n" % __file__),
    ):
        with pytest.raises(SystemExit) as end:
            table_job.run_task(work)
        assert end.value.code == 1 and capsys.readouterr().err == said


def test_chances_of_labels():
    two = label_task._probabilities(np.array([[0.0], [800.0], [-800.0]]), True, 2)
    assert two.tolist() == [[0.5, 0.5], [0.0, 1.0], [1.0, 0.0]] or abs(two - [[0.5, 0.5], [0, 1], [1, 0]]).max() < 1e-9
    three = label_task._probabilities(np.array([[1000.0, 0.0, 0.0]]), True, 3)
    assert three.argmax() == 0 and abs(three.sum() - 1) < 1e-9
    with pytest.raises(ModelError, match="2 elements a row for 3 labels"):
        label_task._probabilities(np.array([[1.0, 2.0]]), True, 3)


GOOD = [
    "Dense(64, activation='relu')",
    "tf.keras.layers.Conv1D(256, 5, padding='same')",
    "layers.Dropout(0.1)",
    "Reshape((2, -1))",
    "Bidirectional(LSTM(4, return_sequences=True), merge_mode='concat')",
    "Dense(4, kernel_regularizer=regularizers.l2(0.01), kernel_initializer=RandomNormal(stddev=.1))",
    " MaxPooling1D(pool_size=8) ",
]
REFUSED = [
    "Lambda(lambda x: x)",
    "tf.keras.layers.Lambda(1)",
    "__import__('os').system('true')",
    "().__class__.__bases__[0].__subclasses__()",
    "Dense.__init__.__globals__",
    "Dense(units=open('/etc/passwd').read())",
    "Dense(1).__class__(2)",
    "Dense.from_config({})",
    "Dense(activation={'class_name': 'Lambda', 'config': {}})",
    "Dense(**{'units': 1})",
    "Dense(*[1])",
    "Dense(__class__=1)",
    "(lambda: Dense)()(1)",
    "Dense(1) if 1 else 2",
    "[Dense(1) for _ in [1]][0]",
    "Dense(2 ** 100000)",
    "f'{1}'",
    "tf.keras.utils.get_file('a', 'b')",
    "TextVectorization(vocabulary='/etc/passwd')",
    "StringLookup(vocabulary='/etc/passwd')",
    "tf.py_function(1)",
    "Dense",
    "Dense(1); Dense(2)",
    "Dense(1",
    "SGD(0.1)",
    "",
    "(" * 400 + ")" * 400,
    "Dense(" + "1" * 20000 + ")",
]


def test_layers_are_read_without_running_them():
    for text in GOOD:
        assert layer_texts.read_layer(text).folder == "layers"
    call = layer_texts.read_layer("Dense(64, use_bias=False, bias_constraint=None)")
    assert (call.name, call.arguments) == ("Dense", [64])
    assert call.keywords == {"use_bias": False, "bias_constraint": None}
    for text in REFUSED:
        with pytest.raises(layer_texts.TextError):
            layer_texts.read_layer(text)
    with pytest.raises(layer_texts.TextError, match="did you mean Dense"):
        layer_texts.read_layer("Dnese(3)")
    for text in ("Adam()", "adam", "SGD(0.1, momentum=0.9)", "Adam(ExponentialDecay(.1, 9, .9))"):
        assert layer_texts.read_optimizer(text).folder == "optimizers"
    for text in ("Dense(1)", "print", "Adam().__class__", "ExponentialDecay(.1, 9, .9)"):
        with pytest.raises(layer_texts.TextError):
            layer_texts.read_optimizer(text)


class Rows:
    """As an operator of model rows."""

    def __init__(self, rows):
        self._rows = rows

    def collect(self):
        return [list(row) for row in self._rows]

    def rows(self):
        return [("model_id", "BIGINT"), ("model_info", "STRING")], self.collect()


def test_a_local_predictor_computes_rows_in_this_process(models):
    stage = stages.TFTableModelClassifierModel(
        Rows(rows_of(os.path.join(models, "linear.zip"))),
        {
            "outputSchemaStr": "y double, t float_tensor",
            "selectedCols": ["a", "b"],
            "outputSignatureDefs": ["y", "v"],
            "reservedCols": ["id"],
            "nullValues": "null",
        },
    )
    local = pipeline.LocalPredictor(pipeline.PipelineModel(stage), "id long, a double, b string")
    assert local.getOutputColNames() == ["id", "y", "t"]
    assert local.map([7, 1.5, "1 2 3"]) == [7, 9.0, "FLOAT#3#1.5 3.0 4.5 "]
    assert local.predict(8, 1, "FLOAT#3#0 0 1 ")[1] == 3.0
    assert local.mapBatch([[1, None, "1 2 3"], [2, 0, "1 2 3"]]) == [[1, None, None], [2, 6.0, "FLOAT#3#0.0 0.0 0.0 "]]
    assert local.mapBatch([]) == []
    # Names that differ in letter case alone are one; those of the rows stay.
    other = pipeline.LocalPredictor(pipeline.PipelineModel(stage), "ID long, A double, B string")
    assert other.getOutputColNames() == ["ID", "y", "t"]
    assert other.map([7, 1.5, "1 2 3"]) == [7, 9.0, "FLOAT#3#1.5 3.0 4.5 "]
    tensor = operator_stages.ToTensor(selectedCol="V", outputCol="w", reservedCols=["v", "W"])
    local_tensor = pipeline.LocalPredictor(pipeline.PipelineModel(tensor), "v string, n long, W long")
    assert local_tensor.getOutputColNames() == ["v", "W"] and local_tensor.map(["1 2", 7, 8]) == [
        "1 2",
        "DOUBLE#2#1 2 ",
    ]
    for row, said in (
        ([1, True, "1 2 3"], "column 'a', row 1: True is not a valid DOUBLE"),
        ([True, 1.0, "1 2 3"], "column 'id', row 1: True is not a valid BIGINT"),
        ([1, 1.0, 2.5], "column 'b', row 1: 2.5 is not a valid STRING"),
        ([1, 1.0, "1 2"], "the input 'b' FLOAT [?,3] takes 3 elements"),
    ):
        with pytest.raises(ModelError) as raised:
            local.map(row)
        assert said in str(raised.value)
    with pytest.raises(ModelError, match="takes 3 elements a row, given 2"):
        local.map([1, 1.0, "1 2"])
    with pytest.raises(ModelError, match="column 'a'"):
        local.map([1, "x", "1 2 3"])
    saved = stages.TFSavedModelPredictor().setModelPath(os.path.join(models, "texts.zip"))
    saved.setOutputSchemaStr("words string, even boolean").setSignatureDefKey("predict")
    two = pipeline.PipelineModel(saved)
    local = pipeline.LocalPredictor(two, "s string, n long")
    assert local.map(["词", 2]) == ["词", 2, "词:2", True]
    for schema_text, said in (
        ("s string, n double", "takes no such values: CAST(n AS BIGINT)"),
        ("s string", "Incorrect number of inputs"),
        ("s string, n date", "LocalPredictor takes"),
    ):
        with pytest.raises(ModelError) as raised:
            pipeline.LocalPredictor(two, schema_text)
        assert said in str(raised.value)
