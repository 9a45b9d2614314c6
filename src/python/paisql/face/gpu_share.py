"""A process with a share of a card takes that share of its memory, and leaves the rest to others.

TensorFlow takes nearly all of a card's memory when its first session starts. A job that asked for
less than a card (gpu 25 or 50) shares the card with other processes, so here its sessions, servers
and eager execution are given their fraction, unless the script has set one itself.

Environment:
    PAISQL_GPU_SHARE  hundredths of the card; not set for whole cards
"""

import functools
import os

_WHOLE_CARD = 100


def _fraction():
    share = os.environ.get("PAISQL_GPU_SHARE", "")
    return int(share) / _WHOLE_CARD if share.isdigit() and 0 < int(share) < _WHOLE_CARD else None


def install():
    """Limits the GPU memory of this process; called once, by the face."""
    fraction = _fraction()
    if fraction is None:
        return
    from tensorflow.core.protobuf import config_pb2
    from tensorflow.python.client import session
    from tensorflow.python.eager import context
    from tensorflow.python.training import server_lib

    def limited(config):
        given = config_pb2.ConfigProto()
        if config is not None:
            given.CopyFrom(config)
        if not given.gpu_options.per_process_gpu_memory_fraction:
            given.gpu_options.per_process_gpu_memory_fraction = fraction
        return given

    def wrap(owner, position):
        original = owner.__init__

        @functools.wraps(original)
        def initialize(self, *args, **kwargs):
            if len(args) > position:
                args = args[:position] + (limited(args[position]),) + args[position + 1 :]
            else:
                kwargs["config"] = limited(kwargs.get("config"))
            original(self, *args, **kwargs)

        owner.__init__ = initialize

    # Where `config` stands after self: BaseSession(target, graph, config),
    # Server(server_or_cluster_def, job_name, task_index, protocol, config), and Context(config).
    wrap(session.BaseSession, 2)
    wrap(server_lib.Server, 4)
    wrap(context.Context, 0)
    if context._context is not None:  # pylint: disable=protected-access
        eager = context.context()
        eager._config = limited(eager._config)  # pylint: disable=protected-access
