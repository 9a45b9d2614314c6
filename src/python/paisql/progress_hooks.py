"""Puts the hooks on TensorFlow that learn steps and loss, when somebody listens."""

from paisql import progress


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
        from paisql import progress_keras, progress_sessions

        progress_sessions.install()
        progress_keras.install()
    except (ImportError, AttributeError):
        pass  # a TensorFlow that looks different inside tells of its rows only


_installed = False
