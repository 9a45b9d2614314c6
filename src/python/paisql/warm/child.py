"""One process of a job, forked from the warm one, from waiting for its orders to the script."""

import ctypes
import os
import random
import socket
import sys
import types

from paisql.warm import cold, messages, rules, system

# As the supervisor starts processes (src/base/process/process.h, SpawnOptions).
_FIRST_INHERITED = 3


class Orders:
    """What the supervisor sent: how to start the process, as Spawn would."""

    def __init__(self, message):
        value = message.value
        self.command = [messages.native(text) for text in value["command"]]
        entries = [messages.native(text).partition("=") for text in value["environment"]]
        self.environment = {name: text for name, _, text in entries}
        self.folder = messages.native(value["folder"])
        self.data_bytes = value["data_bytes"]
        self.cpus = value["cpus"]
        # Descriptors: stdout, stderr, the control group's when there is one, then the inherited.
        descriptors = list(message.descriptors)
        self.streams = {1: descriptors.pop(0), 2: descriptors.pop(0)}
        self.control_group = descriptors.pop(0) if value["control_group"] else -1
        self.inherited = descriptors

    @property
    def entry(self):
        return self.command[2]


class Restart:
    """Orders for a script that is run by a program of ours in a process that is there already."""

    def __init__(self, command, environment):
        self.command, self.environment = command, environment
        self.entry = command[1]


class Child:
    """A forked process that waits for its orders, and then is the script's."""

    def __init__(self, job_import, face, channel, parent):
        self._import = job_import
        self._face = face
        self._channel = channel
        self._parent = parent
        self._path = []

    def prepare(self):
        """Returns the orders when all is done but the script; in every other case never."""
        # Whatever the parent is, the process never outlives it.
        system.die_with_parent(self._parent)
        message = messages.receive(self._channel)
        if message is None:
            os._exit(0)
        orders = Orders(message)
        reason = ""
        try:
            self._check(orders)
        except Exception as error:  # pylint: disable=broad-except
            reason = cold.reason_of(error)
        try:
            self._take_on(orders)
            if not reason:
                reason = self._become_fresh(orders)
            if reason:
                self._start_cold(orders, reason)
        except OSError as error:
            self._reply("errno %d" % (error.errno or 0))
            os._exit(127)
        self._reply("warm")
        self._channel.close()
        system.close_from(_FIRST_INHERITED + len(orders.inherited))
        return orders

    def _reply(self, text):
        try:
            self._channel.sendall(text.encode(errors="replace") + b"\n")
        except OSError:
            pass  # the supervisor will not wait for it

    def _check(self, orders):
        if orders.command[:2] != [self._import.python, "-bu"]:
            raise cold.Cold("the command is another one")
        self._import.check_unchanged()
        rules.check_environment(self._import, orders.environment)
        rules.check_memory(orders.data_bytes)
        self._path = rules.script_path(self._import, orders.entry, orders.environment)

    def _take_on(self, orders):
        """What Spawn does between fork and exec, in its order."""
        os.setpgid(0, 0)
        if orders.control_group >= 0:
            os.write(orders.control_group, b"0")
        if orders.data_bytes:
            new = "resource" not in sys.modules
            import resource

            if new:
                del sys.modules["resource"]
            resource.setrlimit(resource.RLIMIT_DATA, (orders.data_bytes, orders.data_bytes))
        if orders.cpus:
            os.sched_setaffinity(0, orders.cpus)
        # Out of the way of the numbers that are given out.
        channel = os.dup(self._channel.fileno())
        while channel < _FIRST_INHERITED + len(orders.inherited):
            channel = os.dup(channel)
        self._channel.close()
        self._channel = socket.socket(fileno=channel)
        places = dict(orders.streams)
        places[0] = os.open("/dev/null", os.O_RDONLY)
        for index, descriptor in enumerate(orders.inherited):
            places[_FIRST_INHERITED + index] = descriptor
        system.move_descriptors(places)
        for number in places:
            os.set_inheritable(number, True)
        system.close_from(_FIRST_INHERITED + len(orders.inherited), keep=channel)
        if orders.folder:
            os.chdir(orders.folder)

    def _start_cold(self, orders, reason):
        self._reply("cold: " + reason)
        system.default_signals()
        os.set_inheritable(self._channel.fileno(), False)
        os.execve(orders.command[0], orders.command, orders.environment)

    def _become_fresh(self, orders):
        """What differs between this process and one that has just imported TensorFlow.

        Returns why that cannot be mended, or "".
        """
        try:
            if orders.cpus:
                rules.share_cpus(orders.environment, len(set(orders.cpus)))
            before = self._import.environment
            changed = ["%s=%s" % pair for pair in orders.environment.items() if before.get(pair[0]) != pair[1]]
            # By this one the supervisor knows who belongs to which process.
            changed.sort(key=lambda entry: not entry.startswith("PAISQL_PROCESS="))
            system.write_process_title(orders.command, rules.ROOM, changed)
            os.environ.clear()
            os.environ.update(orders.environment)
            os.environ.update(self._import.set_variables)
            sys.argv[:] = orders.command[2:]
            if hasattr(sys, "orig_argv"):
                sys.orig_argv[:] = orders.command
            sys.path[:] = self._path
            _forget_the_past()
            if self._import.printed:
                os.write(2, self._import.printed)
            if "PAISQL_CONFINE" in orders.environment:
                from paisql.start import confine

                confine.begin()
            self._face.begin_job()
        except Exception as error:  # pylint: disable=broad-except
            return cold.reason_of(error)
        sys.modules.update(self._import.shelf.get(os.path.basename(orders.entry), {}))
        for name in self._import.own_modules:
            del sys.modules[name]
        # To free its names of modules would copy the memory of each.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._import))
        del sys.modules["paisql"].warm
        return ""


def _forget_the_past():
    """States of modules that a process has from its own start."""
    import multiprocessing.process
    import threading

    import numpy

    numpy.random.seed()
    # Python seeds the generator of the module random in every fork, but no other one.
    recipes = sys.modules.get("more_itertools.recipes")
    generator = getattr(getattr(recipes, "_private_randrange", None), "__self__", None)
    if isinstance(generator, random.Random):
        generator.seed()
    multiprocessing.process.ORIGINAL_DIR = os.getcwd()
    multiprocessing.process.current_process().authkey = os.urandom(32)
    threading.main_thread()._set_native_id()  # pylint: disable=protected-access


def _fresh_main(builtins):
    """The module __main__ as Python has it before it reads the script.

    builtins: the module that the script is to have in place of Python's own; None: that one.
    """
    # Python still looks at the calling program's names when the script has ended by an exception, and
    # holds nothing that would keep them there.
    calling = sys.modules["__main__"]
    vars(calling).clear()
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(calling))
    main = types.ModuleType("__main__")
    main.__loader__ = sys.modules["_frozen_importlib"].BuiltinImporter
    main.__annotations__ = {}
    main.__builtins__ = builtins or sys.modules["builtins"]
    sys.modules["__main__"] = main
    if "__mp_main__" in sys.modules:
        sys.modules["__mp_main__"] = main
    return main


def hand_over(orders, main=None):
    """Sets the script up to run when the calling program ends by an exception.

    main: what runs in its place and under its name (python2.start.Main); None: the script itself.

    Python calls sys.excepthook when none of its own frames is left. That one is a function in C,
    PyRun_SimpleFileEx, which reads and runs a script as `python script` does: with no frames of
    others below it, and with Python's own end of the process after it.
    """
    stream = system.open_file(main.source if main else orders.entry)
    if stream is None:
        # Python has words for that.
        system.default_signals()
        os.execve(orders.command[0], orders.command, orders.environment)
    path = os.fsencode(orders.entry)

    class Stream:
        @staticmethod
        def from_param(_):
            sys.excepthook = sys.__excepthook__
            for name in ("last_type", "last_value", "last_traceback", "last_exc"):
                if hasattr(sys, name):
                    delattr(sys, name)
            _fresh_main(main and main.builtins)
            return ctypes.c_void_p(stream)

    class Path:
        @staticmethod
        def from_param(_):
            return ctypes.c_char_p(path)

    class Close:
        @staticmethod
        def from_param(_):
            return ctypes.c_int(1)

    def end(status, _function, _arguments):
        # After an exception of the script, the end that Python has for this program, which ends
        # by an exception too, is the right one.
        if status == 0:
            raise SystemExit(0)

    run = ctypes.pythonapi["PyRun_SimpleFileEx"]
    run.argtypes = (Stream, Path, Close)
    run.restype = ctypes.c_int
    run.errcheck = end
    # Python calls the function without a reference of its own, and sys loses its one at once.
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(run))
    sys.excepthook = run
