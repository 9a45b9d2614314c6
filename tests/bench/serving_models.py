"""Writes the SavedModels that scripts/bench puts load on.

usage: serving_models.py FOLDER

FOLDER/dense/1: a 32-64-32-1 network, input x; FOLDER/wide/1: a wide-and-deep model of 25 texts (s0 to s24,
hashed into embeddings of 8 and a linear part) and 25 numbers (f0 to f24).
"""

import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

FEATURES = 25
BUCKETS = 1000
EMBEDDED = 8


def layers(module, sizes):
    random = np.random.RandomState(7)
    module.weights = [tf.Variable(random.randn(a, b).astype("f") / 8) for a, b in zip(sizes, sizes[1:])]

    def compute(x):
        for weight in module.weights[:-1]:
            x = tf.nn.relu(tf.matmul(x, weight))
        return tf.matmul(x, module.weights[-1])

    return compute


def dense(folder):
    module = tf.Module()
    compute = layers(module, [32, 64, 32, 1])

    @tf.function(input_signature=[tf.TensorSpec([None, 32], tf.float32, name="x")])
    def serve(x):
        return {"y": tf.sigmoid(compute(x))}

    tf.saved_model.save(module, folder, signatures=serve)


def wide(folder):
    module = tf.Module()
    compute = layers(module, [FEATURES * (EMBEDDED + 1), 128, 64, 1])
    random = np.random.RandomState(8)
    module.embedding = tf.Variable(random.randn(FEATURES * BUCKETS, EMBEDDED).astype("f") / 8)
    module.linear = tf.Variable(random.randn(FEATURES * BUCKETS).astype("f") / 8)
    texts = [tf.TensorSpec([None], tf.string, name=f"s{i}") for i in range(FEATURES)]
    numbers = [tf.TensorSpec([None], tf.float32, name=f"f{i}") for i in range(FEATURES)]

    @tf.function(input_signature=texts + numbers)
    def serve(*features):
        buckets = tf.strings.to_hash_bucket_fast(tf.stack(features[:FEATURES], 1), BUCKETS)
        buckets += tf.range(FEATURES, dtype=tf.int64) * BUCKETS
        embedded = tf.reshape(tf.gather(module.embedding, buckets), [-1, FEATURES * EMBEDDED])
        deep = compute(tf.concat([embedded, tf.stack(features[FEATURES:], 1)], 1))
        return {"y": tf.sigmoid(deep[:, 0] + tf.reduce_sum(tf.gather(module.linear, buckets), 1))}

    tf.saved_model.save(module, folder, signatures=serve)


dense(os.path.join(sys.argv[1], "dense", "1"))
wide(os.path.join(sys.argv[1], "wide", "1"))
