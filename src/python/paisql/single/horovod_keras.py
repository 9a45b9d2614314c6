"""horovod.keras and horovod.tensorflow.keras in a world of one process."""

import types

import tensorflow as tf

from paisql.single import horovod
from paisql.single.horovod import *  # noqa: F401,F403  the names that all frameworks have
from paisql.single.horovod_tensorflow import (  # noqa: F401
    DistributedOptimizer,
    allgather,
    allreduce,
    broadcast,
    broadcast_global_variables,
)


class _Nothing(tf.keras.callbacks.Callback):
    """A callback that has nothing to do: there is nobody else."""

    def __init__(self, *_arguments, **_named):
        super().__init__()


def load_model(filepath, custom_optimizers=None, custom_objects=None, **_named):
    """tf.keras.models.load_model."""
    objects = {one.__name__: one for one in custom_optimizers or ()}
    return tf.keras.models.load_model(filepath, {**objects, **(custom_objects or {})})


# The warm-up goes from lr / size() to lr, which is one number here.
callbacks = types.SimpleNamespace(
    BroadcastGlobalVariablesCallback=_Nothing,
    MetricAverageCallback=_Nothing,
    LearningRateWarmupCallback=_Nothing,
)


def __getattr__(name):
    return getattr(horovod, name)
