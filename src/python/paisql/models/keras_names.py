"""What a Keras file may name: TensorFlow's functions that only compute, and Keras' own classes.

Keras looks such names up among everything that TensorFlow exports, which includes functions that write
files, load libraries and run Python. So what is not listed here is refused.
"""

import functools
import re

# Whose classes a file may name. What else these packages have (downloads, files) is not among them.
_MODULES = re.compile(
    r"(keras|tf_keras|tensorflow\.keras|tensorflow\.python\.keras|tensorflow_estimator)(\.src)?(\.api(\._v[12])?)?"
    r"(\.keras)?(\.(layers|models|engine|activations|initializers|regularizers|constraints|losses|metrics|"
    r"optimizers|mixed_precision|ops|dtype_policies|backend|legacy)(\.[\w.]+)?)?"
)
# Where Keras keeps its functions and classes.
_FUNCTION_MODULES = ("activations", "initializers", "regularizers", "constraints", "losses", "metrics", "optimizers")
_CLASS_MODULES = (
    "",
    "layers",
    "layers.experimental",
    "layers.experimental.preprocessing",
    "models",
    "initializers",
    "regularizers",
    "constraints",
    "losses",
    "metrics",
    "optimizers",
    "optimizers.experimental",
    "optimizers.legacy",
    "optimizers.schedules",
    "mixed_precision",
    "experimental",
)
# Saved by name although Keras does not export them; the last is Keras 3's, which Keras 2 then tells.
_PRIVATE_CLASSES = {
    "Functional",
    "TFOpLambda",
    "SlicingOpLambda",
    "ClassMethod",
    "InstanceMethod",
    "InstanceProperty",
    "TensorFlowOpLayer",
    "DTypePolicy",
}
# They read a configuration, or a folder, instead of being in one.
_READERS = {
    "get",
    "serialize",
    "deserialize",
    "serialize_keras_object",
    "deserialize_keras_object",
    "legacy_serialization",
    "serialization_lib",
    "keras_export",
    "TFSMLayer",
}

# Of these modules all functions compute, but for some that read vocabularies or write models.
_FAMILIES = re.compile(
    r"(math|math\.special|linalg|linalg\.experimental|signal|image|strings|bitwise|sets|sparse|ragged|"
    r"quantization|nn|nn\.experimental|dtypes|__operators__)\.(?!fixed_unigram)[a-z]\w*|"
    r"random\.(stateless_|experimental\.stateless_)?(uniform|normal|truncated_normal|gamma|binomial|"
    r"categorical|poisson|parameterized_truncated_normal|shuffle)|"
    r"debugging\.(check_numerics|assert_\w+)|keras\.(activations|losses|metrics)\.[a-z]\w*"
)
_FUNCTIONS = set(
    """
    abs acos acosh add add_n argmax argmin argsort as_string asin asinh atan atan2 atanh batch_to_space
    bitcast boolean_mask broadcast_dynamic_shape broadcast_static_shape broadcast_to cast clip_by_global_norm
    clip_by_norm clip_by_value complex concat constant convert_to_tensor cos cosh cumsum divide
    dynamic_partition dynamic_stitch edit_distance eig eigvals einsum ensure_shape equal exp expand_dims
    extract_volume_patches eye fill fingerprint floor gather gather_nd greater greater_equal
    histogram_fixed_width histogram_fixed_width_bins identity identity_n less less_equal linspace logical_and
    logical_not logical_or matmul matrix_square_root maximum meshgrid minimum multiply negative norm
    not_equal one_hot ones ones_like pad parallel_stack pow range rank realdiv reduce_all reduce_any
    reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_sum repeat reshape reverse
    reverse_sequence roll round saturate_cast scalar_mul scatter_nd searchsorted sequence_mask shape shape_n
    sigmoid sign sin sinh size slice sort space_to_batch space_to_batch_nd split sqrt square squeeze stack
    stop_gradient strided_slice subtract tan tanh tensor_scatter_nd_add tensor_scatter_nd_max
    tensor_scatter_nd_min tensor_scatter_nd_sub tensor_scatter_nd_update tensordot tile transpose truediv
    truncatediv truncatemod unique unique_with_counts unravel_index unstack where zeros zeros_like
""".split()
)
_BACKEND = set(
    """
    abs all any arange argmax argmin batch_dot batch_flatten batch_normalization bias_add binary_crossentropy
    cast cast_to_floatx categorical_crossentropy clip concatenate constant conv1d conv2d conv2d_transpose
    conv3d cos ctc_batch_cost ctc_decode cumprod cumsum depthwise_conv2d dot dropout elu equal exp
    expand_dims eye flatten gather greater greater_equal hard_sigmoid in_top_k int_shape l2_normalize less
    less_equal local_conv1d local_conv2d log max maximum mean min minimum ndim normalize_batch_in_training
    not_equal one_hot ones ones_like permute_dimensions pool2d pool3d pow prod random_bernoulli
    random_binomial random_normal random_uniform relu repeat repeat_elements reshape resize_images
    resize_volumes reverse round separable_conv2d shape sigmoid sign sin softmax softplus softsign
    sparse_categorical_crossentropy spatial_2d_padding spatial_3d_padding sqrt square squeeze stack std
    stop_gradient sum switch tanh temporal_padding tile to_dense transpose truncated_normal var zeros
    zeros_like
""".split()
)
# What Keras makes layers of for ragged and sparse tensors.
_METHODS = re.compile(
    r"from_(value_rowids|row_splits|row_lengths|row_starts|row_limits|uniform_row_length|nested_value_rowids|"
    r"nested_row_splits|nested_row_lengths|tensor|sparse)|"
    r"(nested_)?value_rowids|nrows|row_starts|row_limits|(nested_)?row_lengths|bounding_shape|with_values|"
    r"with_flat_values|with_row_splits_dtype|merge_dims|to_tensor|to_sparse|"
    r"values|flat_values|(nested_)?row_splits|indices|dense_shape"
)
# Operations of the layers that TensorFlow 2.0 to 2.3 saved.
_OPERATIONS = set(
    """
    Abs Add AddN AddV2 All Any ArgMax ArgMin BatchMatMul BatchMatMulV2 BiasAdd BroadcastTo Cast Ceil
    ClipByValue ConcatV2 Conv2D Cos Cumsum DepthToSpace Div DivNoNan Einsum Elu Equal Erf Exp ExpandDims Fill
    Floor FloorDiv FloorMod GatherNd GatherV2 Greater GreaterEqual Identity LeakyRelu Less LessEqual Log
    Log1p LogicalAnd LogicalNot LogicalOr LogSoftmax MatMul Max MaxPool Maximum Mean Min Minimum MirrorPad Mul
    Neg NotEqual OneHot OnesLike Pack Pad PadV2 Pow Prod Range Rank RealDiv Reciprocal Relu Relu6
    Reshape ResizeBilinear ResizeNearestNeighbor ReverseV2 Round Rsqrt Select SelectV2 Selu Shape Sigmoid
    Sign Sin Size Slice Softmax Softplus Softsign SpaceToDepth Split SplitV Sqrt Square SquaredDifference
    Squeeze StopGradient StridedSlice StringJoin Sub Sum Tan Tanh Tile TopKV2 Transpose Unpack Where ZerosLike
""".split()
)


def is_module(name):
    return _MODULES.fullmatch(name) is not None


def is_reader(name):
    return name in _READERS


def computes(function):
    """Whether a function of TensorFlow's only computes."""
    name = function.removeprefix("compat.v1.")
    if name.startswith("keras.backend."):
        return name.removeprefix("keras.backend.") in _BACKEND
    if name.rsplit(".", 1)[-1] in _READERS:
        return False
    return name in _FUNCTIONS or _FAMILIES.fullmatch(name) is not None


def is_method(name):
    return _METHODS.fullmatch(name) is not None


def is_operation(name):
    return name in _OPERATIONS


@functools.cache
def _classes():
    import keras

    found = set(_PRIVATE_CLASSES)
    for path in _CLASS_MODULES:
        place = functools.reduce(lambda at, part: getattr(at, part, None), filter(None, path.split(".")), keras)
        found.update(
            name
            for name, thing in (vars(place) if place else {}).items()
            if isinstance(thing, type) and hasattr(thing, "from_config")
        )
    return found - _READERS - {"Lambda"}


def is_class(name):
    """Whether Keras has such a class. Its functions do not count: load_model would read a further file."""
    return name in _classes()


def is_function(name):
    """Whether it is a function that Keras lets a file name, such as an activation."""
    import keras

    return (
        name.isidentifier()
        and not name.startswith("_")
        and name not in _READERS
        and any(callable(getattr(getattr(keras, module), name, None)) for module in _FUNCTION_MODULES)
    )
