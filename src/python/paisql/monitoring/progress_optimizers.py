"""Which operations train: what makes them says so, in graphs, and paisql.monitoring.training_ops remembers it.

Wrapped are the optimizers of TensorFlow 1, tf.gradients, which scripts use in place of an
optimizer's half, and Estimator, whose model_fn may make a train_op in any way.
"""

import functools
import sys

from tensorflow.python.eager import context
from tensorflow.python.framework import ops
from tensorflow.python.framework import tensor as tensor_lib
from tensorflow.python.ops import gradients_impl
from tensorflow.python.training import optimizer as optimizer_lib
from tensorflow.python.training import training_util

from paisql.imports import after_import
from paisql.monitoring import training_ops
from paisql.monitoring.step_count import Hooks

_ESTIMATOR = "tensorflow_estimator.python.estimator.estimator"
_TENSORFLOW_1 = ("tensorflow.compat.v1", "tensorflow._api.v2.compat.v1")

hooks = Hooks()


def install():
    """Wraps the optimizers of TensorFlow 1, tf.gradients and Estimator; called once."""
    _wrap_optimizers(optimizer_lib.Optimizer)
    if not context.executing_eagerly():
        # Optimizers that the script defines. Not in TensorFlow 2, where AutoGraph reads their code.
        optimizer_lib.Optimizer.__init_subclass__ = classmethod(_init_subclass)
    noting = _noting_gradients(gradients_impl.gradients)
    for name in _TENSORFLOW_1:
        if name in sys.modules:
            sys.modules[name].gradients = noting
    after_import.run(_ESTIMATOR, functools.partial(hooks.quietly, _wrap_estimator))


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
    def call(self, spec, worker_hooks, own_hooks, global_step, *args, **kwargs):
        hooks.quietly(note_train_op, spec.train_op, global_step, spec.loss)
        return train(self, spec, worker_hooks, own_hooks, global_step, *args, **kwargs)

    module.Estimator._train_with_estimator_spec = call  # pylint: disable=protected-access


def _noting_loss(compute):
    @functools.wraps(compute)
    def compute_gradients(self, *args, **kwargs):
        result = compute(self, *args, **kwargs)
        hooks.quietly(_note_loss, self, args[0] if args else kwargs.get("loss"))
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
        hooks.quietly(_note_gradients, ys)
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
        hooks.quietly(note_train_op, result, global_step, None, self)
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
