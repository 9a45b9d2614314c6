"""Steps and loss of what trains through sessions: plain loops, MonitoredSession, Estimator.

Optimizers say which operations train (paisql.training_ops); a wrapper of BaseSession.run counts the
runs that execute one, and fetches the loss along with some of them. The global step is read by a
run of its own, behind a training run, so that it is the step behind that run and not the one that
some thread saw halfway. Nothing is added to the script's graph.

What does not pass through BaseSession.run is not seen: make_callable without feeds, partial_run.
"""

import functools
import sys
import time
import weakref

from tensorflow.core.protobuf import config_pb2
from tensorflow.python.client import session as session_lib
from tensorflow.python.eager import context
from tensorflow.python.framework import errors_impl, ops
from tensorflow.python.framework import tensor as tensor_lib
from tensorflow.python.ops import gradients_impl
from tensorflow.python.training import optimizer as optimizer_lib
from tensorflow.python.training import training_util

from paisql import after_import, progress, training_ops
from paisql.step_count import Hooks, scalar

_ESTIMATOR = "tensorflow_estimator.python.estimator.estimator"
_TENSORFLOW_1 = ("tensorflow.compat.v1", "tensorflow._api.v2.compat.v1")

# A model whose steps take longer has its loss fetched with each of them, and TensorFlow prepares
# one set of fetches only; with shorter steps, some go without. A short job has all its losses.
_TELL_SECONDS = 0.1
_FIRST_RUNS = 100

_hooks = Hooks()
_newest = None  # the StepCount that tells the step
_newest_step = None  # (its tensor's name, its graph)
_told_runs = 0
_LAST_LOOK_MS = 1000


def install():
    """Wraps the optimizers of TensorFlow 1, tf.gradients and BaseSession.run; called once."""
    _wrap_optimizers(optimizer_lib.Optimizer)
    if not context.executing_eagerly():
        # Optimizers that the script defines. Not in TensorFlow 2, where AutoGraph reads their code.
        optimizer_lib.Optimizer.__init_subclass__ = classmethod(_init_subclass)
    noting = _noting_gradients(gradients_impl.gradients)
    for name in _TENSORFLOW_1:
        if name in sys.modules:
            sys.modules[name].gradients = noting
    run_original = session_lib.BaseSession.run
    session_lib.BaseSession.run = _watched(run_original)
    session_lib.BaseSession.close = _closing(session_lib.BaseSession.close, run_original)
    progress.add_source(_new_step)
    after_import.run(_ESTIMATOR, functools.partial(_hooks.quietly, _wrap_estimator))


def _init_subclass(cls, **kwargs):
    super(optimizer_lib.Optimizer, cls).__init_subclass__(**kwargs)
    _wrap_optimizers(cls)


def _wrap_optimizers(cls):
    """An optimizer may apply gradients in its own way, without asking its base class."""
    own = cls.__dict__
    if callable(own.get("compute_gradients")):
        cls.compute_gradients = _noting_loss(own["compute_gradients"])
    if callable(own.get("apply_gradients")):
        cls.apply_gradients = _noting_train_op(own["apply_gradients"])
    for subclass in cls.__subclasses__():
        _wrap_optimizers(subclass)


def _wrap_estimator(module):
    """What a model_fn gives as train_op trains, whoever made it; its loss is the model_fn's."""
    train = module.Estimator._train_with_estimator_spec  # pylint: disable=protected-access

    @functools.wraps(train)
    def call(self, spec, worker_hooks, hooks, global_step, *args, **kwargs):
        _hooks.quietly(note_train_op, spec.train_op, global_step, spec.loss)
        return train(self, spec, worker_hooks, hooks, global_step, *args, **kwargs)

    module.Estimator._train_with_estimator_spec = call  # pylint: disable=protected-access


def _noting_loss(compute):
    @functools.wraps(compute)
    def compute_gradients(self, *args, **kwargs):
        result = compute(self, *args, **kwargs)
        _hooks.quietly(_note_loss, self, args[0] if args else kwargs.get("loss"))
        return result

    return compute_gradients


def _note_loss(optimizer, loss):
    if isinstance(loss, tensor_lib.Tensor) and hasattr(loss, "graph"):
        training_ops.training_of(loss.graph, make=True).losses[optimizer] = loss.name


def _noting_gradients(gradients):
    """Wraps tf.gradients: scripts use it beside apply_gradients, in place of compute_gradients."""

    @functools.wraps(gradients)
    def noting(ys, *args, **kwargs):
        result = gradients(ys, *args, **kwargs)
        _hooks.quietly(_note_gradients, ys)
        return result

    return noting


def _note_gradients(ys):
    loss = ys[0] if isinstance(ys, (list, tuple)) and len(ys) == 1 else ys
    if isinstance(loss, tensor_lib.Tensor) and loss.shape.rank in (0, None):
        training_ops.training_of(loss.graph, make=True).last_loss = loss.name


def _noting_train_op(apply):
    @functools.wraps(apply)
    def apply_gradients(self, *args, **kwargs):
        result = apply(self, *args, **kwargs)
        global_step = args[1] if len(args) > 1 else kwargs.get("global_step")
        _hooks.quietly(note_train_op, result, global_step, None, self)
        return result

    return apply_gradients


def note_train_op(train_op, global_step, loss=None, optimizer=None):
    """Remembers that running `train_op`, an operation or what has one, is a training step.

    global_step is the variable that it increments, None when that is not known.
    """
    operation = getattr(train_op, "op", train_op)
    if not isinstance(operation, ops.Operation):
        return
    graph = operation.graph
    training = training_ops.training_of(graph, make=True)
    if loss is not None:
        loss_name = loss.name
    else:
        loss_name = training.losses.get(optimizer) if optimizer is not None else None
        loss_name = loss_name or training.last_loss
    step = global_step
    if step is None:
        step = training_util.get_global_step(graph)
    element = graph.as_graph_element(step) if step is not None else None
    if element is not None and not training_ops.is_variable(element.op):
        element = None
    step_name = element.name if element is not None else None
    training.add(operation.name, loss_name, step_name, global_step is not None)


def _watched(run_original):
    now, attribute = time.monotonic, training_ops.ATTRIBUTE

    @functools.wraps(run_original)
    def run(self, fetches, feed_dict=None, options=None, run_metadata=None):
        training = getattr(self._graph, attribute, None)
        if training is None:
            return run_original(self, fetches, feed_dict, options, run_metadata)
        # Small models make tens of thousands of runs a second: most do no more than this.
        kind = type(fetches)
        if kind is list or kind is tuple:
            key = tuple(map(id, fetches))
        elif kind is dict:
            key = tuple(map(id, fetches.values()))
        else:
            key = id(fetches)
        counts = training.known.get(key)
        if counts is None:
            key = training_ops.key_of(fetches)  # another one for fetches within fetches
            counts = training.known.get(key)
        if counts is not None and (not counts or now() < training.tells_at):
            result = run_original(self, fetches, feed_dict, options, run_metadata)
            for count in counts:
                count.runs += 1
            return result

        ran = _hooks.quietly(_train_ops_of, self._graph, training, key, fetches)
        loss = _hooks.quietly(_loss_to_fetch, self._graph, training, ran, fetches, feed_dict)
        if loss is None:
            result = run_original(self, fetches, feed_dict, options, run_metadata)
            value = None
        else:
            result, value = run_original(self, [fetches, loss], feed_dict, options, run_metadata)
        if ran:
            _hooks.quietly(_note_run, self, training, ran, value, run_original)
        return result

    return run


def _closing(close_original, run_original):
    @functools.wraps(close_original)
    def close(self):
        if getattr(self._graph, training_ops.ATTRIBUTE, None) is not None:
            _hooks.quietly(_look_last, self, run_original)
        return close_original(self)

    return close


def _look_last(session, run_original):
    """Where the steps are not this process's runs, the last one is seen before the session goes."""
    counted = _newest
    if counted is None or counted.is_exact or _newest_step is None:
        return
    name, graph = _newest_step
    if graph() is not session.graph:
        return
    options = config_pb2.RunOptions(timeout_in_ms=_LAST_LOOK_MS)  # a parameter server may be gone
    try:
        counted.saw(int(run_original(session, name, options=options)))
        progress.report(step=counted.step)
    except (errors_impl.OpError, RuntimeError):
        pass


def _train_ops_of(graph, training, key, fetches):
    ran = training.of_fetches(graph, fetches)
    training.remember(key, tuple(train_op.count for train_op, _ in ran))
    return ran


def _loss_to_fetch(graph, training, ran, fetches, feed_dict):
    """The loss tensor that this run is to fetch besides; None when it is not time, or not safe."""
    if not ran or time.monotonic() < training.tells_at:
        return None
    for train_op, fetched in reversed(ran):
        if train_op.loss is None:
            continue
        loss = graph.as_graph_element(train_op.loss)
        if loss.shape.num_elements() not in (1, None):
            continue
        if _is_fetched(loss, fetches):
            return loss
        safe = train_op.loss_is_safe.get(fetched)
        if safe is None:
            operation = graph.get_operation_by_name(fetched)
            safe = training_ops.can_compute_beside(loss, operation)
            train_op.loss_is_safe[fetched] = safe
        if safe and _feeds_are_placeholders(graph, feed_dict):
            return loss
    return None


def _is_fetched(loss, fetches):
    if isinstance(fetches, (list, tuple)):
        return any(_is_fetched(loss, fetch) for fetch in fetches)
    if isinstance(fetches, dict):
        return any(_is_fetched(loss, fetch) for fetch in fetches.values())
    return fetches is loss


def _feeds_are_placeholders(graph, feed_dict):
    """A feed for anything else cuts off what the search for the loss took for executed."""
    for key in feed_dict or ():
        parts = [key]
        if isinstance(key, (list, tuple)):
            parts = key
        elif hasattr(key, "dense_shape"):  # a sparse tensor is fed as its parts
            parts = [key.indices, key.values, key.dense_shape]
        for part in parts:
            element = graph.as_graph_element(part)
            if not element.op.type.startswith("Placeholder"):
                return False
    return True


def _note_run(session, training, ran, loss, run_original):
    global _newest, _newest_step, _told_runs
    for train_op, _ in ran:
        train_op.count.runs += 1
    now = time.monotonic()
    if now < training.tells_at:
        return
    if ran[-1][0].count.runs >= _FIRST_RUNS:
        training.tells_at = now + _TELL_SECONDS
    counted = training.step_is_incremented
    for train_op, _ in ran:
        if train_op.increments_step != counted:
            continue  # of a GAN's train ops, the one that counts the steps tells them
        if train_op.count.look_is_due():
            _look(session, train_op, run_original)
        _newest, _told_runs = train_op.count, train_op.count.runs
        if train_op.step is not None:
            _newest_step = (train_op.step, weakref.ref(session.graph))
        progress.report(step=_newest.step)
    if loss is not None:
        progress.report(loss=scalar(loss))


def _new_step():
    """The step, when runs have gone by since it was told; called by the thread that writes."""
    global _told_runs
    newest = _newest
    if newest is None or newest.runs == _told_runs:
        return None
    _told_runs = newest.runs
    return newest.step


def _look(session, train_op, run_original):
    if train_op.step is None:
        return
    try:
        train_op.count.saw(int(run_original(session, train_op.step)))
    except (errors_impl.OpError, RuntimeError):
        pass  # a parameter server is away, or another thread has closed the session
