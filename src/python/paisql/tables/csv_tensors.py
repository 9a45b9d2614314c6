"""tf.trans_csv_id2sparse, trans_csv_kv2dense, trans_csv_to_dense: texts of numbers to tensors.

Each takes `records`, strings of any shape that count as [n], with fields between `field_delim`;
blanks around a field do not count, and with " " as the delimiter several are one. A field without
text is passed over. They are operations of src/libraries/tensors/csv. What cannot be converted is an
InvalidArgumentError of the step.
"""

from tensorflow.python.framework import constant_op, dtypes, ops, sparse_tensor
from tensorflow.python.ops import array_ops_stack, math_ops

from paisql.tables import table_source


def trans_csv_id2sparse(records, max_id, id_as_value=True, field_delim=",", name=None):
    """SparseTensor int64 [n, max_id] with an entry at each number of a record.

    Its value is the number itself, or 1 without `id_as_value`. A number of max_id and more, or a
    negative one, is an error.
    """
    with ops.name_scope(name, "trans_csv_id2sparse"):
        indices, values, shape = table_source.library().paisql_trans_csv_id_to_sparse(
            **_arguments(records, max_id, field_delim), id_as_value=bool(id_as_value)
        )
        if isinstance(max_id, int):
            # Known while the graph is built, for the layers after it.
            columns = constant_op.constant(max_id, dtypes.int64)
            shape = array_ops_stack.stack([shape[0], columns])
        return sparse_tensor.SparseTensor(indices, values, shape)


def trans_csv_kv2dense(records, max_id, field_delim=",", name=None):
    """float32 [n, max_id]: "1:0.5" is 0.5 in column 1; what no field names is 0.

    Of a column that a record names twice, the last value counts.
    """
    with ops.name_scope(name, "trans_csv_kv2dense"):
        return table_source.library().paisql_trans_csv_kv_to_dense(**_arguments(records, max_id, field_delim))


def trans_csv_to_dense(records, max_id, field_delim=",", name=None):
    """float32 [n, max_id] with the fields of a record in order, and 0 after them.

    A record of more than max_id fields is an error; a field without text is 0.
    """
    with ops.name_scope(name, "trans_csv_to_dense"):
        return table_source.library().paisql_trans_csv_to_dense(**_arguments(records, max_id, field_delim))


def _arguments(records, max_id, field_delim):
    return {
        "records": ops.convert_to_tensor(records, dtypes.string),
        "max_id": math_ops.cast(max_id, dtypes.int64),
        "field_delim": field_delim,
    }
