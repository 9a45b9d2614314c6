"""TFTableModelTrainer and TF2TableModelTrainer in a program: from rows to answers, here and in files."""

import json
import os
import shutil

import pytest
from alink_models_home import FILES
from paisql_home import BINARY, PaisqlHome
from test_alink import model_of, python, run_program

PROGRAM = """
import json, sys
from pyalink.alink import *
rows = MemSourceBatchOp([[float(x), 3.0 * x - 1] for x in range(-2, 6)], "x double, y double")
holes = MemSourceBatchOp([[1.0, 2.0], [None, 900.0], [2.0, 5.0], [4.0, 11.0]], "x double, y double")
told = {}
for kind, source in ((TFTableModelTrainer, rows), (TF2TableModelTrainer, holes)):
    trainer = kind().setMainScriptFile("file://learn.py").setInferSelectedCols(["x"]) \\
        .setOutputSchemaStr("z double")
    if source is holes:
        trainer.setNullValues("omit").setInferNullValues("null")
    fitted = Pipeline(trainer).fit(source)
    print(kind.__name__)
    fitted.transform(source).orderBy("y", 3).print()
    path = kind.__name__ + ".ak"
    fitted.save(path)
    loaded = PipelineModel.load(path)
    data = source.collect()
    told[kind.__name__] = {
        "model": loaded._stages[0].getModelData().collect(),
        "input": data,
        "answers": [
            sorted(fitted.transform(source).collect(), key=lambda row: row[1]),
            sorted(loaded.transform(source).collect(), key=lambda row: row[1]),
            LocalPredictor(fitted, "x double, y double").mapBatch(data),
            [LocalPredictor(path, "x double, y double").map(row) for row in data[:1]],
        ],
    }
json.dump(told, open(sys.argv[1], "w"))
"""

# What TensorFlow itself computes with the model of a folder.
PLAIN = """
import json, sys
import tensorflow as tf
answers = []
for folder, xs in json.loads(sys.argv[1]):
    model = tf.saved_model.load(folder)
    answers.append(model.signatures["serving_default"](x=tf.constant(xs, tf.float32))["z"].numpy().tolist())
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    if not os.path.exists(BINARY):
        pytest.skip("%s was not built" % BINARY)
    home = PaisqlHome(tmp_path_factory.mktemp("trainers"))
    yield home
    home.end_jobs()


def test_what_a_script_trains_computes_as_tensorflow_does(place, tmp_path):
    shutil.copy(os.path.join(FILES, "learn.py"), place.files)
    kept = str(tmp_path / "told.json")
    shown = run_program(place, place.write("trainers.py", PROGRAM), kept).stdout
    assert "TFTableModelTrainer\nx     y     z\n-2.0  -7.0  -7.0" in shown, shown
    with open(kept) as stream:
        told = json.load(stream)
    asked = []
    for name, one in told.items():
        folder = model_of(one["model"], str(tmp_path / name))
        asked.append((folder, [0.0 if row[0] is None else row[0] for row in one["input"]]))
    for one, plain in zip(told.values(), json.loads(python(PLAIN, json.dumps(asked)).splitlines()[-1])):
        wanted = [[x, y, None if x is None else z] for (x, y), z in zip(one["input"], plain)]
        transformed, loaded, local, first = one["answers"]
        assert transformed == loaded == sorted(wanted, key=lambda row: row[1])
        assert local == wanted and first == wanted[:1]
        assert all(abs(z - y) < 1e-3 for _, y, z in wanted if z is not None)
    assert told["TF2TableModelTrainer"]["answers"][2][1] == [None, 900.0, None]
