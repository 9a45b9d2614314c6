"""The process below a task of the stage: `python -S -m paisql.stage.keeper`, with its duties as JSON on standard input.

It starts the job's process when it is ordered to, again when that has ended, and tells what it prints and how it ends.
It is the reaper of all that the process starts. It ends all of that, and itself, when it is ordered to, when its task
ends, and when the job's supervisor gives no sign of life. It has a group of processes of its own: pyspark sends SIGHUP
to that of its tasks when an executor goes, and nobody would be left to end what hides.

Duties:
    folder           with the files of paisql.stage.records: orders of the supervisor, `told` of this keeper
    pulse            the file that the supervisor's side changes every second, as long as it lives
    lost_seconds     after which an unchanged pulse means that it is gone
    command, environment, working_folder, data_bytes    of the process
    address, host    that the keeper tells of itself
    socket           the descriptor that holds the address's port as long as the keeper lives; -1: none
    task             the process that has started this one
"""

import ctypes
import fcntl
import json
import os
import resource
import selectors
import signal
import subprocess
import sys
import time

from paisql.stage import records

_PROGRESS = 3  # the pipe's number in the process
_TICK_SECONDS = 0.1
_COMPUTED_SECONDS = 1
_MOST_BETWEEN_LOOKS = 1  # seconds that count between two looks at the pulse
_MOST_BYTES = 1 << 18  # read from a pipe before other things
_PIPE_BYTES = 1 << 20
_SET_PIPE_SIZE = 1031  # F_SETPIPE_SZ
_SET_PARENT_DEATH_SIGNAL, _SET_CHILD_SUBREAPER = 1, 36  # of prctl
_ASK_TO_END = signal.SIGTERM, signal.SIGHUP

LOST = 3  # exit status: the supervisor is gone, or the task

_prctl = ctypes.CDLL(None, use_errno=True).prctl


class Pipe:
    """What the process writes; stays open from one start of it to the next."""

    def __init__(self, size=0):
        self.reading, self.writing = os.pipe()
        os.set_blocking(self.reading, False)
        if size:
            try:
                fcntl.fcntl(self.writing, _SET_PIPE_SIZE, size)
            except OSError:
                pass  # the kernel's limit; it is shorter then

    def read(self):
        try:
            return os.read(self.reading, _MOST_BYTES)
        except BlockingIOError:
            return b""


class Keeper:
    def __init__(self, duties):
        self._duties = duties
        self._told = records.Writer(os.path.join(duties["folder"], "told"))
        self._orders = records.Lines(os.path.join(duties["folder"], "orders"))
        self._output = Pipe(_PIPE_BYTES)
        self._progress = Pipe()
        os.dup2(self._progress.writing, _PROGRESS, inheritable=False)
        self._selector = selectors.DefaultSelector()
        self._reads = False
        self._child, self._start = 0, 0  # its pid while it runs, and the number of its start
        self._kills = 0
        self._pulse, self._unchanged, self._looked = None, 0, time.monotonic()
        self._computed, self._computed_time = 0, 0
        self._asked_to_end, self._quiet = False, False

    def run(self):
        """Gives the exit status."""
        for number in _ASK_TO_END:
            signal.signal(number, self._ask_to_end)
        self._told.add({"is": "ready", "address": self._duties["address"], "host": self._duties["host"]})
        while True:
            self._selector.select(_TICK_SECONDS) if self._watch() else time.sleep(_TICK_SECONDS)
            self._pump()
            self._reap()
            self._tell_computed()
            if self._asked_to_end or os.getppid() != self._duties["task"]:
                return self._give_up("was asked to end, or has lost its task")
            if not self._is_watched():
                return self._give_up(
                    "saw no sign of life of the job's supervisor for %g s" % self._duties["lost_seconds"]
                )
            for order in self._orders.new():
                if "start" in order:
                    self._begin(order["start"])
                elif "tidy" in order:
                    self._signal(signal.SIGTERM)
                elif "stop" in order:
                    return self._end(order["stop"], 0, order.get("quietly", False))

    def _ask_to_end(self, _number, _frame):
        self._asked_to_end = True

    def _give_up(self, why):
        """Gives the status. The task, if it is there, says why."""
        try:
            os.write(2, why.encode() + b"\n")
        except OSError:
            pass
        return self._end(0, LOST, quietly=True)

    def _is_watched(self):
        try:
            with open(self._duties["pulse"], "rb", buffering=0) as stream:
                pulse = stream.read()
        except OSError:  # of a storage that does not answer now: it is as if nothing had changed
            pulse = self._pulse
        now = time.monotonic()
        # A storage or a machine that has stood still for long does not count as long.
        self._unchanged += min(now - self._looked, _MOST_BETWEEN_LOOKS)
        self._looked = now
        if pulse != self._pulse:
            self._pulse, self._unchanged = pulse, 0
        return self._unchanged < self._duties["lost_seconds"]

    def _watch(self):
        """Whether the process's pipes are read now: not while the supervisor has much to read."""
        reads = not self._told.full()
        if reads != self._reads:
            for pipe in (self._output, self._progress):
                if reads:
                    self._selector.register(pipe.reading, selectors.EVENT_READ)
                else:
                    self._selector.unregister(pipe.reading)
            self._reads = reads
        return reads

    def _pump(self):
        if not self._reads:
            return
        for name, pipe in ("output", self._output), ("progress", self._progress):
            data = pipe.read()
            if data:
                self._told.add({"is": name, "start": self._start}, data)

    def _drain(self):
        """What a process that has ended has left in the pipes; others may still write, so not without end."""
        for name, pipe in ("output", self._output), ("progress", self._progress):
            for _ in range(_PIPE_BYTES // _MOST_BYTES + 1):
                data = pipe.read()
                if not data:
                    break
                self._told.add({"is": name, "start": self._start}, data)

    def _begin(self, start):
        self._kill_all()
        self._start = start
        self._kills = _memory_kills()
        duties = self._duties
        try:
            process = subprocess.Popen(
                duties["command"],
                env=duties["environment"],
                cwd=duties["working_folder"],
                stdin=subprocess.DEVNULL,
                stdout=self._output.writing,
                stderr=self._output.writing,
                pass_fds=(_PROGRESS,),
                preexec_fn=self._prepare,
            )
        except (OSError, subprocess.SubprocessError) as error:
            words = "could not be started on %s: %s" % (duties["host"], error)
            self._told.add({"is": "ended", "start": start, "lost": words})
            return
        self._child = process.pid
        # Its status is taken by _reap.
        process.returncode = 0
        self._told.add({"is": "started", "start": start, "at": "pid %d on %s" % (process.pid, duties["host"])})

    def _prepare(self):
        os.setpgid(0, 0)
        _prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        if self._duties["data_bytes"]:
            resource.setrlimit(resource.RLIMIT_DATA, (self._duties["data_bytes"],) * 2)

    def _reap(self):
        """Whether there are children."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            if pid == self._child:
                self._child = 0
                if not self._quiet:
                    self._tell_end(status)

    def _tell_end(self, status):
        self._drain()
        killed = _memory_kills() > self._kills
        self._told.add({"is": "ended", "start": self._start, "status": status, "memory": killed})

    def _signal(self, number):
        own = os.getpgrp()
        groups = set()
        for pid in descendants():
            try:
                group = os.getpgid(pid)
                if group not in (own, 0, 1):
                    groups.add(group)
                else:
                    os.kill(pid, number)
            except ProcessLookupError:
                pass
        for group in groups:
            try:
                os.killpg(group, number)
            except ProcessLookupError:
                pass

    def leave_nothing(self):
        """After a failure: nothing more is told, which could fail as well."""
        self._quiet = True
        self._kill_all()

    def _kill_all(self):
        while self._reap():
            self._signal(signal.SIGKILL)
            time.sleep(0.01)

    def _end(self, grace_ms, status, quietly):
        """Gives the status. Quietly: whoever reads has another reason for the process's end."""
        self._quiet = quietly
        deadline = time.monotonic() + grace_ms / 1000
        if self._reap() and grace_ms > 0:
            self._signal(signal.SIGTERM)
        while self._reap() and time.monotonic() < deadline:
            self._selector.select(_TICK_SECONDS / 10) if self._watch() else time.sleep(_TICK_SECONDS)
            self._pump()
        self._kill_all()
        self._drain()
        self._tell_computed(True)
        self._told.add({"is": "gone"})
        return status

    def _tell_computed(self, now=False):
        """The CPU time of what has run below this process, in milliseconds."""
        if not now and time.monotonic() < self._computed_time + _COMPUTED_SECONDS:
            return
        self._computed_time = time.monotonic()
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        computed = int(1000 * (ended.ru_utime + ended.ru_stime)) + sum(_cpu_ms(pid) for pid in descendants())
        if computed > self._computed:
            self._computed = computed
            self._told.add({"is": "computed", "ms": computed})


def descendants():
    """All processes below this one."""
    found, waiting = [], [os.getpid()]
    while waiting:
        pid = waiting.pop()
        try:
            for thread in os.listdir("/proc/%d/task" % pid):
                with open("/proc/%d/task/%s/children" % (pid, thread)) as stream:
                    waiting += [int(word) for word in stream.read().split()]
        except OSError:  # it has ended
            continue
        found.append(pid)
    return found[1:]


def _cpu_ms(pid):
    """Of a process and its children that have ended."""
    try:
        with open("/proc/%d/stat" % pid, "rb") as stream:
            fields = stream.read().rpartition(b")")[2].split()
    except OSError:
        return 0
    return 1000 * sum(int(field) for field in fields[11:15]) // os.sysconf("SC_CLK_TCK")


def _memory_kills():
    """How often the kernel of this machine has killed for memory."""
    try:
        with open("/proc/vmstat") as stream:
            return next((int(line.split()[1]) for line in stream if line.startswith("oom_kill ")), 0)
    except OSError:
        return 0


def reserve_progress(held):
    """Gives the number to nobody else; the socket that holds the port may have it."""
    if held >= 0:
        fcntl.fcntl(held, fcntl.F_DUPFD_CLOEXEC, 10)
        os.close(held)
    nothing = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
    if nothing != _PROGRESS:
        os.dup2(nothing, _PROGRESS, inheritable=False)
        os.close(nothing)


def main():
    # A signal of the task's end comes before anything is started.
    for number in _ASK_TO_END:
        signal.signal(number, signal.SIG_DFL)
    os.setpgid(0, 0)
    _prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGTERM, 0, 0, 0)
    _prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    duties = json.load(sys.stdin)
    reserve_progress(duties["socket"])
    keeper = Keeper(duties)
    try:
        return keeper.run()
    finally:
        keeper.leave_nothing()


if __name__ == "__main__":
    sys.exit(main())
