"""What a script can say that ends TensorFlow's process by a signal: an InvalidArgumentError instead.

TensorFlow 2.15 checks some arguments in C++ with CHECK, which aborts: no traceback names the line. The
same arguments are looked at here before they get there.

A job of a cluster whose addresses are all empty is not a job: `"".split(",")` is [""], which scripts make of
a --ps_hosts without an address.
"""

import functools
import inspect
import re

from tensorflow.python.client import session
from tensorflow.python.eager import context
from tensorflow.python.framework import ops, tensor_util
from tensorflow.python.ops import array_ops, check_ops, data_flow_ops, io_ops
from tensorflow.python.training import server_lib

from paisql.tables import tensorflow_errors

_ADDRESS = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):([0-9]{1,5})", re.ASCII)
_JOB = re.compile(r"[a-zA-Z][_a-zA-Z0-9]*", re.ASCII)
_LAST_PORT = 65535


def _without_empty_jobs(cluster):
    """A dictionary of a cluster without the jobs that have nothing but empty addresses."""

    def is_empty(tasks):
        addresses = list(tasks.values()) if isinstance(tasks, dict) else tasks
        return isinstance(addresses, (list, tuple)) and len(addresses) > 0 and not any(addresses)

    return {job: tasks for job, tasks in cluster.items() if not is_empty(tasks)}


def _check_server(server):
    """InvalidArgumentError for a ServerDef that no server can be of."""
    for job in server.cluster.job:
        if not _JOB.fullmatch(job.name):
            raise tensorflow_errors.invalid_argument(
                "a cluster has the job %r: a job's name is letters, digits and _ and begins with a letter" % job.name
            )
        for index, address in job.tasks.items():
            found = _ADDRESS.fullmatch(address)
            if not found or int(found[1]) > _LAST_PORT or index < 0:
                raise tensorflow_errors.invalid_argument(
                    "the cluster's job %r has the address %r for task %d: an address is host:port, and tasks "
                    "count from 0" % (job.name, address, index)
                )
    _check_config(server.default_session_config)


def _check_config(config):
    """InvalidArgumentError for numbers of threads below zero."""
    if config is None:
        return
    pools = [pool.num_threads for pool in config.session_inter_op_thread_pool]
    for count in [config.intra_op_parallelism_threads, *pools]:
        if count < 0:
            raise tensorflow_errors.invalid_argument(
                "a session's configuration has %d threads; 0 is one a core" % count
            )


def _before(owner, name, check):
    """owner.name() calls check({parameter: what is given for it}) first, which may change what is given."""
    plain = getattr(owner, name)
    signature = inspect.signature(plain)

    @functools.wraps(plain)
    def checked(*arguments, **named):
        bound = signature.bind(*arguments, **named)
        check(bound.arguments)
        return plain(*bound.args, **bound.kwargs)

    setattr(owner, name, checked)


def _guard_clusters(server_lib, context):
    def clean(given):
        if isinstance(given["cluster"], dict):
            given["cluster"] = _without_empty_jobs(given["cluster"])

    _before(server_lib.ClusterSpec, "__init__", clean)
    make = server_lib._make_server_def  # pylint: disable=protected-access

    @functools.wraps(make)
    def make_server_def(*arguments, **named):
        made = make(*arguments, **named)
        _check_server(made)
        return made

    server_lib._make_server_def = make_server_def
    for name in ("set_server_def", "update_server_def", "enable_collective_ops"):
        _before(context.Context, name, lambda given: _check_server(given["server_def"]))


def _guard_sessions(session):
    def check(given):
        if hasattr(given.get("config"), "session_inter_op_thread_pool"):
            given["self"]._session = None  # of a session that is not made, too, __del__ asks for it
            _check_config(given["config"])

    _before(session.BaseSession, "__init__", check)


def _identity(tensor):
    same = array_ops.identity(tensor)
    same.set_shape(tensor.shape)
    return same


def _ask_for_ranks(given):
    """enqueue_many: components of unknown rank are asked for it in the step."""
    queue = given["self"]
    known = queue._check_enqueue_dtypes(given["vals"])  # pylint: disable=protected-access
    unknown = [one for one in known if one.shape.rank is None]
    if unknown:
        message = "enqueue_many takes components of one dimension at least"
        asked = [check_ops.assert_rank_at_least(one, 1, message=message) for one in unknown]
        with ops.control_dependencies(asked):
            same = [_identity(one) for one in known]
        given["vals"] = queue._dequeue_return_value(same)  # pylint: disable=protected-access


def _ask_for_count(given):
    """read_up_to: a number of records below zero."""
    message = "read_up_to takes a number of records"
    count = ops.convert_to_tensor(given["num_records"], "int64")
    value = tensor_util.constant_value(count)
    if value is None:
        with ops.control_dependencies([check_ops.assert_non_negative(count, message=message)]):
            given["num_records"] = _identity(count)
    elif value < 0:
        raise tensorflow_errors.invalid_argument("%s, and %d was given" % (message, value))


def install():
    """Changes TensorFlow's classes for this process; called once, by the face."""
    _guard_clusters(server_lib, context)
    _guard_sessions(session)
    _before(data_flow_ops.QueueBase, "enqueue_many", _ask_for_ranks)
    _before(io_ops.ReaderBase, "read_up_to", _ask_for_count)
