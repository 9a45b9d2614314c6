"""Writes what the parameters of its statement have made of the rows and of the process."""

import json
import os

import tensorflow as tf

import beside


def feature(**value):
    return tf.train.Feature(**value)


def shown(one):
    """[kind of the list, its values] of a feature."""
    kind = one.WhichOneof("kind")
    values = list(getattr(one, kind).value)
    return [kind, [value.decode() if isinstance(value, bytes) else value for value in values]]


def main(config):
    if config.task_type == "ps":
        return
    rows = []
    for record in tf.data.TFRecordDataset(config.dataset_file):
        features = tf.train.Example.FromString(record.numpy()).features.feature
        rows.append({name: shown(features[name]) for name in features})
    with open(os.path.join(config.work_dir, "tensor_shapes.txt"), encoding="utf-8") as stream:
        shapes = json.load(stream)
    told = {
        "rows": rows,
        "length": config.dataset_length,
        "streamed": sum(1 for _ in config.tf_context.flink_stream_dataset()),
        "shapes": shapes,
        "threads": os.environ["TF_NUM_INTRAOP_THREADS"],
        "workers": [config.num_workers, json.loads(os.environ["TF_CONFIG"])["cluster"]],
        "beside": beside.WORD,
    }
    features = {
        "worker": feature(int64_list=tf.train.Int64List(value=[0 if config.task_type == "chief" else config.task_index + 1])),
        "told": feature(bytes_list=tf.train.BytesList(value=[json.dumps(told).encode()])),
    }
    config.output_writer.write(tf.train.Example(features=tf.train.Features(feature=features)))
