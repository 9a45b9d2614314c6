"""Softmax regression on the iris data: trains on the first table, predicts the second one.

argv: --tables=<train>,<test> --outputs=<predictions> --checkpointDir=oss://…
"""

import os
import time

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_string("tables", "", "the training and the test table")
tf.app.flags.DEFINE_string("outputs", "", "the table for the predictions")
tf.app.flags.DEFINE_string("checkpointDir", "", "where the model is kept")
tf.app.flags.DEFINE_integer("steps", 600, "training steps")
tf.app.flags.DEFINE_float("learning_rate", 0.05, "of Adam")
FLAGS = tf.app.flags.FLAGS

CLASSES = ["setosa", "versicolor", "virginica"]
# The whole training table, so that the order of its rows does not matter to the model.
BATCH_SIZE = 120


def read(table, epochs, shuffle):
    """The next batch of a table: features of shape [n, 4] and names of shape [n]."""
    dataset = tf.data.TableRecordDataset(
        [table],
        record_defaults=[np.float64(0)] * 4 + [""],
        selected_cols="sepal_length,sepal_width,petal_length,petal_width,category",
    )
    if shuffle:
        dataset = dataset.shuffle(200, seed=1)
    dataset = dataset.repeat(epochs).batch(BATCH_SIZE)
    f1, f2, f3, f4, category = dataset.make_one_shot_iterator().get_next()
    return tf.stack([f1, f2, f3, f4], axis=1), category


def model(features):
    """Logits of shape [n, 3]."""
    with tf.variable_scope("softmax", reuse=tf.AUTO_REUSE):
        weights = tf.get_variable("weights", [4, len(CLASSES)], initializer=tf.zeros_initializer())
        bias = tf.get_variable("bias", [len(CLASSES)], initializer=tf.zeros_initializer())
    return tf.matmul(tf.cast(features, tf.float32), weights) + bias


def export(checkpoint, folder):
    """Writes the model as a SavedModel for services: measures of shape [n, 4] to names and scores.

    A graph of its own has nothing of the training tables.
    """
    with tf.Graph().as_default(), tf.Session() as session:
        measures = tf.placeholder(tf.float32, [None, 4], name="measures")
        scores = tf.nn.softmax(model(measures))
        category = tf.gather(tf.constant(CLASSES), tf.argmax(scores, axis=1))
        tf.train.Saver().restore(session, checkpoint)
        tf.saved_model.simple_save(
            session, folder, {"measures": measures}, {"category": category, "scores": scores}
        )


def main(_):
    tf.set_random_seed(1)
    train_table, test_table = FLAGS.tables.split(",")

    features, category = read(train_table, None, True)
    labels = tf.cast(tf.equal(tf.expand_dims(category, 1), tf.constant([CLASSES])), tf.float32)
    loss = tf.reduce_mean(
        tf.nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=model(features))
    )
    step = tf.train.get_or_create_global_step()
    train = tf.train.AdamOptimizer(FLAGS.learning_rate).minimize(loss, global_step=step)

    test_features, _ = read(test_table, 1, False)
    predicted = tf.gather(tf.constant(CLASSES), tf.argmax(model(test_features), axis=1))
    saver = tf.train.Saver()

    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(FLAGS.steps):
            _, value, number = session.run([train, loss, step])
            if number % 100 == 0:
                print("step %d: loss %.4f" % (number, value))
        saved = saver.save(session, os.path.join(FLAGS.checkpointDir, "model.ckpt"), step)
        print("saved", saved)
        # Of numbered exports the greatest number is the newest.
        export(saved, os.path.join(FLAGS.checkpointDir, "export", str(int(time.time()))))

        writer = tf.python_io.TableWriter(FLAGS.outputs)
        rows = 0
        while True:
            try:
                x, names = session.run([test_features, predicted])
            except tf.errors.OutOfRangeError:
                break
            writer.write(
                [tuple(values) + (name,) for values, name in zip(x.tolist(), names)], range(5)
            )
            rows += len(names)
        writer.close()
        print("predicted %d rows" % rows)


if __name__ == "__main__":
    tf.app.run()
