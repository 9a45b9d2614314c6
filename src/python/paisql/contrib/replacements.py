"""What took the place of what tf.contrib had and this does not: parts, and names within parts."""

_TREES = "train boosted trees with LightGBM or XGBoost"
_TF_IO = "the package tensorflow-io"

# Parts, also those that had left tf.contrib before TensorFlow 1.15: {part: what to use}
PARTS = {
    "bigtable": _TF_IO,
    "boosted_trees": _TREES,
    "cloud": _TF_IO,
    "coder": "the package tensorflow-compression",
    "decision_trees": _TREES,
    "ffmpeg": "tf.audio.decode_wav, or " + _TF_IO,
    "fused_conv": "tf.nn.conv2d, tf.nn.bias_add and an activation: Grappler fuses them",
    "gan": "the package tensorflow-gan",
    "hadoop": _TF_IO,
    "ignite": _TF_IO,
    "kafka": _TF_IO,
    "kfac": "the package kfac",
    "kinesis": _TF_IO,
    "libsvm": "tf.data.TextLineDataset and tf.strings.split, or " + _TF_IO,
    "memory_stats": "tf.config.experimental.get_memory_info",
    "ndlstm": "tf.contrib.rnn.GridLSTMCell",
    "nearest_neighbor": "the package faiss",
    "periodic_resample": "tf.nn.depth_to_space",
    "reduce_slice_ops": "tf.math.segment_sum and its like",
    "remote_fused_graph": "tf.lite",
    "rpc": "grpcio in tf.py_func",
    "stat_summarizer": "tf.profiler.Profiler",
    "tensor_forest": _TREES,
    "tensorrt": "tensorflow.python.compiler.tensorrt of a TensorFlow for GPUs",
}

# Names within a part: {part.name: what to use}
NAMES = {
    "data.StatsAggregator": "tf.profiler",
    "data.latency_stats": "tf.profiler",
    "data.set_stats_aggregator": "tf.profiler",
    "distribute.MultiWorkerAllReduce": "tf.distribute.CollectiveAllReduceStrategy",
    "eager.add_execution_callback": "tf.debugging.enable_check_numerics",
    "eager.clear_execution_callbacks": "tf.debugging.disable_check_numerics",
    "eager.errstate": "tf.debugging.enable_check_numerics",
    "eager.ExecutionCallback": "tf.debugging.enable_check_numerics",
    "eager.inf_callback": "tf.debugging.enable_check_numerics",
    "eager.inf_nan_callback": "tf.debugging.enable_check_numerics",
    "eager.nan_callback": "tf.debugging.enable_check_numerics",
    "eager.seterr": "tf.debugging.enable_check_numerics",
    "estimator.boosted_trees_classifier_train_in_memory": _TREES,
    "estimator.boosted_trees_regressor_train_in_memory": _TREES,
    "factorization.WALSMatrixFactorization": "tf.nn.embedding_lookup and an optimizer",
    "factorization.WALSModel": "tf.nn.embedding_lookup and an optimizer",
    "image.adjust_hsv_in_yiq": "tf.image.adjust_hue and tf.image.adjust_saturation",
    "image.bipartite_match": "scipy.optimize.linear_sum_assignment in tf.py_func",
    "image.connected_components": "scipy.ndimage.label in tf.py_func",
    "image.random_hsv_in_yiq": "tf.image.random_hue and tf.image.random_saturation",
    "image.single_image_random_dot_stereograms": "NumPy in tf.py_func",
    "meta_graph_transform.meta_graph_transform": "tf.graph_util.convert_variables_to_constants",
    "summary.create_db_writer": "tf.contrib.summary.create_file_writer",
    "text.skip_gram_sample": "tf.keras.preprocessing.sequence.skipgrams",
    "text.skip_gram_sample_with_text_vocab": "tf.keras.preprocessing.sequence.skipgrams",
    "tfprof.ProfileContext": "tf.profiler.Profiler",
}


def _message(name, instead):
    text = "tensorflow.contrib.%s is not offered here" % name
    if instead:
        return "%s: use %s" % (text, instead)
    return text + ", and TensorFlow 1.15 had no such name in tf.contrib"


_UNPACK = (
    "tensorflow.contrib.%s needs the Python sources of TensorFlow 1.15, which this Python does not "
    "have: scripts/setup unpacks them beside TensorFlow (docs/pai-scripts.md)"
)


def missing_module(name, has_sources=True):
    """The message for a part of tf.contrib, or a module in one, that is not offered.

    has_sources: whether the kept sources are there at all.
    """
    if not has_sources and name.partition(".")[0] not in PARTS:
        return _UNPACK % name
    return _message(name, PARTS.get(name.partition(".")[0]))


def missing_name(part, name):
    """The message for a name within a part of tf.contrib."""
    return _message(part + "." + name, NAMES.get(part + "." + name))
