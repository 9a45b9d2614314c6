"""intraOpParallelism: how many threads an operation of TensorFlow may use."""

import contextlib
import os
import sys

_VARIABLE = "TF_NUM_INTRAOP_THREADS"


def use(count):
    """Makes `count` count for what this process computes with TensorFlow, unless its script asks for another.

    The variable is read by the process' first device, and by akdl's generate_run_config().
    """
    os.environ[_VARIABLE] = str(count)
    tell()


def tell():
    """Lets tf.config.threading of a TensorFlow that is imported answer with the number given to use()."""
    tensorflow = sys.modules.get("tensorflow")
    if tensorflow is None:
        return
    threading = tensorflow.config.threading
    if threading.get_intra_op_parallelism_threads() == 0:
        try:
            threading.set_intra_op_parallelism_threads(int(os.environ[_VARIABLE]))
        except RuntimeError:
            pass  # its devices are there already, and have as many threads as the variable said


@contextlib.contextmanager
def of_first_session(count):
    """A with block in which the process' first session, if it is made there, gets as many threads.

    All sessions of a process share the threads of the first one. The variable is as before afterwards.
    """
    before = os.environ.get(_VARIABLE)
    os.environ[_VARIABLE] = str(count)
    try:
        yield
    finally:
        if before is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = before
