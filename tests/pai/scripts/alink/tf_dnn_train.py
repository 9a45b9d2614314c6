from akdl.models.tf.dnn import dnn_train


def main(task_config):
    dnn_train.main(task_config)
