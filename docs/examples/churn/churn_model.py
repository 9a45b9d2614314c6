"""Logistic regression: who will not come back in the afternoon.

argv: --tables=<features> --outputs=<scores> --checkpointDir=oss://…
"""

import os

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_string("tables", "", "the features of users")
tf.app.flags.DEFINE_string("outputs", "", "the table for the scores")
tf.app.flags.DEFINE_string("checkpointDir", "", "where the model is kept")
tf.app.flags.DEFINE_integer("steps", 300, "training steps")
FLAGS = tf.app.flags.FLAGS

FEATURES = ["views", "carts", "spent", "last_hour"]
BATCH_SIZE = 2000


def read(epochs):
    """The next batch: ids of shape [n], features [n, 4], labels [n]."""
    dataset = tf.data.TableRecordDataset(
        [FLAGS.tables],
        record_defaults=[np.int64(0)] + [np.float64(0)] * len(FEATURES) + [np.int64(0)],
        selected_cols=",".join(["user_id"] + FEATURES + ["churned"]),
    )
    columns = dataset.repeat(epochs).batch(BATCH_SIZE).make_one_shot_iterator().get_next()
    features = tf.cast(tf.stack(columns[1:-1], axis=1), tf.float32)
    return columns[0], features, tf.cast(columns[-1], tf.float32)


def logits(features):
    """One number for each row of features [n, 4]: above 0 stays away."""
    with tf.variable_scope("churn", reuse=tf.AUTO_REUSE):
        weights = tf.get_variable("weights", [len(FEATURES), 1], initializer=tf.zeros_initializer())
        bias = tf.get_variable("bias", [1], initializer=tf.zeros_initializer())
    return tf.squeeze(tf.matmul(features, weights) + bias, axis=1)


def main(_):
    _, features, labels = read(None)
    loss = tf.losses.sigmoid_cross_entropy(labels, logits(features))
    step = tf.train.get_or_create_global_step()
    train = tf.train.AdamOptimizer(0.05).minimize(loss, global_step=step)
    users, all_features, _ = read(1)
    probability = tf.sigmoid(logits(all_features))
    saver = tf.train.Saver()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(FLAGS.steps):
            _, value, number = session.run([train, loss, step])
            if number % 100 == 0:
                print("step %d: loss %.4f" % (number, value))
        saver.save(session, os.path.join(FLAGS.checkpointDir, "model.ckpt"), step)
        writer = tf.python_io.TableWriter(FLAGS.outputs)
        rows = 0
        while True:
            try:
                ids, scores = session.run([users, probability])
            except tf.errors.OutOfRangeError:
                break
            writer.write(list(zip(ids.tolist(), [float(score) for score in scores])), range(2))
            rows += len(ids)
        writer.close()
        print("scored %d users" % rows)


if __name__ == "__main__":
    tf.app.run()
