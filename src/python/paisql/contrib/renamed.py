"""What tf.contrib had and what stands elsewhere today: modules, and names within a part."""

_SLIM_LAYERS = "initializers layers normalization optimizers regularizers rev_block_lib summaries utils"
_SLIM_LEARNING = "evaluation learning model_analyzer queues summaries"
_SLIM_DATA = "data_decoder data_provider dataset dataset_data_provider parallel_reader prefetch_queue tfexample_decoder"
_SLIM_NETS = "alexnet inception inception_v1 inception_v2 inception_v3 overfeat resnet_utils resnet_v1 resnet_v2 vgg"


def _below(contrib, package, names):
    return {contrib + "." + name: package + "." + name for name in names.split()}


# {below tensorflow.contrib: module}
MODULES = {
    **{
        "distribute.python." + name: "paisql.contrib.distribute"
        for name in (
            "collective_all_reduce_strategy mirrored_strategy one_device_strategy parameter_server_strategy"
        ).split()
    },
    # What these two were called before TensorFlow 1.13 and 1.1.
    "distribute.python.cross_tower_ops": "paisql.contrib.cross_tower_ops",
    "rnn.python.ops.core_rnn": "tensorflow.python.ops.rnn",
    # One arg_scope for all: a layer decorated by another copy of it would be unknown to this one.
    "framework.python.ops.arg_scope": "tf_slim.ops.arg_scope",
    "framework.python.ops.variables": "tf_slim.ops.variables",
    **_below("layers.python.layers", "tf_slim.layers", _SLIM_LAYERS),
    "layers.python.ops.bucketization_op": "tf_slim.layers.bucketization_op",
    "layers.python.ops.sparse_ops": "tf_slim.layers.sparse_ops",
    "slim": ("tf_slim", "tensorflow.contrib.layers", "tensorflow.contrib.framework"),
    "slim.nets": "tf_slim.nets",
    "slim.python.slim": ("tf_slim",),
    **_below("slim.python.slim", "tf_slim", _SLIM_LEARNING),
    "slim.python.slim.data": "tf_slim.data",
    **_below("slim.python.slim.data", "tf_slim.data", _SLIM_DATA),
    "slim.python.slim.nets": "tf_slim.nets",
    **_below("slim.python.slim.nets", "tf_slim.nets", _SLIM_NETS),
    **_below("slim.nets", "tf_slim.nets", _SLIM_NETS),
    "losses.python.losses": "tf_slim.losses",
    "losses.python.losses.loss_ops": "tf_slim.losses.loss_ops",
    "training.python.training.evaluation": "tf_slim.training.evaluation",
    "training.python.training.training": "tf_slim.training.training",
    "saved_model.python.saved_model.keras_saved_model": "paisql.contrib.keras_saved_model",
    "tpu.python.profiler": "tensorflow.python.profiler",
    "util.loader": "paisql.contrib.operators",
    "global_input": "paisql.contrib.global_input",
    "pai_soar": "paisql.single.paisoar",
    "lite": "tensorflow._api.v2.compat.v1.lite",
    **{name: ("tensorflow.python.ops.nccl_ops",) for name in ("nccl", "nccl.ops", "nccl.python", "nccl.python.ops")},
    "nccl.ops.gen_nccl_ops": "tensorflow.python.ops.gen_nccl_ops",
    "nccl.python.ops.nccl_ops": "tensorflow.python.ops.nccl_ops",
}

# What belongs to the users of PAI and of versions before 1.15, and has moved to TensorFlow itself:
# {part.name: where}
NAMES = {
    **{
        "autograph." + name: "tensorflow.python.autograph.impl.api." + name
        for name in ("AutoGraphError StackTraceMapper convert converted_call do_not_convert to_code to_graph").split()
    },
    "autograph.ConversionOptions": "tensorflow.python.autograph.core.converter.ConversionOptions",
    "autograph.Feature": "tensorflow.python.autograph.core.converter.Feature",
    **{
        "autograph." + name: "tensorflow.python.autograph.lang.%s.%s" % (module, name)
        for module, names in (
            ("directives", "set_element_type set_loop_options"),
            ("special_functions", "stack tensor_list"),
        )
        for name in names.split()
    },
    "batching.batch_function_v1": "tensorflow.python.ops.batch_ops.batch_function",
    "cluster_resolver.GceClusterResolver": "tensorflow.distribute.cluster_resolver.GCEClusterResolver",
    "data.Dataset": "tensorflow.data.Dataset",
    "data.FixedLengthRecordDataset": "tensorflow.data.FixedLengthRecordDataset",
    "data.Iterator": "tensorflow.data.Iterator",
    "data.TextLineDataset": "tensorflow.data.TextLineDataset",
    "data.TFRecordDataset": "tensorflow.data.TFRecordDataset",
    "data.map_and_batch_with_legacy_function": ("tensorflow.data.experimental.map_and_batch_with_legacy_function"),
    "distribute.DistributionStrategyExtended": ("tensorflow.python.distribute.distribute_lib.StrategyExtendedV1"),
    "distribute.ReductionToOneDeviceCrossDeviceOps": (
        "tensorflow.python.distribute.cross_device_ops.ReductionToOneDevice"
    ),
    "distribute.get_loss_reduction": ("tensorflow.python.distribute.distribute_utils.get_loss_reduction"),
    "distribute.get_cross_tower_context": ("tensorflow.python.distribute.distribute_lib.get_cross_replica_context"),
    "distributions.kl": "tensorflow.distributions.kl_divergence",
    "eager.set_random_seed": "tensorflow.set_random_seed",
    **{
        "estimator." + name: "tensorflow.estimator." + name
        for name in "BaselineEstimator DNNEstimator DNNLinearCombinedEstimator LinearEstimator".split()
    },
    **{
        "estimator." + name: "tensorflow.estimator.experimental." + name
        for name in (
            "InMemoryEvaluatorHook make_early_stopping_hook make_stop_at_checkpoint_step_hook "
            "stop_if_higher_hook stop_if_lower_hook stop_if_no_decrease_hook "
            "stop_if_no_increase_hook"
        ).split()
    },
    "estimator.read_eval_metrics": ("tensorflow_estimator.python.estimator.early_stopping.read_eval_metrics"),
    "framework.CriticalSection": "tensorflow.CriticalSection",
    "framework.GraphKeys": "tensorflow.GraphKeys",
    "framework.is_non_decreasing": "tensorflow.is_non_decreasing",
    "framework.is_numeric_tensor": "tensorflow.is_numeric_tensor",
    "framework.is_strictly_increasing": "tensorflow.is_strictly_increasing",
    "framework.zero_initializer": "paisql.contrib.variables.zero_initializer",
    "tpu.outside_compilation": "tensorflow.python.tpu.tpu_replication.outside_compilation",
}
