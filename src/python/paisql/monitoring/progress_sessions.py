"""Steps and loss of what trains through sessions: plain loops, MonitoredSession, Estimator.

Optimizers say which operations train (paisql.monitoring.progress_optimizers); a wrapper of BaseSession.run
counts the runs that execute one. Where the script fetches the loss with its step, the newest one is
kept; else the loss is fetched along with some of the runs. It is told with the step that it is of.
The global step is read by a run of its own, after a training run, so that it is the step after
that run and not the one that some thread saw halfway. Nothing is added to the script's graph.

What does not pass through BaseSession.run is not seen: make_callable without feeds, partial_run.
"""

import functools
import time
import weakref

from tensorflow.core.protobuf import config_pb2
from tensorflow.python.client import session as session_lib
from tensorflow.python.framework import errors_impl

from paisql.monitoring import progress, progress_optimizers, training_ops
from paisql.monitoring.step_count import scalar

# A model whose steps take longer has its loss fetched with each of them, and TensorFlow prepares
# one set of fetches only; with shorter steps, some go without. A short job has all its losses.
_TELL_SECONDS = 0.02
_FIRST_RUNS = 1000

_hooks = progress_optimizers.hooks  # where one side fails, the other would tell half of it
_newest = None  # the StepCount that tells the step
_newest_step = None  # (its tensor's name, its graph)
_told_runs = 0
# What a run gave: a loss as sessions give it, what counts the steps, and the runs of that by then.
_newest_loss = _told_loss = None
_LAST_LOOK_MS = 1000


def install(steps, queues):
    """Wraps what makes training operations, and BaseSession.run and close; called once.

    steps: the StepTime that gets training runs; queues: the QueueWaits that traces some.
    """
    progress_optimizers.install()
    run_original = session_lib.BaseSession.run
    session_lib.BaseSession.run = _watched(run_original, steps, queues)
    session_lib.BaseSession.close = _closing(session_lib.BaseSession.close, run_original)
    progress.add_source(_news)


def _watched(run_original, steps, queues):
    now, attribute = time.monotonic, training_ops.ATTRIBUTE
    value_at = training_ops.value_at

    @functools.wraps(run_original)
    def run(self, fetches, feed_dict=None, options=None, run_metadata=None):
        global _newest_loss
        training = getattr(self._graph, attribute, None)
        begin = now()
        if training is None:
            result = run_original(self, fetches, feed_dict, options, run_metadata)
            if steps.began is not None:
                steps.ran_other(begin, now())
            return result
        # Small models make tens of thousands of runs a second: most do no more than this.
        kind = type(fetches)
        if kind is list or kind is tuple:
            key = tuple(map(id, fetches))
        elif kind is dict:
            key = (dict, *fetches, *map(id, fetches.values()))
        else:
            key = id(fetches)
        known = training.known.get(key)
        if known is None:
            key = training_ops.key_of(fetches)  # another one for fetches within fetches
            known = training.known.get(key)
        if known is not None and (not known.counts or begin < training.tells_at):
            result = run_original(self, fetches, feed_dict, options, run_metadata)
            if not known.counts:
                steps.ran_other(begin, now())
                return result
            steps.ran(begin, now(), feed_dict)
            for count in known.counts:
                count.runs += 1
            if known.loss_path is not None:
                counted = _newest or known.counts[-1]
                _newest_loss = (value_at(known.loss_path, result), counted, counted.runs)
            return result

        ran = _hooks.quietly(_train_ops_of, self._graph, training, fetches)
        path = _hooks.quietly(_path_to_loss, self._graph, ran, fetches)
        if ran is not None:
            counts = tuple(train_op.count for train_op, _ in ran)
            training.remember(key, training_ops.KnownFetch(counts, path))
        return look(self, training, ran, path, (fetches, feed_dict, options, run_metadata))

    def look(self, training, ran, path, arguments):
        """A run of the train ops `ran`, from which the step and a loss are learned."""
        fetches, feed_dict, *others = arguments
        loss = None
        if path is None:
            loss = _hooks.quietly(_loss_to_fetch, self._graph, training, ran, feed_dict)
        run_now = run_original
        if ran and _hooks.quietly(_is_traced, self._graph, steps, queues, feed_dict, others[0]):
            run_now = functools.partial(queues.run, run_original)
        begin = now()
        result = run_now(self, fetches if loss is None else [fetches, loss], feed_dict, *others)
        end = now()
        if loss is not None:
            result, value = result
        else:
            value = None if path is None else value_at(path, result)
        if not ran:
            steps.ran_other(begin, end)
            return result
        steps.ran(begin, end, feed_dict)
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


def _is_traced(graph, steps, queues, feed_dict, options):
    steps.looks(feed_dict)
    return queues.is_due(graph, options)


def _train_ops_of(graph, training, fetches):
    return training.of_fetches(graph, fetches)


def _path_to_loss(graph, ran, fetches):
    """Where in the result of the fetches a loss of their train ops is; None when it is nowhere."""
    for train_op, _ in reversed(ran or ()):
        if train_op.loss is None:
            continue
        loss = graph.as_graph_element(train_op.loss)
        path = training_ops.path_to(loss, fetches)
        if path is not None and loss.shape.num_elements() in (1, None):
            return path
    return None


def _loss_to_fetch(graph, training, ran, feed_dict):
    """The loss tensor that this run is to fetch besides; None when it is not time, or not safe."""
    if not ran or time.monotonic() < training.tells_at:
        return None
    for train_op, fetched in reversed(ran):
        if train_op.loss is None:
            continue
        loss = graph.as_graph_element(train_op.loss)
        if loss.shape.num_elements() not in (1, None):
            continue
        safe = train_op.loss_is_safe.get(fetched)
        if safe is None:
            operation = graph.get_operation_by_name(fetched)
            safe = training_ops.can_compute_beside(loss, operation)
            train_op.loss_is_safe[fetched] = safe
        if safe and _feeds_are_placeholders(graph, feed_dict):
            return loss
    return None


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
    global _newest, _newest_step, _newest_loss, _told_runs
    for train_op, _ in ran:
        train_op.count.runs += 1
    if loss is not None:
        counts = [op.count for op, _ in ran if op.increments_step == training.step_is_incremented]
        counted = counts[-1] if counts else _newest or ran[-1][0].count
        _newest_loss = (loss, counted, counted.runs)
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
    loss, loss_step = _new_loss()
    progress.report(loss=loss, loss_step=loss_step)


def _news():
    """Step and loss, each None when it has been told; called by the thread that writes."""
    global _told_runs
    loss = _new_loss()  # first, so that no loss is of a later step than the one that is reported
    newest, step = _newest, None
    if newest is not None and newest.runs != _told_runs:
        _told_runs = newest.runs
        step = newest.step
    return step, *loss


def _new_loss():
    """The newest loss and the step that it is of; None, None when they have been told."""
    global _told_loss
    newest = _newest_loss
    if newest is _told_loss:
        return None, None
    _told_loss = newest
    loss, counted, runs = newest
    return scalar(loss), counted.step_behind(runs)


def _look(session, train_op, run_original):
    if train_op.step is None:
        return
    try:
        train_op.count.saw(int(run_original(session, train_op.step)))
    except (errors_impl.OpError, RuntimeError):
        pass  # a parameter server is away, or another thread has closed the session
