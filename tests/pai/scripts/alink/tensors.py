import json
import os

import tensorflow as tf


def main(task_config):
    with open(os.path.join(task_config.work_dir, "tensor_shapes.txt")) as stream:
        shapes = json.load(stream)
    with open(os.path.join(task_config.work_dir, "tensor_types.txt")) as stream:
        types = json.load(stream)
    assert types == {"b": "boolean", "f": "float", "l": "long", "t": "string"}, types
    assert sorted(shapes) == sorted(types), shapes
    spec = {
        "f": tf.io.FixedLenFeature(shapes["f"], tf.float32),
        "l": tf.io.FixedLenFeature(shapes["l"], tf.int64),
        "b": tf.io.FixedLenFeature(shapes["b"], tf.int64),
        "t": tf.io.FixedLenFeature(shapes["t"], tf.string),
        "s": tf.io.FixedLenFeature([], tf.string),
    }
    records = [record.numpy() for record in tf.data.TFRecordDataset(task_config.dataset_file)]
    assert records == [record.numpy() for record in task_config.tf_context.flink_stream_dataset()]
    for row in records:
        row = tf.io.parse_single_example(row, spec)
        texts = [one.decode() for one in row["t"].numpy().tolist()]
        told = json.dumps([row[name].numpy().tolist() for name in "flb"] + [texts])
        feature = {
            "s": tf.train.Feature(bytes_list=tf.train.BytesList(value=[row["s"].numpy()])),
            "told": tf.train.Feature(bytes_list=tf.train.BytesList(value=[told.encode()])),
        }
        task_config.output_writer.write(tf.train.Example(features=tf.train.Features(feature=feature)))
