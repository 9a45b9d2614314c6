"""akdl's training as scripts written for Alink call it."""

import base64
import contextlib
import io
import json
import os
import tempfile
import zipfile

import tensorflow.compat.v1 as tf
from akdl_made import ROWS, Kept, rows_file
from cases import case, fails

from akdl.engine import inputs, run_config, train
from akdl.models.tf.dnn import dnn_stream, dnn_tensor
from akdl.runner import io_helper
from akdl.runner.config import StreamTaskConfig, TrainTaskConfig

tf.get_logger().setLevel("ERROR")


def common(folder, **user_params):
    return dict(
        tf_context=None,
        num_workers=1,
        cluster={"chief": ["127.0.0.1:1"]},
        task_type="chief",
        task_index=0,
        work_dir=folder,
        user_params={"labelCol": "label", "batch_size": "16", "num_epochs": "2", **user_params},
    )


def task(folder, **user_params):
    return TrainTaskConfig(
        dataset_file=rows_file(folder),
        dataset_length=ROWS,
        saved_model_dir=os.path.join(folder, "saved_model_dir"),
        **common(folder, **user_params),
    )


def configs(path, **more):
    """As Alink's own examples write them: one dict of them for several functions."""
    features = [{"name": name, "dtype": "float", "shape": [1]} for name in ("a", "b")]
    return (
        {
            "example_config": features + [{"name": "label", "dtype": "long", "shape": [1]}],
            "label_col": "label",
        },
        {
            "raw_dataset_fn": lambda: tf.data.TFRecordDataset(path),
            "batch_size": 16,
            "num_epochs": 2,
            "log_step_count_steps": 1,
            **more,
        },
        {"placeholders_config": features},
    )


def classifier(folder, **train_config):
    return tf.estimator.DNNClassifier(
        hidden_units=[4],
        feature_columns=[tf.feature_column.numeric_column(name) for name in ("a", "b")],
        model_dir=os.path.join(folder, "model"),
        config=run_config.generate_run_config(**train_config),
    )


def answers(folder, feeds, key="predict"):
    """{output: values} of the one model in a folder; its inputs' shapes as "shapes"."""
    found = io_helper.find_timestamp_dir(folder)
    with tf.Graph().as_default(), tf.Session() as session:
        signature = tf.saved_model.load(session, ["serve"], found).signature_def[key]
        given = {signature.inputs[name].name: value for name, value in feeds.items()}
        wanted = {name: one.name for name, one in signature.outputs.items()}
        sizes = {
            name: [size.size for size in one.tensor_shape.dim]
            for name, one in signature.inputs.items()
        }
        return dict(session.run(wanted, given), shapes=sizes)


@case
def rows_become_batches():
    with tempfile.TemporaryDirectory() as folder:
        example_config, train_config, export_config = configs(rows_file(folder))
        specs = inputs.parse_feature_specs(example_config["example_config"])
        assert specs["a"] == tf.FixedLenFeature([1], tf.float32)
        assert specs["label"] == tf.FixedLenFeature([1], tf.int64)
        kind = tf.FixedLenSequenceFeature
        long = [{"name": "s", "dtype": "string", "shape": [], "feature_type": kind}]
        assert inputs.parse_feature_specs(long) == {"s": kind([], tf.string, allow_missing=True)}
        wrong = [{"name": "a", "dtype": "real", "shape": []}]
        fails(ValueError, "'real' of 'a' is not a dtype", lambda: inputs.parse_feature_specs(wrong))
        made = inputs.get_dataset_fn(
            feature_specs=specs, label_col="label", **dict(train_config, shuffle_factor=0)
        )
        with tf.Graph().as_default(), tf.Session() as session:
            features, label = made().make_one_shot_iterator().get_next()
            batch, told = session.run([features["a"], label])
            assert batch.shape == (16, 1) and batch[:, 0].tolist() == [n % 8 / 8 for n in range(16)]
            assert told[:, 0].tolist() == [int(n % 8 / 8 > 0.4) for n in range(16)]
            sizes = [16]
            with contextlib.suppress(tf.errors.OutOfRangeError):
                while True:
                    sizes.append(len(session.run(label)))
            assert sizes == [16] * (2 * ROWS // 16)
            plain = inputs.get_feature_placeholders(**export_config)
            assert plain["a"].shape.as_list() == [1]
            batched = inputs.get_feature_placeholders(long, "label")
            assert batched["s"].shape.as_list() == [1]


@case
def an_estimator_is_trained_and_exported():
    with tempfile.TemporaryDirectory() as folder:
        config = task(folder)
        input_config, train_config, export_config = configs(config.dataset_file, num_epochs=8)
        made = classifier(folder, **train_config)
        train.train_estimator(made, input_config, train_config, export_config, config)
        assert made.get_variable_value("global_step") == 8 * ROWS // 16
        found = answers(config.saved_model_dir, {"a": [0.0, 0.9], "b": [1.0, 0.1]})
        assert found["shapes"] == {"a": [-1], "b": [-1]}
        assert found["probabilities"].shape == (2, 2) and found["logits"].shape == (2, 1)


@case
def one_worker_keeps_its_best_model():
    with tempfile.TemporaryDirectory() as folder:
        config = task(folder)
        input_config, train_config, export_config = configs(
            config.dataset_file,
            num_epochs=400,
            save_checkpoints_steps=20,
            early_stopping_patience_steps=20,
        )
        train_config["valid_raw_dataset_fn"] = train_config["raw_dataset_fn"]
        export_config.update(
            exporter_type="best", best_exporter_metric="precision", metric_bigger=True
        )
        made = classifier(folder, **train_config)
        train.train_estimator_one_worker(
            made, input_config, train_config, export_config, config
        )
        # It could be no better than right in all, and stopped long before its last epoch.
        assert 0 < made.get_variable_value("global_step") < 400 * ROWS // 16
        found = answers(config.saved_model_dir, {"a": [0.0, 0.9], "b": [1.0, 0.1]})
        assert found["class_ids"].shape == (2, 1)


@case
def what_one_worker_cannot_do_is_said():
    with tempfile.TemporaryDirectory() as folder:
        config = task(folder)
        given = configs(config.dataset_file)
        os.environ["TF_CONFIG"] = json.dumps(
            {"cluster": config.cluster, "task": {"type": "chief", "index": 0}}
        )
        made = classifier(folder, **given[1])
        del os.environ["TF_CONFIG"]
        fails(
            RuntimeError,
            "os.environ.pop('TF_CONFIG', None) before generate_run_config()",
            lambda: train.train_estimator_one_worker(made, *given, config),
        )
        made = classifier(folder, **given[1])
        given[2]["exporter_type"] = "first"
        fails(
            ValueError,
            "Unsupported exporter_type first",
            lambda: train.train_estimator_one_worker(made, *given, config),
        )


@case
def a_keras_model_is_fitted():
    with tempfile.TemporaryDirectory() as folder:
        config = task(folder)
        input_config, train_config, _ = configs(config.dataset_file)
        ends = [tf.keras.Input([1], name=name) for name in ("a", "b")]
        out = tf.keras.layers.Dense(1)(tf.keras.layers.Concatenate()(ends))
        model = tf.keras.Model({"a": ends[0], "b": ends[1]}, out)
        model.compile("sgd", "mse")
        before = model.get_weights()[0].tolist()
        train.train_keras_model(model, input_config, train_config, config)
        assert model.get_weights()[0].tolist() != before


@case
def a_column_of_tensors_is_an_input():
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "tensor_shapes.txt"), "w") as stream:
            json.dump({"t": [2, 3]}, stream)
        config = task(folder, tensorCol="t")
        dnn_tensor.dnn_tensor(config)
        found = answers(config.saved_model_dir, {"t": [[[0.5] * 3] * 2] * 4})
        assert found["shapes"] == {"t": [-1, 2, 3]} and found["logits"].shape == (4, 1)


@case
def a_stream_is_trained_on():
    with tempfile.TemporaryDirectory() as folder:
        path, kept = rows_file(folder), Kept()
        config = StreamTaskConfig(
            dataset_fn=lambda: tf.data.TFRecordDataset(path),
            output_writer=kept,
            **common(folder, featureCols=["a", "b"], num_epochs=1),
        )
        dnn_stream.main(config)
        assert kept.rows[0][0] == 0 and kept.rows[0][1].endswith(".zip")
        content = b"".join(base64.b64decode(text) for _, text in kept.rows[1:])
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            assert "saved_model.pb" in archive.namelist()
