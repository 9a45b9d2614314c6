"""Jobs of one home share what the machine has, and SQL runs beside them."""

import os

import pytest

from paisql_home import job_id

# Says that it runs, and waits until it may end.
MEET = """
import os
open(%(here)r, "w").close()
open(%(go)r).close()
"""


class Meeting:
    """A script of its own name, and the FIFOs by which the test meets it."""

    def __init__(self, home, name):
        self.name = name
        self._here = os.path.join(home.files, name + ".here")
        self._go = os.path.join(home.files, name + ".go")
        os.mkfifo(self._here)
        os.mkfifo(self._go)
        home.write(name + ".py", MEET % {"here": self._here, "go": self._go})

    def statement(self, **parameters):
        options = "".join(" -D%s=%s" % pair for pair in parameters.items())
        return "PAI -name tensorflow1120 -Dscript=file://%s.py%s;" % (self.name, options)

    def runs(self):
        open(self._here).close()

    def let_go(self):
        open(self._go, "w").close()


QUOTA = "SET paisql.quota.cpu=2;"
ASYNC = "SET paisql.job.async=true;"


@pytest.fixture
def busy(home):
    """A home whose two cores a job holds."""
    first = Meeting(home, "first")
    home.run(QUOTA, ASYNC, first.statement(cpuRequired=200)).ok()
    first.runs()
    return home, first


def waits(home, identity):
    status = home.run("STATUS %s;" % identity).ok()
    return "waiting" in (status.stdout + status.stderr).lower()


def test_a_second_job_waits_and_then_runs(busy):
    home, first = busy
    second = Meeting(home, "second")
    started = home.run(QUOTA, ASYNC, second.statement(cpuRequired=100)).ok()
    identity = job_id(started.stderr)
    assert waits(home, identity)
    first.let_go()
    second.runs()
    assert not waits(home, identity)
    second.let_go()
    home.run("WAIT %s;" % identity).ok()


def test_sql_runs_beside_a_job_that_holds_everything(busy):
    home, first = busy
    home.run("CREATE TABLE t AS SELECT 1 AS a;").ok()
    assert home.rows("SELECT sum(a) FROM t;") == [("1",)]
    first.let_go()


def test_the_priority_of_the_session_decides(busy):
    home, first = busy
    late, urgent = Meeting(home, "late"), Meeting(home, "urgent")
    home.run(QUOTA, ASYNC, late.statement(cpuRequired=200)).ok()
    started = home.run(QUOTA, ASYNC, "SET odps.instance.priority=0;", urgent.statement(cpuRequired=200)).ok()
    assert waits(home, job_id(started.stderr))
    first.let_go()
    urgent.runs()
    urgent.let_go()
    late.runs()
    late.let_go()


def test_a_waiting_job_can_be_killed(busy):
    home, first = busy
    second = Meeting(home, "second")
    started = home.run(QUOTA, ASYNC, second.statement(cpuRequired=200)).ok()
    home.run("KILL %s;" % job_id(started.stderr)).ok()
    home.run("WAIT %s;" % job_id(started.stderr)).fails("has been killed")
    first.let_go()


def test_a_demand_beyond_the_quota_is_refused_where_the_user_wants_that(home):
    meeting = Meeting(home, "job")
    strict = "SET paisql.quota.fit=false;"
    home.run(QUOTA, strict, meeting.statement(cpuRequired=300)).fails(
        "the job requests 3 cores, and all jobs together may use 2 cores", "SET paisql.quota.fit=true;"
    )
    home.run("SET paisql.quota.memory=1GB;", strict, meeting.statement(memRequired=2000)).fails(
        "the job requests 2000 MB of memory, and all jobs together may use 1024 MB"
    )
    home.run("SET paisql.gpus=1;", strict, meeting.statement(gpuRequired=200)).fails(
        "the job requests 2 GPUs, and all jobs together may use 1 GPU"
    )
    assert home.job_ids() == []


FITTED = "the job is fitted to what there is: "


def test_a_demand_beyond_the_quota_gets_what_there_is(home):
    home.write("show.py", "import os; print(os.environ['CUDA_VISIBLE_DEVICES'])")
    shown = home.run(
        QUOTA,
        "SET paisql.gpus=4,5;",
        "PAI -name tensorflow1120 -Dscript=file://show.py -DcpuRequired=1600 -DgpuRequired=800;",
    ).ok()
    assert "\n4,5\n" in shown.stderr
    assert shown.stderr.count(FITTED + "2 cores instead of 16, 2 GPUs instead of 8; SET ") == 1


# What a script can know of its cluster.
TELLS = """
import json, os, sys
flags = dict(word[2:].split("=", 1) for word in sys.argv[1:] if "=" in word)
cluster = json.loads(os.environ["TF_CONFIG"])["cluster"]
print("is", flags["job_name"], flags["task_index"],
      "of", len(flags["worker_hosts"].split(",")), "and", len(flags["ps_hosts"].split(",")),
      "and", sum(map(len, cluster.values())), flush=True)
"""


def told(home, identity, name):
    with open(os.path.join(home.path, "jobs", identity, "logs", name + ".log")) as stream:
        return [line for line in stream.read().splitlines() if line.startswith("is ")]


def test_a_cluster_of_the_platform_runs_whole_on_two_cores(home):
    home.write("tells.py", TELLS)
    statement = (
        "PAI -name tensorflow1120 -Dscript=file://tells.py "
        '-Dcluster=\'{"ps":{"count":1,"cpu":600},"worker":{"count":5,"cpu":600}}\';'
    )
    run = home.run(QUOTA, "SET paisql.quota.memory=20GB;", statement).ok()
    assert run.stderr.count(FITTED + "2 cores instead of 36 for its 6 processes; SET ") == 1
    for number in range(5):
        line = "is worker %d of 5 and 1 and 6" % number
        assert told(home, job_id(run.stderr), "worker-%d" % number) == [line]


def test_workers_become_fewer_where_there_is_no_room_and_all_know_it(home):
    home.write("tells.py", TELLS)
    statement = (
        "PAI -name tensorflow1120 -Dscript=file://tells.py "
        '-Dcluster=\'{"ps":{"count":4},"worker":{"count":12},"evaluator":{"count":1}}\';'
    )
    run = home.run("SET paisql.quota.cpu=0.6;", statement).ok()
    assert "1 ps instead of 4, 4 workers instead of 12 for its 6 processes; SET " in run.stderr
    assert told(home, job_id(run.stderr), "worker-3") == ["is worker 3 of 4 and 1 and 5"]
    assert told(home, job_id(run.stderr), "evaluator-0") == ["is evaluator 0 of 4 and 1 and 5"]
    strict = home.run("SET paisql.quota.cpu=0.6;", "SET paisql.quota.fit=false;", statement)
    strict.fails("the job requests 17 processes", "enough for 6")


def test_a_cluster_starts_as_a_whole(busy):
    home, first = busy
    home.write("one.py", "print('one of them')")
    statement = (
        "PAI -name tensorflow1120 -Dscript=file://one.py "
        '-Dcluster=\'{"ps":{"count":1,"cpu":100},"worker":{"count":1,"cpu":100}}\';'
    )
    started = home.run(QUOTA, ASYNC, statement).ok()
    identity = job_id(started.stderr)
    assert waits(home, identity)
    folder = os.path.join(home.path, "jobs", identity, "logs")
    assert all(os.path.getsize(os.path.join(folder, name)) == 0 for name in os.listdir(folder))
    first.let_go()
    home.run("WAIT %s;" % identity).ok()
