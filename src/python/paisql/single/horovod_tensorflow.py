"""horovod.tensorflow in a world of one process: what is exchanged stays as it is."""

import tensorflow as tf

from paisql.single import horovod
from paisql.single.horovod import *  # noqa: F401,F403  the names that all frameworks have
from paisql.single.horovod import check_root, scaled

__path__ = []


def DistributedOptimizer(optimizer, *_arguments, backward_passes_per_step=1, **_named):
    """The optimizer itself."""
    horovod.check_steps(backward_passes_per_step)
    return optimizer


def DistributedGradientTape(gradtape, *_arguments, **_named):
    """The tape itself."""
    return gradtape


PartialDistributedOptimizer = DistributedOptimizer
PartialDistributedGradientTape = DistributedGradientTape


def allreduce(tensor, *_arguments, prescale_factor=1.0, postscale_factor=1.0, **_named):
    return tf.identity(scaled(tensor, prescale_factor, postscale_factor))


reducescatter = allreduce


def allgather(tensor, *_arguments, **_named):
    return tf.identity(tensor)


def alltoall(tensor, splits=None, *_arguments, **_named):
    """With the splits that were received, where splits are given."""
    gathered = tf.identity(tensor)
    return gathered if splits is None else (gathered, tf.identity(splits))


def grouped_allreduce(tensors, *arguments, **named):
    return [allreduce(tensor, *arguments, **named) for tensor in tensors]


grouped_reducescatter = grouped_allreduce


def grouped_allgather(tensors, *_arguments, **_named):
    return [tf.identity(tensor) for tensor in tensors]


def broadcast(tensor, root_rank=0, name=None, **_named):
    check_root(root_rank)
    return tf.identity(tensor, name)


def broadcast_(variables, root_rank=0, **_named):
    check_root(root_rank)
    return variables


def broadcast_variables(variables, root_rank=0, **_named):
    del variables
    check_root(root_rank)
    return tf.no_op()


def broadcast_global_variables(root_rank=0):
    return broadcast_variables((), root_rank)


def broadcast_object(obj, root_rank=0, **_named):
    check_root(root_rank)
    return obj


def broadcast_object_fn(root_rank=0, **_named):
    check_root(root_rank)
    return lambda obj: obj


def allgather_object(obj, **_named):
    return [obj]


def join(*_arguments, **_named):
    return 0


def _operation(count):
    def operation(*_arguments, name=None, **_named):
        return tf.constant(count, tf.int32, name=name)

    return operation


size_op = local_size_op = process_set_included_op = _operation(1)
rank_op = local_rank_op = _operation(0)


def gpu_available(*_arguments, **_named):
    return bool(tf.config.list_physical_devices("GPU"))


class SyncBatchNormalization(tf.keras.layers.BatchNormalization):
    """Statistics of this process's batches, which are all batches."""

    def __init__(self, fused=False, process_set=horovod.global_process_set, **named):
        del process_set
        super().__init__(fused=fused, **named)


class BroadcastGlobalVariablesHook(tf.compat.v1.train.SessionRunHook):
    """Variables are those of this process."""

    def __init__(self, root_rank=0, device=""):
        super().__init__()
        del device
        check_root(root_rank)


def __getattr__(name):
    return horovod.part_of("horovod.tensorflow", name)
