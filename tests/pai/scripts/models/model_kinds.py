"""Writes models of all kinds into a folder; tells what TensorFlow answers, and why bad ones are refused.

usage: model_kinds.py FOLDER PYTHON_FOLDER

The last line is {"answers": {file: numbers}, "refusals": {file: text}, "written": whether a file's wish
to write another was granted}.
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


def weights_of_other_files():
    for name, link in (("linked.h5", h5py.ExternalLink("/etc/hosts", "/")), ("outside.h5", None)):
        with h5py.File(path("churn.h5")) as model, h5py.File(path(name), "w") as file:
            file.attrs["model_config"] = model.attrs["model_config"]
            if link:
                file["model_weights"] = link
            else:
                file.create_dataset("weights", (4,), "u1", external=[("/etc/hosts", 0, 4)])
        refuse(keras_file.convert, name)
    with open(path("outside.h5"), "rb") as stream, zipfile.ZipFile(path("outside.keras"), "w") as archive:
        archive.writestr("config.json", "{}")
        archive.writestr("model.weights.h5", stream.read())
    refuse(keras_file.convert, "outside.keras")


def edited_keras_files():
    """Files that somebody has made by hand."""
    with zipfile.ZipFile(path("churn.keras")) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    config = json.loads(members["config.json"])
    config["config"]["layers"][0]["module"] = "os"
    for name, changes in (("foreign.keras", {"config.json": json.dumps(config)}),
                          ("climbs.keras", {"../../climbed": "x"}),
                          ("pickles.keras", {"model.weights.npz": "x"}),
                          ("bomb.keras", {"zeros": b"\0" * (80 << 20)})):
        with zipfile.ZipFile(path(name), "w", zipfile.ZIP_DEFLATED) as archive:
            for member, data in (members | changes).items():
                archive.writestr(member, data)
        refuse(keras_file.convert, name)
    with h5py.File(path("bomb.h5"), "w") as file:
        file.create_dataset("zeros", (80 << 20,), "u1", compression="gzip", chunks=(1 << 20,))
    refuse(keras_file.convert, "bomb.h5")


def save_operations():
    """A model of TensorFlow's functions, with constants before tensors, and a model in it."""
    inputs = tf.keras.Input((3,), name="x")
    y = tf.reshape(tf.math.exp(0.5 * inputs)[:, 1:], [-1, 2])
    y = tf.concat([y, tf.zeros_like(y), tf.cast(y > 1, tf.float32)], axis=1)
    y = tf.stack([y[:, 0], tf.ones(tf.shape(y)[:1]), tf.reduce_sum(y, 1)], axis=1)
    inner = tf.keras.Input((3,))
    scale = tf.keras.Model(inner, tf.nn.relu(9 - tf.clip_by_value(inner, 0.5, 8)))
    score = tf.squeeze(tf.expand_dims(0.1 * tf.reduce_mean(scale(y), -1, keepdims=True), 1), 1)
    model = tf.keras.Model(inputs, layers.Activation(tf.nn.sigmoid, name="score")(score))
    model.save(path("operations.h5"))
    model.save(path("operations.keras"))
    answers["operations"] = model.predict(ROWS, verbose=0)[:, 0].tolist()
    refuse(keras_file.convert, "operations.keras")


def refuse_changed(name, layer, nodes=None):
    """The model of functions, with another first layer after the input."""
    with h5py.File(path("operations.h5")) as file:
        config = json.loads(file.attrs["model_config"])
    first = next(one for one in config["config"]["layers"] if one["class_name"] == "TFOpLambda")
    for key in ("module", "registered_name", "build_config"):
        first.pop(key, None)
    first |= layer | {"inbound_nodes": first["inbound_nodes"] if nodes is None else nodes}
    with h5py.File(path(name), "w") as file:
        file.attrs["model_config"] = json.dumps(config)
        file.attrs["keras_version"] = "2.15.0"
        file.create_group("model_weights").attrs["layer_names"] = []
    refuse(keras_file.convert, name)


def hostile_functions():
    """What Keras would look up by name, and call on constants while it loads."""
    def function(name):
        return {"class_name": "TFOpLambda", "config": {"name": "f", "function": name}}

    def dense(key, value, **rest):
        return {"class_name": "Dense", "config": {"name": "f", "units": 3, key: value}} | rest

    save_operations()
    refuse_changed("writes.h5", function("io.write_file") | {"name": "f"},
                   [["_CONSTANT_VALUE", -1, path("written"), {"contents": "x"}]])
    refuse_changed("constants.h5", function("strings.upper"), [["_CONSTANT_VALUE", -1, "a", {}]])
    refuse_changed("wrapped.h5", {"class_name": "TimeDistributed",
                                  "config": {"name": "f", "layer": function("load_library")}})
    refuse_changed("argument.h5", {}, [["x", 0, 0, {"y": function("compat.v1.py_func")}]])
    refuse_changed("method.h5", {"class_name": "ClassMethod", "config": {
        "name": "f", "cls_symbol": "io.gfile.GFile", "method_name": "write"}})
    refuse_changed("operation.h5", {"class_name": "TensorFlowOpLayer", "config": {
        "name": "f", "node_def": {"op": "WriteFile"}}})
    refuse_changed("cell.h5", {"class_name": "ResidualWrapper", "config": {
        "name": "f", "residual_fn_type": "lambda", "residual_fn": ["4wA="]}})
    refuse_changed("eval.h5", dense("activation", {
        "class_name": "function", "module": "builtins", "config": "eval", "registered_name": "eval"}))
    refuse_changed("imported.h5", dense("activation", {
        "class_name": "load_model", "module": "keras.models", "config": {}}))
    refuse_changed("registered.h5", dense("units", 3, module="keras.src.layers.core.lambda_layer",
                                          registered_name="Lambda"))
    refuse_changed("initializer.h5", dense("kernel_initializer", "deserialize"))
    refuse_changed("vocabulary.h5", {"class_name": "StringLookup", "config": {"vocabulary": "/etc/hosts"}})


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
weights_of_other_files()
hostile_functions()
graphs()
text()
print(json.dumps({"answers": answers, "refusals": refusals, "written": os.path.exists(path("written"))}))
