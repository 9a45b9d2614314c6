"""What a distributed job needs of TensorFlow 1's sessions beyond its own defaults.

Environment:
    PAISQL_ADDRESS  the host:port of this process in a distributed job; "" for an evaluator; not set
                    in a job of one process
"""

import functools
import os

from paisql.face import staying, sync_replicas

# How often a worker looks whether the chief has made the variables. TensorFlow's own 30 seconds are
# for a cluster with slow storage; they would be most of a short job's time.
_RECOVERY_WAIT_SECONDS = 1


def adapt_sessions():
    """Changes TensorFlow's session classes for this process; called once, by the face."""
    address = os.environ.get("PAISQL_ADDRESS")
    if address is None:
        return
    _look_for_the_chief_often()
    if address:
        sync_replicas.install()
        staying.install(address)
        _predict_without_a_server(address)


def _look_for_the_chief_often():
    from tensorflow.python.training import session_manager, supervisor

    # A Supervisor has the same default, and gives it to its SessionManager as if it were chosen.
    for class_, arguments_before in (session_manager.SessionManager, 4), (supervisor.Supervisor, 13):
        class_.__init__ = _with_our_default(class_.__init__, arguments_before)


def _with_our_default(make, arguments_before):
    """A constructor with our recovery_wait_secs, which stands after so many arguments."""

    @functools.wraps(make)
    def make_with_our_default(self, *args, **kwargs):
        if len(args) <= arguments_before:
            kwargs.setdefault("recovery_wait_secs", _RECOVERY_WAIT_SECONDS)
        make(self, *args, **kwargs)

    return make_with_our_default


def _predict_without_a_server(address):
    """Sessions on this process's own address before any server runs here become local ones.

    Estimator.predict() takes the session's master from TF_CONFIG, where train_and_evaluate() would
    have started the server. Without one, connecting to oneself waits for ever.
    """
    from tensorflow.python.training import monitored_session, server_lib

    started = []
    start = server_lib.Server.__init__

    def start_and_note(self, *args, **kwargs):
        start(self, *args, **kwargs)
        started.append(self.target)

    server_lib.Server.__init__ = start_and_note
    create = monitored_session.ChiefSessionCreator.__init__

    def create_here(self, *args, **kwargs):
        create(self, *args, **kwargs)
        if not started and self._master == "grpc://" + address:
            self._master = ""

    monitored_session.ChiefSessionCreator.__init__ = create_here
