"""A classifier with two hidden layers, exported as a SavedModel.

user_params: featureCols (a JSON list of columns of floats), labelCol (0 or 1), batch_size, num_epochs.
"""

import json
import os

from akdl.engine import run_config, train
from akdl.engine._tensorflow import tf
from akdl.engine.inputs import get_dataset, get_feature_placeholders

_HIDDEN = [30, 10]


def _kind_of(path, column):
    """"float" or "long": how the column is written in the Examples of the file."""
    for record in tf.io.tf_record_iterator(path):
        feature = tf.train.Example.FromString(record).features.feature[column]
        return "float" if feature.WhichOneof("kind") == "float_list" else "long"
    return "long"


def main(task_config):
    params = task_config.user_params
    features = json.loads(params["featureCols"])
    label = params["labelCol"]
    path = task_config.dataset_file
    specs = [{"name": name, "dtype": "float", "shape": []} for name in features]
    label_kind = _kind_of(path, label)

    def whole(dataset):
        # A label may be a DOUBLE in SQL; classes are integers.
        return dataset.map(lambda inputs, classes: (inputs, tf.cast(classes, tf.int64)))

    def input_fn():
        return get_dataset(
            specs + [{"name": label, "dtype": label_kind, "shape": []}],
            lambda: tf.data.TFRecordDataset(path),
            label,
            int(params["batch_size"]),
            int(params["num_epochs"]),
            post_process_dataset=whole,
        )

    estimator = tf.estimator.DNNClassifier(
        hidden_units=_HIDDEN,
        feature_columns=[tf.feature_column.numeric_column(name) for name in features],
        model_dir=os.path.join(task_config.work_dir, "model"),
        config=run_config.generate_run_config(),
    )
    with tf.Graph().as_default():
        placeholders = get_feature_placeholders(specs, export_batch_dim=True)
    receiver = train.build_raw_serving_input_receiver_fn(placeholders)
    train.train_estimator(estimator, input_fn, task_config, receiver)
