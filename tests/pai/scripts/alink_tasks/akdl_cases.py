"""akdl as scripts written for Alink call it. Prints {case: traceback}."""

import base64
import contextlib
import importlib
import inspect
import io
import json
import os
import tempfile
import traceback
import zipfile

import tensorflow.compat.v1 as tf

from akdl.engine import inputs, run_config, train
from akdl.models.tf.dnn import dnn_stream, dnn_tensor
from akdl.models.tf.keras_sequential import metrics_from_logits
from akdl.runner import io_helper, output_writer, tf_helper
from akdl.runner.config import StreamTaskConfig, TrainTaskConfig

tf.get_logger().setLevel("ERROR")
CASES = {}
ROWS = 64


def case(function):
    CASES[function.__name__] = function
    return function


class Kept:
    """An output_writer whose rows stay here."""

    def __init__(self):
        self.rows = []

    def write(self, example):
        feature = example.features.feature
        number = feature["model_id"].int64_list.value[0]
        self.rows.append((number, feature["model_info"].bytes_list.value[0].decode()))


def fails(kind, text, function):
    try:
        function()
    except kind as error:
        assert text in str(error), error
        return
    raise AssertionError("nothing was refused")


def rows_file(folder):
    """ROWS Examples: a and b, a tensor t of six floats, and label, which is 1 where a is large."""
    path = os.path.join(folder, "dataset.tfrecords")
    with tf.io.TFRecordWriter(path) as writer:
        for number in range(ROWS):
            a = (number % 8) / 8
            feature = {
                "a": tf.train.Feature(float_list=tf.train.FloatList(value=[a])),
                "b": tf.train.Feature(float_list=tf.train.FloatList(value=[1 - a])),
                "t": tf.train.Feature(float_list=tf.train.FloatList(value=[a] * 6)),
                "label": tf.train.Feature(int64_list=tf.train.Int64List(value=[int(a > 0.4)])),
            }
            example = tf.train.Example(features=tf.train.Features(feature=feature))
            writer.write(example.SerializeToString())
    return path


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
        fails(ValueError, "'real' of 'a' is no dtype", lambda: inputs.parse_feature_specs(wrong))
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


@case
def a_model_and_its_checkpoint_are_rows():
    with tempfile.TemporaryDirectory() as folder:
        kept = Kept()
        for name in ("saved/17/saved_model.pb", "saved/17/variables/a", "ckpt/model.ckpt-1.index"):
            os.makedirs(os.path.join(folder, os.path.dirname(name)), exist_ok=True)
            with open(os.path.join(folder, name), "wb") as stream:
                stream.write(os.urandom(1500000) if name.endswith("a") else name.encode())
        saved, checkpoint = (os.path.join(folder, name) for name in ("saved", "ckpt"))
        io_helper.output_model_ckpt_to_flink(saved, checkpoint, kept)
        told = json.loads(kept.rows[0][1])
        assert [one["chunks"] for one in told] == [2, 1]
        assert all(one["chunk_size"] == 1 << 20 for one in told)
        assert [number for number, _ in kept.rows] == list(range(4))
        parts = [base64.b64decode(text) for _, text in kept.rows[1:]]
        for content, names in (
            (b"".join(parts[:2]), {"saved_model.pb", "variables/", "variables/a"}),
            (parts[2], {"model.ckpt-1.index"}),
        ):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                assert set(archive.namelist()) == names
        assert [len(b"".join(parts[:2])), len(parts[2])] == [one["size"] for one in told]
        empty = os.path.join(folder, "nothing")
        fails(Exception, "has kept no checkpoint", lambda: io_helper.output_model_ckpt_to_flink(saved, empty, kept))
        packed = io_helper.pack_dir_to_file(os.path.join(saved, "17"), 1 << 20)
        assert packed["name"] == os.path.join(saved, "17.zip") and packed["chunks"] == 2
        assert packed["size"] == os.path.getsize(packed["name"])


SIGNATURES = {
    "akdl.engine.inputs.parse_feature_specs": "example_config",
    "akdl.engine.inputs.get_example_parser": "feature_specs label_col",
    "akdl.engine.inputs.get_feature_placeholders": "placeholders_config export_batch_dim=False **",
    "akdl.engine.inputs.get_dataset": "feature_specs raw_dataset_fn label_col batch_size num_epochs "
    "num_parallel_calls=8 shuffle_factor=10 prefetch_buffer_size=None post_process_dataset=None **",
    "akdl.engine.inputs.get_dataset_fn": "**",
    "akdl.engine.run_config.generate_run_config": "intra_op_parallelism_threads=4 "
    "inter_op_parallelism_threads=1 log_device_placement=False save_checkpoints_steps=50 "
    "log_step_count_steps=10 keep_checkpoint_max=1 device_count=None gpu_devices=None **",
    "akdl.engine.train.train_estimator": "estimator input_config train_config export_config task_config",
    "akdl.engine.train.train_estimator_one_worker": "estimator input_config train_config export_config task_config",
    "akdl.engine.train.train_keras_model": "model input_config train_config task_config",
    "akdl.runner.config.BatchTaskConfig": "dataset_file dataset_length output_writer **",
    "akdl.runner.config.StreamTaskConfig": "dataset_fn output_writer **",
    "akdl.runner.config.TrainTaskConfig": "dataset_file dataset_length saved_model_dir latest_ckpt_dir=None **",
    "akdl.runner.io_helper.file_io_copy_fix": "src dst overwrite=False",
    "akdl.runner.io_helper.find_timestamp_dir": "saved_model_dir",
    "akdl.runner.io_helper.gfile_copy_dir_content": "remote_dir local_dir",
    "akdl.runner.io_helper.output_model_ckpt_to_flink": "saved_model_dir latest_ckpt_dir output_writer",
    "akdl.runner.io_helper.output_model_to_flink": "model_dir output_writer",
    "akdl.runner.io_helper.pack_dir_to_file": "directory chunk_size",
    "akdl.runner.io_helper.remove_checkpoint_files": "model_dir",
    "akdl.runner.io_helper.unpack_model_from_flink": "model_path work_dir",
    "akdl.runner.output_writer.OutputWriter": "output_writer_op",
    "akdl.runner.output_writer.get_fake_output_writer": "",
    "akdl.runner.tf_helper.preview_tfrecords_file": "filepath count=None",
    "akdl.runner.tf_helper.set_intra_op_parallelism": "intra_op_parallelism_threads=1",
}


@case
def functions_have_the_arguments_of_the_original():
    for path, wanted in SIGNATURES.items():
        module, _, name = path.rpartition(".")
        function = getattr(importlib.import_module(module), name)
        found = []
        for one in inspect.signature(function).parameters.values():
            default = "" if one.default is one.empty else "=%r" % (one.default,)
            found.append("**" if one.kind is one.VAR_KEYWORD else one.name + default)
        assert " ".join(found) == wanted, path


@case
def a_file_is_copied_once():
    with tempfile.TemporaryDirectory() as folder:
        source, target = (os.path.join(folder, name) for name in "ab")
        with open(source, "w") as stream:
            stream.write("x")
        io_helper.file_io_copy_fix(source, target)
        fails(ValueError, "exists", lambda: io_helper.file_io_copy_fix(source, target))
        io_helper.file_io_copy_fix(source, target, overwrite=True)
        assert open(target).read() == "x"


@case
def metrics_take_logits():
    with tf.Graph().as_default(), tf.Session() as session:
        for from_logits, wanted in ((True, 0.75), (False, 0.5)):
            metric = metrics_from_logits.BinaryAccuracy(from_logits=from_logits, threshold=0.3)
            update = metric.update_state([[1.0], [1.0], [0.0], [0.0]], [[0.2], [0.1], [-5.0], [0.0]])
            session.run([variable.initializer for variable in metric.variables])
            session.run(update)
            assert session.run(metric.result()) == wanted, from_logits
            assert metric.get_config()["from_logits"] is from_logits


@case
def a_writer_works_by_an_operation():
    kept = []

    def operations(tensors):
        return tf.py_func(lambda text: kept.append(text), tensors, []), tf.no_op()

    writer = output_writer.OutputWriter(operations)
    example = tf.train.Example()
    example.features.feature["a"].int64_list.value.append(5)
    writer.write(example)
    writer.close()
    assert kept == [example.SerializeToString()]


@case
def rows_are_shown():
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
        tf_helper.preview_tfrecords_file(rows_file(folder), 2)
        assert out.getvalue().startswith("0 features") and "\n1 features" in out.getvalue()
        assert "\n2 features" not in out.getvalue()
        writer = output_writer.get_fake_output_writer()
        writer.write(tf.train.Example())
        writer.close()


results = {}
for name, function in CASES.items():
    try:
        function()
        results[name] = ""
    except Exception:
        results[name] = traceback.format_exc()
print(json.dumps(results))
