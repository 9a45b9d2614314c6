"""A classifier that is configured as Alink's own examples configure theirs."""

import json

import tensorflow as tf

from akdl.engine.run_config import generate_run_config
from akdl.engine.train import train_estimator
from akdl.runner.config import TrainTaskConfig

if tf.__version__ >= "2.0":
    tf = tf.compat.v1


def main(task_config: TrainTaskConfig):
    user_params = task_config.user_params
    names = json.loads(user_params["featureCols"])
    features = [{"name": name, "dtype": "float", "shape": [1]} for name in names]
    label = {"name": user_params["labelCol"], "dtype": "long", "shape": [1]}
    train_config = {
        "raw_dataset_fn": lambda: tf.data.TFRecordDataset(task_config.dataset_file),
        "batch_size": int(user_params["batch_size"]),
        "num_epochs": int(user_params["num_epochs"]),
        "log_step_count_steps": 1,
    }
    classifier = tf.estimator.DNNClassifier(
        feature_columns=[tf.feature_column.numeric_column(name) for name in names],
        hidden_units=[30, 10],
        n_classes=2,
        config=generate_run_config(**train_config),
    )
    train_estimator(
        classifier,
        {"example_config": features + [label], "label_col": user_params["labelCol"]},
        train_config,
        {"placeholders_config": features},
        task_config,
    )
