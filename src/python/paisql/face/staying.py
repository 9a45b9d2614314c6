"""Keeps a worker's server up until the other workers have come to the end of their scripts, too.

A session of TensorFlow 1 without device filters begins by asking every process of the cluster for
its devices, and waits for ever for one that is not there any more. So a worker that is late would
never begin when another one, most often the chief of a short training, has ended already.

Environment:
    PAISQL_JOB      the job's folder, with the supervisor's processes.json
    PAISQL_ADDRESS  the host:port of this process
"""

import atexit
import builtins
import json
import os
import sys
import time

from paisql.monitoring import progress

_LOOK_SECONDS = 0.25

_status = None  # what the script has called sys.exit with
_process = None  # that has a server


def install(address):
    """Has this process stay when it has started a server; called once, in a distributed job."""
    from tensorflow.python.training import server_lib

    start = server_lib.Server.__init__

    def start_and_stay(self, *args, **kwargs):
        start(self, *args, **kwargs)
        _stay_at_the_end(address)

    server_lib.Server.__init__ = start_and_stay


def _stay_at_the_end(address):
    global _process
    if _process == os.getpid():
        return
    _process = os.getpid()
    # An atexit function is not told how the process ends.
    sys.exit = _noting_status(sys.exit)
    for name in ("exit", "quit"):
        if hasattr(builtins, name):
            setattr(builtins, name, _noting_status(getattr(builtins, name)))
    # Of what the script and TensorFlow do at the end, only what was registered since comes before.
    atexit.register(_stay, address)


def _noting_status(leave):
    def leave_with(*status):
        global _status
        _status = status[0] if status else None
        return leave(*status)

    return leave_with


def _stay(address):
    """Waits as long as another worker is at work. An error is reported at once instead."""
    failed = _status not in (None, 0) or hasattr(sys, "last_type")
    if failed or os.getpid() != _process or not progress.finished():
        return
    while _needed(address):
        time.sleep(_LOOK_SECONDS)


def _needed(address):
    """Whether this process is a worker, and another one has not finished."""
    try:
        with open(os.path.join(os.environ["PAISQL_JOB"], "processes.json"), "rb") as stream:
            processes = json.load(stream)["processes"]
    except (KeyError, OSError, ValueError):
        return False
    workers = [one for one in processes if one["role"] == "worker"]
    others = [one for one in workers if one["address"] != address]
    return len(others) < len(workers) and any(one["state"] != "ended" and not one.get("finished") for one in others)
