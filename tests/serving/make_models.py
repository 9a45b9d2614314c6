"""Writes SavedModels into a folder, and what TensorFlow itself answers for some inputs.

usage: make_models.py FOLDER

FOLDER/dense/7: a 32-64-32-1 network; FOLDER/texts: strings in and out; FOLDER/examples: classify and
regress over tf.Example; FOLDER/slow: a call of 0.2 s and more; FOLDER/numbered/1, 2: y = x + 1000
times the number; FOLDER/unfilled: a table that nobody has filled; FOLDER/roomy: as many
times 4 MB as the number says, untouched; FOLDER/wide: rows of 4 TB; FOLDER/answers.json: the answers.
"""

import json
import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

FLOAT, TEXT = tf.float32, tf.string


def save(module, folder, **signatures):
    tf.saved_model.save(module, folder, signatures=signatures)


def dense(folder):
    random = np.random.RandomState(7)
    module = tf.Module()
    sizes = [32, 64, 32, 1]
    module.weights = [tf.Variable(random.randn(a, b).astype("f") / 8) for a, b in zip(sizes, sizes[1:])]

    @tf.function(input_signature=[tf.TensorSpec([None, 32], FLOAT, name="x")])
    def serve(x):
        for weight in module.weights[:-1]:
            x = tf.nn.relu(tf.matmul(x, weight))
        return {"y": tf.sigmoid(tf.matmul(x, module.weights[-1]))}

    save(module, folder, serving_default=serve)
    rows = random.randn(5, 32).astype("f")
    return {"x": rows.tolist(), "y": serve(rows)["y"].numpy().tolist()}


def texts(folder):
    module = tf.Module()

    @tf.function(
        input_signature=[
            tf.TensorSpec([None], TEXT, name="name"),
            tf.TensorSpec([None], tf.int64, name="times"),
            tf.TensorSpec([None, 1], FLOAT, name="price"),
        ]
    )
    def serve(name, times, price):
        return {
            "greeting": tf.strings.join(["hello ", name]),
            "raw_bytes": name,
            "total": tf.cast(times, FLOAT) * price[:, 0],
            "many": times > 1,
        }

    @tf.function(input_signature=[tf.TensorSpec([], FLOAT, name="x")])
    def half(x):
        return {"half": x / 2, "nothing": x / 0.0}

    @tf.function(input_signature=[tf.TensorSpec([None, None], TEXT, name="words")])
    def joined(words):
        return {"line": tf.strings.reduce_join(words, axis=1, separator="-")}

    save(module, folder, serving_default=serve, half=half, joined=joined)


def examples(folder):
    module = tf.Module()
    spec = {"f": tf.io.FixedLenFeature([], FLOAT), "c": tf.io.FixedLenFeature([], FLOAT, 0.0)}

    def total(serialized):
        parsed = tf.io.parse_example(serialized, spec)
        return parsed["f"] + parsed["c"]

    inputs = [tf.TensorSpec([None], TEXT, name="inputs")]

    @tf.function(input_signature=inputs)
    def classify(inputs):
        score = total(inputs)
        return {"scores": tf.stack([score, 1 - score], 1), "classes": tf.tile([["yes", "no"]], [tf.size(score), 1])}

    @tf.function(input_signature=inputs)
    def regress(inputs):
        return {"outputs": total(inputs)}

    save(module, folder, serving_default=classify, regression=regress)


def slow(folder):
    module = tf.Module()

    @tf.function(input_signature=[tf.TensorSpec([None, 1], FLOAT, name="x")])
    def serve(x):
        noise = tf.ones([300, 300]) * x[0, 0]
        for _ in tf.range(60):
            noise = tf.matmul(noise, noise) * 1e-9
        return {"y": x + 0.0 * noise[0, 0]}

    save(module, folder, serving_default=serve)


def numbered(folder):
    for number in (1, 2):
        module = tf.Module()

        @tf.function(input_signature=[tf.TensorSpec([None], FLOAT, name="x")])
        def serve(x, number=number):
            return {"y": x + 1000.0 * number}

        save(module, os.path.join(folder, str(number)), serving_default=serve)


def unfilled(folder):
    """An export of TensorFlow 1 that was made without its legacy_init_op."""
    v1 = tf.compat.v1
    with v1.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(TEXT, [None], name="x")
        keys, values = tf.constant(["a"]), tf.constant([1.0])
        table = v1.lookup.StaticHashTable(v1.lookup.KeyValueTensorInitializer(keys, values), 0.0)
        signature = v1.saved_model.predict_signature_def({"x": x}, {"y": table.lookup(x)})
        builder = v1.saved_model.Builder(folder)
        builder.add_meta_graph_and_variables(session, ["serve"], {"serving_default": signature})
        builder.save()


def roomy(folder):
    module = tf.Module()

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int64, name="n")])
    def serve(n):
        shape = tf.stack([tf.cast(tf.reduce_max(n) + 1, tf.int32), 1 << 20])
        first = tf.reshape(tf.raw_ops.Empty(shape=shape, dtype=FLOAT, init=False)[:1, :1], [1])
        return {"y": tf.cast(n, FLOAT) + tf.minimum(tf.cast(tf.math.is_finite(first), FLOAT), 0)}

    save(module, folder, serving_default=serve)


def wide(folder):
    module = tf.Module()

    @tf.function(input_signature=[tf.TensorSpec([None, 10**12], FLOAT, name="x")])
    def serve(x):
        return {"y": x[:, 0]}

    save(module, folder, serving_default=serve)


def main(folder):
    answers = {"dense": dense(os.path.join(folder, "dense", "7"))}
    texts(os.path.join(folder, "texts"))
    examples(os.path.join(folder, "examples"))
    slow(os.path.join(folder, "slow"))
    for make in (numbered, unfilled, roomy, wide):
        make(os.path.join(folder, make.__name__))
    with open(os.path.join(folder, "answers.json"), "w", encoding="utf-8") as file:
        json.dump(answers, file)


main(sys.argv[1])
