"""tf.trans_csv_id2sparse, trans_csv_kv2dense, trans_csv_to_dense: texts of numbers to tensors.

Each takes `records`, string [n], with fields between `field_delim`; blanks around a field do not
count, and with " " as the delimiter several are one. They are made of TensorFlow's own operations,
so they run wherever a graph runs. What cannot be converted is an InvalidArgumentError of the step.
"""

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
    """float32 [n, max_id] with the fields of a record in order, and 0 behind them.

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
        # Known while the graph is built, for the layers behind it.
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
