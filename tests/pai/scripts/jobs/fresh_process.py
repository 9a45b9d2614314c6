"""Prints all that a script can see of the process it runs in, as a JSON object in the last line."""

import tensorflow as tf

first_names = list(globals())

import atexit
import inspect
import json
import locale
import logging
import multiprocessing.process
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import warnings

import numpy as np
import pyarrow as pa


def descriptors():
    """{number: what kind of file it is}"""
    kinds = {}
    for name in os.listdir("/proc/self/fd"):
        try:
            kind = os.readlink("/proc/self/fd/" + name).split(":")[0]
            kinds[name] = kind.replace("/proc/%d/" % os.getpid(), "/proc/self/")
        except OSError:
            pass  # the folder's own
    return kinds


def process_file(name):
    with open("/proc/self/" + name, encoding="utf-8") as file:
        return file.read()


def stream(file):
    return [
        file.encoding,
        file.errors,
        file.line_buffering,
        file.write_through,
        file.seekable(),
        file.name,
        file.mode,
        file.isatty(),
    ]


def depth(calls=0):
    try:
        return depth(calls + 1)
    except RecursionError:
        return calls


with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    drawn = session.run(tf.random.uniform([2])).tolist()

print("a line before")
seen = {
    "names": first_names,
    "main": {
        name: str(globals()[name])
        for name in ("__name__", "__doc__", "__package__", "__spec__", "__file__", "__cached__")
    },
    "loader": type(__loader__).__name__,
    "is main": [name for name in sys.modules if sys.modules[name] is sys.modules["__main__"]],
    "argv": sys.argv,
    "orig_argv": getattr(sys, "orig_argv", None),
    "command": process_file("cmdline").rstrip("\0").split("\0"),
    "marked": "PAISQL_PROCESS=worker-0" in process_file("environ").split("\0"),
    "name": process_file("comm"),
    "path": sys.path,
    "folder": os.getcwd(),
    "environment": dict(os.environ),
    "C environment": sorted(subprocess.check_output(["env"], text=True).splitlines()),
    "flags": str(sys.flags),
    "modules": sorted(sys.modules),
    "finders": [getattr(finder, "__name__", type(finder).__name__) for finder in sys.meta_path],
    "descriptors": descriptors(),
    "leads a group": os.getpgid(0) == os.getpid(),
    "signals": {int(n): str(signal.getsignal(n)) for n in signal.valid_signals()},
    "mask": str(signal.pthread_sigmask(signal.SIG_BLOCK, [])),
    "limits": [resource.getrlimit(number) for number in range(16)],
    "umask": os.umask(0o022),
    "stdin": sys.stdin.read(),
    "streams": [stream(file) for file in (sys.stdin, sys.stdout, sys.stderr)],
    "stack": [frame.function for frame in inspect.stack()],
    "first folder": multiprocessing.process.ORIGINAL_DIR,
    "at exit": atexit._ncallbacks(),
    "threads": [thread.name for thread in threading.enumerate()],
    "native id": threading.main_thread().native_id == os.getpid(),
    "temporary": tempfile.gettempdir(),
    "locale": locale.setlocale(locale.LC_ALL),
    "warnings": [str(one) for one in warnings.filters],
    "logging": [
        len(logging.root.handlers),
        logging.root.level,
        len(logging.getLogger("tensorflow").handlers),
    ],
    "hooks": [
        sys.excepthook is sys.__excepthook__,
        hasattr(sys, "last_value"),
        str(sys.exc_info()),
        sys.gettrace(),
    ],
    "deep": depth() > 900,
    "cpus": [pa.cpu_count(), sorted(os.sched_getaffinity(0))],
    "product": float(np.dot(np.ones((200, 200)), np.ones((200, 200)))[0][0]),
    "tensorflow": [tf.__version__, tf.executing_eagerly()],
    # The hash of texts is the process's too: one of the start of Python, not of the job.
    "random": [random.random(), np.random.rand(), os.urandom(4).hex(), drawn],
    "secret": list(multiprocessing.process.current_process().authkey),
}
print(json.dumps(seen))
