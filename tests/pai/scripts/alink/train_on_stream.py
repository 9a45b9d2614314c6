"""After Alink's own example of a stream: a classifier is trained on it once, and the chief writes its model."""

import os

from akdl.engine import run_config
from akdl.runner import io_helper

import tensorflow as tf

tf = tf.compat.v1


def main(task_config):
    params = task_config.user_params
    names = params["featureCols"]
    spec = {name: tf.io.FixedLenFeature([], tf.float32) for name in names}
    spec[params["labelCol"]] = tf.io.FixedLenFeature([], tf.int64)

    def rows():
        def parse(record):
            features = tf.io.parse_single_example(record, spec)
            return features, features.pop(params["labelCol"])

        records = task_config.dataset_fn()
        assert isinstance(records, tf.data.TFRecordDataset), type(records)
        return records.map(parse).batch(params["batch_size"])

    estimator = tf.estimator.DNNClassifier(
        hidden_units=[8],
        feature_columns=[tf.feature_column.numeric_column(name) for name in names],
        model_dir=os.path.join(task_config.work_dir, "model"),
        config=run_config.generate_run_config(save_checkpoints_steps=1000),
        optimizer=tf.train.AdamOptimizer(0.05),
    )
    tf.estimator.train_and_evaluate(
        estimator, tf.estimator.TrainSpec(rows), tf.estimator.EvalSpec(rows, steps=1)
    )
    if task_config.task_type == "chief":
        folder = os.path.join(task_config.work_dir, "savedmodel")
        with tf.Graph().as_default():
            inputs = {name: tf.placeholder(tf.float32, [None], name=name) for name in names}
            receiver = tf.estimator.export.build_raw_serving_input_receiver_fn(inputs)
        estimator.export_saved_model(folder, receiver)
        io_helper.output_model_to_flink(folder, task_config.output_writer)
