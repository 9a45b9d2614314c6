"""The classifier of dnn_train over one column of tensors, whose shape tensor_shapes.txt tells.

user_params: tensorCol (a column of floats, each row's tensor flattened), labelCol (0 or 1), batch_size,
num_epochs. The exported input has the tensor's shape after the batch's dimension.
"""

import json
import os

from akdl.engine import train
from akdl._tensorflow import tf
from akdl.models.tf.dnn import dnn_train


def dnn_tensor(task_config):
    column, label = (task_config.user_params[name] for name in ("tensorCol", "labelCol"))
    with open(os.path.join(task_config.work_dir, "tensor_shapes.txt"), encoding="utf-8") as stream:
        shape = json.load(stream)[column]
    path = task_config.dataset_file
    features = [{"name": column, "dtype": "float", "shape": shape}]
    kind = dnn_train._kind_of(path, label)
    input_config, train_config, export_config = dnn_train.configs(
        task_config, features, label, lambda: tf.data.TFRecordDataset(path), kind
    )
    export_config["export_batch_dim"] = True
    columns = [tf.feature_column.numeric_column(column, shape)]
    made = dnn_train.classifier(task_config, columns, train_config)
    train.train_estimator(made, input_config, train_config, export_config, task_config)


main = dnn_tensor
