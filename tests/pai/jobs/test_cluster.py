"""Distributed jobs on real TensorFlow: the shapes that PAI scripts have."""

import json
import os
import re

import pytest

from paisql_home import cluster, job_id, script

PS_AND_WORKERS = cluster(ps=1, worker=2)


def log(home, identity, *words):
    """The text of one process's log, as LOG gives it."""
    outcome = home.run("LOG %s %s;" % (identity, " ".join(words))).ok()
    return "\n".join(row[-1] for row in outcome.rows)


def test_a_parameter_server_and_two_workers_train_together(home):
    outcome = home.pai(script("jobs/cluster_servers.py"), cluster=PS_AND_WORKERS, checkpointDir="oss://models/a/").ok()
    # Worker 0 is followed; the others have logs of their own.
    assert "worker 0 ends at step" in outcome.stderr
    assert "worker 1" not in outcome.stderr and "ps serves" not in outcome.stderr
    identity = job_id(outcome.stderr)
    steps = [int(re.search(r"ends at step (\d+)", log(home, identity, "worker", index))[1]) for index in "01"]
    assert max(steps) >= 59
    # The server never ends by itself.
    assert "ps serves" in log(home, identity, "ps", "0")
    with open(os.path.join(home.path, "jobs", identity, "processes.json")) as stream:
        processes = json.load(stream)["processes"]
    assert [(one["role"], one["index"], one["state"]) for one in processes] == [
        ("ps", 0, "ended"),
        ("worker", 0, "ended"),
        ("worker", 1, "ended"),
    ]
    assert os.path.exists(os.path.join(home.path, "oss", "models", "a", "checkpoint"))


def test_a_worker_that_comes_late_still_finds_the_chief(home):
    outcome = home.pai(
        script("jobs/cluster_late_worker.py"), cluster=PS_AND_WORKERS, maxHungTimeBeforeGCInSeconds="20"
    ).ok()
    assert "worker 0 ends" in outcome.stderr
    assert "worker 1 has run 1" in log(home, job_id(outcome.stderr), "worker", "1")


def test_a_worker_looks_for_the_chief_every_second_unless_told_otherwise(job):
    path = os.path.join(job.folder, "work", "script.py")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(
            "import tensorflow as tf\n"
            "for options in {}, {'recovery_wait_secs': 30}:\n"
            "    with tf.Graph().as_default():\n"
            "        made = tf.train.Supervisor(logdir=None, **options), tf.train.SessionManager(**options)\n"
            "    manager = made[0].session_manager, made[1]\n"
            "    print(*(one._recovery_wait_secs for one in manager))\n"
        )
    done = job.run(path, variables={"PAISQL_ADDRESS": "127.0.0.1:1"})
    assert done.stdout.split() == ["1", "1", "30", "30"], done.stderr


def test_a_worker_with_a_server_that_fails_does_not_stay(home):
    text = script("jobs/cluster_late_worker.py").replace('print("worker 0 ends", flush=True)', 'sys.exit("bad")')
    home.pai(text, cluster=PS_AND_WORKERS, maxHungTimeBeforeGCInSeconds="20").fails("worker 0 ended with exit status 1")


def test_an_estimator_trains_with_an_evaluator_and_predicts(home):
    shape = cluster(ps=1, worker=2, evaluator=1)
    outcome = home.pai(script("jobs/cluster_estimator.py"), cluster=shape, checkpointDir="oss://models/e/").ok()
    assert "TASK chief 0 chief" in outcome.stderr
    identity = job_id(outcome.stderr)
    assert "TASK worker 0" in log(home, identity, "worker", "1")
    assert "TASK evaluator 0" in log(home, identity, "evaluator")
    assert "EVALUATED True" in log(home, identity, "evaluator")
    # Predicting inside a cluster, where nobody has started a server.
    again = home.pai(
        script("jobs/cluster_estimator.py"),
        cluster=cluster(worker=2),
        checkpointDir="oss://models/e/",
        userDefinedParameters="--predict",
    ).ok()
    assert "PREDICTED 32" in again.stderr
    assert "PREDICTED 32" in log(home, job_id(again.stderr), "worker", "1")


def test_workers_predict_by_slices_into_one_table(home):
    rows = [(number, "n%d" % number) for number in range(11)]
    source = home.table("source", "id BIGINT, name STRING", rows)
    target = home.table("target", "id BIGINT, name STRING, first STRING", [(7, "old", "old")])
    outcome = home.pai(script("jobs/cluster_predict.py"), cluster=cluster(worker=2), tables=source, outputs=target).ok()
    assert "worker 0 of 2, ps_hosts='': 2 batches" in outcome.stderr
    assert home.rows("SELECT id, name FROM target ORDER BY id LIMIT 20;") == [
        (str(2 * number), name) for number, name in rows
    ]


def test_multi_worker_mirrored_strategy_gives_equal_losses(home):
    outcome = home.pai(script("jobs/cluster_mirrored.py"), cluster=cluster(worker=2), algorithm="tensorflow220").ok()
    first = re.search(r"REPLICAS 2 worker 0 LOSS (\S+)", outcome.stderr)
    second = re.search(r"REPLICAS 2 worker 1 LOSS (\S+)", log(home, job_id(outcome.stderr), "worker", "1"))
    assert first[1] == second[1]


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
    assert "worker 0 ends at step" in outcome.stderr


@pytest.mark.parametrize("role", ["ps", "worker"])
def test_without_failover_a_killed_process_fails_the_job(home, role):
    text = "import os, signal, sys\n"
    text += "if '--job_name=%s' in sys.argv and '--task_index=0' in sys.argv:\n" % role
    text += "    os.kill(os.getpid(), signal.SIGKILL)\nsignal.pause()\n"
    home.pai(text, cluster=PS_AND_WORKERS).fails(
        "ODPS-1202005", role + " 0 was killed by SIGKILL", "logs/%s-0.log" % role
    )


def test_only_the_chief_writes(home):
    target = home.table("target", "id BIGINT", [(9,)])
    text = "import sys\nimport tensorflow as tf\n"
    text += "if '--task_index=0' in sys.argv:\n"
    text += "    with tf.python_io.TableWriter('%s') as writer:\n" % target
    text += "        writer.write([(1,), (2,)], [0])\n"
    home.pai(text, cluster=cluster(worker=2), outputs=target).ok()
    assert home.rows("SELECT id FROM target ORDER BY id LIMIT 5;") == [("1",), ("2",)]


def test_a_slice_of_another_worker_is_not_replaced(home):
    target = home.table("target", "id BIGINT", [(9,)])
    text = "import sys\nimport tensorflow as tf\n"
    text += "first = '--task_index=0' in sys.argv\n"
    text += "if not first: open(%r).close()\n" % os.path.join(home.files, "done")
    text += "with tf.python_io.TableWriter('%s') as writer:\n" % target
    text += "    writer.write((1,), [0])\n"
    text += "if first: open(%r, 'w').close()\n" % os.path.join(home.files, "done")
    os.mkfifo(os.path.join(home.files, "done"))
    home.pai(text, cluster=cluster(worker=2), outputs=target).fails(
        "worker 1 ended with exit status 1: script.py:5: ValueError: slice 0 of table " + target,
        "was written by worker-0",
    )
    assert home.rows("SELECT id FROM target;") == [("9",)]


def test_memory_beyond_the_limit_is_refused_and_said(home):
    home.pai("x = bytearray(2 * 10**9)", memRequired="500").fails("ran out of memory, of which it may have 500 MB")


def test_a_worker_that_ignores_a_request_to_end_is_ended(home):
    here = os.path.join(home.files, "here")
    os.mkfifo(here)
    text = "import os, signal, sys\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    text += "if '--task_index=1' in sys.argv:\n"
    # A daemon: two forks, a session of its own, no output.
    text += "    if os.fork() == 0:\n        os.setsid()\n        if os.fork(): os._exit(0)\n"
    text += "        os.close(1)\n        os.close(2)\n"
    text += "        with open(%r, 'w') as stream: stream.write(str(os.getpid()))\n" % here
    text += "while True: signal.pause()\n"
    started = home.run("SET paisql.job.async=true;", home.pai_statement(text, cluster=cluster(worker=2))).ok()
    with open(here) as stream:
        daemon = int(stream.read())
    home.run("KILL %s;" % job_id(started.stderr)).ok()
    with pytest.raises(ProcessLookupError):
        os.kill(daemon, 0)


def test_a_process_that_is_not_there_has_no_log(home):
    identity = job_id(home.pai("print('x')").ok().stderr)
    assert home.run("LOG %s worker 0;" % identity).ok().rows == [("worker-0", "x")]
    home.run("LOG %s worker 7;" % identity).fails("has no such process", "worker-0")
