"""horovod.torch in a world of one process: what is exchanged stays as it is.

ModuleNotFoundError where there is no PyTorch.
"""

import contextlib

from paisql.single import horovod
from paisql.single.horovod import *  # noqa: F401,F403  the names that all frameworks have
from paisql.single.horovod import check_root, scaled

try:
    import torch  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "horovod.torch needs PyTorch, which is not installed here: a requirements.txt in the "
        "archive brings it; or write horovod.tensorflow",
        name="horovod.torch",
    ) from error

__path__ = []


def allreduce(tensor, *_arguments, prescale_factor=1.0, postscale_factor=1.0, **_named):
    return scaled(tensor, prescale_factor, postscale_factor).clone()


def allreduce_(tensor, *_arguments, prescale_factor=1.0, postscale_factor=1.0, **_named):
    """In place."""
    if prescale_factor * postscale_factor != 1.0:
        tensor.mul_(prescale_factor * postscale_factor)
    return tensor


def _copied(tensor, *_arguments, **_named):
    return tensor.clone()


allgather = sparse_allreduce = _copied
reducescatter = allreduce


def alltoall(tensor, splits=None, *_arguments, **_named):
    """With the splits that were received, where splits are given."""
    return tensor.clone() if splits is None else (tensor.clone(), splits)


def broadcast(tensor, root_rank, *_arguments, **_named):
    check_root(root_rank)
    return tensor.clone()


def broadcast_(tensor, root_rank, *_arguments, **_named):
    """In place."""
    check_root(root_rank)
    return tensor


def _of_each(function):
    def grouped(tensors, *arguments, **named):
        return [function(tensor, *arguments, **named) for tensor in tensors]

    return grouped


grouped_allreduce, grouped_allreduce_ = _of_each(allreduce), _of_each(allreduce_)
grouped_allgather, grouped_reducescatter = _of_each(allgather), _of_each(reducescatter)

# A handle is the result itself.
allreduce_async, allreduce_async_ = allreduce, allreduce_
allgather_async, alltoall_async, reducescatter_async = allgather, alltoall, reducescatter
broadcast_async, broadcast_async_ = broadcast, broadcast_
sparse_allreduce_async = sparse_allreduce
grouped_allreduce_async, grouped_allreduce_async_ = grouped_allreduce, grouped_allreduce_
grouped_allgather_async, grouped_reducescatter_async = grouped_allgather, grouped_reducescatter


def poll(handle):
    del handle
    return True


def synchronize(handle):
    return handle


def join(*_arguments, **_named):
    return 0


def barrier(*_arguments, **_named):
    pass


def broadcast_parameters(params, root_rank):
    del params
    check_root(root_rank)


broadcast_optimizer_state = broadcast_parameters


def broadcast_object(obj, root_rank=0, **_named):
    check_root(root_rank)
    return obj


def allgather_object(obj, **_named):
    return [obj]


def DistributedOptimizer(optimizer, *_arguments, **_named):
    """The optimizer itself, which waits for no other process.

    PyTorch collects gradients over backward passes until zero_grad(), so backward_passes_per_step
    changes nothing.
    """
    optimizer.synchronize = lambda: None
    optimizer.skip_synchronize = contextlib.nullcontext
    optimizer.set_backward_passes_per_step = lambda passes: None
    return optimizer


def __getattr__(name):
    if name == "SyncBatchNorm":
        # Statistics of this process's batches, which are all batches.
        return torch.nn.SyncBatchNorm
    return getattr(horovod, name)
