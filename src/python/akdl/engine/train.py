"""Training by tf.estimator and Keras.

input_config   {"example_config": as akdl.engine.inputs has it, "label_col": name}
train_config   the arguments of get_dataset() but feature_specs and label_col; others may stand in it
export_config  the arguments of get_feature_placeholders(); others may stand in it
"""

import os

from akdl._tensorflow import tf
from akdl.engine.early_stopping import stop_if_no_decrease_hook, stop_if_no_increase_hook
from akdl.engine.inputs import get_dataset_fn, get_feature_placeholders, parse_feature_specs
from akdl.runner import io_helper


def _is_first(task_config):
    is_chief = task_config.task_type == "chief" and task_config.task_index == 0
    return is_chief or task_config.num_workers == 1


def _dataset_fn(input_config, train_config, **changes):
    return get_dataset_fn(
        feature_specs=parse_feature_specs(input_config["example_config"]),
        label_col=input_config["label_col"],
        **dict(train_config, **changes),
    )


def _receiver(export_config):
    placeholders = get_feature_placeholders(**export_config)
    return tf.estimator.export.build_raw_serving_input_receiver_fn(placeholders)


def train_estimator(estimator, input_config, train_config, export_config, task_config):
    """Trains in all processes; the chief exports to task_config.saved_model_dir."""
    rows = _dataset_fn(input_config, train_config)
    tf.estimator.train_and_evaluate(estimator, tf.estimator.TrainSpec(rows), tf.estimator.EvalSpec(rows, steps=1))
    receiver = _receiver(export_config)
    if _is_first(task_config):
        estimator.export_saved_model(task_config.saved_model_dir, receiver)


def train_estimator_one_worker(estimator, input_config, train_config, export_config, task_config):
    """Trains and judges in this process alone, and exports the last or the best model.

    train_config   also valid_raw_dataset_fn, the rows that judge; early_stopping_patience_steps and
                   save_checkpoints_steps
    export_config  also exporter_type, "latest" or "best"; best_exporter_metric, and metric_bigger,
                   whether a larger one is better
    RuntimeError where the estimator's RunConfig comes from a TF_CONFIG: its chief judges nothing.
    """
    if estimator.config.cluster_spec.as_dict():
        raise RuntimeError(
            "train_estimator_one_worker judges what it trains, and a chief of a cluster does not: "
            "os.environ.pop('TF_CONFIG', None) before generate_run_config()"
        )
    exporter, folder = _exporter(estimator, export_config)
    tf.estimator.train_and_evaluate(
        estimator,
        tf.estimator.TrainSpec(
            _dataset_fn(input_config, train_config), hooks=_stopping_hooks(estimator, train_config, export_config)
        ),
        tf.estimator.EvalSpec(
            _judging_rows(input_config, train_config),
            steps=None,
            throttle_secs=0,
            start_delay_secs=0,
            exporters=[exporter],
        ),
    )
    if _is_first(task_config):
        io_helper.gfile_copy_dir_content(folder, task_config.saved_model_dir)


def _judging_rows(input_config, train_config):
    """The function of the rows that judge; without any it gives none."""
    if "valid_raw_dataset_fn" not in train_config:
        return lambda: _dataset_fn(input_config, train_config)().take(0)
    given = train_config["valid_raw_dataset_fn"]
    return _dataset_fn(input_config, train_config, raw_dataset_fn=given, shuffle_factor=0, num_epochs=1)


def _stopping_hooks(estimator, train_config, export_config):
    """The hook that ends the training early, where the configs ask for that."""
    asked = ("early_stopping_patience_steps", "save_checkpoints_steps")
    judged = ("metric_bigger", "best_exporter_metric")
    if not all(key in train_config for key in asked) or not all(key in export_config for key in judged):
        return []
    bigger = export_config["metric_bigger"]
    hook = stop_if_no_increase_hook if bigger else stop_if_no_decrease_hook
    return [
        hook(
            estimator,
            export_config["best_exporter_metric"],
            train_config["early_stopping_patience_steps"],
            run_every_secs=None,
            run_every_steps=train_config["save_checkpoints_steps"],
        )
    ]


def _exporter(estimator, export_config):
    """(the exporter, the folder that it writes to)."""
    receiver, kind = _receiver(export_config), export_config.get("exporter_type", "latest")
    exports = os.path.join(estimator.model_dir, "export")
    if kind == "latest":
        exporter = tf.estimator.LatestExporter("latest", receiver, exports_to_keep=1)
    elif kind == "best":

        def is_better(best_eval_result, current_eval_result):
            metric = export_config["best_exporter_metric"]
            best, found = best_eval_result[metric], current_eval_result[metric]
            return found > best if export_config["metric_bigger"] else found < best

        exporter = tf.estimator.BestExporter(
            serving_input_receiver_fn=receiver, compare_fn=is_better, exports_to_keep=1
        )
    else:
        raise ValueError("Unsupported exporter_type %s: write latest or best" % kind)
    return exporter, os.path.join(exports, exporter.name)


def train_keras_model(model, input_config, train_config, task_config):
    """model.fit on the rows; nothing is exported."""
    model.fit(_dataset_fn(input_config, train_config)())
