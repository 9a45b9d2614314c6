"""The batch form of a function of one row: what it gives for each row of whole columns.

TensorFlow's parallel_for rewrites a traced function so. It is asked only where the result is the
same to the last bit, and where nothing but the values of one row decides: that is what the table
says, one line an operation. An operation that draws, counts, prints or has state, a loop, a
py_func, a reduction over the element has no batch form here; nor have exp, log, sqrt, tanh
and their like, whose last digit depends on how many values are computed at a time.
"""

from tensorflow.python.autograph.impl import api as autograph
from tensorflow.python.data.util import structure
from tensorflow.python.framework import dtypes, tensor_shape
from tensorflow.python.ops import array_ops
from tensorflow.python.ops.parallel_for import pfor

# Each value by itself; arguments of several ranks are broadcast.
_ELEMENTWISE = """
    Abs Neg Square Ceil Floor Round Rint IsNan IsInf IsFinite
    Add AddV2 Sub Mul Div RealDiv FloorDiv FloorMod Mod TruncateDiv TruncateMod DivNoNan MulNoNan
    Maximum Minimum SquaredDifference Cast Bucketize
    Equal NotEqual Less LessEqual Greater GreaterEqual LogicalAnd LogicalOr LogicalNot
    BitwiseAnd BitwiseOr BitwiseXor Invert LeftShift RightShift Select SelectV2 AddN
    Identity IdentityN StopGradient ZerosLike OnesLike CheckNumerics
""".split()

# What parallel_for does not know: each value of the only input that may differ between rows. The
# others, whose numbers these are, are scalars.
_OF_EACH_TEXT = {
    "StringToNumber": (),
    "StringToHashBucket": (),
    "StringToHashBucketFast": (),
    "StringToHashBucketStrong": (),
    "AsString": (),
    "StringLength": (),
    "StringStrip": (),
    "StringLower": (),
    "StringUpper": (),
    "StaticRegexReplace": (),
    "StaticRegexFullMatch": (),
    "RegexReplace": (1, 2),
    "RegexFullMatch": (1,),
    "Substr": (1, 2),
    "LookupTableFindV2": (0, 2),
}

# How values stand in the element. The numbers are those of the inputs that say where and how
# much, which have to be the same for all rows; -1 is the last input.
_OF_SHAPES = {
    "Reshape": (1,),
    "ExpandDims": (1,),
    "Squeeze": (),
    "Pack": (),
    "Unpack": (),
    "ConcatV2": (-1,),
    "Split": (0,),
    "SplitV": (1, 2),
    "Slice": (1, 2),
    "StridedSlice": (1, 2, 3),
    "Tile": (1,),
    "Transpose": (1,),
    "Pad": (1,),
    "ReverseV2": (1,),
    "BroadcastTo": (1,),
    "EnsureShape": (),
    "OneHot": (1, 2, 3),
    "GatherV2": (2,),
    "Shape": (),
    "Size": (),
    "Rank": (),
}

# Whole numbers which a floating one that is too large for them becomes always the same.
_CAST_ALIKE = (dtypes.int32, dtypes.int64)

_SAME_FOR_ALL_ROWS = dict(
    dict.fromkeys(_ELEMENTWISE, ()),
    **_OF_EACH_TEXT,
    **_OF_SHAPES,
    DecodeCSV=None,  # all but the line
    StringJoin=(),
)


def _converted_as_it_is(pfor_input):
    made = pfor._create_op(  # pylint: disable=protected-access
        pfor_input.op_type,
        [wrapped.t for wrapped in pfor_input.inputs],
        [output.dtype for output in pfor_input.outputs],
        attrs=pfor_input.op.node_def.attr,
    )
    return [pfor.wrap(output, True) for output in made.outputs]


def _converted_join(pfor_input):
    # StringJoin broadcasts scalars and nothing else.
    others = [i for i, one in enumerate(pfor_input.inputs) if one.t.shape.rank != 0]
    pfor_input.stack_inputs(others)
    return _converted_as_it_is(pfor_input)


def _register():
    for kind, converter in [(kind, _converted_as_it_is) for kind in _OF_EACH_TEXT] + [("StringJoin", _converted_join)]:
        if kind not in pfor._pfor_converter_registry:
            pfor.RegisterPFor(kind)(converter)


def _joins_equals(operation, varying):
    """Whether what varies among a StringJoin's inputs is of one shape, and the rest of it or scalar."""
    shapes = [one.shape for one in operation.inputs]
    output = operation.outputs[0].shape
    return all(
        shape == output or (shape.rank == 0 and one not in varying) for shape, one in zip(shapes, operation.inputs)
    )


def _casts_alike(operation):
    """Whether a Cast gives the same for one value and for many, those that do not fit included."""
    source, target = operation.inputs[0].dtype, operation.outputs[0].dtype
    return not source.is_floating or not target.is_integer or target in _CAST_ALIKE


def _has_batch_form(operation, varying):
    """`varying` holds the references of the tensors that differ between rows."""
    differing = [i for i, one in enumerate(operation.inputs) if one.ref() in varying]
    if not differing:
        return True
    if operation.type == "Cast" and not _casts_alike(operation):
        return False
    if operation.type == "DecodeCSV":
        return differing == [0] and operation.inputs[0].shape.rank == 0
    if operation.type == "Squeeze" and not operation.get_attr("squeeze_dims"):
        return False  # a batch of one row would lose that dimension
    if operation.type in _OF_EACH_TEXT:
        others = [one for i, one in enumerate(operation.inputs) if i not in differing]
        if any(one.shape.rank != 0 for one in others):
            return False
    if operation.type == "StringJoin" and not _joins_equals(operation, varying):
        return False
    count = len(operation.inputs)
    same = {place % count for place in _SAME_FOR_ALL_ROWS[operation.type]}
    return not same.intersection(differing)


def exists(function):
    """Whether a traced function of a row (a ConcreteFunction) has a batch form."""
    graph = function.graph
    inputs = graph.inputs[: len(graph.inputs) - len(function.captured_inputs)]
    varying = {one.ref() for one in inputs}
    for operation in graph.get_operations():
        if operation.type in ("Placeholder", "Const", "NoOp"):
            continue
        if operation.type not in _SAME_FOR_ALL_ROWS or not _has_batch_form(operation, varying):
            return False
        if operation.type in ("Shape", "Size", "Rank"):
            if not operation.inputs[0].shape.is_fully_defined():
                return False
        elif any(one.ref() in varying for one in operation.inputs):
            varying.update(output.ref() for output in operation.outputs)
    # Rows of a batch have one shape, so tf.data itself asks for that.
    return all(output.shape.is_fully_defined() for output in graph.outputs)


# What the native operation makes rows of.
_NUMBERS = (dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.bool)


def _puts_values_side_by_side(operation):
    """Whether it makes a vector of single numbers, as tf.stack does and tf.concat of vectors of one."""
    if operation.type not in ("Pack", "ConcatV2") or operation.outputs[0].dtype not in _NUMBERS:
        return False
    parts = operation.inputs if operation.type == "Pack" else operation.inputs[:-1]
    shape = [] if operation.type == "Pack" else [1]
    return all(part.shape.rank is not None and part.shape.as_list() == shape for part in parts)


def _add_rows_of_columns(converter, operation):
    """Such a vector for each row, by a native operation instead of TensorFlow's, which is slow at it."""
    from paisql.tables import table_source

    if operation.type == "Pack":
        columns = [converter.convert(part) for part in operation.inputs]
    else:
        columns = [array_ops.reshape(converter.convert(p), [-1]) for p in operation.inputs[:-1]]
    rows = table_source.library().paisql_rows_of_columns(columns=columns)
    converter._add_conversion(operation.outputs[0], pfor.wrap(rows, True))


def _evaluate(function, columns):
    """What a traced function, which has a batch form, gives for each row of these columns."""
    graph = function.graph
    rows = array_ops.shape(columns[0])[0]
    row = array_ops.placeholder_with_default(0, shape=[])  # its number, which nothing asks for
    converter = pfor.PFor(row, rows, graph.get_operations(), fallback_to_while_loop=False)
    values = [(one, True) for one in columns] + [(one, False) for one in function.captured_inputs]
    for inside, (value, of_rows) in zip(graph.inputs, values):
        converter._add_conversion(inside, pfor.wrap(value, of_rows))
    for operation in graph.get_operations():
        if _puts_values_side_by_side(operation):
            _add_rows_of_columns(converter, operation)
    results = [converter.convert(output) for output in graph.outputs]
    for result, output in zip(results, graph.outputs):
        result.set_shape(tensor_shape.TensorShape([columns[0].shape[0]]).concatenate(output.shape))
    return results


def of(functions, element_spec):
    """One function of columns for traced functions of rows that have batch forms, one after the other.

    element_spec  what it gives: the element of the last function, batched, as tf.data has it
    """
    _register()

    @autograph.do_not_convert
    def batch_form(*columns):
        for function in functions:
            columns = _evaluate(function, columns)
        return structure.from_tensor_list(element_spec, columns)

    return batch_form
