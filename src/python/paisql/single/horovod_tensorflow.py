"""horovod.tensorflow in a world of one process: what is exchanged stays as it is."""

import tensorflow as tf

from paisql.single import horovod
from paisql.single.horovod import *  # noqa: F401,F403  the names that all frameworks have

__path__ = []


def DistributedOptimizer(optimizer, *_arguments, backward_passes_per_step=1, **_named):
    """The optimizer itself."""
    horovod.check_steps(backward_passes_per_step)
    return optimizer


def DistributedGradientTape(gradtape, *_arguments, **_named):
    """The tape itself."""
    return gradtape


def _same(tensor, *_arguments, **_named):
    return tf.identity(tensor)


allreduce = allgather = alltoall = reducescatter = _same


def broadcast(tensor, root_rank=0, name=None, **_named):
    _check_root(root_rank)
    return tf.identity(tensor, name)


def grouped_allreduce(tensors, *_arguments, **_named):
    return [tf.identity(tensor) for tensor in tensors]


def broadcast_variables(variables, root_rank=0, **_named):
    del variables
    _check_root(root_rank)
    return tf.no_op()


def broadcast_global_variables(root_rank=0):
    return broadcast_variables((), root_rank)


def broadcast_object(value, root_rank=0, **_named):
    _check_root(root_rank)
    return value


def allgather_object(value, **_named):
    return [value]


def join(*_arguments, **_named):
    return 0


def _check_root(root_rank):
    if root_rank != 0:
        raise ValueError("root_rank is %r, and there is rank 0 alone" % (root_rank,))


class BroadcastGlobalVariablesHook(tf.compat.v1.train.SessionRunHook):
    """Variables are those of this process."""

    def __init__(self, root_rank=0, device=""):
        super().__init__()
        del device
        _check_root(root_rank)


def __getattr__(name):
    return getattr(horovod, name)
