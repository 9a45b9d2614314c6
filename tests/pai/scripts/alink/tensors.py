import json
import os

import tensorflow as tf


def main(task_config):
    with open(os.path.join(task_config.work_dir, "tensor_shapes.txt")) as stream:
        shapes = json.load(stream)
    assert sorted(shapes) == ["b", "f", "l"], shapes
    spec = {
        "f": tf.io.FixedLenFeature(shapes["f"], tf.float32),
        "l": tf.io.FixedLenFeature(shapes["l"], tf.int64),
        "b": tf.io.FixedLenFeature(shapes["b"], tf.int64),
        "s": tf.io.FixedLenFeature([], tf.string),
    }
    for row in tf.data.TFRecordDataset(task_config.dataset_file):
        row = tf.io.parse_single_example(row, spec)
        told = json.dumps([row["f"].numpy().tolist(), row["l"].numpy().tolist(), row["b"].numpy().tolist()])
        feature = {
            "s": tf.train.Feature(bytes_list=tf.train.BytesList(value=[row["s"].numpy()])),
            "told": tf.train.Feature(bytes_list=tf.train.BytesList(value=[told.encode()])),
        }
        task_config.output_writer.write(tf.train.Example(features=tf.train.Features(feature=feature)))
