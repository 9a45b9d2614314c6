"""Puts the hooks on TensorFlow that learn steps and loss, when somebody listens."""

from paisql.monitoring import progress


def install():
    """Wraps what trains, in a process whose supervisor wants to know; otherwise nothing.

    Called by each face when it is put on, and again by a process that learns of its job later: the
    environment is read at the call. A second call changes nothing more.
    """
    global _installed
    if not progress.claim() or _installed:
        return
    _installed = True
    try:
        from paisql.monitoring import input_hints, progress_keras, progress_sessions
        from paisql.monitoring import queue_waits, slow_input, step_time

        queues = queue_waits.QueueWaits()
        steps = step_time.install(queues)
        progress_sessions.install(steps, queues)
        progress_keras.install(steps)
        hints = input_hints.Hints()
        slow_input.install(hints, steps, queues)
        progress.add_totals(hints.look)
        progress.before_end(lambda: hints.look(at_end=True))
    except (ImportError, AttributeError):
        pass  # a TensorFlow that looks different inside reports its rows only


_installed = False
