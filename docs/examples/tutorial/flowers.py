"""Softmax regression on four measures of flowers.

argv: --tables=<table> --checkpointDir=oss://… --mode=train|predict --outputs=<table, when predicting>
"""

import os

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_string("tables", "", "the table to learn from, or to predict")
tf.app.flags.DEFINE_string("outputs", "", "the table for the predictions")
tf.app.flags.DEFINE_string("checkpointDir", "", "where the model is kept")
tf.app.flags.DEFINE_string("mode", "train", "train or predict")
tf.app.flags.DEFINE_integer("steps", 300, "training steps")
FLAGS = tf.app.flags.FLAGS

CLASSES = ["setosa", "versicolor", "virginica"]


def read(epochs):
    """The next batch: measures of shape [n, 4] and names of shape [n]."""
    dataset = tf.data.TableRecordDataset(
        [FLAGS.tables],
        record_defaults=[np.float64(0)] * 4 + [""],
        selected_cols="sepal_length,sepal_width,petal_length,petal_width,category",
    )
    batches = dataset.repeat(epochs).batch(120)
    *measures, category = batches.make_one_shot_iterator().get_next()
    return tf.stack(measures, axis=1), category


def logits(measures):
    """Of shape [n, 3]."""
    weights = tf.get_variable("weights", [4, len(CLASSES)], initializer=tf.zeros_initializer())
    bias = tf.get_variable("bias", [len(CLASSES)], initializer=tf.zeros_initializer())
    return tf.matmul(tf.cast(measures, tf.float32), weights) + bias


def train():
    measures, category = read(None)
    labels = tf.cast(tf.equal(tf.expand_dims(category, 1), tf.constant([CLASSES])), tf.float32)
    loss = tf.reduce_mean(
        tf.nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits(measures))
    )
    step = tf.train.get_or_create_global_step()
    update = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=step)
    saver = tf.train.Saver()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(FLAGS.steps):
            _, value, number = session.run([update, loss, step])
            if number % 100 == 0:
                print("step %d: loss %.4f" % (number, value))
        saver.save(session, os.path.join(FLAGS.checkpointDir, "model.ckpt"), step)


def predict():
    measures, _ = read(1)
    guesses = tf.gather(tf.constant(CLASSES), tf.argmax(logits(measures), axis=1))
    saver = tf.train.Saver()
    rows = 0
    with tf.Session() as session, tf.python_io.TableWriter(FLAGS.outputs) as writer:
        saver.restore(session, tf.train.latest_checkpoint(FLAGS.checkpointDir))
        while True:
            try:
                values, names = session.run([measures, guesses])
            except tf.errors.OutOfRangeError:
                break
            writer.write([(*one, name) for one, name in zip(values.tolist(), names)], range(5))
            rows += len(names)
    print("predicted %d rows" % rows)


def main(_):
    train() if FLAGS.mode == "train" else predict()


if __name__ == "__main__":
    tf.app.run()
