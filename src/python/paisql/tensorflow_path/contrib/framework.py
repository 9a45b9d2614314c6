"""tensorflow.contrib.framework: arg_scope and the variable functions that tf-slim has."""

from tf_slim.ops.arg_scope import (
    add_arg_scope,
    arg_scope,
    arg_scoped_arguments,
    has_arg_scope,
)  # noqa: F401
from tf_slim.ops.variables import *  # noqa: F401,F403
