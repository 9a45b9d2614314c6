"""What the cases of akdl share: rows, an output_writer, and what is refused."""

import os

import tensorflow.compat.v1 as tf

ROWS = 64


class Kept:
    """An output_writer whose rows stay here."""

    def __init__(self):
        self.rows = []

    def write(self, example):
        feature = example.features.feature
        number = feature["model_id"].int64_list.value[0]
        self.rows.append((number, feature["model_info"].bytes_list.value[0].decode()))


def rows_file(folder):
    """ROWS Examples: a and b, a tensor t of six floats, and label, which is 1 where a is large."""
    path = os.path.join(folder, "dataset.tfrecords")
    with tf.io.TFRecordWriter(path) as writer:
        for number in range(ROWS):
            a = (number % 8) / 8
            feature = {
                "a": tf.train.Feature(float_list=tf.train.FloatList(value=[a])),
                "b": tf.train.Feature(float_list=tf.train.FloatList(value=[1 - a])),
                "t": tf.train.Feature(float_list=tf.train.FloatList(value=[a] * 6)),
                "label": tf.train.Feature(int64_list=tf.train.Int64List(value=[int(a > 0.4)])),
            }
            example = tf.train.Example(features=tf.train.Features(feature=feature))
            writer.write(example.SerializeToString())
    return path
