"""The RunConfig of a task, from its TF_CONFIG. Importing this switches TensorFlow 2's behaviour off."""

import json
import os

from akdl._tensorflow import tf

tf.disable_v2_behavior()


def _strategy(cluster, gpu_devices):
    """How variables are shared: on parameter servers, mirrored among workers or cards, or not at all."""
    if gpu_devices and len(gpu_devices) > 1:
        return tf.distribute.MirroredStrategy(["/gpu:%d" % number for number in range(len(gpu_devices))])
    if "ps" in cluster or "worker" not in cluster:
        return None  # tf.estimator puts variables on parameter servers by itself
    return tf.distribute.experimental.MultiWorkerMirroredStrategy()


def generate_run_config(
    intra_op_parallelism_threads=None,
    inter_op_parallelism_threads=1,
    log_device_placement=False,
    save_checkpoints_steps=50,
    log_step_count_steps=10,
    keep_checkpoint_max=1,
    device_count=None,
    gpu_devices=None,
    **ignored,
):
    """A tf.estimator.RunConfig; further arguments have no effect, as in the original.

    intra_op_parallelism_threads  without it the component's intraOpParallelism, else 4
    gpu_devices  numbers of the cards that this process alone trains on: TF_CONFIG is taken away then
    """
    if gpu_devices:
        os.environ["CUDA_DEVICE_ORDER"] = "PCI_BUS_ID"
        os.environ["CUDA_VISIBLE_DEVICES"] = ",".join(map(str, gpu_devices))
        os.environ.pop("TF_CONFIG", None)
        device_count = {"GPU": len(gpu_devices)}
    if intra_op_parallelism_threads is None:
        intra_op_parallelism_threads = os.environ.get("TF_NUM_INTRAOP_THREADS", 4)
    config = json.loads(os.environ.get("TF_CONFIG", "{}"))
    session = tf.ConfigProto(
        intra_op_parallelism_threads=int(intra_op_parallelism_threads),
        inter_op_parallelism_threads=int(inter_op_parallelism_threads),
        log_device_placement=log_device_placement,
        allow_soft_placement=True,
        device_count=device_count,
    )
    session.gpu_options.allow_growth = True
    task = config.get("task", {})
    if "ps" in config.get("cluster", {}):
        # A worker that comes later need not wait for others than these.
        filters = ["/job:ps", "/job:%s/task:%d" % (task["type"], task["index"])]
        session.device_filters.extend(filters if task["type"] != "ps" else [])
    return tf.estimator.RunConfig(
        session_config=session,
        save_checkpoints_steps=save_checkpoints_steps,
        log_step_count_steps=log_step_count_steps,
        keep_checkpoint_max=keep_checkpoint_max,
        train_distribute=_strategy(config.get("cluster", {}), gpu_devices),
    )
