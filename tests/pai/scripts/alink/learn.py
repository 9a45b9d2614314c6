"""Learns z = a * x + b of the rows that have an x, and exports it, with TensorFlow 1.x and 2."""

import numpy as np
import tensorflow as tf


def records(path):
    if not tf.executing_eagerly():
        return tf.python_io.tf_record_iterator(path)
    return (record.numpy() for record in tf.data.TFRecordDataset(path))


class Line(tf.Module):
    def __init__(self, a, b):
        super().__init__()
        self.a, self.b = tf.Variable(a), tf.Variable(b)


def main(task_config):
    xs, ys = [], []
    for record in records(task_config.dataset_file):
        feature = tf.train.Example.FromString(record).features.feature
        if feature["x"].float_list.value:
            xs.append(feature["x"].float_list.value[0])
            ys.append(feature["y"].float_list.value[0])
    a, b = np.polyfit(xs, ys, 1).astype(np.float32)
    folder = task_config.saved_model_dir
    if tf.executing_eagerly():
        line = Line(a, b)
        serve = tf.function(
            lambda x: {"z": line.a * x + line.b}, input_signature=[tf.TensorSpec([None], tf.float32, name="x")]
        )
        tf.saved_model.save(line, folder, signatures={"serving_default": serve})
        return
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None], name="x")
        z = tf.Variable(a) * x + tf.Variable(b)
        session.run(tf.global_variables_initializer())
        tf.saved_model.simple_save(session, folder + "/1700000000", {"x": x}, {"z": z})
