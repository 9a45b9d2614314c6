"""Makes the SavedModels of this folder anew: python tests/data/models/make.py FOLDER.

Small ones with fixed weights, whose answers the tests know. Needs TensorFlow 2.15.
"""

import pathlib
import sys

import tensorflow as tf

v1 = tf.compat.v1


def linear(folder):
    """TF 1: y = 2 a + 3 b + 1, a label and a column of three; two signatures and a variable."""
    with tf.Graph().as_default(), v1.Session() as session:
        a = v1.placeholder(tf.float32, [None], name="a")
        b = v1.placeholder(tf.float64, [None], name="b")
        weight = v1.get_variable("weight", initializer=tf.constant(2.0))
        y = tf.identity(weight * a + 3.0 * tf.cast(b, tf.float32) + 1.0, name="y")
        label = tf.where(y > 10.0, tf.fill(tf.shape(y), "high"), tf.fill(tf.shape(y), "low"))
        three = tf.stack([y, y * 10.0, y * 100.0], axis=1)
        session.run(v1.global_variables_initializer())
        builder = v1.saved_model.Builder(str(folder))
        signature = v1.saved_model.predict_signature_def
        builder.add_meta_graph_and_variables(
            session,
            ["serve"],
            {
                "serving_default": signature({"a": a, "b": b}, {"y": y}),
                "all": signature({"a": a, "b": b}, {"y": y, "label": label, "three": three}),
            },
        )
        builder.save()


def bare(folder):
    """TF 1: y = 4 x of numbers that are not negative, without variables and their folder."""
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None], name="x")
        with tf.control_dependencies([v1.debugging.assert_non_negative(x, message="x is negative")]):
            y = tf.identity(4.0 * x, name="y")
        v1.saved_model.simple_save(session, str(folder), {"x": x}, {"y": y})
    (folder / "variables").rmdir()


class Dense(tf.Module):
    """TF 2: the sums of two halves of four features, as [?, 2], and their larger one, as [?, 1]."""

    @tf.function(input_signature=[tf.TensorSpec([None, 4], tf.float32, name="x")])
    def serve(self, x):
        sums = tf.stack([x[:, 0] + x[:, 1], x[:, 2] + x[:, 3]], axis=1)
        return {"sums": sums, "largest": tf.reduce_max(sums, axis=1, keepdims=True)}


class Words(tf.Module):
    """TF 2: texts, whole numbers and truth values, and what fails for a negative number."""

    @tf.function(
        input_signature=[tf.TensorSpec([None], tf.string, name="word"), tf.TensorSpec([None], tf.int64, name="times")]
    )
    def serve(self, word, times):
        with tf.control_dependencies([tf.debugging.assert_non_negative(times, message="times is negative")]):
            length = tf.strings.length(word, unit="UTF8_CHAR")
        return {
            "shout": tf.strings.upper(word) + "!",
            "length": length,
            "total": tf.cast(length, tf.int64) * times,
            "many": times > 1,
        }


def main(target):
    """Makes all of them below `target`."""
    linear(target / "linear")
    bare(target / "bare")
    dense = Dense()
    tf.saved_model.save(dense, str(target / "dense"), signatures=dense.serve)
    words = Words()
    tf.saved_model.save(words, str(target / "words"), signatures=words.serve)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
