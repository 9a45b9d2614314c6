"""The stages of a job, one after another: a stage that fails ends all processes, and the next start begins another."""

import os
import re
import shutil
import sys
import threading
import time

from pyspark import cloudpickle
from pyspark.resource import ResourceProfileBuilder, TaskResourceRequests

from paisql.stage import barrier_task, records

cloudpickle.register_pickle_by_value(barrier_task)

_PULSE_SECONDS = 1
_LOST_SECONDS = 15  # without a pulse: the supervisor's side is gone
_WAITS_SECONDS = 2  # between two questions about free slots, while the stage waits for them
_END_SECONDS = 10  # that keepers get to tell the end of what they keep, once they must have noticed
_MANY_ROWS = 1 << 20  # are as many partitions as the cluster has slots


class Stages:
    """One thread at a time calls it. `tell(facts, payload)` is called with what happens."""

    def __init__(self, spark, order, tell):
        self._spark, self._order, self._tell = spark, order, tell
        self._names = [process["name"] for process in order["processes"]]
        self._profile = profile(order["cpus"], order["gpus"])
        self._number = 0
        self._stage = None  # the one that runs
        self._starts = {}  # of the processes that were started and have not ended
        self._computed = {}  # by stage and process
        self._granted = False
        self._slots, self._reported_slots = None, None  # how many the cluster has, and the number in the last report

    def begin(self):
        self._number += 1
        self._stage = Stage(self._spark, self._order, self._number, self._profile)
        threading.Thread(target=self._watch_room, args=(self._stage,), daemon=True).start()

    def start(self, name, start):
        if self._stage is None:
            self.begin()
        self._starts[name] = start
        self._stage.order(name, {"start": start})

    def tidy(self, name):
        if self._stage is not None:
            self._stage.order(name, {"tidy": True})

    def look(self):
        """Tells what is new."""
        stage = self._stage
        if stage is None:
            return
        stage.beat()
        failed = stage.failure is not None
        if failed:
            stage.await_keepers(_END_SECONDS, self._take)
        for name in self._names:
            self._take(name)
        if failed:
            self._fail()
        elif not stage.granted:
            self._tell_room()

    def _watch_room(self, stage):
        """In a thread of its own, as a cluster may take long to answer."""
        while not stage.granted and stage.failure is None and stage is self._stage:
            try:
                self._slots = cluster_slots(self._spark, self._order["cpus"])
            except Exception:  # of any library: the stage itself tells what is wrong
                return
            time.sleep(_WAITS_SECONDS)

    def _take(self, name):
        for facts, payload in self._stage.told(name):
            kind = facts["is"]
            if kind == "ready":
                self._stage.ready[name] = facts
                if len(self._stage.ready) == len(self._names):
                    addresses = {name: facts["address"] for name, facts in self._stage.ready.items()}
                    self._tell({"is": "granted", "addresses": addresses})
                    self._stage.granted = self._granted = True
            elif kind == "gone":
                self._stage.gone.add(name)
            elif kind == "computed":
                self._computed[self._number, name] = facts["ms"]
                self._tell({"is": "computed", "ms": sum(self._computed.values())})
            else:
                if kind == "ended" and self._starts.get(name) == facts["start"]:
                    del self._starts[name]
                self._tell(facts, payload)

    def _tell_room(self):
        if self._slots == self._reported_slots:
            return
        self._reported_slots = self._slots
        needed = "%d free slot%s" % (len(self._names), "s" if len(self._names) > 1 else "")
        words = "%s of the Spark cluster, which has %d in all" % (needed, self._slots)
        self._tell({"is": "waits", "for": words})

    def _fail(self):
        """Reports the end of all processes, which ended with the stage. A stage that never began fails the job itself."""
        stage, self._stage = self._stage, None
        if not self._granted:
            raise stage.failure
        lost, with_what, why = stage.lost_task()
        if lost is None:
            words, cause = "was lost with its stage on Spark: %s" % why, ""
        else:
            words = "was lost with its %s on %s: %s" % (with_what, stage.host(lost), why)
            cause = ": %s %s" % (lost.replace("-", " "), words)
        # The first end that is told is why the job fails.
        for name, start in sorted(self._starts.items(), key=lambda one: (one[0] != lost, one[0])):
            if not stage.granted:
                told = "could not be started again: %s" % why
            elif name == lost or lost is None:
                told = words
            else:
                told = "was ended with the stage on Spark" + cause
            self._tell({"is": "ended", "start": start, "lost": told})
        self._starts.clear()

    def stop(self, grace_ms):
        stage = self._stage
        if stage is None:
            return
        stage.stop(grace_ms)
        stage.await_keepers(grace_ms / 1000 + _END_SECONDS, self._take)
        stage.cancel()
        self._stage = None

    def remove_files(self):
        """A keeper that is left, because nobody reached it, finds no pulse then and ends."""
        shutil.rmtree(self._order["folder"], ignore_errors=True)


class Stage:
    """A stage, which runs in a thread of its own. Orders for its tasks wait in files until these begin."""

    def __init__(self, spark, order, number, needs):
        self._spark, self._processes = spark, order["processes"]
        self._tag = "paisql-%s-%d" % (order["job"], number)
        self._folder = os.path.join(order["folder"], str(number))
        self._pulse, self._pulses, self._pulse_time = os.path.join(self._folder, "pulse"), 0, 0
        self._readers = {}
        self.ready, self.gone = {}, set()
        self.granted = False
        self.failure = None  # set by the stage's thread
        processes = []
        for process in order["processes"]:
            folder = os.path.join(self._folder, process["name"])
            os.makedirs(folder)
            records.create(os.path.join(folder, "orders"))
            records.create(records.segment(os.path.join(folder, "told"), 1))
            self._readers[process["name"]] = records.Reader(os.path.join(folder, "told"))
            processes.append(dict(process, folder=folder))
        records.create(self._pulse)
        self.beat()
        self._run_tasks(processes, order, needs)

    def _run_tasks(self, processes, order, needs):
        told = {
            "processes": processes,
            "pulse": self._pulse,
            "lost_seconds": _LOST_SECONDS,
            "python_folder": order["python_folder"],
        }
        self._thread = threading.Thread(target=self._run, args=(told, needs), daemon=True)
        self._thread.start()

    def _run(self, told, needs):
        count = len(told["processes"])
        try:
            self._spark.addTag(self._tag)
            self._spark.range(0, count, 1, count).mapInArrow(
                barrier_task.runner(told), "nothing int", barrier=True, profile=needs
            ).toArrow()
        except Exception as error:  # of any library
            self.failure = error

    def beat(self):
        if time.monotonic() >= self._pulse_time + _PULSE_SECONDS:
            self._pulse_time = time.monotonic()
            self._pulses += 1
            try:
                records.replace(self._pulse, b"%020d" % self._pulses)
            except OSError as error:  # of a storage that does not answer now; keepers end when that lasts
                print("no sign of life was written: %s" % error, file=sys.stderr)

    def order(self, name, order):
        records.append(os.path.join(self._folder, name, "orders"), records.line(order))

    def told(self, name):
        return self._readers[name].new()

    def stop(self, grace_ms, quietly=False):
        for process in self._processes:
            self.order(process["name"], {"stop": grace_ms, "quietly": quietly})

    def await_keepers(self, seconds, take):
        """Until all keepers that have begun are gone: a stage that has failed tells them so."""
        if self.failure is not None:
            self.stop(0, quietly=True)
        deadline = time.monotonic() + seconds
        while set(self.ready) - self.gone and time.monotonic() < deadline:
            self.beat()
            for process in self._processes:
                take(process["name"])
            if self.failure is not None and self._lost_alone():
                return
            time.sleep(0.05)

    def _lost_alone(self):
        lost, _, _ = self.lost_task()
        return set(self.ready) - self.gone == {lost}

    def lost_task(self):
        """The process whose task has failed, what of Spark it was lost with, and why, in Spark's words."""
        text = str(self.failure)
        found = re.search(r"barrier task \w+\(\d+, (\d+)\) finished unsuccessfully\.\s*(.*)", text)
        if found is None:
            return None, "", text.split("\n")[0][:300]
        raised = re.search(r"^RuntimeError: (.*)", text, re.MULTILINE)  # by paisql.stage.barrier_task
        why = raised[1] if raised else re.sub(r".*Reason: ", "", found[2])
        with_what = "executor" if found[2].startswith("ExecutorLostFailure") else "task"
        return self._processes[int(found[1])]["name"], with_what, why.rstrip(".")[:300]

    def host(self, name):
        return self.ready[name]["host"] if name in self.ready else "an unknown machine"

    def cancel(self):
        self._thread.join(1)
        if self._thread.is_alive():
            self._spark.interruptTag(self._tag)
            self._thread.join(_END_SECONDS)


def profile(cpus, gpus):
    """What each task needs at once; None: what the cluster gives a task. In the thread that has opened the session: in
    others pyspark does not find it."""
    if not cpus and not gpus:
        return None
    needs = TaskResourceRequests()
    if cpus:
        needs.cpus(cpus)
    if gpus:
        needs.resource("gpu", gpus)
    made = ResourceProfileBuilder().require(needs).build
    _ = made.id  # asks the cluster for it: it has the profile then, or has refused it
    return made


def cluster_slots(spark, cpus):
    """As many tasks of so many CPUs as the cluster can run at once, now. Spark gives a range as many partitions as it has
    CPUs; it does not say this elsewhere without tasks of its own."""
    found = re.search(r"splits=(\d+)", spark.range(0, _MANY_ROWS)._explain_string())
    each = cpus or int(spark.conf.get("spark.task.cpus", "1"))
    return int(found[1]) // each if found else 0
