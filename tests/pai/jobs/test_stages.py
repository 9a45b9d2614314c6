"""The program that runs a job's stages: what its supervisor hears when Spark, the storage or an executor fails. Spark is
a stub here; tests/spark/test_jobs_on_spark.py has a real one."""

import collections
import importlib
import json
import os
import sys
import threading
import types

import pytest
from fake_job import ROOT
from folder_changes import FolderChanges

sys.path.insert(0, os.path.join(ROOT, "src", "python"))
from paisql.stage import barrier_task, records  # noqa: E402
from paisql.workers import framing  # noqa: E402

SECONDS = 60
FAILED = (
    "[JOB_ABORTED] Could not recover from a failed barrier ResultStage. Most recent failure reason: Stage failed because "
    "barrier task ResultTask(0, %d) finished unsuccessfully.\n%s"
)
LOST = "ExecutorLostFailure (executor 1 exited unrelated to the running tasks) Reason: Command exited with code 137"
RAISED = """org.apache.spark.api.python.PythonException: Traceback (most recent call last):
  File "barrier_task.py", line 1, in run
RuntimeError: the keeper of worker-0 on b has ended: saw no sign of life of the job's supervisor for 15 s
"""


class Spark:
    """The stage fails when the test says how; what else is asked of it is `refuses`."""

    def __init__(self, refuses=None):
        self.refuses, self.failure, self._fails = refuses, None, threading.Event()
        self.closed, self.ended = False, threading.Event()
        self.conf = {"spark.task.cpus": "1"}

    def addTag(self, _tag):
        if self.refuses is not None:
            raise self.refuses

    def range(self, *_):
        return self

    def mapInArrow(self, *_, **__):
        return self

    def _explain_string(self):
        return "Range (0, 1, step=1, splits=3)"

    def toArrow(self):
        self._fails.wait(SECONDS)
        raise self.failure

    def interruptTag(self, _tag):
        self.fail("interrupted")

    def fail(self, text):
        self.failure = RuntimeError(text)
        self._fails.set()


class Session:
    def __init__(self, spark, sail=False):
        self.spark, self.sail = spark, sail

    def close(self):
        self.spark.closed = True
        self.spark.ended.set()


@pytest.fixture
def stage(monkeypatch):
    """The modules `stages` and `program`, and `sessions`, the stub that they have."""
    cloudpickle = types.SimpleNamespace(register_pickle_by_value=lambda module: None)
    resource = types.SimpleNamespace(ResourceProfileBuilder=None, TaskResourceRequests=None)
    pyspark = types.ModuleType("pyspark")
    pyspark.cloudpickle, pyspark.resource = cloudpickle, resource
    sessions = types.SimpleNamespace(public=lambda remote: remote.partition("/;")[0])
    for name, module in {
        "pyspark": pyspark,
        "pyspark.resource": resource,
        "paisql.spark.sessions": sessions,
        "paisql.stage.stages": None,
        "paisql.stage.program": None,
    }.items():
        monkeypatch.setitem(sys.modules, name, module)
    del sys.modules["paisql.stage.stages"], sys.modules["paisql.stage.program"]
    stages = importlib.import_module("paisql.stage.stages")
    program = importlib.import_module("paisql.stage.program")
    monkeypatch.setattr(program, "stages", stages)
    monkeypatch.setattr(program, "sessions", sessions)
    monkeypatch.setattr(stages, "_END_SECONDS", 1)
    return types.SimpleNamespace(stages=stages, program=program, sessions=sessions)


def order_of(folder, **more):
    names = "ps-0", "worker-0", "worker-1"
    processes = [{"name": name, "stands_for": ""} for name in names]
    folders = {"folder": str(folder / "stage"), "python_folder": ""}
    return dict(
        do="stage", remote="sc://host:1/;token=t", job="j", cpus=0, gpus=0, processes=processes, **folders, **more
    )


class Started:
    """Stages whose three processes run, on the hosts a, b and c."""

    def __init__(self, stage, folder):
        self.told, self.spark = [], Spark()
        self.order = order_of(folder)
        self.stages = stage.stages.Stages(self.spark, self.order, lambda facts, payload=b"": self.told.append(facts))
        self.stages.begin()
        self.names = [process["name"] for process in self.order["processes"]]
        for name, host in zip(self.names, "abc"):
            self.keeper(name, {"is": "ready", "address": "", "host": host})
        self.stages.look()
        for start, name in enumerate(self.names, 1):
            self.stages.start(name, start)

    def keeper(self, name, facts):
        told = os.path.join(self.order["folder"], "1", name, "told")
        records.append(records.segment(told, 1), records.line(dict(facts, bytes=0)))

    def fail(self, lost, text):
        """The keepers of the others end as they are told to."""
        for name in self.names:
            if name != lost:
                self.keeper(name, {"is": "gone"})
        self.spark.fail(text)
        self.stages._stage._thread.join(SECONDS)
        self.stages.look()
        return {facts["start"]: facts["lost"] for facts in self.told if facts["is"] == "ended"}


def test_all_that_ends_with_a_lost_executor_says_so(stage, tmp_path):
    ends = Started(stage, tmp_path).fail("worker-1", FAILED % (2, LOST))
    cause = "was lost with its executor on c: Command exited with code 137"
    others = "was ended with the stage on Spark: worker 1 " + cause
    assert list(ends.items()) == [(3, cause), (1, others), (2, others)]


def test_a_keeper_that_has_ended_is_no_lost_executor(stage, tmp_path):
    ends = Started(stage, tmp_path).fail("worker-0", FAILED % (1, RAISED))
    assert ends[2].startswith("was lost with its task on b: the keeper of worker-0 on b has ended: saw no sign of life")


class Connection:
    """The supervisor's side: what was sent comes out of `next`."""

    def __init__(self):
        self._sent, self._arrived = collections.deque(), threading.Condition()

    def send(self, kind=framing.DATA, text="", payload=b""):
        with self._arrived:
            self._sent.append((kind, json.loads(text)))
            self._arrived.notify()

    def next(self, kind):
        """The next frame of this kind."""
        with self._arrived:
            while True:
                assert self._arrived.wait_for(lambda: self._sent, SECONDS)
                found, told = self._sent.popleft()
                if found == kind:
                    return told


class Run:
    """A program with a stub of Spark; the orders are what `receive` gives."""

    def __init__(self, stage, session):
        stage.sessions.open_session = lambda remote, program: session
        self.connection = Connection()
        self._orders, self._arrived = collections.deque(), threading.Condition()
        self.connection.receive = self._receive
        self.program = stage.program.Program(self.connection)
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self):
        try:
            self.program.serve()
        except framing.Closed:
            pass

    def _receive(self):
        with self._arrived:
            assert self._arrived.wait_for(lambda: self._orders, SECONDS)
            order = self._orders.popleft()
        if order is None:
            raise framing.Closed
        return types.SimpleNamespace(text=json.dumps(order))

    def order(self, order):
        with self._arrived:
            self._orders.append(order)
            self._arrived.notify()

    def stop(self):
        """Orders after an error do no harm."""
        self.order({"do": "start", "process": "ps-0", "start": 1})
        self.order({"do": "tidy", "process": "ps-0"})
        self.order({"do": "stop", "grace_ms": 0})
        assert self.connection.next(framing.DATA) == {"is": "stopped"}
        self.order(None)
        self.thread.join(SECONDS)


def test_a_server_that_is_lost_at_the_begin_is_told(stage, tmp_path):
    spark = Spark(refuses=RuntimeError("StatusCode.UNAVAILABLE"))
    run = Run(stage, Session(spark))
    run.order(order_of(tmp_path))
    assert "the connection to sc://host:1 is lost" in run.connection.next(framing.ERROR)["message"]
    run.stop()
    assert spark.closed


def test_sail_is_refused_and_its_session_closed(stage, tmp_path):
    spark = Spark()
    run = Run(stage, Session(spark, sail=True))
    run.order(order_of(tmp_path))
    assert "Sail has no barrier stages" in run.connection.next(framing.ERROR)["message"]
    run.stop()
    assert spark.closed


def test_a_stop_waits_for_no_cluster_that_does_not_answer(stage, tmp_path, monkeypatch):
    asked, answers = threading.Event(), threading.Event()

    def profile(*_):
        asked.set()
        assert answers.wait(SECONDS)

    monkeypatch.setattr(stage.stages, "profile", profile)
    spark = Spark()
    run = Run(stage, Session(spark))
    run.order(order_of(tmp_path))
    assert asked.wait(SECONDS)
    run.stop()
    answers.set()
    run.program.close()
    assert spark.closed and not os.path.exists(tmp_path / "stage")


def test_a_stop_while_the_session_connects_lets_no_stage_begin(stage, tmp_path):
    asked, answers, spark = threading.Event(), threading.Event(), Spark()
    run = Run(stage, None)

    def connect(_remote, _program):
        asked.set()
        assert answers.wait(SECONDS)
        return Session(spark)

    stage.sessions.open_session = connect
    run.order(order_of(tmp_path))
    assert asked.wait(SECONDS)
    run.stop()
    answers.set()
    run.program.close()
    assert spark.ended.wait(SECONDS) and not os.path.exists(tmp_path / "stage")


@pytest.mark.parametrize("what", ["torn record", "lost file"])
def test_a_storage_that_fails_is_told_and_ends_all(stage, tmp_path, what):
    """At a look, which the end repeats; or at an order."""
    spark = Spark()
    run = Run(stage, Session(spark))
    run.order(order_of(tmp_path))
    run.connection.next(framing.DATA)  # what it waits for
    told = os.path.join(str(tmp_path), "stage", "1", "ps-0", "told-000001")
    if what == "torn record":
        records.append(told, b'{"is": "re\n')
    else:
        os.unlink(os.path.join(os.path.dirname(told), "orders"))
        run.order({"do": "start", "process": "ps-0", "start": 1})
    assert run.connection.next(framing.ERROR)["message"]
    run.stop()
    assert spark.closed and not os.path.exists(tmp_path / "stage")


class Task(types.SimpleNamespace):
    """As Spark's BarrierTaskContext of the one task of a stage, which has the GPUs 2 and 5."""

    @classmethod
    def get(cls):
        return cls()

    def partitionId(self):
        return 0

    def getTaskInfos(self):
        return [types.SimpleNamespace(address="127.0.0.1:7")]

    def allGather(self, own):
        return [own]

    def resources(self):
        return {"gpu": types.SimpleNamespace(addresses=["2", "5"])}


def test_a_process_gets_the_address_and_the_gpus_of_its_task(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspark", types.SimpleNamespace(BarrierTaskContext=Task))
    pulse, told = str(tmp_path / "pulse"), str(tmp_path / "told")
    for path in pulse, str(tmp_path / "orders"), records.segment(told, 1):
        records.create(path)
    process = {
        "name": "worker-0",
        "stands_for": "paisql-worker-0.j:2222",
        "folder": str(tmp_path),
        "command": ["/bin/sh", "-c", "echo paisql-worker-0.j:2222 $CUDA_VISIBLE_DEVICES"],
        "environment": {"CUDA_VISIBLE_DEVICES": "-1"},
        "working_folder": str(tmp_path),
        "data_bytes": 0,
    }
    folder = os.path.join(ROOT, "src", "python")
    run = barrier_task.runner({"processes": [process], "pulse": pulse, "lost_seconds": 60, "python_folder": folder})
    records.append(str(tmp_path / "orders"), records.line({"start": 1}))
    changes, reader, heard = FolderChanges(str(tmp_path)), records.Reader(told), []
    task = threading.Thread(target=run, args=(iter(()),), daemon=True)
    task.start()

    def ended():
        heard.extend(reader.new())
        return [facts for facts, _ in heard if facts["is"] == "ended"]

    changes.until(ended, SECONDS)
    changes.close()
    records.append(str(tmp_path / "orders"), records.line({"stop": 0}))
    task.join(SECONDS)
    address = next(facts["address"] for facts, _ in heard if facts["is"] == "ready")
    output = b"".join(payload for facts, payload in heard if facts["is"] == "output").decode()
    assert output == "%s 2,5\n" % address and address.startswith("127.0.0.1:")
