"""Writes the SavedModels of the tests of predictors below the folder that is given."""

import os
import sys

import tensorflow as tf


class Linear(tf.Module):
    """y = a * factor + the sum of b; v = b * a, and across with its rows in the last dimension."""

    def __init__(self):
        super().__init__()
        self.factor = tf.Variable(2.0)

    @tf.function(
        input_signature=[
            tf.TensorSpec([None], tf.float32, name="a"),
            tf.TensorSpec([None, 3], tf.float32, name="b"),
        ]
    )
    def serve(self, a, b):
        v = b * a[:, None]
        return {"y": a * self.factor + tf.reduce_sum(b, axis=1), "v": v, "across": tf.transpose(v)}


class Texts(tf.Module):
    @tf.function(
        input_signature=[
            tf.TensorSpec([None], tf.string, name="s"),
            tf.TensorSpec([None], tf.int64, name="n"),
        ]
    )
    def serve(self, s, n):
        words = tf.strings.join([s, tf.strings.as_string(n)], ":")
        return {"words": words, "twice": n * 2, "even": n % 2 == 0}


class Whole(tf.Module):
    """The sum of a whole tensor, whatever its first dimension is."""

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32, name="m")])
    def serve(self, m):
        return {"sum": tf.reduce_sum(m, axis=1), "m": m + 1}


class Kinds(tf.Module):
    """Of each row three elements of other types, and how many rows are computed at once."""

    @tf.function(
        input_signature=[
            tf.TensorSpec([None, 3], tf.int8, name="x"),
            tf.TensorSpec([None], tf.float32, name="f"),
        ]
    )
    def serve(self, x, f):
        rows = tf.shape(x)[0]
        text = tf.strings.as_string(f)
        big = tf.cast(f, tf.float64) * 1e30
        return {
            "bytes": tf.cast(x, tf.uint8), "truth": x > 0, "tenths": tf.cast(x, tf.float64) / 10,
            "rows": tf.fill([rows], rows), "f": f, "text": text, "big": big,
        }


folder = sys.argv[1]
for name, model in (("linear", Linear()), ("texts", Texts()), ("whole", Whole()), ("kinds", Kinds())):
    signatures = {"serving_default": model.serve}
    if name == "texts":
        signatures = {"predict": model.serve}
    tf.saved_model.save(model, os.path.join(folder, name), signatures=signatures)
