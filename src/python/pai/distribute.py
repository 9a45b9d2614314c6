"""pai.distribute: what scripts tell tf.estimator of their cluster."""

import json
import os


def set_tf_config(job_name, task_index, worker_hosts, has_evaluator=False):
    """Writes TF_CONFIG for a cluster of workers without parameter servers.

    worker_hosts: a list, or text with commas. The first worker is the chief; with `has_evaluator`
    the second one is the evaluator, which stands in no cluster, and the others count from 0 after
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


def ExascaleStrategy(num_gpus=None, num_micro_batches=1, **options):
    """The platform's strategy for gradients that all workers add up, as TensorFlow has it.

    With a cluster of several workers in TF_CONFIG that is MultiWorkerMirroredStrategy, else
    MirroredStrategy on the GPUs of this machine, `num_gpus` of them or all. Other options tune the
    platform's own communication and have no effect. NotImplementedError for num_micro_batches
    beyond 1, gradients that are collected over several steps.
    """
    from paisql import single
    from paisql.contrib import distribute as strategies

    if num_micro_batches not in (None, 1):
        raise NotImplementedError(
            "pai.distribute.ExascaleStrategy(num_micro_batches=%r) is not offered: use batches of "
            "that many times the rows" % (num_micro_batches,)
        )
    cluster = json.loads(os.environ.get("TF_CONFIG") or "{}").get("cluster", {})
    workers = len(cluster.get("chief", ())) + len(cluster.get("worker", ()))
    name = "MultiWorkerMirroredStrategy" if workers > 1 else "MirroredStrategy"
    unused = "; without effect: " + ", ".join(sorted(options)) if options else ""
    single.say("pai.distribute.ExascaleStrategy is tf.distribute.%s here%s" % (name, unused))
    if workers > 1:
        return strategies.CollectiveAllReduceStrategy()
    return strategies.MirroredStrategy(num_gpus=num_gpus or None)
