"""Writes models of all kinds into a folder; tells what TensorFlow answers, and why bad ones are refused.

usage: model_kinds.py FOLDER PYTHON_FOLDER

The last line is {"answers": {file: numbers}, "refusals": {file: text}}.
"""

import json
import os
import sys
import zipfile

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
folder, python_folder = sys.argv[1:]
sys.path.insert(0, python_folder)

import h5py  # noqa: E402
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from paisql.models import frozen_graph, keras_file, text_model  # noqa: E402
from paisql.models.refusal import Refusal  # noqa: E402
from tensorflow.core.framework import graph_pb2  # noqa: E402

v1 = tf.compat.v1
layers = tf.keras.layers
ROWS = np.array([[1, 2, 3], [0.5, -1, 4]], np.float32)
answers, refusals = {}, {}


def path(name):
    return os.path.join(folder, name)


def refuse(convert, name, **options):
    request = {"source": path(name), "name": name, "target": path("target"), "work": path("work_" + name),
               "inputs": "", "outputs": ""} | options
    os.mkdir(request["work"])
    try:
        convert(request)
        refusals[options.get("case", name)] = "nothing was refused"
    except Refusal as refusal:
        refusals[options.get("case", name)] = refusal.detail + "; " + refusal.hint


def keras_models():
    tf.keras.utils.set_random_seed(3)
    inputs = tf.keras.Input((3,), name="x")
    hidden = layers.BatchNormalization()(layers.Dense(4, "relu")(inputs))
    model = tf.keras.Model(inputs, layers.Dense(1, "sigmoid", name="score")(hidden))
    model.compile("adam", "mse")
    model.save(path("churn.h5"))
    model.save(path("churn.keras"))
    model.save_weights(path("weights.h5"))
    answers["churn"] = model.predict(ROWS, verbose=0)[:, 0].tolist()

    class Own(layers.Layer):
        def call(self, x):
            return x * 2

    for ending in ("keras", "h5"):
        tf.keras.Sequential([tf.keras.Input((3,)), layers.Lambda(lambda x: x * 2)]).save(path("lambda." + ending))
        tf.keras.Sequential([tf.keras.Input((3,)), Own()]).save(path("own." + ending))
        for name in ("lambda.", "own."):
            refuse(keras_file.convert, name + ending)
        with open(path("churn." + ending), "rb") as stream:
            data = stream.read()
        with open(path("cut." + ending), "wb") as stream:
            stream.write(data[:len(data) // 2])
        refuse(keras_file.convert, "cut." + ending)
    refuse(keras_file.convert, "weights.h5")


def edited_keras_files():
    """Files that somebody has made by hand."""
    with zipfile.ZipFile(path("churn.keras")) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    config = json.loads(members["config.json"])
    config["config"]["layers"][0]["module"] = "os"
    for name, changes in (("foreign.keras", {"config.json": json.dumps(config)}),
                          ("climbs.keras", {"../../climbed": "x"}),
                          ("bomb.keras", {"zeros": b"\0" * (80 << 20)})):
        with zipfile.ZipFile(path(name), "w", zipfile.ZIP_DEFLATED) as archive:
            for member, data in (members | changes).items():
                archive.writestr(member, data)
        refuse(keras_file.convert, name)
    with h5py.File(path("bomb.h5"), "w") as file:
        file.create_dataset("zeros", (80 << 20,), "u1", compression="gzip", chunks=(1 << 20,))
    refuse(keras_file.convert, "bomb.h5")


def write_graph(name, graph):
    with open(path(name), "wb") as stream:
        stream.write(graph.SerializeToString())


def graphs():
    with tf.Graph().as_default() as graph:
        x = v1.placeholder(tf.float32, [None, 3], name="input/features")
        score = tf.identity(tf.matmul(x, tf.constant([[1.0], [2.0], [3.0]])) + 0.5, name="score")
        with v1.Session() as session:
            answers["frozen.pb"] = session.run(score, {x: ROWS})[:, 0].tolist()
    write_graph("frozen.pb", graph.as_graph_def())
    names = {"inputs": "input/features", "outputs": "score"}
    refuse(frozen_graph.convert, "frozen.pb", case="no names")
    os.rmdir(path("work_frozen.pb"))
    refuse(frozen_graph.convert, "frozen.pb", case="third output", **names | {"outputs": "score:2"})
    foreign = graph_pb2.GraphDef.FromString(graph.as_graph_def().SerializeToString())
    foreign.node.add(name="strange", op="OperationOfNobody")
    write_graph("foreign.pb", foreign)
    refuse(frozen_graph.convert, "foreign.pb", **names)
    with tf.Graph().as_default() as graph:
        v1.get_variable("weights", [3])
    write_graph("warm.pb", graph.as_graph_def())
    refuse(frozen_graph.convert, "warm.pb", **names)
    with open(path("garbage.pb"), "wb") as stream:
        stream.write(b"\x0a\xff\xff\xff no graph")
    refuse(frozen_graph.convert, "garbage.pb", **names)


def text():
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None, 3], name="x")
        weights = v1.get_variable("weights", initializer=tf.constant([[3.0], [2.0], [1.0]]))
        score = tf.matmul(x, weights)
        session.run(v1.global_variables_initializer())
        builder = v1.saved_model.Builder(path("text"))
        builder.add_meta_graph_and_variables(session, ["serve"], {
            "serving_default": v1.saved_model.predict_signature_def({"x": x}, {"score": score})})
        builder.save(as_text=True)
        answers["text"] = session.run(score, {x: ROWS})[:, 0].tolist()
    os.mkdir(path("cut_text"))
    with open(path("text/saved_model.pbtxt"), encoding="utf-8") as stream:
        lines = stream.read()
    with open(path("cut_text/saved_model.pbtxt"), "w", encoding="utf-8") as stream:
        stream.write(lines[:len(lines) // 2])
    refuse(text_model.convert, "cut_text")


keras_models()
edited_keras_files()
graphs()
text()
print(json.dumps({"answers": answers, "refusals": refusals}))
