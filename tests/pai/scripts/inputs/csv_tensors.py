"""tf.trans_csv_* against the same functions made of TensorFlow's own operations, bit for bit."""

import random

import numpy as np
import tensorflow as tf
from tensorflow.python.framework import constant_op, dtypes, ops, sparse_tensor
from tensorflow.python.ops import (
    array_ops,
    array_ops_stack,
    control_flow_assert,
    gen_parsing_ops,
    math_ops,
    sparse_ops,
    string_ops,
)

_KEY_DELIMITER = ":"


def trans_csv_id2sparse(records, max_id, id_as_value=True, field_delim=",", name=None):
    """SparseTensor int64 [n, max_id] with an entry at each number of a record.

    Its value is the number itself, or 1 without `id_as_value`. A number of max_id and more, or a
    negative one, is an error.
    """
    with ops.name_scope(name, "trans_csv_id2sparse"):
        row, _, field, count = _fields(records, field_delim)
        column = _columns_of(field, max_id)
        values = column if id_as_value else array_ops.ones_like(column)
        return _sparse(row, column, values, count, max_id)


def trans_csv_kv2dense(records, max_id, field_delim=",", name=None):
    """float32 [n, max_id]: "1:0.5" is 0.5 in column 1; what no field names is 0."""
    with ops.name_scope(name, "trans_csv_kv2dense"):
        row, _, field, count = _fields(records, field_delim)
        parts = string_ops.string_split_v2(field, _KEY_DELIMITER)
        ones = array_ops.ones_like(parts.indices[:, 0])
        lengths = math_ops.unsorted_segment_sum(
            ones, parts.indices[:, 0], array_ops.shape(field, out_type=dtypes.int64)[0]
        )
        check = control_flow_assert.Assert(
            math_ops.reduce_all(math_ops.equal(lengths, 2)),
            ["trans_csv_kv2dense: a field is not <number>:<value>:", field],
        )
        with ops.control_dependencies([check]):
            pairs = array_ops.reshape(parts.values, [-1, 2])
        column = _columns_of(pairs[:, 0], max_id)
        values = _to_number(pairs[:, 1], dtypes.float32)
        return _dense(row, column, values, count, max_id)


def trans_csv_to_dense(records, max_id, field_delim=",", name=None):
    """float32 [n, max_id] with the fields of a record in order, and 0 after them.

    A record of more than max_id fields is an error; a field without text is 0.
    """
    with ops.name_scope(name, "trans_csv_to_dense"):
        row, position, field, count = _fields(records, field_delim)
        column = _checked(position, max_id, "a record has more fields than max_id, number")
        values = _to_number(field, dtypes.float32)
        return _dense(row, column, values, count, max_id)


def _fields(records, field_delim):
    """(record, position in it, text) of every field that has a text, and the number of records."""
    records = ops.convert_to_tensor(records, dtypes.string)
    records = array_ops.reshape(records, [-1])
    # The empty delimiter splits at any run of blanks.
    sparse = string_ops.string_split_v2(records, "" if field_delim == " " else field_delim)
    text = string_ops.string_strip(sparse.values)
    kept = math_ops.greater(string_ops.string_length(text), 0)
    indices = array_ops.boolean_mask(sparse.indices, kept)
    count = array_ops.shape(records, out_type=dtypes.int64)[0]
    return indices[:, 0], indices[:, 1], array_ops.boolean_mask(text, kept), count


def _to_number(text, dtype):
    """TensorFlow's own reader refuses a sign in front, which the platform takes."""
    unsigned = string_ops.regex_replace(string_ops.string_strip(text), r"^\+", "")
    return gen_parsing_ops.string_to_number(unsigned, dtype)


def _columns_of(text, max_id):
    return _checked(_to_number(text, dtypes.int64), max_id, "a number is not below max_id:")


def _checked(column, max_id, words):
    limit = math_ops.cast(max_id, dtypes.int64)
    inside = math_ops.logical_and(column >= 0, column < limit)
    check = control_flow_assert.Assert(
        math_ops.reduce_all(inside),
        [words, array_ops.boolean_mask(column, math_ops.logical_not(inside)), "max_id:", limit],
    )
    with ops.control_dependencies([check]):
        return array_ops.identity(column)


def _sparse(row, column, values, count, max_id):
    shape = array_ops_stack.stack([count, math_ops.cast(max_id, dtypes.int64)])
    indices = array_ops_stack.stack([row, column], axis=1)
    made = sparse_ops.sparse_reorder(sparse_tensor.SparseTensor(indices, values, shape))
    if isinstance(max_id, int):
        # Known while the graph is built, for the layers after it.
        made = sparse_tensor.SparseTensor(
            made.indices,
            made.values,
            array_ops_stack.stack([count, constant_op.constant(max_id, dtypes.int64)]),
        )
    return made


def _dense(row, column, values, count, max_id):
    shape = array_ops_stack.stack([count, math_ops.cast(max_id, dtypes.int64)])
    indices = array_ops_stack.stack([row, column], axis=1)
    dense = array_ops.tensor_scatter_nd_update(
        array_ops.zeros(shape, dtypes.float32), indices, values
    )
    if isinstance(max_id, int):
        dense.set_shape([None, max_id])
    return dense


# Pieces of numbers, fields and delimiters, and pieces that belong to none.
PIECES = ["0", "1", "7", "19", "20", "-1", "+3", "0.5", "-.25", "1e3", "1e-46", "1e40", "nan", "-inf", "0x1p3"]
PIECES += ["9223372036854775807", "9223372036854775808", "1:0.5", "2:+.25", "3:", ":", "1:2:3", " 4 : 2 "]
PIECES += [",", ",", ",", ";", " ", " ", "\t", "\v", "\n", "+", "++1", "-", "x", "词", "\0", "1\0", "", "3_0", "\xa05"]


def record(chance):
    plain = chance.random() < 0.7
    some = [chance.choice(PIECES[:9] + [","] * 5 if plain else PIECES) for _ in range(chance.randrange(9))]
    return (chance.choice([",", ";", " ", "", "::"]) if plain else "").join(some)


def outcome(session, tensors, feed):
    try:
        return [np.ascontiguousarray(one) for one in session.run(tensors, feed)]
    except tf.errors.InvalidArgumentError:
        return "refused"


def same(left, right):
    if isinstance(left, str) or isinstance(right, str):
        return isinstance(left, str) and isinstance(right, str)
    return all(a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes() for a, b in zip(left, right))


def parts(made):
    if isinstance(made, tf.SparseTensor):
        return [made.indices, made.values, made.dense_shape]
    return [made]


chance = random.Random(14)
records = tf.placeholder(tf.string, [None])
max_id = tf.placeholder(tf.int32, [])
pairs = []
for delimiter in [",", ";", " ", "", "::"]:
    for own, theirs, options in [
        (tf.trans_csv_id2sparse, trans_csv_id2sparse, {}),
        (tf.trans_csv_id2sparse, trans_csv_id2sparse, {"id_as_value": False}),
        (tf.trans_csv_kv2dense, trans_csv_kv2dense, {}),
        (tf.trans_csv_to_dense, trans_csv_to_dense, {}),
    ]:
        made = [f(records, max_id, field_delim=delimiter, **options) for f in (own, theirs)]
        pairs.append([parts(one) for one in made])
good = 0
with tf.Session() as session:
    for _ in range(60):
        texts = [record(chance) for _ in range(chance.randrange(4))]
        feed = {records: np.array(texts, object), max_id: chance.choice([0, 1, 5, 20])}
        for own, theirs in chance.sample(pairs, 8):
            left, right = outcome(session, own, feed), outcome(session, theirs, feed)
            assert same(left, right), (texts, feed[max_id], own, left, right)
            good += not isinstance(left, str)
assert good > 50, good
assert tf.trans_csv_kv2dense(["1:1"], 5).shape.as_list() == [1, 5]
assert tf.trans_csv_id2sparse(["1"], 5).shape.as_list() == [None, 5]
print("equal", good)
