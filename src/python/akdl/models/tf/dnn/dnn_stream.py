"""dnn_train on a stream: trains on the rows as they come, and writes the model at their end.

user_params as dnn_train; batch_size and num_epochs may be numbers, as streams hand them on.
Labels have to be integers: the rows cannot be looked at beforehand.
"""

import json
import os

from akdl.engine import train
from akdl._tensorflow import tf
from akdl.models.tf.dnn import dnn_train
from akdl.runner import io_helper
from akdl.runner.config import TrainTaskConfig


def main(task_config):
    params = task_config.user_params
    names = params["featureCols"]
    names = json.loads(names) if isinstance(names, str) else names
    features = [{"name": name, "dtype": "float", "shape": [1]} for name in names]
    input_config, train_config, export_config = dnn_train.configs(
        task_config, features, params["labelCol"], task_config.dataset_fn, "long"
    )
    columns = [tf.feature_column.numeric_column(name) for name in names]
    made = dnn_train.classifier(task_config, columns, train_config)
    folder = os.path.join(task_config.work_dir, "saved_model_dir")
    values = dict(task_config.__dict__, dataset_file=None, dataset_length=None)
    config = TrainTaskConfig(saved_model_dir=folder, **values)
    train.train_estimator(made, input_config, train_config, export_config, config)
    if task_config.task_type == "chief":
        io_helper.output_model_to_flink(folder, task_config.output_writer)
