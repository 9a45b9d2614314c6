"""pai.distribute: what scripts tell tf.estimator of their cluster."""

import json
import os

_STRATEGIES = {
    "ExascaleStrategy": "tf.distribute.experimental.MultiWorkerMirroredStrategy",
}


def set_tf_config(job_name, task_index, worker_hosts, has_evaluator=False):
    """Writes TF_CONFIG for a cluster of workers without parameter servers.

    worker_hosts: a list, or text with commas. The first worker is the chief; with `has_evaluator`
    the second one is the evaluator, which stands in no cluster, and the others count from 0 behind
    it. Also called with a name of the role other than "worker", which is kept then.
    """
    hosts = worker_hosts.split(",") if isinstance(worker_hosts, str) else list(worker_hosts)
    index = int(task_index)
    apart = 1 if has_evaluator and len(hosts) > 1 else 0
    cluster = {"chief": hosts[:1], "worker": hosts[1 + apart :]}
    if job_name != "worker":
        task = {"type": job_name, "index": index}
    elif index == 0:
        task = {"type": "chief", "index": 0}
    elif apart and index == 1:
        task = {"type": "evaluator", "index": 0}
    else:
        task = {"type": "worker", "index": index - 1 - apart}
    named = {role: addresses for role, addresses in cluster.items() if addresses}
    os.environ["TF_CONFIG"] = json.dumps({"cluster": named, "task": task})


def __getattr__(name):
    if name in _STRATEGIES:
        raise AttributeError(
            "pai.distribute.%s is not offered: write %s" % (name, _STRATEGIES[name])
        )
    raise AttributeError("module 'pai.distribute' has no attribute %r" % name)
