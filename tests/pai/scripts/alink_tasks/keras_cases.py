"""The training of Keras components: checkpoints, the best epoch, an early end, rows that are refused.

Arguments: the URL of a table without rows, of one whose labels are all the same, of one with two.
"""

import contextlib
import io
import os
import re
import sys
import tempfile
import types

import tensorflow as tf
from cases import case, fails, main

from akdl.models.tf.keras_sequential import keras_sequential_main, layer_texts, watch
from akdl.runner import io_helper
from akdl.runner.config import TrainTaskConfig
from paisql.alink_models import ModelError
from paisql.alink_run import keras
from paisql.alink_task import task_cluster

EMPTY, ONE_LABEL, TWO_LABELS = sys.argv[1:]
ROWS, BATCH = 12, 4
PLACE = task_cluster.Place({"chief": ["127.0.0.1:1"], "worker": []}, "chief", 0)


def rows_file(folder, count):
    path = os.path.join(folder, "dataset.tfrecords")
    with tf.io.TFRecordWriter(path) as writer:
        for number in range(count):
            values = {"t": [float(number % 2), 1.0], "label": [float(number % 2)]}
            feature = {
                name: tf.train.Feature(float_list=tf.train.FloatList(value=given))
                for name, given in values.items()
            }
            example = tf.train.Example(features=tf.train.Features(feature=feature))
            writer.write(example.SerializeToString())
    return path


def train(rows=ROWS, **params):
    """The numbers of the epochs that were gone through, and what was printed."""
    given = {"tensor_cols": '["t"]', "label_col": "label", "batch_size": BATCH}
    given["model_config"] = '{"layers": ["Dense(2)"]}'
    given.update(params)
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
        task = TrainTaskConfig(
            tf_context=None,
            num_workers=1,
            cluster=PLACE.cluster,
            task_type="chief",
            task_index=0,
            work_dir=folder,
            user_params=given,
            dataset_file=rows_file(folder, rows),
            dataset_length=rows,
            saved_model_dir=os.path.join(folder, "savedmodel"),
        )
        keras_sequential_main.main(task)
        assert os.path.exists(os.path.join(folder, "savedmodel", "saved_model.pb"))
    return [int(n) for n in re.findall(r"Epoch (\d+)/", out.getvalue())], out.getvalue()


def checkpoint(folder):
    """(epochs, steps) that the newest checkpoint has."""
    read = tf.train.load_checkpoint(folder)
    steps = read.get_tensor("optimizer/_iterations/.ATTRIBUTES/VARIABLE_VALUE")
    return int(read.get_tensor("epoch/.ATTRIBUTES/VARIABLE_VALUE")), int(steps)


BYSTANDERS = ("notes.txt", "ckpt-plan.md", "version", "export/1/a", "keras/b", "ckpts/ckpt-1.index")


@case
def only_checkpoints_are_removed():
    with tempfile.TemporaryDirectory() as folder:
        old = ("ckpt-9.index", "ckpt-9.data-00000-of-00001")
        for name in BYSTANDERS + old:
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            open(path, "w").close()
        for _ in range(2):
            assert train(checkpoint_dir=folder, num_epochs=2)[0] == [1, 2]
            found = {
                os.path.relpath(os.path.join(base, name), folder)
                for base, _, names in os.walk(folder)
                for name in names
            }
            made = found - set(BYSTANDERS)
            assert set(BYSTANDERS) <= found and not made & set(old), found
            assert made == {"checkpoint", "ckpt-2.index", "ckpt-2.data-00000-of-00001"}, made
            assert checkpoint(folder) == (2, 2 * ROWS // BATCH)


@case
def a_training_goes_on_where_its_checkpoint_ends():
    with tempfile.TemporaryDirectory() as folder:
        given = {"checkpoint_dir": folder, "ALINK:remove_checkpoint_before_training": "false"}
        # Checkpoints come at epoch 2, and at the end.
        assert train(num_epochs=3, save_checkpoints_epochs=2, **given)[0] == [1, 2, 3]
        assert checkpoint(folder) == (3, 3 * ROWS // BATCH), checkpoint(folder)
        assert train(num_epochs=5, **given)[0] == [4, 5]
        assert checkpoint(folder) == (5, 5 * ROWS // BATCH)
        epochs, said = train(num_epochs=5, **given)
        assert epochs == [] and "has all 5 epochs: nothing is trained" in said
        assert checkpoint(folder) == (5, 5 * ROWS // BATCH)
        for layers in ('["Dense(3)"]', '["Dense(2)", "Dense(2)"]', "[]"):
            fails(
                layer_texts.TextError,
                "is of another network",
                lambda: train(num_epochs=6, model_config='{"layers": %s}' % layers, **given),
            )
        assert checkpoint(folder) == (5, 5 * ROWS // BATCH)


def saves(**params):
    """The epochs after which a checkpoint was written."""
    found, save = [], tf.train.CheckpointManager.save

    def counted(self, *arguments, **options):
        found.append(int(self.checkpoint.epoch.numpy()))
        return save(self, *arguments, **options)

    tf.train.CheckpointManager.save = counted
    try:
        with tempfile.TemporaryDirectory() as folder:
            train(checkpoint_dir=folder, **params)
    finally:
        tf.train.CheckpointManager.save = save
    return found


@case
def checkpoints_come_after_epochs_or_seconds():
    assert saves(num_epochs=7, save_checkpoints_epochs=1.5) == [2, 3, 5, 6, 7]
    assert saves(num_epochs=2, save_checkpoints_epochs=0.3) == [1, 2]
    assert saves(num_epochs=3, save_checkpoints_secs=1e-6, save_checkpoints_epochs=3) == [1, 2, 3]
    assert saves(num_epochs=2, save_checkpoints_secs=1e6, save_checkpoints_epochs=1) == [2]


@case
def workers_whose_clocks_differ_save_together():
    class Strategy:
        num_replicas_in_sync = 2

        def __init__(self, others):
            self.others = others

        def run(self, function):
            return function()

        def reduce(self, operation, value, axis):
            return value + self.others

    def saves(kind, seconds, others):
        params = types.SimpleNamespace(checkpoint_seconds=seconds, checkpoint_epochs=1)
        watcher = watch.Watch(params, types.SimpleNamespace(task_type=kind))
        watcher.set_model(types.SimpleNamespace(distribute_strategy=Strategy(others)))
        return watcher._is_due()

    assert saves("chief", 1e-9, 0.0) and not saves("chief", 1e9, 0.0)
    assert saves("worker", 1e9, 1.0) and not saves("worker", 1e-9, 0.0)


@case
def a_training_ends_when_its_metric_becomes_no_better():
    # Unchanged weights do not score better at the second epoch, by any metric.
    still = dict(optimizer="SGD(0.0)", num_epochs=9)
    for metric in ("loss", "accuracy", "auc", "precision", "recall"):
        epochs, said = train(best_metric=metric, patience=1, validation_split=0.5, **still)
        assert epochs == [1, 2] and metric + " has become no better for 1 epochs" in said, (metric, said)
    for metric in ("mse", "MAE"):
        epochs, said = train(best_metric=metric, patience=2, label_type="float", validation_split=0.5, **still)
        assert epochs == [1, 2, 3] and metric.lower() + " has become no better for 2" in said, said
    assert train(best_metric="loss", patience=0, **still)[0] == list(range(1, 10))


@case
def the_best_epoch_is_that_of_its_metric():
    class Model:
        weights, set_weights, stop_training = None, None, False

        def get_weights(self):
            return self.weights

    def best(metric, values, name=None, patience=0):
        params = types.SimpleNamespace(
            best_metric=metric, best_only=True, patience=patience, checkpoints=None, checkpoint_epochs=1
        )
        model, kept = Model(), []
        model.set_weights = kept.append
        watcher = watch.Watch(params, None)
        watcher.set_model(model)
        for epoch, value in enumerate(values):
            model.weights = epoch
            watcher.on_epoch_end(epoch, {metric: 0.0, name or metric: value})
            if model.stop_training:
                break
        watcher.on_train_end()
        return kept, model.weights

    nan = float("nan")
    assert best("loss", [3, 1, 2]) == ([1], 2)
    assert best("accuracy", [0.1, 0.9, 0.9, 0.2]) == ([1], 3)
    # The rows that judge count, where there are some.
    assert best("auc", [0.5, 0.7, 0.6], "val_auc") == ([1], 2)
    assert best("mae", [2, 3, 4, 5], patience=2) == ([0], 2)
    # NaN is never the best value.
    assert best("loss", [nan, 2, nan]) == ([1], 2)
    assert best("loss", [nan, nan, nan], patience=2) == ([], 1)


@case
def what_cannot_judge_is_named():
    for params, said in (
        ({"best_metric": "mse"}, "'mse' is not one of loss, accuracy, auc, precision, recall"),
        ({"best_metric": "recall", "num_classes": 3}, "bestMetric 'recall' is for two labels"),
        ({"best_metric": "auc", "label_type": "float"}, "bestMetric 'auc' is not one of loss, mse, mae"),
    ):
        fails(layer_texts.TextError, said, lambda params=params: train(**params))


@case
def a_layer_that_does_not_fit_is_named():
    for text, said in (("Conv1D(4, 9)", "layer 1, Conv1D: "), ("Reshape((3, 1))", 'add "Flatten()"')):
        layers = [layer_texts.read_layer(text)]
        params = types.SimpleNamespace(layers=layers, regression=True, classes=2)
        fails(layer_texts.TextError, said, lambda: keras_sequential_main._model(tf, params, [3]))


@case
def rows_that_train_nothing_are_refused():
    fails(layer_texts.TextError, "there are no rows to train on", lambda: train(rows=0))
    fails(layer_texts.TextError, "there are no rows to train on", lambda: train(rows=0, shape="[2]"))
    for url, said in ((EMPTY, "'label' has 0 labels, and"), (ONE_LABEL, "'label' has 1 label, and")):
        fails(ModelError, said, lambda url=url: keras._labels({"input": url, "label": "label"}))
    assert keras._labels({"input": TWO_LABELS, "label": "label"}) == ["a", "b"]
    settings = {"input": EMPTY, "tensor": "t", "label": "label"}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "rows")
        said = "the input has no rows to train on"
        fails(ModelError, said, lambda: keras._write_rows(settings, PLACE, None, path))


@case
def checkpoints_of_scripts_are_removed_and_nothing_else():
    with tempfile.TemporaryDirectory() as folder:
        gone = (
            "checkpoint", "model.ckpt-5.index", "ckpt-3.index", "ckpt-3.data-00000-of-00001",
            "events.out.tfevents.1", "export/1/a",
        )
        for name in gone + ("notes.txt", "data/b", "ckpt-plan.md"):
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            open(path, "w").close()
        io_helper.remove_checkpoint_files(folder)
        io_helper.remove_checkpoint_files(os.path.join(folder, "nix"))
        assert sorted(os.listdir(folder)) == ["ckpt-plan.md", "data", "notes.txt"]


main()
