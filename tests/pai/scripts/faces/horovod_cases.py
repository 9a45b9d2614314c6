"""Horovod in a world of one process: every public name of 0.19 to 0.28, and what changes a training."""

import importlib
import os
import sys
import types

import numpy as np
import tensorflow as tf
from cases import case, main

EVERYWHERE = """init shutdown is_initialized start_timeline stop_timeline size local_size cross_size
rank local_rank cross_rank is_homogeneous mpi_threads_supported mpi_enabled mpi_built gloo_enabled
gloo_built nccl_built ddl_built ccl_built cuda_built rocm_built Average Sum Adasum Min Max Product
Compression ProcessSet global_process_set add_process_set remove_process_set allreduce allgather
broadcast DistributedOptimizer reducescatter"""
EXCHANGE = """alltoall grouped_allreduce grouped_allgather grouped_reducescatter broadcast_object
allgather_object join check_extension check_num_rank_power_of_2 broadcast_"""
TENSORFLOW = """broadcast_variables broadcast_global_variables broadcast_object_fn
BroadcastGlobalVariablesHook DistributedGradientTape PartialDistributedGradientTape
PartialDistributedOptimizer SyncBatchNormalization elastic rank_op local_rank_op size_op
local_size_op process_set_included_op gpu_available compression functions mpi_ops handle_average_backwards_compatibility"""
KERAS = "PartialDistributedOptimizer broadcast_global_variables load_model callbacks elastic"
CALLBACKS = """BroadcastGlobalVariablesCallback MetricAverageCallback LearningRateScheduleCallback
LearningRateWarmupCallback BestModelCheckpoint"""
ELASTIC = "run ObjectState CommitStateCallback UpdateBatchStateCallback UpdateEpochStateCallback"
TORCH = """allreduce_ allreduce_async allreduce_async_ allgather_async broadcast_async
broadcast_async_ alltoall_async grouped_allreduce_ grouped_allreduce_async
grouped_allreduce_async_ grouped_allgather_async grouped_reducescatter_async reducescatter_async
sparse_allreduce_async poll synchronize barrier broadcast_parameters broadcast_optimizer_state
SyncBatchNorm"""

NAMES = {
    "horovod": "__version__",
    "horovod.common.exceptions": "HorovodInternalError HostsUpdatedInterrupt",
    "horovod.common.process_sets": "ProcessSet global_process_set",
    "horovod.common.util": "check_extension num_rank_is_power_2",
    "horovod.keras": EVERYWHERE + " " + KERAS,
    "horovod.keras.callbacks": CALLBACKS,
    "horovod.keras.elastic": ELASTIC + " KerasState",
    "horovod.tensorflow": EVERYWHERE + " " + EXCHANGE + " " + TENSORFLOW,
    "horovod.tensorflow.compression": "Compression Compressor NoneCompressor FP16Compressor",
    "horovod.tensorflow.elastic": ELASTIC + " TensorFlowState TensorFlowKerasState",
    "horovod.tensorflow.functions": "allgather_object broadcast_object broadcast_variables",
    "horovod.tensorflow.keras": EVERYWHERE + " " + KERAS,
    "horovod.tensorflow.keras.callbacks": CALLBACKS,
    "horovod.tensorflow.keras.elastic": ELASTIC + " KerasState",
    "horovod.tensorflow.mpi_ops": "size rank local_rank allgather broadcast size_op Average Sum",
    "horovod.tensorflow.sync_batch_norm": "SyncBatchNormalization",
}
ABSENT = """horovod.mxnet horovod.ray horovod.run horovod.runner horovod.spark
horovod.tensorflow.data"""


@case
def every_public_name_is_there():
    for module, names in NAMES.items():
        found = importlib.import_module(module)
        assert sys.modules[module] is found, module
        for name in names.split():
            assert getattr(found, name) is not None, (module, name)
    for module in ABSENT.split():
        try:
            importlib.import_module(module)
            raise AssertionError(module)
        except ModuleNotFoundError as error:
            assert str(error).startswith(module + " is not offered here: "), error
    import horovod.keras.callbacks as callbacks
    import horovod.tensorflow.keras as hvd

    assert callbacks is hvd.callbacks
    try:
        hvd.nothing_like_it
        raise AssertionError
    except AttributeError as error:
        assert "Horovod's nothing_like_it is not offered here" in str(error), error


@case
def values_of_one_process_are_what_they_were():
    import horovod.keras as of_keras
    import horovod.tensorflow as hvd

    hvd.init()
    with tf.Graph().as_default(), tf.Session() as session:
        value = tf.constant([[1.0, 2.0]])
        slices = tf.IndexedSlices(value, tf.constant([3]))
        told = session.run(
            {
                "scaled": hvd.allreduce(value, prescale_factor=0.5, postscale_factor=4.0),
                "sparse": hvd.allreduce(slices).values,
                "many": hvd.grouped_allreduce([value, value], op=hvd.Sum),
                "split": hvd.alltoall(value, splits=tf.constant([1])),
                "ranks": [hvd.size_op(), hvd.rank_op(name="r")],
            }
        )
        assert told["scaled"].tolist() == [[2.0, 4.0]] and told["sparse"].tolist() == [[1.0, 2.0]]
        assert len(told["many"]) == 2 and told["split"][1].tolist() == [1]
        assert told["ranks"] == [1, 0]
    assert of_keras.allreduce(3.0) == 3.0 and of_keras.broadcast([1, 2], 0).tolist() == [1, 2]
    assert hvd.broadcast_object_fn(0)({"a": 1}) == {"a": 1}
    assert hvd.Compression.fp16.decompress(*hvd.Compression.fp16.compress("t")) == "t"
    assert hvd.global_process_set.included() and hvd.add_process_set([0]).rank() == 0
    for refused in (lambda: hvd.ProcessSet([0, 1]), lambda: hvd.broadcast(1.0, 1)):
        try:
            refused()
            raise AssertionError
        except ValueError as error:
            assert "there is rank 0 alone" in str(error), error


def rates(*callbacks, momentum=0.0, epochs=3):
    """The learning rate of each epoch's last batch, and the momentum at the end."""
    tf.keras.backend.clear_session()
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
    optimizer = tf.keras.optimizers.SGD(0.1, momentum=momentum)
    model.compile(optimizer=optimizer, loss="mse")
    rows = np.ones([4, 1], np.float32)
    fitted = model.fit(rows, rows, batch_size=2, epochs=epochs, verbose=0, callbacks=list(callbacks))
    end = float(tf.keras.backend.get_value(optimizer.momentum)) if momentum else 0.0
    return [round(float(rate), 6) for rate in fitted.history["lr"]], round(end, 6)


@case
def schedules_change_the_learning_rate():
    import horovod.keras.callbacks as callbacks

    schedule = callbacks.LearningRateScheduleCallback
    stairs = rates(schedule(0.2, lambda epoch: 1.0 / (1 + epoch)), momentum=0.5)
    assert stairs == ([0.2, 0.1, 0.066667], 0.5), stairs
    assert rates(schedule(initial_lr=0.2, multiplier=0.5, start_epoch=1))[0] == [0.1, 0.1, 0.05]
    assert rates(schedule(multiplier=0.5, end_epoch=2))[0] == [0.1, 0.05, 0.05]
    assert rates(schedule(lambda epoch: 2.0, 0, 1, initial_lr=0.3))[0] == [0.6, 0.6, 0.6]
    slope = rates(schedule(0.2, lambda epoch: 1.0 + epoch, staircase=False, steps_per_epoch=2))
    assert slope[0] == [0.3, 0.5, 0.7], slope
    for warm_up in (
        callbacks.LearningRateWarmupCallback(0.4, warmup_epochs=2, verbose=1),
        callbacks.LearningRateWarmupCallback(warmup_epochs=2, initial_lr=0.4),
        callbacks.LearningRateWarmupCallback(2, initial_lr=0.4),
    ):
        assert rates(warm_up)[0] == [0.4] * 3
    assert rates(callbacks.LearningRateWarmupCallback(warmup_epochs=2))[0] == [0.1] * 3


@case
def elastic_states_are_kept_and_brought_back():
    import horovod.tensorflow as hvd
    import horovod.tensorflow.keras as of_keras

    @hvd.elastic.run
    def train(state, more):
        state.batch = more
        state.restore()
        before, state.batch = state.batch, more
        state.commit()
        state.restore()
        return before, state.batch

    with tf.Graph().as_default(), tf.Session() as session:
        weight = tf.get_variable("w", initializer=1.0)
        session.run(tf.global_variables_initializer())
        state = hvd.elastic.TensorFlowState(session=session, batch=0)
        assert train(state, 7) == (0, 7)
        session.run(weight.assign(5.0))
        state.restore()
        assert session.run(weight) == 1.0
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
    model.compile(optimizer="sgd", loss="mse")
    kept = of_keras.elastic.KerasState(model, batch=0, epoch=0)
    rows = np.ones([4, 1], np.float32)
    told = [
        of_keras.elastic.CommitStateCallback(kept),
        of_keras.elastic.UpdateBatchStateCallback(kept),
        of_keras.elastic.UpdateEpochStateCallback(kept),
    ]
    model.fit(rows, rows, batch_size=2, epochs=2, verbose=0, callbacks=told)
    assert (kept.epoch, kept.batch) == (2, 0)
    model.set_weights([np.zeros([1, 1]), np.ones([1])])
    kept.save()
    model.set_weights([np.ones([1, 1]), np.ones([1])])
    kept.restore()
    assert model.get_weights()[0].tolist() == [[0.0]]


@case
def without_pytorch_its_part_is_a_named_error():
    try:
        importlib.import_module("torch")
        return  # then the next case has the real one's place
    except ModuleNotFoundError:
        pass
    try:
        importlib.import_module("horovod.torch")
        raise AssertionError
    except ModuleNotFoundError as error:
        assert "horovod.torch needs PyTorch" in str(error) and "requirements.txt" in str(error)


class StandInTensor:
    """Of PyTorch's tensors what horovod.torch uses, over a NumPy array."""

    def __init__(self, values):
        self.array = np.array(values, np.float32)

    def clone(self):
        return StandInTensor(self.array)

    def __mul__(self, factor):
        return StandInTensor(self.array * factor)

    def mul_(self, factor):
        self.array *= factor
        return self

    def tolist(self):
        return self.array.tolist()


def of_torch():
    """horovod.torch and what makes its tensors, with PyTorch's own where it is installed."""
    try:
        torch = importlib.import_module("torch")
    except ModuleNotFoundError:
        torch = sys.modules["torch"] = types.ModuleType("torch")
        torch.tensor, torch.nn = StandInTensor, types.SimpleNamespace(SyncBatchNorm=object)
    return importlib.import_module("horovod.torch"), torch


@case
def with_pytorch_its_optimizer_waits_for_nobody():
    hvd, torch = of_torch()
    names = EVERYWHERE + " " + TORCH + " " + EXCHANGE
    assert [name for name in names.split() if getattr(hvd, name, None) is None] == []
    optimizer = types.SimpleNamespace()
    made = hvd.DistributedOptimizer(
        optimizer, named_parameters=[], backward_passes_per_step=4, op=hvd.Average
    )
    assert made is optimizer
    made.synchronize()
    with made.skip_synchronize():
        made.set_backward_passes_per_step(2)
    hvd.broadcast_parameters({}, root_rank=0)
    hvd.broadcast_optimizer_state(optimizer, root_rank=0)
    assert hvd.SyncBatchNorm is torch.nn.SyncBatchNorm
    try:
        hvd.nothing_like_it
        raise AssertionError
    except AttributeError as error:
        assert "Horovod's nothing_like_it is not offered here" in str(error), error


@case
def with_pytorch_tensors_are_what_they_were():
    hvd, torch = of_torch()
    hvd.init()
    assert (hvd.size(), hvd.rank(), hvd.local_rank()) == (1, 0, 0)
    value = torch.tensor([1.0, 2.0])
    for copied in (
        hvd.allreduce(value, name="a", op=hvd.Sum),
        hvd.allgather(value),
        hvd.alltoall(value),
        hvd.broadcast(value, 0),
        hvd.reducescatter(value),
        hvd.sparse_allreduce_async(value),
        hvd.grouped_allreduce([value, value])[1],
        hvd.grouped_allgather([value])[0],
    ):
        assert copied is not value and copied.tolist() == [1.0, 2.0]
    assert hvd.allreduce(value, prescale_factor=0.5, postscale_factor=4.0).tolist() == [2.0, 4.0]
    assert hvd.alltoall(value, [2])[1] == [2]
    # A handle is done when it is made; what ends in _ changes the tensor itself.
    handle = hvd.allreduce_async_(value, prescale_factor=3.0)
    assert hvd.poll(handle) and hvd.synchronize(handle) is value
    assert value.tolist() == [3.0, 6.0] and hvd.broadcast_(value, 0) is value
    assert hvd.broadcast_object({"epoch": 3}) == {"epoch": 3}
    assert hvd.allgather_object("state") == ["state"] and hvd.join() == 0
    for call in (lambda: hvd.broadcast(value, 1), lambda: hvd.broadcast_parameters({}, 2)):
        try:
            call()
            raise AssertionError
        except ValueError as error:
            assert "root" in str(error), error


@case
def a_job_of_several_processes_is_refused():
    import horovod.keras as hvd

    os.environ["PAISQL_ADDRESS"] = "127.0.0.1:1"
    try:
        hvd.init()
        raise AssertionError
    except NotImplementedError as error:
        assert "MultiWorkerMirroredStrategy" in str(error), error
    finally:
        del os.environ["PAISQL_ADDRESS"]


main()
