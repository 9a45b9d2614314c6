"""The strategies of tf.contrib.distribute: those of tf.distribute, with the arguments of their time."""

from tensorflow.python.distribute import (
    collective_all_reduce_strategy,
    mirrored_strategy,
    one_device_strategy,
    parameter_server_strategy,
)


def _gpus(count):
    return ["/device:GPU:%d" % number for number in range(count)] or None


class MirroredStrategy(mirrored_strategy.MirroredStrategyV1):
    """tf.distribute.MirroredStrategy on `devices`, or on that many GPUs, or on all there are."""

    def __init__(
        self,
        devices=None,
        num_gpus=None,
        num_gpus_per_worker=None,
        cross_device_ops=None,
        auto_shard_dataset=False,
        cross_tower_ops=None,
    ):
        del auto_shard_dataset  # one machine: there is nothing to share out
        if num_gpus is not None and num_gpus_per_worker is not None:
            raise ValueError("You cannot specify both `num_gpus` and `num_gpus_per_worker`.")
        count = num_gpus if num_gpus is not None else num_gpus_per_worker
        if devices is not None and count is not None:
            raise ValueError("You cannot specify both `devices` and a number of GPUs.")
        super().__init__(devices or _gpus(count or 0), cross_device_ops or cross_tower_ops)


class OneDeviceStrategy(one_device_strategy.OneDeviceStrategyV1):
    """tf.distribute.OneDeviceStrategy."""


class CollectiveAllReduceStrategy(collective_all_reduce_strategy.CollectiveAllReduceStrategyV1):
    """tf.distribute.experimental.MultiWorkerMirroredStrategy; GPUs are those that it finds."""

    def __init__(self, num_gpus_per_worker=0, communication=None):
        del num_gpus_per_worker
        super().__init__(*([] if communication is None else [communication]))


class ParameterServerStrategy(parameter_server_strategy.ParameterServerStrategyV1):
    """tf.distribute's strategy of that name.

    tf.estimator.RunConfig takes it for what tf.estimator does by itself with TF_CONFIG: variables on
    parameter servers, every worker for itself.
    """

    is_plain_placement = True

    def __init__(self, num_gpus_per_worker=0):
        del num_gpus_per_worker
        super().__init__()
