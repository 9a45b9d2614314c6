"""Writes what a worker is told, and the rows that it was given."""

import json
import os

import tensorflow as tf

import beside
from akdl.runner.config import BatchTaskConfig


def row(**values):
    features = {}
    for name, value in values.items():
        if isinstance(value, int):
            features[name] = tf.train.Feature(int64_list=tf.train.Int64List(value=[value, 7]))
        elif isinstance(value, float):
            features[name] = tf.train.Feature(float_list=tf.train.FloatList(value=[value]))
        else:
            features[name] = tf.train.Feature(bytes_list=tf.train.BytesList(value=[value.encode()]))
    return tf.train.Example(features=tf.train.Features(feature=features))


def main(config: BatchTaskConfig):
    assert isinstance(config, BatchTaskConfig) and tf.executing_eagerly()
    spec = {
        "id": tf.io.FixedLenFeature([], tf.int64),
        "x": tf.io.FixedLenFeature([], tf.float32),
        "s": tf.io.FixedLenFeature([], tf.string),
    }
    dataset = tf.data.TFRecordDataset(config.dataset_file)
    for turn in range(2):  # a file may be read as often as the script likes
        rows = [tf.io.parse_single_example(record, spec) for record in dataset]
        assert len(rows) == config.dataset_length
    told = {
        "user_params": config.user_params,
        "workers": config.num_workers,
        "task": [config.task_type, config.task_index],
        "tf_config": json.loads(os.environ["TF_CONFIG"]),
        "cluster": config.cluster,
        "beside": beside.WORD,
        "work_dir": os.path.samefile(config.work_dir, os.getcwd()),
        "once": sum(1 for _ in config.tf_context.flink_stream_dataset()),
    }
    config.output_writer.write(row(kind="told", id=0, x=0.0, text=json.dumps(told)))
    for one in rows:
        text = one["s"].numpy().decode()
        config.output_writer.write(row(kind="row", id=int(one["id"]), x=float(one["x"]), text=text))
