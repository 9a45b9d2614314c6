"""The place of this process among the others, as Alink tells its scripts.

Worker 0 is the chief, worker i is worker i - 1 and TF_CONFIG is there for one worker, too: without it
tf.estimator.train_and_evaluate would evaluate as well, on data that can be read once only.
"""

import json
import os


class Place:
    """cluster and task are those of TF_CONFIG; `index` counts the workers with the chief as 0."""

    def __init__(self, cluster, task_type, task_index):
        self.cluster, self.task_type, self.task_index = cluster, task_type, task_index
        self.workers = len(cluster["chief"]) + len(cluster.get("worker", []))
        self.is_chief = task_type == "chief"
        self.is_server = task_type == "ps"
        self.index = task_index + 1 if task_type == "worker" else 0


def place_of(config):
    """The Place that a TF_CONFIG means, with or without a chief of its own."""
    cluster, task = config["cluster"], config["task"]
    workers, kind, index = list(cluster.get("worker", [])), task["type"], int(task["index"])
    if "chief" not in cluster:
        chief = workers.pop(0)
        if kind == "worker":
            kind, index = ("chief", 0) if index == 0 else ("worker", index - 1)
    else:
        chief = cluster["chief"][0]
    named = {"chief": [chief]}
    if workers:
        named["worker"] = workers
    if cluster.get("ps"):
        named["ps"] = list(cluster["ps"])
    return Place(named, kind, index)


def export():
    """This process' Place, which TF_CONFIG says then."""
    place = place_of(json.loads(os.environ["TF_CONFIG"]))
    task = {"type": place.task_type, "index": place.task_index}
    os.environ["TF_CONFIG"] = json.dumps({"cluster": place.cluster, "task": task})
    return place
