"""Alink's own example of a stream: a classifier is trained on it once, and the chief writes its model."""

import os

from akdl.engine import run_config, train
from akdl.engine.inputs import get_dataset, get_feature_placeholders
from akdl.runner import io_helper

import tensorflow as tf

tf = tf.compat.v1


def main(task_config):
    params = task_config.user_params
    specs = [{"name": name, "dtype": "float", "shape": []} for name in params["featureCols"]]
    label = {"name": params["labelCol"], "dtype": "long", "shape": []}
    estimator = tf.estimator.DNNClassifier(
        hidden_units=[8],
        feature_columns=[tf.feature_column.numeric_column(name) for name in params["featureCols"]],
        model_dir=os.path.join(task_config.work_dir, "model"),
        config=run_config.generate_run_config(save_checkpoints_steps=1000),
        optimizer=tf.train.AdamOptimizer(0.05),
    )
    with tf.Graph().as_default():
        placeholders = get_feature_placeholders(specs, export_batch_dim=True)
    task_config.saved_model_dir = os.path.join(task_config.work_dir, "savedmodel")
    train.train_estimator(
        estimator,
        lambda: get_dataset(
            specs + [label], task_config.dataset_fn, params["labelCol"], params["batch_size"], 1
        ),
        task_config,
        train.build_raw_serving_input_receiver_fn(placeholders),
    )
    if task_config.task_type == "chief":
        io_helper.output_model_to_flink(task_config.saved_model_dir, task_config.output_writer)
