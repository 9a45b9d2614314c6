"""The warm process itself: python -u server.py FACE.

Descriptors: 3 is the session's socket, whose end is the end of this process; 4 the reading end of
the pipe that stdout and stderr write to, so that what the import prints can be printed again by each
job. A message of the session asks for a supervisor (src/training/warm/warm_python.h).
"""

import sys

# The folder of this file, which Python has put there; no job imports from it.
_OWN_FOLDER = "" if getattr(sys.flags, "safe_path", False) else sys.path.pop(0)

import json
import os
import select
import socket
import traceback

from paisql import hook
from paisql.python2 import start
from paisql.warm import child, cold, messages, rules, script_rules, system

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

    def find_spec(self, fullname, path=None, target=None):
        """During the import: a job that is certain to start cold does not wait for its end."""
        if self._waiting is None and self._poll.poll(0):
            self._waiting = self._receive()
            reason = _why_cold(self._waiting, self._import)
            if reason:
                self._answer(self._waiting, None, reason)
                self._waiting = None

    def descriptors(self):
        """All that are open, but for what the import has opened."""
        waiting = self._waiting.descriptors if self._waiting else []
        return set(waiting).union(range(_PRINTED + 1))

    def serve(self, face, unfit):
        """Answers one request after another. Returns a Child, in it alone."""
        while True:
            message, self._waiting = self._waiting or self._receive(), None
            started = self._answer(message, face, unfit)
            if started is not None:
                return started

    def _receive(self):
        try:
            message = messages.receive(self._channel)
        except (OSError, EOFError, ValueError):
            message = None
        if message is None:
            os._exit(0)
        return message

    def _answer(self, message, face, reason):
        """Starts the supervisor. Returns a Child in it, which waits for orders; else None."""
        first = os.fork()
        if first:
            message.close()
            os.waitpid(first, 0)
            return None
        # The child's child is nobody's: it is the supervisor's guardian, and outlives this process.
        if os.fork():
            os._exit(0)
        self._channel.close()
        system.adopt_orphans()
        supervisor = os.fork()
        if supervisor:
            _become_guardian(message, supervisor)
        try:
            return _become_supervisor(message, self._import, face, reason)
        except BaseException:  # pylint: disable=broad-except
            os.write(message.descriptors[0], traceback.format_exc().encode())
            os._exit(127)


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


def _become_guardian(message, supervisor):
    """The process that src/training/supervise/guardian.h tells of; never returns."""
    try:
        os.setsid()
        os.chdir("/")
        environment = _environment_of(message)
        program = messages.native(message.value["command"][0])
        os.execve(program, [program, "--guard", str(supervisor)], environment)
    except BaseException:  # pylint: disable=broad-except
        os._exit(127)  # the supervisor goes on without


def _environment_of(message):
    pairs = [messages.native(text).partition("=") for text in message.value["environment"]]
    return {name: text for name, _, text in pairs}


def _become_supervisor(message, job_import, face, reason):
    """descriptors: the supervisor's log, then what it inherits as 3, 4, ..."""
    os.setsid()
    value, descriptors = message.value, message.descriptors
    reason = reason or _why_cold(message, job_import)
    own, ends = os.getpid(), []
    try:
        for _ in range(0 if reason else value["processes"]):
            ours, theirs = socket.socketpair()
            pid = os.fork()
            if pid == 0:
                for descriptor in [ours] + [end for end, _ in ends] + [message]:
                    descriptor.close()
                return child.Child(job_import, face, theirs, own)
            theirs.close()
            ends.append((ours, pid))
    except OSError as error:
        # Those that are there already end when they hear nothing.
        ends, reason = [], str(error)
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


def _import_tensorflow(job_import, requests):
    """Imports it with the face, which it returns, but without the job that the face will be for."""
    misses = _Misses(job_import.missed)
    hook.install(has_job=False)
    sys.meta_path.insert(0, requests)
    sys.meta_path.append(misses)
    import tensorflow  # noqa: F401

    sys.meta_path.remove(requests)
    sys.meta_path.remove(misses)
    sys.path_importer_cache.pop(_OWN_FOLDER, None)
    if select.select([_PRINTED], [], [], 0)[0]:
        job_import.printed = os.read(_PRINTED, 2 * _MOST_PRINTED)
    if len(job_import.printed) > _MOST_PRINTED:
        raise cold.Cold("importing tensorflow prints too much")
    job_import.loaded = frozenset(sys.modules)
    job_import.note_changes(sys.path, os.environ)
    job_import.check_process(requests.descriptors())
    return hook.face()


def _serve():
    """Returns a Child, in it; never in the warm process."""
    with open("/proc/self/cmdline", "rb") as stream:
        python = os.fsdecode(stream.read().split(b"\0", 1)[0])
    job_import = rules.Import(python, sys.path, os.environ)
    requests = _Requests(job_import)
    try:
        face, unfit = _import_tensorflow(job_import, requests), ""
    except Exception as error:  # pylint: disable=broad-except
        face, unfit = None, cold.reason_of(error)
    return requests.serve(face, unfit)


_orders = _serve().prepare()
child.hand_over(_orders, start.prepare(_orders.entry))
raise SystemError("the script begins")
