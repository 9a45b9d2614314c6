"""horovod.keras.callbacks and horovod.tensorflow.keras.callbacks in a world of one process.

What brings workers together has nothing to do; what changes the learning rate does that.
"""

import tensorflow as tf

from paisql.single import horovod


class _Nothing(tf.keras.callbacks.Callback):
    """A callback without work: there is no other process."""

    def __init__(self, *_arguments, **_named):
        super().__init__()


class BroadcastGlobalVariablesCallback(_Nothing):
    def __init__(self, root_rank=0, device="", **_named):
        super().__init__()
        del device
        horovod.check_root(root_rank)


class MetricAverageCallback(_Nothing):
    pass


def _get(optimizer, name):
    return float(tf.keras.backend.get_value(getattr(optimizer, name)))


def _set(optimizer, name, number):
    if isinstance(getattr(optimizer, name), (int, float)):
        setattr(optimizer, name, number)
    else:
        tf.keras.backend.set_value(getattr(optimizer, name), number)


class LearningRateScheduleCallback(tf.keras.callbacks.Callback):
    """The initial rate times multiplier(epoch), or times multiplier ** epoch, in the epochs from
    start_epoch up to end_epoch: once an epoch, or with staircase=False at every batch.

    Called (initial_lr, multiplier, ...) as since Horovod 0.20, or (multiplier, ..., initial_lr=)
    as before; without initial_lr it is the optimizer's own.
    """

    def __init__(self, *arguments, **named):
        super().__init__()
        newer = "multiplier" in named or named.keys().isdisjoint(("initial_lr",))
        newer = newer and bool(arguments) and not callable(arguments[0])
        newer = newer and ("multiplier" in named or len(arguments) > 1)
        order = ("initial_lr", "multiplier") if newer else ("multiplier",)
        names = (*order, "start_epoch", "end_epoch", "staircase", "momentum_correction")
        names = (*names, "steps_per_epoch") + (() if newer else ("initial_lr",))
        given = dict(zip(names, arguments))
        if len(arguments) > len(names) or not given.keys().isdisjoint(named):
            raise TypeError("LearningRateScheduleCallback takes each argument once")
        given.update(named)
        self._take(**given)

    def _take(
        self,
        multiplier,
        initial_lr=None,
        start_epoch=0,
        end_epoch=None,
        staircase=True,
        momentum_correction=True,
        steps_per_epoch=None,
    ):
        self.multiplier = multiplier if callable(multiplier) else lambda epoch: multiplier**epoch
        self.initial_lr = initial_lr
        self.start_epoch, self.end_epoch = start_epoch, end_epoch
        self.staircase = staircase
        self.momentum_correction = momentum_correction
        self.steps_per_epoch = steps_per_epoch
        self.current_epoch = 0
        self._momentum = None

    def on_train_begin(self, logs=None):
        if self.initial_lr is None:
            self.initial_lr = _get(self.model.optimizer, "lr")
        if not self.staircase and not self.steps_per_epoch:
            self.steps_per_epoch = self.params.get("steps")
            if not self.steps_per_epoch:
                raise ValueError("%s needs steps_per_epoch" % type(self).__name__)

    def on_epoch_begin(self, epoch, logs=None):
        self.current_epoch = epoch

    def on_batch_begin(self, batch, logs=None):
        behind = self.end_epoch is not None and self.current_epoch >= self.end_epoch
        if self.current_epoch < self.start_epoch or behind or (self.staircase and batch > 0):
            return
        part = 0 if self.staircase else float(batch) / self.steps_per_epoch
        optimizer = self.model.optimizer
        before, rate = _get(optimizer, "lr"), self.initial_lr * self.multiplier(self.current_epoch + part)
        _set(optimizer, "lr", rate)
        if self.momentum_correction and hasattr(optimizer, "momentum") and before:
            self._momentum = _get(optimizer, "momentum")
            _set(optimizer, "momentum", self._momentum * rate / before)

    def on_batch_end(self, batch, logs=None):
        if self._momentum is not None:
            _set(self.model.optimizer, "momentum", self._momentum)
            self._momentum = None

    def on_epoch_end(self, epoch, logs=None):
        if logs is not None:
            logs["lr"] = _get(self.model.optimizer, "lr")


class LearningRateWarmupCallback(LearningRateScheduleCallback):
    """From initial_lr / size() to initial_lr, which is one number here.

    Called (initial_lr, warmup_epochs=5, ...) as since Horovod 0.20, or (warmup_epochs=5, ...,
    initial_lr=) as before: a first argument that is a whole number is of epochs.
    """

    def __init__(self, *arguments, **named):
        older = bool(arguments) and isinstance(arguments[0], int)
        older = (older or not arguments) and not ("warmup_epochs" in named and arguments)
        order = ("momentum_correction", "steps_per_epoch", "verbose")
        if older:
            names = ("warmup_epochs", *order, "initial_lr")
        else:
            names = ("initial_lr", "warmup_epochs", *order)
        given = dict(zip(names, arguments))
        if len(arguments) > len(names) or not given.keys().isdisjoint(named):
            raise TypeError("LearningRateWarmupCallback takes each argument once")
        given.update(named)
        self.verbose = given.pop("verbose", 0)
        end = given.pop("warmup_epochs", 5)
        super().__init__(multiplier=lambda epoch: 1.0, end_epoch=end, **given)

    def on_epoch_end(self, epoch, logs=None):
        super().on_epoch_end(epoch, logs)
        if self.verbose and epoch == self.end_epoch - 1:
            rate = _get(self.model.optimizer, "lr")
            print("\nEpoch %d: finished gradual learning rate warmup to %g." % (epoch + 1, rate))


class BestModelCheckpoint(tf.keras.callbacks.ModelCheckpoint):
    """ModelCheckpoint that keeps the best alone, where its file is named later: `filepath`."""

    def __init__(self, monitor="val_loss", verbose=0, mode="auto", save_freq="epoch", filepath="best", **named):
        super().__init__(
            filepath=filepath,
            monitor=monitor,
            verbose=verbose,
            mode=mode,
            save_freq=save_freq,
            save_best_only=True,
            **named,
        )


def __getattr__(name):
    return getattr(horovod, name)
