"""The warm process itself: python -u server.py FACE.

Descriptors: 3 is the session's socket, whose end is the end of this process; 4 the reading end of
the pipe that stdout and stderr write to, so that what the import prints can be printed again by each
job. A message of the session asks for a supervisor (src/jobs/warm/warm_python.h).
"""

import sys

# The folder of this file, which Python has put there; no job imports from it.
_OWN_FOLDER = "" if getattr(sys.flags, "safe_path", False) else sys.path.pop(0)

import json
import os
import select
import signal
import socket
import traceback

from paisql.python2 import start
from paisql.start import hook
from paisql.warm import ahead, child, cold, messages, rules, script_rules, system

_CONTROL = 3
_PRINTED = 4
_MOST_PRINTED = 32768
_FIRST_INHERITED = 3


class _Misses:
    """The last finder: notes what no other one has found."""

    def __init__(self, names):
        self._names = names

    def find_spec(self, fullname, path=None, target=None):
        self._names.add(fullname.partition(".")[0])


class _Requests:
    """The session's requests. As a finder, it looks for one at every module of the import."""

    def __init__(self, job_import):
        self._import = job_import
        self._channel = socket.socket(fileno=_CONTROL)
        self._poll = select.poll()
        self._poll.register(self._channel, select.POLLIN)
        self._waiting = None
        self._chain = None  # a socket to what was forked last: its end says that the script has begun
        self._spares = True  # a supervisor and its first process are forked ahead of a request

    def find_spec(self, fullname, path=None, target=None):
        """During the import: a job that is certain to start cold does not wait for its end."""
        if self._waiting is None and self._poll.poll(0):
            self._waiting = self._receive()
            reason = _why_cold(self._waiting, self._import)
            if reason:
                message, self._waiting = self._waiting, None
                self._answer(message, None, reason)

    def descriptors(self):
        """All that are open, but for what the import has opened."""
        waiting = self._waiting.descriptors if self._waiting else []
        return set(waiting).union(range(_PRINTED + 1))

    def serve(self, face, unfit):
        """Answers one request after another. Returns a Child, in it alone."""
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # guardians end when they like
        while True:
            if self._waiting is None and (unfit or not self._spares):
                self._waiting = self._receive()
            message, self._waiting = self._waiting, None
            started = self._answer(message, face, unfit)
            if started is not None:
                return started
            self._await_next(is_spare=message is None)

    def _receive(self):
        try:
            message = messages.receive(self._channel)
        except (OSError, EOFError, ValueError):
            message = None
        if message is None:
            os._exit(0)
        return message

    def _answer(self, message, face, reason):
        """Starts a supervisor, without a message one that waits for it. Returns a Child in it; else None."""
        self._chain, theirs = socket.socketpair()
        if os.fork():
            theirs.close()
            if message is not None:
                message.close()
            return None
        # The supervisor's guardian, which outlives this process.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self._chain.close()
        system.adopt_orphans()
        supervisor = os.fork()
        if supervisor:
            self._channel.close()
            _become_guardian(supervisor)
        try:
            os.setsid()
            return self._become_supervisor(message, face, reason, theirs)
        except BaseException:  # pylint: disable=broad-except
            if message is not None:
                os.write(message.descriptors[0], traceback.format_exc().encode())
            os._exit(127)

    def _await_next(self, is_spare):
        """Until what was forked last has gone its way, or a request is there, which is taken.

        is_spare: only that one looks for requests until it has one
        """
        with self._chain as chain:
            if is_spare and not chain.recv(1):
                self._spares = False  # it has ended without a word
                return
            poll = select.poll()
            poll.register(chain, select.POLLIN)
            poll.register(self._channel, select.POLLIN)
            if self._channel.fileno() in [descriptor for descriptor, _ in poll.poll()]:
                self._waiting = self._receive()

    def _become_supervisor(self, message, face, reason, starter):
        """Returns a Child in each process that it forks; else never.

        starter: the socket to the warm process, which gets word that the request was taken
        """
        processes = _Processes(self._import, face)
        if message is None:
            if processes.fork([self._channel]):
                return processes.child
            message = self._receive_in_spare(starter)
        self._channel.close()
        try:
            reason = reason or _why_cold(message, self._import)
            count = 0 if reason else message.value["processes"]
            try:
                while len(processes.ends) < count:
                    if processes.fork([message]):
                        return processes.child
            except OSError as error:
                count, reason = 0, str(error)
            processes.keep(count)
            _execute_supervisor(message, processes.ends, reason)
        except BaseException:  # pylint: disable=broad-except
            os.write(message.descriptors[0], traceback.format_exc().encode())
            os._exit(127)

    def _receive_in_spare(self, starter):
        """The next request; the end of the process when the warm process has ended."""
        poll = select.poll()
        poll.register(starter, select.POLLIN)
        poll.register(self._channel, select.POLLIN)
        if starter.fileno() in [descriptor for descriptor, _ in poll.poll()]:
            os._exit(0)
        message = self._receive()
        starter.send(b"t")
        return message


class _Processes:
    """A supervisor's processes, forked ahead of it: ends is [(socket, pid)]."""

    def __init__(self, job_import, face):
        self._import, self._face = job_import, face
        self._parent = os.getpid()
        self.ends, self.child = [], None

    def fork(self, others):
        """One more. True in it, where `others` are closed and `child` is the Child."""
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            for descriptor in [ours] + [end for end, _ in self.ends] + others:
                descriptor.close()
            self.child = child.Child(self._import, self._face, theirs, self._parent)
            return True
        theirs.close()
        self.ends.append((ours, pid))
        return False

    def keep(self, count):
        """Ends those beyond so many: they hear nothing."""
        spare, self.ends = self.ends[count:], self.ends[:count]
        for end, _ in spare:
            end.close()
        for _, pid in spare:
            os.waitpid(pid, 0)


def _judged(entry, work):
    """The script whose beginning counts: the user's, where a program of ours runs it (paisql.alink_task)."""
    if os.path.basename(entry) != "alink_job.py":
        return entry
    with open(os.path.join(os.path.dirname(work), "job.json"), encoding="utf-8") as stream:
        task = json.load(stream)["environment"]["PAISQL_ALINK"]
    return os.path.join(work, json.loads(task)["main"])


def _why_cold(message, job_import):
    """The reason for which the script starts cold, as far as it is known by now; or ""."""
    try:
        entry, work = (messages.native(message.value[name]) for name in ("entry", "work"))
        if os.environ.get("PAISQL_FACE") == "learner":
            return ""  # a program of ours, beside which lies nothing of the user's
        entry = _judged(entry, work)
        own = list(dict.fromkeys([os.path.dirname(os.path.realpath(entry)), work]))
        paisql, users = job_import.path[:1], job_import.path[1 : job_import.own_folders]
        folders = own[:1] + paisql + own[1:] + users
        script_rules.check(entry, folders, job_import.loaded, bool(job_import.printed))
        if job_import.loaded is not None:
            rules.check_folders(job_import, own)
    except Exception as error:  # pylint: disable=broad-except
        return cold.reason_of(error)
    return ""


def _become_guardian(supervisor):
    """The process that src/jobs/supervise/guardian.h describes; never returns."""
    try:
        os.setsid()
        os.chdir("/")
        system.default_signals()
        environment = {name: text for name, text in os.environ.items() if name != rules.ROOM}
        environment["PAISQL_READY_FD"] = ""  # tells the program that it is started by itself
        program = environment["PAISQL_PROGRAM"]
        os.execve(program, [program, "--guard", str(supervisor)], environment)
    except BaseException:  # pylint: disable=broad-except
        os._exit(127)  # the supervisor goes on without


def _environment_of(message):
    pairs = [messages.native(text).partition("=") for text in message.value["environment"]]
    return {name: text for name, _, text in pairs}


def _execute_supervisor(message, ends, reason):
    """descriptors: the supervisor's log, then what it inherits as 3, 4, ..."""
    value, descriptors = message.value, message.descriptors
    places = {0: os.open("/dev/null", os.O_RDONLY), 1: descriptors[0], 2: descriptors[0]}
    inherited = descriptors[1:] + [end.fileno() for end, _ in ends]
    for index, descriptor in enumerate(inherited):
        places[_FIRST_INHERITED + index] = descriptor
    highest = system.move_descriptors(places)
    for number in places:
        os.set_inheritable(number, True)
    system.close_from(highest + 1)
    first = _FIRST_INHERITED + len(descriptors) - 1
    warm = ["%d:%d" % (first + index, pid) for index, (_, pid) in enumerate(ends)]
    environment = _environment_of(message)
    environment[value["variable"]] = ",".join(warm) or "cold: " + reason
    command = [messages.native(text) for text in value["command"]]
    system.default_signals()
    os.chdir(messages.native(value["folder"]))
    os.execve(command[0], command, environment)


def _import_ahead(job_import, requests):
    """Imports TensorFlow with the face, which it returns, but without the job that the face will be for.

    For learners, the libraries of theirs.
    """
    misses = _Misses(job_import.missed)
    hook.install(has_job=False)
    sys.meta_path.insert(0, requests)
    sys.meta_path.append(misses)
    if os.environ.get("PAISQL_FACE") == "learner":
        from paisql.learners import loaded_ahead as face

        face.load()
    else:
        import tensorflow  # noqa: F401

        face = hook.face()
    sys.meta_path.remove(requests)
    sys.meta_path.remove(misses)
    sys.path_importer_cache.pop(_OWN_FOLDER, None)
    if select.select([_PRINTED], [], [], 0)[0]:
        job_import.printed = os.read(_PRINTED, 2 * _MOST_PRINTED)
    if len(job_import.printed) > _MOST_PRINTED:
        raise cold.Cold("importing tensorflow prints too much")
    job_import.note_modules(sys.modules)
    if face.__name__ != "paisql.learners.loaded_ahead":
        job_import.shelf = ahead.load()
    job_import.own_modules = [name for name in sys.modules if name.startswith("paisql.warm")]
    job_import.note_changes(sys.path, os.environ)
    job_import.check_process(requests.descriptors())
    return face


def _serve():
    """Returns a Child, in it; never in the warm process."""
    with open("/proc/self/cmdline", "rb") as stream:
        python = os.fsdecode(stream.read().split(b"\0", 1)[0])
    job_import = rules.Import(python, sys.path, os.environ)
    requests = _Requests(job_import)
    try:
        face, unfit = _import_ahead(job_import, requests), ""
    except Exception as error:  # pylint: disable=broad-except
        face, unfit = None, cold.reason_of(error)
    return requests.serve(face, unfit)


_orders = _serve().prepare()
child.hand_over(_orders, start.prepare(_orders.entry))
raise SystemError("the script begins")
