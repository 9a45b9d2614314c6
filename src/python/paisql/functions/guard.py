"""The process above a worker of functions: it ends what users' code has started and left behind.

begin() forks. The child goes on as the worker, in a process group of its own; this process waits for it, and adopts
what below it has lost its parent. It kills all of that when the worker ends, when the owner ends, or when SIGUSR1
comes, which is how the owner asks for the end. Then it ends as the worker has.
"""

import ctypes
import os
import resource
import signal
import time

_SET_DEATH_SIGNAL, _SET_SUBREAPER = 1, 36  # of prctl
_END = signal.SIGUSR1
_NOT_STARTED = 127


def begin():
    """Returns in the child alone. Before other threads."""
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    owner = os.getppid()
    waited = {_END, signal.SIGCHLD}
    signal.pthread_sigmask(signal.SIG_BLOCK, waited)
    prctl(_SET_SUBREAPER, 1, 0, 0, 0)
    guard = os.getpid()
    child = os.fork()
    if child == 0:
        prctl(_SET_DEATH_SIGNAL, int(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != guard:
            os._exit(_NOT_STARTED)
        os.setpgid(0, 0)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, waited)
        return
    prctl(_SET_DEATH_SIGNAL, int(_END), 0, 0, 0)
    try:
        os.setpgid(child, child)  # whichever of both comes first
    except OSError:
        pass
    os.closerange(3, 1024)
    status = None if os.getppid() == owner else signal.SIGKILL
    while status is None:
        status = _ended(child)
        if status is None and signal.sigwait(waited) == _END:
            status = signal.SIGKILL
    _kill_all(child)
    _end_as(status)


def _ended(child):
    """The status of the worker, as waitpid has it; None while it runs. Reaps what has ended."""
    try:
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid in (0, child):
                return status if pid else None
    except ChildProcessError:
        return signal.SIGKILL


def _kill_all(child):
    try:
        os.killpg(child, signal.SIGKILL)  # at once, so that a process which forks again and again cannot flee
    except OSError:
        pass
    while True:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        for pid in _below(os.getpid()):
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        time.sleep(0.001)


def _below(top):
    """The processes below one, of all generations."""
    children = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open("/proc/%s/stat" % name, "rb") as stream:
                    parent = int(stream.read().rpartition(b") ")[2].split()[1])
            except (OSError, ValueError, IndexError):
                continue
            children.setdefault(parent, []).append(int(name))
    found = [top]
    for pid in found:
        found += children.get(pid, ())
    return found[1:]


def _end_as(status):
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the core is the worker's
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status))
