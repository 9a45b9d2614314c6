"""What took the place of functions that TensorFlow 2.15 has no more, as far as scripts use them."""

import functools

from tensorflow.python.framework import tensor_shape
from tensorflow.python.util import tf_export


class RegisterShape:
    """Decorates a function with nothing: shapes are inferred in C++ by now."""

    def __init__(self, op_type):
        self._op_type = op_type

    def __call__(self, function):
        return function


def register_dense_tensor_like_type(_tensor_type):
    """Types of tensors need not be told any more."""


def set_shapes_for_outputs(_operation):
    """Shapes are inferred in C++ by now, when an operation is made."""


def in_graph_mode():
    from tensorflow.python.eager import context

    return not context.executing_eagerly()


def skip_summary():
    """Whether a summary is to be left out: on all replicas of a strategy but the first."""
    from tensorflow.python.distribute import distribute_lib

    replica = distribute_lib.get_replica_context()
    return replica is not None and replica.replica_id_in_sync_group not in (0, None)


def call_cpp_shape_fn(_operation, require_shape_fn=True):
    """Shapes are inferred in C++ by now, always."""
    del require_shape_fn


def no_outputs(_operation):
    return []


def scalar_shape(_operation):
    return [tensor_shape.TensorShape([])]


def unchanged_shape(operation):
    return [operation.inputs[0].get_shape()]


def scalar():
    return tensor_shape.TensorShape([])


def vector(length):
    return tensor_shape.TensorShape([length])


def matrix(rows, columns):
    return tensor_shape.TensorShape([rows, columns])


def register_op_list(_op_list):
    """Operators register themselves with the library that has them."""


def get_registered_ops():
    """{name: OpDef} of the operators that are loaded."""
    from tensorflow.core.framework import op_def_pb2
    from tensorflow.python.client import pywrap_tf_session

    found = op_def_pb2.OpList()
    buffer = pywrap_tf_session.TF_GetAllOpList()
    found.ParseFromString(pywrap_tf_session.TF_GetBuffer(buffer))
    return {operator.name: operator for operator in found.op}


def list_devices():
    from tensorflow.python.client import device_lib

    return [device.name for device in device_lib.list_local_devices()]


def defun(func=None, input_signature=None, autograph=True, **options):
    """tf.contrib.eager.defun: tf.function by its first name."""
    from tensorflow.python.eager import def_function

    return def_function.function(func, input_signature=input_signature, autograph=autograph, **options)


def defun_with_attributes(func=None, input_signature=None, attributes=None, autograph=True, **rest):
    """As defun(); attributes and experimental options change nothing."""
    del attributes, rest
    return defun(func, input_signature, autograph)


def convert_variables_to_constants(
    sess, input_graph_def, output_node_names, variable_names_whitelist=None, variable_names_blacklist=None
):
    """tf.graph_util.convert_variables_to_constants."""
    from tensorflow.python.framework import convert_to_constants

    return convert_to_constants.convert_variables_to_constants(
        sess, input_graph_def, output_node_names, variable_names_whitelist, variable_names_blacklist
    )


class PrivateThreadPool:
    """Threads of a dataset are an option now; as in TensorFlow 1.15, None means the shared ones."""

    def __init__(self, num_threads, display_name=None, max_intra_op_parallelism=1):
        self.num_threads = num_threads
        self.display_name = display_name
        self.max_intra_op_parallelism = max_intra_op_parallelism


def override_threadpool(dataset, thread_pool):
    """The dataset with the threads of a PrivateThreadPool."""
    from tensorflow.python.data.ops import options as options_lib

    options = options_lib.Options()
    options.threading.private_threadpool_size = thread_pool.num_threads
    options.threading.max_intra_op_parallelism = thread_pool.max_intra_op_parallelism
    return dataset.with_options(options)


def _raising(name, advice):
    """A function, or the base of a class, that raises its named error when it is called."""

    def gone(*_arguments, **_named):
        raise NotImplementedError("%s is not offered on TensorFlow 2.15: %s" % (name, advice))

    gone.__name__ = name
    return gone


_CHECK = "use tf.debugging.enable_check_numerics or tf.add_check_numerics_ops"
_GRAPH = "it was a tool in C++; tf.graph_util and Grappler's options of a session take its place"
ExecutionCallback = _raising("ExecutionCallback", _CHECK)
add_execution_callback = _raising("add_execution_callback", _CHECK)
clear_execution_callbacks = _raising("clear_execution_callbacks", _CHECK)
errstate = _raising("errstate", _CHECK)
inf_callback = _raising("inf_callback", _CHECK)
inf_nan_callback = _raising("inf_nan_callback", _CHECK)
nan_callback = _raising("nan_callback", _CHECK)
seterr = _raising("seterr", _CHECK)
create_db_writer = _raising("create_db_writer", "use create_file_writer")
ProfileContext = _raising("ProfileContext", "use tf.profiler.Profiler")
TransformGraph = _raising("TransformGraph", _GRAPH)

estimator_export = functools.partial(tf_export.api_export, api_name="estimator")
keras_export = functools.partial(tf_export.api_export, api_name="keras")
