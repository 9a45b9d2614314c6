"""Jobs whose processes are tasks of a barrier stage on a Spark of three executors, which runs SQL as well."""

import json
import os
import re
import signal
import sys

import pytest
from cluster import IS_THERE, Cluster, command_of, pids
from spark_session import ROOT, TIMEOUT

sys.path.append(str(ROOT / "tests" / "pai"))
from folder_changes import FolderChanges, await_end  # noqa: E402
from paisql_home import PaisqlHome, cluster, job_id, script  # noqa: E402

PS_AND_WORKERS = cluster(ps=1, worker=2)
LONG = pytest.mark.skipif(not os.environ.get("PAISQL_LONG"), reason="PAISQL_LONG=1 runs it")


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    if not IS_THERE:
        pytest.skip("there is no Java, or no Spark but its client alone")
    made = Cluster(tmp_path_factory.mktemp("cluster"), 3)
    yield made
    made.close()


class HomeOnSpark(PaisqlHome):
    def __init__(self, folder, remote):
        super().__init__(folder)
        self._remote = remote

    def _start(self, arguments):
        place = ["-e", "SET paisql.spark.remote=%s;" % self._remote, "-e", "SET paisql.job.place=spark;"]
        return super()._start(place + arguments)

    def run(self, *statements, timeout=TIMEOUT):
        return super().run(*statements, timeout=timeout)

    def processes(self, identity):
        with open(os.path.join(self.path, "jobs", identity, "processes.json")) as stream:
            return json.load(stream)

    def running(self, identity):
        """What runs of a job, on the cluster or here."""
        return [pid for pid in pids() if identity.encode() in command_of(pid)]

    def await_none(self, identity):
        for pid in self.running(identity):
            await_end(pid, TIMEOUT)
        assert self.running(identity) == []

    def until(self, identity, holds):
        """The job's processes.json, once this holds for it."""

        def found():
            states = self.processes(identity)
            return states if holds(states) else None

        return self._until(os.path.join(self.path, "jobs", identity), found)

    def until_waiting(self, identity, *names):
        """All of these processes have printed that they wait."""
        folder = os.path.join(self.path, "jobs", identity, "logs")

        def found():
            for name in names:
                with open(os.path.join(folder, name + ".log")) as stream:
                    if "waits" not in stream.read():
                        return False
            return True

        self._until(folder, found)

    @staticmethod
    def _until(folder, found):
        def found_now():
            try:
                return found()
            except OSError:  # the file is not there yet
                return None

        changes = FolderChanges(folder)
        try:
            return changes.until(found_now, TIMEOUT)
        finally:
            changes.close()


def all_run(states):
    return all(one["state"] == "running" for one in states["processes"])


@pytest.fixture
def home(tmp_path, spark):
    made = HomeOnSpark(tmp_path, spark.remote)
    yield made
    made.end_jobs()


def test_a_parameter_server_and_two_workers_train_on_the_cluster_that_runs_sql(home):
    source = home.table("source", "id BIGINT", [(number,) for number in range(20)])
    outcome = home.run(
        "SET paisql.engine=spark;",
        "CREATE TABLE doubled AS SELECT 2 * id AS id FROM source;",
        home.pai_statement(
            script("jobs/cluster_servers.py"),
            cluster=PS_AND_WORKERS,
            tables=source.replace("source", "doubled"),
            checkpointDir="oss://models/a/",
        ),
        "SELECT SUM(id) FROM doubled;",
    ).ok()
    assert "worker 0 ends at step" in outcome.stderr
    assert outcome.rows[-1] == ("380",)
    identity = job_id(outcome.stderr)
    states = home.processes(identity)
    assert [(one["role"], one["index"], one["state"]) for one in states["processes"]] == [
        ("ps", 0, "ended"),
        ("worker", 0, "ended"),
        ("worker", 1, "ended"),
    ]
    # Each on an executor of its own, at an address that its task has found.
    assert all(re.fullmatch(r"127\.0\.0\.1:\d+", one["address"]) for one in states["processes"])
    assert states["limits"].endswith("CPU by the slots of Spark")
    with open(os.path.join(home.path, "jobs", identity, "logs", "ps-0.log")) as stream:
        assert "ps serves" in stream.read()
    assert os.path.exists(os.path.join(home.path, "oss", "models", "a", "checkpoint"))
    home.await_none(identity)


@LONG
def test_workers_write_slices_of_one_table(home):
    rows = [(number, "n%d" % number) for number in range(11)]
    source = home.table("source", "id BIGINT, name STRING", rows)
    target = home.table("target", "id BIGINT, name STRING, first STRING", [(7, "old", "old")])
    home.pai(script("jobs/cluster_predict.py"), cluster=cluster(worker=2), tables=source, outputs=target).ok()
    assert home.rows("SELECT id, name FROM target ORDER BY id LIMIT 20;") == [
        (str(2 * number), name) for number, name in rows
    ]


@LONG
def test_an_estimator_trains_with_an_evaluator(home):
    outcome = home.pai(
        script("jobs/cluster_estimator.py"),
        cluster=cluster(ps=1, worker=1, evaluator=1),
        checkpointDir="oss://models/e/",
    ).ok()
    assert "TASK chief 0 chief" in outcome.stderr
    with open(os.path.join(home.path, "jobs", job_id(outcome.stderr), "logs", "evaluator-0.log")) as stream:
        assert "EVALUATED True" in stream.read()


@LONG
def test_a_restarted_chief_goes_on_at_its_checkpoint(home):
    outcome = home.pai(
        script("jobs/cluster_servers.py"),
        cluster=PS_AND_WORKERS,
        checkpointDir="oss://models/f/",
        enableDynamicCluster="true",
        userDefinedParameters="--crash_at_step=25",
    ).ok()
    assert "worker 0 was killed by SIGKILL; it is started again in 1 second" in outcome.stderr
    begins = re.findall(r"worker 0 begins at step (\d+)", outcome.stderr)
    assert len(begins) == 2 and int(begins[0]) < 20 <= int(begins[1])


def lose_an_executor(home, spark, identity):
    """Kills the executor of worker 1."""
    at = home.until(identity, all_run)["processes"][2]["at"]
    process = int(re.match(r"pid (\d+)", at)[1])
    os.kill(executor_above(process), signal.SIGKILL)


def executor_above(pid):
    while b"CoarseGrainedExecutorBackend" not in command_of(pid):
        with open("/proc/%d/stat" % pid) as stream:
            pid = int(stream.read().rpartition(")")[2].split()[1])
    return pid


WAITING = "import signal\nprint('waits', flush=True)\nsignal.pause()\n"
# A helper in a session of its own, whose command names the job by its folder.
HELPER = """import os, subprocess, sys
command = [sys.executable, "-c", "import signal; signal.pause()", os.getcwd()]
subprocess.Popen(command, start_new_session=True)
"""


@LONG
def test_a_lost_executor_fails_the_job_and_leaves_nothing(home, spark):
    started = home.run("SET paisql.job.async=true;", home.pai_statement(HELPER + WAITING, cluster=PS_AND_WORKERS)).ok()
    identity = job_id(started.stderr)
    home.until_waiting(identity, "ps-0", "worker-0", "worker-1")
    lose_an_executor(home, spark, identity)
    home.until(identity, lambda states: all(one["state"] == "ended" for one in states["processes"]))
    status = home.run("WAIT %s;" % identity)
    assert "worker 1 was lost with its executor on 127.0.0.1" in status.stderr, status.stderr
    home.await_none(identity)


@LONG
def test_a_lost_executor_begins_another_stage(home, spark):
    flag = os.path.join(home.files, "again")
    text = "import os, signal\nif not os.path.exists(%r): signal.pause()\n" % flag
    started = home.run(
        "SET paisql.job.async=true;", home.pai_statement(text, cluster=cluster(worker=3), enableDynamicCluster="true")
    ).ok()
    identity = job_id(started.stderr)
    home.until(identity, all_run)
    open(flag, "w").close()
    lose_an_executor(home, spark, identity)
    home.run("WAIT %s;" % identity).ok()
    assert [one["restarts"] for one in home.processes(identity)["processes"]] == [1, 1, 1]


@LONG
def test_kill_and_interrupt_end_all(home):
    started = home.run("SET paisql.job.async=true;", home.pai_statement(WAITING, cluster=PS_AND_WORKERS)).ok()
    identity = job_id(started.stderr)
    home.until(identity, all_run)
    assert len(home.running(identity)) >= 3
    home.run("KILL %s;" % identity).ok()
    home.await_none(identity)
    # The same by Ctrl-C, of a statement that follows its job.
    jobs = FolderChanges(os.path.join(home.path, "jobs"))
    following = home.start(home.pai_statement(WAITING, cluster=PS_AND_WORKERS))
    identity = jobs.until(lambda: set(home.job_ids()) - {identity}, TIMEOUT).pop()
    jobs.close()
    home.until(identity, all_run)
    following.send_signal(signal.SIGINT)
    _, said = following.communicate(timeout=TIMEOUT)
    assert "interrupted, job %s has been killed" % identity in said
    home.await_none(identity)


@LONG
def test_a_dead_supervisor_leaves_nothing(home):
    started = home.run("SET paisql.job.async=true;", home.pai_statement(WAITING, cluster=PS_AND_WORKERS)).ok()
    identity = job_id(started.stderr)
    home.until(identity, all_run)
    home.end_jobs()
    home.await_none(identity)


@LONG
def test_a_full_cluster_is_waited_for(home):
    holds = home.run("SET paisql.job.async=true;", home.pai_statement(WAITING, cluster=cluster(worker=2))).ok()
    home.until(job_id(holds.stderr), all_run)
    waits = home.run("SET paisql.job.async=true;", home.pai_statement("print('ran')", cluster=cluster(worker=2))).ok()
    states = home.until(job_id(waits.stderr), lambda states: "slots" in states["waits_for"])
    assert states["waits_for"] == "2 free slots of the Spark cluster, which has 3 in all"
    home.run("KILL %s;" % job_id(holds.stderr)).ok()
    home.run("WAIT %s;" % job_id(waits.stderr)).ok()


@LONG
def test_a_job_that_is_larger_than_the_cluster_fails_in_words(home):
    outcome = home.pai("print('x')", cluster=cluster(worker=4))
    outcome.fails("the job does not run on Spark", "requires more slots than the total number of slots")
    assert "waits for 4 free slots of the Spark cluster, which has 3 in all" in outcome.stderr


def test_sail_runs_no_jobs(tmp_path):
    HomeOnSpark(tmp_path, "sail").pai("print('x')").fails("Sail runs no jobs", "SET paisql.job.place=local")


def test_what_visitors_look_for_needs_no_spark(tmp_path):
    board = "PAI -name tensorboard -DsummaryDir='oss://models/a/';"
    PaisqlHome(tmp_path).check("SET paisql.job.place=spark; SET paisql.spark.remote=sail; " + board).ok()


def test_a_cluster_that_is_not_there_is_said_and_rerun_asks_for_todays_client(tmp_path):
    home = HomeOnSpark(tmp_path, "sc://127.0.0.1:1")
    failed = home.pai("print('x')")
    failed.fails("the job does not run on Spark: no Spark answers at sc://127.0.0.1:1", "start its Connect server")
    identity = job_id(failed.stderr)
    with open(os.path.join(home.path, "jobs", identity, "job.json")) as stream:
        settings = json.load(stream)["settings"]
    assert settings["paisql.job.place"] == "spark" and "paisql.spark.python" not in settings
    again = home.run("SET paisql.spark.python=/no/python;", "RERUN %s;" % identity)
    assert again.status and "Spark's client is not installed: there is no /no/python" in again.stderr
