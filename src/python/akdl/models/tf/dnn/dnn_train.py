"""A classifier with two hidden layers, exported as a SavedModel.

user_params: featureCols (a JSON list of columns of floats), labelCol (0 or 1), batch_size, num_epochs.
"""

import json
import os

from akdl.engine import run_config, train
from akdl._tensorflow import tf

_HIDDEN = [30, 10]


def _kind_of(path, column):
    """The kind of the column in the Examples of the file, "float" or "long"."""
    for record in tf.io.tf_record_iterator(path):
        feature = tf.train.Example.FromString(record).features.feature[column]
        return "float" if feature.WhichOneof("kind") == "float_list" else "long"
    return "long"


def whole_labels(dataset):
    """The dataset with integers for labels: a label may be a DOUBLE in SQL."""
    return dataset.map(lambda features, label: (features, tf.cast(label, tf.int64)))


def configs(task_config, feature_configs, label, raw_dataset_fn, label_kind):
    """(input_config, train_config, export_config) of akdl.engine.train for a task's user_params."""
    params = task_config.user_params
    label_config = {"name": label, "dtype": label_kind, "shape": [1]}
    input_config = {"example_config": feature_configs + [label_config], "label_col": label}
    train_config = {
        "raw_dataset_fn": raw_dataset_fn,
        "batch_size": int(params["batch_size"]),
        "num_epochs": int(params["num_epochs"]),
        "log_step_count_steps": 1,
        "post_process_dataset": whole_labels,
    }
    return input_config, train_config, {"placeholders_config": feature_configs}


def classifier(task_config, feature_columns, train_config):
    """The estimator, whose checkpoints lie in the task's folder."""
    return tf.estimator.DNNClassifier(
        hidden_units=_HIDDEN,
        feature_columns=feature_columns,
        model_dir=os.path.join(task_config.work_dir, "model"),
        config=run_config.generate_run_config(**train_config),
    )


def main(task_config):
    names = json.loads(task_config.user_params["featureCols"])
    label = task_config.user_params["labelCol"]
    path = task_config.dataset_file
    features = [{"name": name, "dtype": "float", "shape": [1]} for name in names]
    input_config, train_config, export_config = configs(
        task_config, features, label, lambda: tf.data.TFRecordDataset(path), _kind_of(path, label)
    )
    columns = [tf.feature_column.numeric_column(name) for name in names]
    made = classifier(task_config, columns, train_config)
    train.train_estimator(made, input_config, train_config, export_config, task_config)
