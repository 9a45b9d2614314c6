"""Jobs that begin on a process which has imported TensorFlow already.

One session runs many statements, so that there are few imports. Its jobs do not wait for each other
(paisql.job.async); the tests do.
"""

import glob
import io
import json
import os
import signal
import subprocess
import tarfile

import pytest

from paisql_home import PaisqlHome, job_id, script
from test_jobs import MEET, meeting

IMPORT = "import tensorflow as tf\n"

# Called for its end: (statements after the import, exit status, end of the log).
ENDINGS = {
    "ends": ("print('done')", 0, "done\n"),
    "exits": ("import sys; sys.exit(3)", 3, ""),
    "exits with words": ("raise SystemExit('words')", 1, "words\n"),
    "exits at once": ("import atexit, os; atexit.register(print, 'not me'); os._exit(4)", 4, ""),
    "exits behind": ("import atexit; atexit.register(print, 'behind'); print('first')", 0, "first\nbehind\n"),
    "raises": (
        "def f():\n    raise ValueError('not today')\nf()",
        1,
        "Traceback (most recent call last):\n"
        '  File "ENTRY", line 4, in <module>\n    f()\n'
        "  File \"ENTRY\", line 3, in f\n    raise ValueError('not today')\n"
        "ValueError: not today\n",
    ),
    "has a graph's traceback": ("x = tf.placeholder(tf.float32, [], 'x')\nprint(tf.square(x).op.traceback)", 0, None),
    "is killed": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", 137, ""),
    "is interrupted": ("import os, signal; os.kill(os.getpid(), signal.SIGINT)\nimport time", 130, None),
    "starts processes": (
        "import multiprocessing as m\n"
        "def f(x):\n    return x * x\n"
        "if __name__ == '__main__':\n"
        "    for way in ('fork', 'spawn'):\n"
        "        with m.get_context(way).Pool(1) as pool:\n"
        "            print(pool.map(f, [1, 2]))\n",
        0,
        "[1, 4]\n[1, 4]\n",
    ),
    "pickles": ("import pickle\nclass A: pass\nprint(type(pickle.loads(pickle.dumps(A()))) is A)", 0, "True\n"),
    "keeps its threads": (
        "import concurrent.futures as c, threading\n"
        "def late():\n    threading.main_thread().join()\n    print('late')\n"
        "threading.Thread(target=late).start()\n"
        "print(c.ThreadPoolExecutor(1).submit(len, 'abc').result())",
        0,
        "3\nlate\n",
    ),
}


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A home for the whole file."""
    return PaisqlHome(tmp_path_factory.mktemp("warm"))


def statement(home, name, text, algorithm="tensorflow1120_ext", **parameters):
    """A PAI statement with a script of its own."""
    home.write(name + ".py", text)
    options = "".join(' -D%s="%s"' % pair for pair in parameters.items())
    return "PAI -name %s -Dscript=file://%s.py%s;" % (algorithm, name, options)


def starts(home, identity):
    """How the supervisor started the processes of a job: {"worker-0": "warm start"}."""
    path = os.path.join(home.path, "jobs", identity, "logs", "supervisor.log")
    with open(path, encoding="utf-8") as stream:
        said = dict(line.rstrip("\n").split(": ", 1) for line in stream)
    # A failed job also names the variables that it did not get.
    return {process: how for process, how in said.items() if how.split(" ", 1)[1].startswith("start")}


def log(home, identity, process="worker-0"):
    path = os.path.join(home.path, "jobs", identity, "logs", process + ".log")
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def result(home, identity):
    with open(os.path.join(home.path, "jobs", identity, "result.json"), encoding="utf-8") as stream:
        return json.load(stream)


def job_ids(text):
    return [line.split(" = ")[1] for line in text.splitlines() if line.startswith("ID = ")]


def run_warm(home, statements, before=("SHOW TABLES;",)):
    """Runs PAI statements after one that gives time; gives the jobs' ids, all ended."""
    outcome = home.run("SET paisql.job.async=true;", *before, *statements).ok()
    identities = job_ids(outcome.stderr)
    for identity in identities:
        home.run("WAIT %s;" % identity)
    return identities


@pytest.mark.parametrize("algorithm", ["tensorflow1120_ext", "tensorflow220"])
def test_a_warm_process_is_like_a_fresh_one(shared, algorithm):
    arguments = {"userDefinedParameters": "--x 'a b'", "gpuRequired": "0"}
    one = statement(shared, "fresh", script("jobs/fresh_process.py"), algorithm, **arguments)
    outcome = shared.run("SET paisql.warm=false;", one, "SET paisql.warm=true;", "SHOW TABLES;", one, one).ok()
    identities = job_ids(outcome.stderr)
    assert [starts(shared, identity) for identity in identities] == [
        {},
        {"worker-0": "warm start"},
        {"worker-0": "warm start"},
    ]
    cold, *warm = [
        json.loads(log(shared, identity).replace(identity, "JOB").splitlines()[-1]) for identity in identities
    ]
    drawn = [one.pop("random") for one in [cold] + warm]
    assert all(len(set(map(str, column))) == 3 for column in zip(*drawn)), drawn
    secrets = [one.pop("secret") for one in [cold] + warm]
    assert secrets[1] != secrets[2]
    for name in cold:
        for one in warm:
            assert one[name] == cold[name], name
    assert cold["marked"] and cold["stack"] == ["<module>"]


def test_a_warm_process_ends_like_a_fresh_one(shared):
    statements = [
        statement(shared, "ending%d" % index, IMPORT + text) for index, (text, _, _) in enumerate(ENDINGS.values())
    ]
    identities = run_warm(shared, statements)
    for identity, (name, (_, status, end)) in zip(identities, ENDINGS.items()):
        assert starts(shared, identity) == {"worker-0": "warm start"}, name
        text = log(shared, identity)
        assert result(shared, identity)["exit_status"] == status, (name, text)
        entry = glob.glob(os.path.join(shared.path, "jobs", identity, "work", "*.py"))[0]
        if end is not None:
            assert text == end.replace("ENTRY", entry), name
        assert "paisql/warm" not in text, name


def test_a_cluster_starts_warm(shared):
    text = IMPORT + (
        "import json, os, signal\n"
        "task = json.loads(os.environ['TF_CONFIG'])['task']\n"
        "print(task['type'], tf.app.flags.FLAGS.task_index, os.environ['PAISQL_PROCESS'])\n"
        "if task['type'] == 'ps': signal.pause()\n"
    )
    small = {"cpu": 50, "memory": 2000, "gpu": 0}
    roles = json.dumps({"ps": dict(small, count=1), "worker": dict(small, count=2)})
    [identity] = run_warm(shared, [statement(shared, "roles", text, cluster=roles.replace('"', '\\"'))])
    names = ["ps-0", "worker-0", "worker-1"]
    assert starts(shared, identity) == dict.fromkeys(names, "warm start")
    assert result(shared, identity)["state"] == "succeeded"
    assert log(shared, identity) == "chief 0 worker-0\n"
    assert log(shared, identity, "worker-1") == "worker 1 worker-1\n"


def test_limits_reach_a_warm_process(shared):
    text = IMPORT + (
        "import os, resource, pyarrow\n"
        "print(resource.getrlimit(resource.RLIMIT_DATA)[0] >> 20, os.sched_getaffinity(0))\n"
        "print(len(os.sched_getaffinity(0)) == pyarrow.cpu_count())\n"
    )
    one = statement(shared, "limited", text, cpuRequired="100", memRequired="4000")
    warm, small = run_warm(shared, [one, statement(shared, "small", text, memRequired="400")])
    assert starts(shared, warm) == {"worker-0": "warm start"}
    assert log(shared, warm).endswith("True\n")
    # Where there are control groups, memory is their business.
    if log(shared, warm).startswith("4000 {"):
        # With so little memory the import itself might have failed.
        assert starts(shared, small) == {"worker-0": "cold start: it may have little memory"}


SHOW_VARIABLES = (
    IMPORT
    + """import os
with open("/proc/self/environ") as stream:
    shown = stream.read()
print(os.environ.get("MY_SECRET"), "MY_SECRET" in shown, os.environ["MY_NAMED"])
with open("/proc/%d/stat" % os.getppid()) as stream:
    guardian = int(stream.read().rsplit(") ", 1)[1].split()[1])
with open("/proc/%d/cmdline" % guardian) as stream:
    print(stream.read().split("\\0")[1:3] == ["--guard", str(os.getppid())])
"""
)


def test_a_warm_process_has_the_chosen_environment(shared, monkeypatch):
    monkeypatch.setenv("MY_SECRET", "hidden")
    one = statement(shared, "variables", SHOW_VARIABLES)
    named = ["SET paisql.job.env.MY_NAMED=%s;" % text for text in ("one", "two", "three")]
    outcome = shared.run(named[0], "SHOW TABLES;", one, named[1], "SHOW TABLES;", one, named[2], one).ok()
    identities = job_ids(outcome.stderr)
    assert [starts(shared, identity)["worker-0"] for identity in identities] == [
        "warm start",
        "warm start",
        "cold start: the environment variable MY_NAMED differs",
    ]
    assert [log(shared, identity) for identity in identities] == [
        "None False %s\nTrue\n" % text for text in ("one", "two", "three")
    ]


def test_what_could_differ_starts_cold(shared):
    archive = os.path.join(shared.files, "shadow.tar.gz")
    with tarfile.open(archive, "w:gz") as tar:
        for name, text in (("main.py", IMPORT), ("numpy.py", "raise KeyError('mine')\n")):
            member = tarfile.TarInfo(name)
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text.encode()))
    early = "import os\nos.environ['TF_ENABLE_ONEDNN_OPTS'] = '0'\n" + IMPORT
    early += "print(os.environ['TF_ENABLE_ONEDNN_OPTS'])\n"
    shadowed, environment, without = run_warm(
        shared,
        [
            "PAI -name tensorflow1120_ext -Dscript=file://shadow.tar.gz -DentryFile=main.py;",
            statement(shared, "early", early),
            statement(shared, "without", WITHOUT),
        ],
    )
    assert starts(shared, shadowed) == {"worker-0": "cold start: numpy.py lies beside the script"}
    assert "KeyError: 'mine'" in log(shared, shadowed)
    assert starts(shared, environment) == {"worker-0": "cold start: line 2 of early.py comes before tensorflow"}
    assert log(shared, environment) == "0\n"
    assert starts(shared, without) == {"worker-0": "cold start: line 6 of without.py comes before tensorflow"}
    assert log(shared, without) == "False\n"


WITHOUT = """import sys
if __name__ == "__main__":
    pass
def main():
    print("numpy" in sys.modules)
main()
"""


def children_of(pid):
    with open("/proc/%d/task/%d/children" % (pid, pid), encoding="utf-8") as stream:
        return [int(text) for text in stream.read().split()]


def is_warm_process(pid):
    with open("/proc/%d/cmdline" % pid, encoding="utf-8") as stream:
        return "warm/server.py" in stream.read()


def spares_of(warm):
    """What it has forked ahead of the next job: below a guardian, as every supervisor."""
    return [pid for guardian in children_of(warm) for pid in children_of(guardian) if is_warm_process(pid)]


def test_nothing_is_warm_without_the_setting_or_a_reason(home):
    running, go_on = meeting(home)
    text = MEET + "meet(%r)\n" % home.files
    for statements in (
        [statement(home, "only", text)],
        ["SET paisql.warm=false;", "SHOW TABLES;", statement(home, "only", text)],
    ):
        session = home.start(*statements)
        running()
        assert not any(is_warm_process(pid) for pid in children_of(session.pid))
        go_on()
        _, stderr = session.communicate(timeout=180)
        assert starts(home, job_id(stderr)) == {}


def test_variables_tell_what_comes(shared):
    one = statement(shared, "named", IMPORT + "print('x')\n", algorithm="${algorithm}")
    command = shared.command("-d", "algorithm=tensorflow1120_ext", "-e", "SHOW TABLES;", "-e", one)
    outcome = shared._finish(shared._start_command(command), 120).ok()
    assert starts(shared, job_id(outcome.stderr)) == {"worker-0": "warm start"}


def test_a_job_outlives_the_warm_process_and_its_session(home):
    running, go_on = meeting(home)
    text = IMPORT + MEET + "meet(%r)\nprint('after')\n" % home.files
    session = subprocess.Popen(
        home.command(),
        cwd=home.files,
        env=home.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    session.stdin.write("SET paisql.job.async=true; SHOW TABLES;" + statement(home, "one", text))
    session.stdin.flush()
    running()
    # The warm process waits for what may come through the pipe. Without it a job starts cold.
    [warm] = [pid for pid in children_of(session.pid) if is_warm_process(pid)]
    for pid in [warm] + spares_of(warm):
        os.kill(pid, signal.SIGKILL)
    session.stdin.write(statement(home, "two", "print('cold')"))
    session.stdin.flush()
    for line in iter(session.stderr.readline, ""):
        if line.startswith("ID = "):
            identities = [line.split()[-1]]
            break
    for line in iter(session.stderr.readline, ""):
        if line.startswith("ID = "):
            identities.append(line.split()[-1])
            break
    session.kill()
    session.communicate()
    home.run("WAIT %s;" % identities[1]).ok()
    assert starts(home, identities[1]) == {} and log(home, identities[1]) == "cold\n"
    go_on()
    assert "after" in home.run("WAIT %s;" % identities[0]).ok().stderr
    assert starts(home, identities[0]) == {"worker-0": "warm start"}


def test_a_warm_job_can_be_killed(home):
    running, _ = meeting(home)
    text = IMPORT + MEET + "meet(%r)\n" % home.files
    started = home.run("SET paisql.job.async=true;", "SHOW TABLES;", statement(home, "one", text)).ok()
    identity = job_id(started.stderr)
    running()
    home.run("KILL %s;" % identity).ok()
    home.run("WAIT %s;" % identity).fails("has been killed")
    # The script may be running before the supervisor has written how it was started.
    assert starts(home, identity) == {"worker-0": "warm start"}
