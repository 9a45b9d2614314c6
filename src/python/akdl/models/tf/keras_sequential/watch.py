"""What watches the training of a network: checkpoints, the best epoch, an early end. Imports TensorFlow.

Checkpoints are those of tf.train.CheckpointManager: `checkpoint`, ckpt-<n>.index and ckpt-<n>.data-*
of a folder that the user names. Nothing else in the folder is touched.
"""

import os
import re
import time

import tensorflow as tf

from akdl.models.tf.keras_sequential.layer_texts import TextError
from akdl.runner import io_helper

# The variables of the layers, without those of the optimizer that belong to them.
_LAYER = re.compile(r"model/layer_with_weights-(?!.*OPTIMIZER_SLOT)")
METRICS = {
    "accuracy": "max",
    "auc": "max",
    "precision": "max",
    "recall": "max",
    "loss": "min",
    "mse": "min",
    "mae": "min",
}


@tf.function
def _sum(strategy, own):
    return strategy.reduce(tf.distribute.ReduceOp.SUM, strategy.run(lambda: own), axis=None)


def _restore(kept, path):
    """Restores a tf.train.Checkpoint of a `model`; TextError where the file is of another network."""
    saved = [name for name in tf.train.load_checkpoint(path).get_variable_to_shape_map() if _LAYER.match(name)]
    try:
        kept.restore(path).assert_existing_objects_matched()
        if len(saved) == len(kept.model.weights):
            return
        why = "it has %d variables, and the layers have %d" % (len(saved), len(kept.model.weights))
    except (ValueError, AssertionError, tf.errors.OpError) as error:
        why = str(error).split("\n")[0]
    raise TextError("the checkpoint %s is of another network: %s" % (path, why))


class Watch(tf.keras.callbacks.Callback):
    """The callback of keras_sequential_main's `params` and the task.

    A checkpoint is written at the end of the first epoch with which checkpoint_epochs have gone by since
    the last one, or in place of that checkpoint_seconds, and at the end of the training.
    """

    def __init__(self, params, task_config):
        super().__init__()
        self._params, self._task = params, task_config
        self._manager, self._epoch = None, None
        self._unsaved, self._due, self._saved = 0, params.checkpoint_epochs, time.monotonic()
        self._best, self._best_weights, self._no_better = None, None, 0

    def restore(self, model):
        """Gives the epoch to begin with: that after the newest checkpoint, else 0.

        TextError for a checkpoint of another network.
        """
        folder = self._params.checkpoints
        if not folder:
            return 0
        chief = self._task.task_type == "chief"
        if self._params.remove and chief:
            io_helper.remove_files(folder, io_helper.KERAS_CHECKPOINTS)
        self._epoch = tf.Variable(0, dtype=tf.int64, trainable=False)
        kept = tf.train.Checkpoint(model=model, optimizer=model.optimizer, epoch=self._epoch)
        # All workers save, as a strategy wants it; the chief's checkpoints count.
        own = folder if chief else os.path.join(self._task.work_dir, "checkpoints")
        self._manager = tf.train.CheckpointManager(kept, own, max_to_keep=1)
        newest = None if self._params.remove else tf.train.latest_checkpoint(folder)
        if newest is not None:
            _restore(kept, newest)
        done = int(self._epoch.numpy())
        if done >= self._params.epochs:
            print("the checkpoint has all %d epochs: nothing is trained" % done)
        return done

    def on_epoch_end(self, epoch, logs=None):
        self._judge(logs or {})
        if self._manager is not None:
            self._epoch.assign(epoch + 1)
            self._unsaved += 1
            if self._is_due():
                self._save()

    def on_train_end(self, logs=None):
        if self._unsaved:
            self._save()
        if self._best_weights is not None:
            self.model.set_weights(self._best_weights)

    def _is_due(self):
        seconds = self._params.checkpoint_seconds
        if seconds:
            return self._of_the_chief(time.monotonic() - self._saved >= seconds)
        self._due -= 1
        if self._due > 0:
            return False
        # What goes beyond whole epochs counts for the next one: each 1.5 epochs are 2 and 1 by turns.
        self._due = max(self._due + self._params.checkpoint_epochs, 0)
        return True

    def _of_the_chief(self, due):
        """The chief's answer in all workers: their clocks differ, and they have to save together."""
        strategy = self.model.distribute_strategy
        if strategy.num_replicas_in_sync == 1:
            return due
        own = float(due and self._task.task_type == "chief")
        return bool(_sum(strategy, tf.constant(own)) > 0)

    def _save(self):
        self._manager.save()
        self._unsaved, self._saved = 0, time.monotonic()

    def _judge(self, logs):
        params, name = self._params, self._params.best_metric
        value = logs.get("val_" + name, logs.get(name))
        if value is None or not (params.best_only or params.patience):
            return
        sign = 1 if METRICS[name] == "max" else -1
        if value == value and (self._best is None or sign * value > sign * self._best):
            self._best, self._no_better = value, 0
            if params.best_only:
                self._best_weights = self.model.get_weights()
            return
        self._no_better += 1
        if params.patience and self._no_better >= params.patience:
            print("%s has become no better for %d epochs: the training ends" % (name, self._no_better))
            self.model.stop_training = True
