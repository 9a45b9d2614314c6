"""Which operations of a graph train, and which loss and step belong to them.

The knowledge hangs at the graph and is made of names, so that it lives and dies with the graph.
"""

import collections.abc
import weakref

from tensorflow.python.framework import ops
from tensorflow.python.framework import tensor as tensor_lib

from paisql.monitoring.step_count import StepCount

ATTRIBUTE = "_paisql_jobs"  # of a graph: its GraphTraining

# Operations that a train op does not need but the loss above it may: they have no effect, need no
# feed and fail on no value, so that computing them beside a training step changes nothing for it.
_HARMLESS = frozenset(
    """Abs Add AddN AddV2 BroadcastGradientArgs BroadcastTo Cast ConcatV2 Const Div DivNoNan
    Equal Exp ExpandDims Fill Greater GreaterEqual Identity IdentityN L2Loss Less LessEqual
    Log Log1p LogSoftmax LogicalAnd LogicalNot LogicalOr Max Maximum Mean Min Minimum Mul
    MulNoNan Neg NoOp NotEqual OnesLike Pack Pow Prod Range Rank RealDiv Reciprocal Relu
    Reshape Rsqrt Select SelectV2 Shape Sigmoid Sign Size Slice Softmax Softplus Sqrt Square
    SquaredDifference Squeeze StopGradient StridedSlice Sub Sum Tanh Tile Transpose
    ZerosLike""".split()
)
# Where these run, another set of fetches changes more than what is fetched: tensors of loops may
# have no value for it, and what functions keep between runs (the state of their random numbers)
# begins anew. So no loss is fetched beside them.
_FRAGILE = frozenset(
    """Enter RefEnter Exit RefExit Merge RefMerge Switch RefSwitch NextIteration RefNextIteration
    LoopCond While StatelessWhile If StatelessIf Case StatelessCase PartitionedCall
    StatefulPartitionedCall RemoteCall SymbolicGradient""".split()
)
_VARIABLES = ("VariableV2", "Variable", "AutoReloadVariable", "VarHandleOp")
_MAX_KNOWN = 1000
_MAX_OPERATIONS = 200_000  # a graph where the search would take longer than it is worth


class TrainOp:
    """An operation that trains, by name; with the names of its loss and of its step, or None."""

    def __init__(self, name, loss, step, increments_step):
        self.name, self.loss, self.step = name, loss, step
        self.increments_step = increments_step
        self.count = StepCount()
        self.loss_is_safe = {}  # name of a fetched operation: the loss can be computed beside it


class KnownFetch:
    """The counts of the train ops that a fetch executes, and the path_to() the loss or None."""

    __slots__ = ("counts", "loss_path")

    def __init__(self, counts, loss_path):
        self.counts, self.loss_path = counts, loss_path


class GraphTraining:
    """The train ops of one graph."""

    def __init__(self):
        self.losses = weakref.WeakKeyDictionary()  # optimizer: name of the loss it has minimised
        self.last_loss = None  # what tf.gradients() has derived last
        # What a fetch executes and where its loss is, a KnownFetch by its key_of(). A graph keeps
        # what it is made of for as long as it lives, so that no identity in here is used again.
        self.known = {}
        self.tells_at = 0.0  # time.monotonic() from which on a run is looked at more closely
        self._train_ops = {}
        self._by_fetch = {}  # name of an operation: the train ops that run when it does
        self._version = None

    def add(self, name, loss, step, increments_step):
        self._train_ops[name] = TrainOp(name, loss, step, increments_step)
        self._version = None
        self.known.clear()

    def remember(self, key, known):
        """Makes the KnownFetch with the key_of() `key` known."""
        if key is not None:
            if len(self.known) >= _MAX_KNOWN:
                self.known.clear()
            self.known[key] = known

    def of_fetches(self, graph, fetches):
        """The train ops that a run of `fetches` executes: a list of (TrainOp, fetched name)."""
        if self._version != graph.version:
            self._by_fetch = self._find_dependents(graph)
            self._version = graph.version
        found = []
        for name in names_of(fetches):
            for train_op in self._by_fetch.get(name, ()):
                if all(train_op is not other for other, _ in found):
                    found.append((train_op, name))
        return found

    @property
    def step_is_incremented(self):
        """Whether an optimizer of this graph was given a global step to count."""
        return any(train_op.increments_step for train_op in self._train_ops.values())

    def _find_dependents(self, graph):
        dependents = {}
        for train_op in self._train_ops.values():
            start = graph.get_operation_by_name(train_op.name)
            for name in _reached([start], _next_operations):
                dependents.setdefault(name, []).append(train_op)
        return dependents


def training_of(graph, make=False):
    """The GraphTraining of a graph; None when nothing in it trains and it is not to be made."""
    training = getattr(graph, ATTRIBUTE, None)
    if training is None and make:
        training = GraphTraining()
        setattr(graph, ATTRIBUTE, training)
    return training


def key_of(fetches):
    """What the operations and tensors of a fetch are known by; None for one with other leaves."""
    kind = type(fetches)
    if kind is ops.Operation or kind is tensor_lib.Tensor or kind is ops.SymbolicTensor:
        return id(fetches)
    if kind is dict:
        keys = tuple(map(key_of, fetches.values()))
        return None if None in keys else (dict, *fetches, *keys)
    if kind is not list and kind is not tuple:
        return None
    keys = tuple(map(key_of, fetches))
    return None if None in keys else keys


def path_to(tensor, fetches):
    """Indices that lead to the value of `tensor` in what session.run(fetches) gives, or None."""
    if fetches is tensor or (isinstance(fetches, str) and fetches == tensor.name):
        return ()
    if isinstance(fetches, (list, tuple)):
        items = enumerate(fetches)
    elif isinstance(fetches, dict):
        items = fetches.items()
    else:
        return None
    for index, fetch in items:
        path = path_to(tensor, fetch)
        if path is not None:
            return (index, *path)
    return None


def value_at(path, result):
    """The value to which a path_to() leads in a result."""
    for index in path:
        result = result[index]
    return result


def names_of(fetches):
    """Yields the names of the operations that a fetch of session.run() runs, whatever its shape."""
    if isinstance(fetches, (str, bytes)):
        text = fetches.decode() if isinstance(fetches, bytes) else fetches
        yield text.lstrip("^").partition(":")[0]
    elif isinstance(fetches, (list, tuple)):
        for fetch in fetches:
            yield from names_of(fetch)
    elif isinstance(fetches, collections.abc.Mapping):
        yield from names_of(list(fetches.values()))
    elif hasattr(type(fetches), "__attrs_attrs__"):
        yield from names_of([getattr(fetches, a.name) for a in type(fetches).__attrs_attrs__])
    else:
        # Variables, sparse tensors and slices have an operation, too; an operation has none.
        name = getattr(getattr(fetches, "op", fetches), "name", None)
        if name is not None:
            yield name


def _next_operations(operation):
    for output in operation.outputs:
        yield from output.consumers()
    yield from operation._control_outputs  # pylint: disable=protected-access


def _needed_operations(operation):
    for tensor in operation.inputs:
        yield tensor.op
    yield from operation.control_inputs


def _reached(starts, neighbours):
    """{name: operation} of all that `neighbours` leads to; ValueError when that is too much."""
    found = {operation.name: operation for operation in starts}
    waiting = list(found.values())
    while waiting:
        for operation in neighbours(waiting.pop()):
            if operation.name not in found:
                found[operation.name] = operation
                waiting.append(operation)
                if len(found) > _MAX_OPERATIONS:
                    raise ValueError("the graph is too large to be searched")
    return found


def is_variable(operation):
    return operation.type in _VARIABLES or operation.type == "ReadVariableOp"


def _is_fragile(graph, operation):
    return (
        operation.type in _FRAGILE or operation.type.startswith("TensorArray") or graph._is_function(operation.type)  # pylint: disable=protected-access
    )


def can_compute_beside(loss, operation):
    """Whether a run that executes `operation` may fetch the tensor `loss`, too, unnoticed.

    It may when all that the loss needs and the operation does not is harmless: no placeholder that
    would have to be fed, no reader that would consume rows, no branch that may not be taken; and
    when the run has no loop, branch or function in it.
    """
    if loss.graph is not operation.graph:
        return False
    try:
        executed = _reached([operation], _needed_operations)
    except ValueError:
        return False
    if any(_is_fragile(loss.graph, needed) for needed in executed.values()):
        return False
    extra = {}
    waiting = [loss.op]
    while waiting:
        needed = waiting.pop()
        if needed.name in executed or needed.name in extra:
            continue
        reads_known_variable = needed.type == "ReadVariableOp" and (needed.inputs[0].op.name in executed)
        in_branch = needed._get_control_flow_context() is not None  # pylint: disable=W0212
        if in_branch or not (needed.type in _HARMLESS or reads_known_variable):
            return False
        extra[needed.name] = needed
        waiting.extend(_needed_operations(needed))
    # What is executed inside a branch may be dead, and a dead tensor cannot be fetched.
    return loss.op._get_control_flow_context() is None  # pylint: disable=protected-access
