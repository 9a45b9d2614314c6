"""sparse_feature_cross, the operator that tf.contrib.layers.crossed_column uses."""

from tensorflow.python.ops import gen_sparse_ops

# What tf.contrib.layers calls SPARSE_FEATURE_CROSS_DEFAULT_HASH_KEY.
_DEFAULT_KEY = 0xDECAFCAFFE


def sparse_feature_cross_v2(
    indices, values, shapes, dense, hashed_output, num_buckets, hash_key, out_type, internal_type,
    name=None,
):  # fmt: skip
    """(indices, values, shape) of the crosses; TensorFlow has the operator under another name."""
    return gen_sparse_ops.sparse_cross(
        indices=indices,
        values=values,
        shapes=shapes,
        dense_inputs=dense,
        hashed_output=hashed_output,
        num_buckets=num_buckets,
        hash_key=hash_key,
        out_type=out_type,
        internal_type=internal_type,
        name=name,
    )


def sparse_feature_cross(
    indices, values, shapes, dense, hashed_output, num_buckets, out_type, internal_type, name=None
):
    """As above without a key.

    TensorFlow 1.15 combined hashes in an older way then, which TensorFlow 2.15 does not have: the
    buckets are those of the default key.
    """
    return sparse_feature_cross_v2(
        indices, values, shapes, dense, hashed_output, num_buckets, _DEFAULT_KEY, out_type,
        internal_type, name,
    )  # fmt: skip
