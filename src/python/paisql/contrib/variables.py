"""Operators of tf.contrib.framework and tf.contrib.input_pipeline that work on variables."""

from tensorflow.python.framework import ops
from tensorflow.python.ops import array_ops, state_ops
from tensorflow.python.ops import resource_variable_ops as resources


def zero_initializer(ref, use_locking=True, name=None):
    """Assigns zeros to a variable; gives its new value."""
    with ops.name_scope(name, "zero_initializer"):
        zeros = array_ops.zeros(ref.shape, ref.dtype.base_dtype)
        return state_ops.assign(ref, zeros, use_locking=use_locking)


def zero_var_initializer(var, dtype, shape, name=None):
    """Assigns zeros to a resource variable; gives its handle."""
    with ops.name_scope(name, "zero_initializer"):
        assign = resources.assign_variable_op(var, array_ops.zeros(shape, dtype))
        with ops.control_dependencies([assign]):
            return array_ops.identity(var)


def obtain_next(list, counter, name=None):  # pylint: disable=redefined-builtin
    """The element of a list of strings after the one that the int64 variable `counter` names.

    The variable then names that element; after the last comes the first.
    """
    with ops.name_scope(name, "obtain_next"):
        texts = ops.convert_to_tensor(list)
        length = array_ops.size(texts, out_type="int64")
        following = state_ops.assign(counter, (counter + 1) % length, use_locking=True)
        return array_ops.gather(texts, following)
