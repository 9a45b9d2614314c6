"""Steps and loss of what trains with Keras: fit, train_on_batch, and loops of the script's own.

fit tells through the CallbackList that Keras makes for each call. No callback is added to it: one
more would change which logs are copied from the device and what Keras warns of. The step is the
optimizer's `iterations`; the loss is the one that Keras logs.

In a loop with a GradientTape, a step is a call of the optimizer's apply_gradients, or of the
tf.function in which it was traced. There the loss is known without tf.function only.
"""

import functools
import sys
import threading
import weakref

from tensorflow.python.eager import backprop, context
from tensorflow.python.eager.polymorphic_function import polymorphic_function
from tensorflow.python.framework import ops

from paisql.imports import after_import
from paisql.monitoring import progress, progress_optimizers
from paisql.monitoring.step_count import Hooks, StepCount, scalar

# Keras, and the copy of it that TensorFlow keeps: both are imported by scripts.
_KERAS = (
    ("keras.src.callbacks", "_wrap_callbacks"),
    ("keras.src.engine.training", "_wrap_model"),
    ("keras.src.engine.training_v1", "_wrap_model"),
    ("keras.src.optimizers.optimizer", "_wrap_optimizer"),
    ("keras.src.optimizers.legacy.optimizer_v2", "_wrap_optimizer"),
    ("tensorflow.python.keras.callbacks", "_wrap_callbacks"),
    ("tensorflow.python.keras.engine.training", "_wrap_model"),
    ("tensorflow.python.keras.engine.training_v1", "_wrap_model"),
    ("tensorflow.python.keras.optimizer_v2.optimizer_v2", "_wrap_optimizer"),
)

_hooks = Hooks()
_steps = None  # set by install


def install(steps):
    """Has Keras wrapped when the script imports it, and tf.function and GradientTape at once.

    steps: the StepTime that gets training steps.
    """
    global _steps
    _steps = steps
    for module, wrap in _KERAS:
        after_import.run(module, functools.partial(_hooks.quietly, globals()[wrap]))
    function = polymorphic_function.Function
    function.__call__ = _watched_function(function.__call__)
    backprop.GradientTape.gradient = _noting_target(backprop.GradientTape.gradient)
    progress.before_end(lambda: _hooks.quietly(_loop.finish))


class _Training:
    """The steps of one model or optimizer, as they go by."""

    def __init__(self, optimizer):
        self._optimizer = optimizer
        self._count = StepCount()

    def ran(self, runs=1):
        """Counts steps; True when it is time to look at the device."""
        _steps.stepped()
        self._count.runs += runs
        return self._count.look_is_due()

    def look(self):
        iterations = getattr(self._optimizer, "iterations", None)
        if iterations is None:
            return
        # Keras knows how to read a variable of its graph; an eager one can be read as it is.
        if hasattr(iterations, "numpy") and context.executing_eagerly():
            value = scalar(iterations)
        else:
            name = "tensorflow.python.keras.backend"
            if type(self._optimizer).__module__.startswith("keras."):
                name = "keras.src.backend"
            value = scalar(sys.modules[name].get_value(iterations))
        if value is not None:
            self._count.saw(int(value))

    @property
    def step(self):
        return self._count.step


# --- fit and train_on_batch ---

_inside = threading.local()  # .keras: this thread is in a method of Keras that tells by itself


def _wrap_callbacks(module):
    callback_list = module.CallbackList
    for name, note in (
        ("on_train_begin", _train_begin),
        ("on_epoch_begin", _epoch_begin),
        ("on_epoch_end", _epoch_end),
        ("on_train_batch_end", _batch_end),
        ("_call_batch_hook", _batch_hook),
        ("on_train_end", _train_end),
    ):
        setattr(callback_list, name, _followed_by(getattr(callback_list, name), note))


def _followed_by(method, note):
    """Keras's own method first, then ours, with the same arguments."""

    @functools.wraps(method)
    def call(self, *args, **kwargs):
        result = method(self, *args, **kwargs)
        _hooks.quietly(note, self, *args, *kwargs.values())
        return result

    return call


def _train_begin(callbacks, logs=None):
    model = getattr(callbacks, "model", None)
    callbacks.paisql_jobs = _Training(getattr(model, "optimizer", None))
    callbacks.paisql_batches = 0
    _steps.begin()


def _epoch_begin(callbacks, epoch, logs=None):
    callbacks.paisql_batches = 0


def _batch_hook(callbacks, mode, hook, batch, logs=None):
    # Models of graphs call this for each batch; the others call on_train_batch_end, which may.
    if str(mode) == "train" and hook == "end":
        _batch_end(callbacks, batch, logs)


def _batch_end(callbacks, batch, logs=None):
    training = getattr(callbacks, "paisql_jobs", None)
    batches = batch + 1 - callbacks.paisql_batches if training is not None else 0
    if batches <= 0:
        return
    callbacks.paisql_batches = batch + 1
    if training.ran(batches):
        training.look()
        progress.report(step=training.step, loss=_loss_of(logs))
    else:
        progress.report(step=training.step)


def _epoch_end(callbacks, epoch, logs=None):
    progress.report(loss=_loss_of(logs))


def _train_end(callbacks, logs=None):
    training = getattr(callbacks, "paisql_jobs", None)
    if training is not None:
        training.look()
        progress.report(step=training.step, loss=_loss_of(logs))


def _loss_of(logs):
    return scalar(logs["loss"]) if isinstance(logs, dict) and "loss" in logs else None


def _wrap_model(module):
    model = module.Model
    model.fit = _telling(model.fit, None)
    model.train_on_batch = _telling(model.train_on_batch, _batch_trained)


def _telling(method, note):
    @functools.wraps(method)
    def call(self, *args, **kwargs):
        outer = getattr(_inside, "keras", False)
        _inside.keras = True
        try:
            result = method(self, *args, **kwargs)
        finally:
            _inside.keras = outer
        if note is not None and not outer:
            _hooks.quietly(note, self, result)
        return result

    return call


_by_model = weakref.WeakKeyDictionary()


def _batch_trained(model, result):
    """`result` is the loss, a list that begins with it, or a dict of logs."""
    training = _by_model.get(model)
    if training is None:
        training = _by_model[model] = _Training(model.optimizer)
    if training.ran():
        training.look()
    if isinstance(result, dict):
        loss = _loss_of(result)
    else:
        loss = scalar(result[0] if isinstance(result, (list, tuple)) and result else result)
    progress.report(step=training.step, loss=loss)


# --- loops of the script's own ---


class _Loop:
    """What the script's own loop trains: the newest optimizer that it has used."""

    def __init__(self):
        self.function = None  # the outermost tf.function that is being called
        self.training_functions = weakref.WeakKeyDictionary()  # function: its optimizer, weakly
        self.target = None  # the newest eager scalar that a tape has derived
        self._optimizer = lambda: None
        self._training = None

    def ran(self, optimizer):
        if self._optimizer() is not optimizer:
            self._optimizer, self._training = weakref.ref(optimizer), _Training(optimizer)
        if self._training.ran():
            self._tell()
        else:
            progress.report(step=self._training.step)

    def _tell(self):
        self._training.look()
        loss = scalar(self.target) if self.target is not None else None
        progress.report(step=self._training.step, loss=loss)

    def finish(self):
        if self._optimizer() is not None and context.executing_eagerly():
            self._tell()


_loop = _Loop()


def _wrap_optimizer(module):
    optimizer = getattr(module, "OptimizerV2", None) or module.Optimizer
    optimizer.apply_gradients = _noting_apply(optimizer.apply_gradients)


def _noting_apply(apply):
    @functools.wraps(apply)
    def apply_gradients(self, *args, **kwargs):
        result = apply(self, *args, **kwargs)
        _hooks.quietly(_note_apply, self, result)
        return result

    return apply_gradients


def _note_apply(optimizer, result):
    graph = None if context.executing_eagerly() else ops.get_default_graph()
    if graph is not None and not graph.building_function:
        progress_optimizers.note_train_op(result, optimizer.iterations)
    elif getattr(_inside, "keras", False):
        pass  # fit and train_on_batch tell by themselves
    elif graph is None:
        _loop.ran(optimizer)
    elif _loop.function is not None:
        _loop.training_functions[_loop.function] = weakref.ref(optimizer)


def _watched_function(call_original):
    @functools.wraps(call_original)
    def call(self, *args, **kwds):
        if _loop.function is not None or not _hooks.live:
            return call_original(self, *args, **kwds)
        # Not by thread: a strategy traces the replicas' part in threads of its own.
        _loop.function = self
        try:
            result = call_original(self, *args, **kwds)
        finally:
            _loop.function = None
        if _loop.training_functions:
            _hooks.quietly(_function_ran, self)
        return result

    return call


def _function_ran(function):
    optimizer = _loop.training_functions.get(function, lambda: None)()
    if optimizer is not None and context.executing_eagerly():
        _loop.ran(optimizer)


def _noting_target(gradient):
    @functools.wraps(gradient)
    def call(self, target, *args, **kwargs):
        result = gradient(self, target, *args, **kwargs)
        _hooks.quietly(_note_target, target)
        return result

    return call


def _note_target(target):
    if isinstance(target, ops.EagerTensor) and target.shape.rank == 0:
        _loop.target = target
