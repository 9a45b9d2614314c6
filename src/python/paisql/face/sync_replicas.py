"""Jobs with SyncReplicasOptimizer that end when their training ends.

Each step of a replica ends by taking a token, and an update of the variables makes as many as there
are replicas. One that is fast may take another's; when it has then reached the last step, nobody
gives the gradients of the next update any more, and the other waits for ever. So who ends puts a
round of tokens into the queue: the others see that the last step is reached, or, where only the
input of the first has ended, go on without it.

The chief's thread of updates waits for those gradients, too, and TensorFlow's chief would wait two
minutes for the thread. Here the end of the session ends it.
"""

import functools
import threading


def install():
    """Changes the hook that SyncReplicasOptimizer.make_session_run_hook() gives."""
    from tensorflow.python.framework import errors_impl, ops
    from tensorflow.python.ops import array_ops
    from tensorflow.python.training import sync_replicas_optimizer

    hook = sync_replicas_optimizer._SyncReplicasOptimizerHook  # pylint: disable=protected-access
    begin, start = hook.begin, hook.after_create_session

    @functools.wraps(begin)
    def begin_and_prepare(self):
        begin(self)
        replicas = self._sync_optimizer
        self.updates = self._q_runner.enqueue_ops if self._q_runner is not None else ()
        self._q_runner = None
        with ops.device(replicas._global_step.device), ops.name_scope(""):
            tokens = array_ops.fill([replicas._tokens_per_step], replicas._global_step)
            self.leave_tokens = replicas._sync_token_queue.enqueue_many((tokens,))

    @functools.wraps(start)
    def start_updates(self, session, coord):
        start(self, session, coord)
        for update in self.updates:
            threading.Thread(target=_repeat, args=(session, coord, update), daemon=True).start()

    def end(self, session):
        try:
            session.run(self.leave_tokens)
        except (errors_impl.UnavailableError, errors_impl.CancelledError, errors_impl.AbortedError):
            pass  # the server with the queue has ended, and so has everybody else

    hook.begin, hook.after_create_session, hook.end = begin_and_prepare, start_updates, end


def _repeat(session, coord, operation):
    """Runs an operation until training stops; what goes wrong before that stops it."""
    try:
        while not coord.should_stop():
            session.run(operation)
    except Exception as error:  # pylint: disable=broad-exception-caught
        if not coord.should_stop():
            coord.request_stop(error)
