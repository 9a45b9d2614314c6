"""dnn_train for TensorFlowBatchOp: the chief writes the model as rows (model_id, model_info)."""

import os

from akdl.models.tf.dnn import dnn_train
from akdl.runner import io_helper
from akdl.runner.config import TrainTaskConfig


def main(task_config):
    folder = os.path.join(task_config.work_dir, "savedmodel")
    config = TrainTaskConfig(saved_model_dir=folder, **task_config.__dict__)
    dnn_train.main(config)
    if task_config.task_type == "chief":
        io_helper.output_model_to_flink(folder, task_config.output_writer)
