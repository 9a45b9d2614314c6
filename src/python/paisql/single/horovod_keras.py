"""horovod.keras and horovod.tensorflow.keras in a world of one process."""

import numpy as np
import tensorflow as tf

from paisql.single import horovod, horovod_callbacks as callbacks  # noqa: F401
from paisql.single.horovod import *  # noqa: F401,F403  the names that all frameworks have
from paisql.single.horovod_tensorflow import (  # noqa: F401
    DistributedOptimizer,
    PartialDistributedOptimizer,
    broadcast_global_variables,
)

__path__ = []


def _number(value):
    """What a tensor or a variable holds, as NumPy has it; Keras's Horovod gives values."""
    if tf.is_tensor(value) or isinstance(value, tf.Variable):
        return tf.keras.backend.get_value(value)
    return np.asarray(value)


def allreduce(value, *_arguments, prescale_factor=1.0, postscale_factor=1.0, **_named):
    return horovod.scaled(_number(value), prescale_factor, postscale_factor)


reducescatter = allreduce


def allgather(value, *_arguments, **_named):
    return _number(value)


def broadcast(value, root_rank=0, *_arguments, **_named):
    horovod.check_root(root_rank)
    return _number(value)


def load_model(filepath, custom_optimizers=None, custom_objects=None, **_named):
    """tf.keras.models.load_model."""
    objects = {one.__name__: one for one in custom_optimizers or ()}
    return tf.keras.models.load_model(filepath, {**objects, **(custom_objects or {})})


def __getattr__(name):
    return horovod.part_of("horovod.keras", name)
