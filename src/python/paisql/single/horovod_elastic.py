"""horovod.tensorflow.elastic and horovod.keras.elastic: no process joins or leaves."""

import copy

import tensorflow as tf

from paisql.single import horovod


def run(func):
    """The function itself, with a state that is the same everywhere before it begins."""

    def run_with(state, *arguments, **named):
        state.sync()
        return func(state, *arguments, **named)

    return run_with


class ObjectState:
    """Attributes that commit() keeps and restore() brings back."""

    def __init__(self, *_arguments, **kept):
        for name in ("bcast_object", "get_rank"):
            kept.pop(name, None)
        self._names = list(kept)
        self._callbacks = []
        self.__dict__.update(kept)
        self._kept = copy.deepcopy(kept)

    def register_reset_callbacks(self, callbacks):
        self._callbacks.extend(callbacks)

    def on_reset(self):
        for callback in self._callbacks:
            callback()

    def on_hosts_updated(self, *_arguments):
        pass

    def check_host_updates(self):
        pass

    def commit(self):
        self.save()

    def save(self):
        self._kept = {name: copy.deepcopy(getattr(self, name)) for name in self._names}

    def restore(self):
        self.__dict__.update(copy.deepcopy(self._kept))

    def sync(self):
        self.save()


class TensorFlowKerasState(ObjectState):
    """The weights of a model and of its optimizer, too."""

    def __init__(self, model, optimizer=None, backend=None, **kept):
        del backend
        self.model = model
        self.optimizer = optimizer or model.optimizer
        super().__init__(**kept)
        self._weights = self._holders = ()
        self.save()

    def save(self):
        super().save()
        self._holders = [self.model, *([self.optimizer] if self.optimizer is not None else [])]
        self._weights = [[tf.keras.backend.get_value(one) for one in _variables(holder)] for holder in self._holders]

    def restore(self):
        super().restore()
        for holder, weights in zip(self._holders, self._weights):
            # What was made since has nothing that it could go back to.
            for variable, value in zip(_variables(holder), weights):
                tf.keras.backend.set_value(variable, value)


def _variables(holder):
    found = holder.variables
    return found() if callable(found) else found


KerasState = TensorFlowKerasState


class TensorFlowState(ObjectState):
    """The values of variables, too: all global ones, unless others are named."""

    def __init__(self, variables=None, session=None, **kept):
        self.variables = list(variables or tf.compat.v1.global_variables())
        self.session = session or tf.compat.v1.get_default_session()
        super().__init__(**kept)
        self._values = []
        self.save()

    def save(self):
        super().save()
        if tf.executing_eagerly():
            self._values = [variable.numpy() for variable in self.variables]
        else:
            self._values = self.session.run(self.variables)

    def restore(self):
        super().restore()
        for variable, value in zip(self.variables, self._values):
            if tf.executing_eagerly():
                variable.assign(value)
            else:
                variable.load(value, self.session)


class CommitStateCallback(tf.keras.callbacks.Callback):
    """Commits at each `batches_per_commit` batches, and at the end of an epoch."""

    def __init__(self, state, batches_per_commit=1):
        super().__init__()
        self._state, self._every = state, batches_per_commit

    def on_batch_end(self, batch, logs=None):
        if (batch + 1) % self._every == 0:
            self._state.commit()

    def on_epoch_end(self, epoch, logs=None):
        self._state.commit()


class UpdateBatchStateCallback(tf.keras.callbacks.Callback):
    """Keeps state.batch: the batches of this epoch that are done."""

    def __init__(self, state):
        super().__init__()
        self._state = state

    def on_batch_end(self, batch, logs=None):
        self._state.batch = batch + 1

    def on_epoch_end(self, epoch, logs=None):
        self._state.batch = 0


class UpdateEpochStateCallback(tf.keras.callbacks.Callback):
    """Keeps state.epoch: the epochs that are done."""

    def __init__(self, state):
        super().__init__()
        self._state = state
        self._before = getattr(state, "epoch", 0)

    def on_epoch_end(self, epoch, logs=None):
        self._state.epoch = self._before + epoch + 1


def __getattr__(name):
    return getattr(horovod, name)
