"""task_config.tf_context: what the TFContext of flink-ai-extended says of a task, by its public contract."""

import json
import os
import sys

from paisql.alink_task import TaskError, example_config

# What belongs to the Flink process that runs a script there, and to nothing here.
_FLINKS = (
    "channel",
    "context_pb",
    "example_input_dataset",
    "features",
    "get_context_proto",
    "get_finish_workers",
    "inQueueMMapLen",
    "inQueueName",
    "mode",
    "outQueueMMapLen",
    "outQueueName",
    "stub",
)


# What Alink calls its environments, of which the faces here have the API.
_ENVIRONMENTS = {"tensorflow1": "TF115", "tensorflow2": "TF231"}


class Properties(dict):
    """The properties of a task, texts by their names; KeyError in words for one that is not there."""

    def __missing__(self, key):
        raise KeyError("tf_context has no property '%s' here; it has %s" % (key, ", ".join(sorted(self))))


class TaskContext:
    """What tf_context says to a script.

    index, roleName      the process among those of its role, "worker" or "ps"; worker 0 is the chief
    roleParallelism      how many processes each role has
    properties           texts by their names
    identity, userScript, funcName   the process' name, the path of the script, "main"
    Other names of the original are an AttributeError that says why they are not here.

    columns, output  the columns that the script gets, and those that it writes
    """

    def __init__(self, settings, place, rows, written, work_dir, columns, output):
        self._place, self._rows, self._written = place, rows, written
        self.index = place.index if not place.is_server else place.task_index
        self.roleName = "ps" if place.is_server else "worker"
        self.roleParallelism = {"worker": place.workers, "ps": len(place.cluster.get("ps", []))}
        self.identity = "%s-%d" % (self.roleName, self.index)
        self.userScript, self.funcName = os.path.join(work_dir, settings.get("main", "")), "main"
        self.failNum = 0
        self.properties = Properties(self._told(settings, work_dir))
        given, made = ([(one.name, one.type) for one in some] for some in (columns, output))
        self._columns = given
        tensors = settings.get("tensor_cols") or ()
        self.properties["sys:input_tf_example_config"] = example_config.of_input(given, tensors)
        self.properties["sys:output_tf_example_config"] = example_config.of_output(made)
        for number in range(1, len(settings.get("broadcasts", [])) + 1):
            path = os.path.join(work_dir, "bc_data_%d" % number)
            self.properties["ALINK:bc_%d" % number] = path

    def _told(self, settings, work_dir):
        """The properties that the place and the statement say."""
        hosts = [host.rpartition(":") for host in self._hosts("worker") + self._hosts("ps")]
        return {
            "ALINK:python_env": sys.prefix,
            "ALINK:env_version": _ENVIRONMENTS.get(os.environ.get("PAISQL_FACE"), "TF231"),
            "ALINK:work_dir": work_dir,
            "ALINK:script": self.userScript,
            "ALINK:entry_func": self.funcName,
            "ALINK:num_workers": str(self._place.workers),
            "ALINK:num_pss": str(len(self._hosts("ps"))),
            "ALINK:intra_op_parallelism": str(settings["intra_op"]),
            "ALINK:user_defined_params": json.dumps(settings.get("user_params", {})),
            "Alink:dl_ips": ",".join(host[0] for host in hosts),
            "Alink:dl_ports": ",".join(host[2] for host in hosts),
            "current_work_dir": work_dir,
            "cluster": self._cluster_text(),
        }

    def _hosts(self, role):
        cluster = self._place.cluster
        return list(cluster.get(role, [])) if role == "ps" else cluster["chief"] + cluster.get("worker", [])

    def _cluster_text(self):
        """The property "cluster" in the form of flink-ai-extended, which to_tf_cluster() reads."""
        jobs = []
        for role in ("worker", "ps"):
            tasks = {}
            for number, host in enumerate(self._hosts(role)):
                address, _, port = host.rpartition(":")
                tasks[str(number)] = {"ip": address, "props": {"sys:tf_port": port}}
            if tasks:
                jobs.append({"name": role, "tasks": tasks})
        return json.dumps({"job": jobs})

    def __getattr__(self, name):
        if name in _FLINKS:
            raise AttributeError(
                "tf_context.%s belongs to Flink's process beside a script, which does not exist here" % name
            )
        names = sorted(one for one in set(dir(type(self))) | set(vars(self)) if not one.startswith("_"))
        raise AttributeError("tf_context has no attribute '%s'; it has %s" % (name, ", ".join(names)))

    def get_property(self, key):
        return self.properties[key]

    def get_index(self):
        return self.index

    def get_role_name(self):
        return self.roleName

    def get_role_parallelism_map(self):
        return dict(self.roleParallelism)

    def get_failed_num(self):
        """How often Flink has started this task again; 0: a restarted process is not told of it."""
        return self.failNum

    @staticmethod
    def to_tf_cluster(cluster_str):
        """{"worker": [address], "ps": [address]} of a property "cluster"; worker 0 is the chief."""
        cluster = {}
        for job in json.loads(cluster_str)["job"]:
            tasks = [job["tasks"][str(number)] for number in range(len(job["tasks"]))]
            cluster[job["name"]] = ["%s:%s" % (one["ip"], one["props"]["sys:tf_port"]) for one in tasks]
        return cluster

    @staticmethod
    def cluster_to_estimator(cluster_str):
        """The same as TF_CONFIG has it, with worker 0 as the chief."""
        cluster = TaskContext.to_tf_cluster(cluster_str)
        workers = cluster.pop("worker")
        cluster["chief"] = workers[:1]
        if workers[1:]:
            cluster["worker"] = workers[1:]
        return cluster

    @staticmethod
    def export_cluster_env(cluster_str, job_name, index):
        """Sets TF_CONFIG for the process; gives (cluster, task type, task index) as it has them."""
        cluster = TaskContext.cluster_to_estimator(cluster_str)
        kind, number = job_name, index
        if job_name == "worker":
            kind, number = ("chief", 0) if index == 0 else ("worker", index - 1)
        os.environ["TF_CONFIG"] = json.dumps({"cluster": cluster, "task": {"type": kind, "index": number}})
        return cluster, kind, number

    def get_tf_cluster(self):
        """As to_tf_cluster(), for tf.train.ClusterSpec and tf.train.Server."""
        return self.to_tf_cluster(self.properties["cluster"])

    def export_estimator_cluster(self):
        """Sets TF_CONFIG; gives (cluster, task type, task index) as it has them."""
        return self.export_cluster_env(self.properties["cluster"], self.roleName, self.index)

    def from_java(self):
        """The path of a file of this worker's TFRecords, as task_config.dataset_file."""
        return self._rows.file()

    def to_java(self):
        raise TaskError(
            "tf_context.to_java(): rows go back by task_config.output_writer.write(example), or in a "
            "graph by tf_context.output_writer_op([examples]), and by no path"
        )

    def output_writer_op(self, input_list):
        """(write_op, close_op): the first writes the serialised Examples of a tensor of texts as rows.

        input_list  [tensor], of any shape; the operation runs in this process
        """
        from paisql.alink_task.stream import writer_ops

        return writer_ops(self._written, input_list)

    def stop_job(self):
        """Nothing: a job that is not a stream ends, with its parameter servers, when all mains have returned."""

    def flink_stream_dataset(self, compression_type=None, buffer_size=0, num_parallel_reads=None):
        """A TFRecordDataset of this worker's Examples, which can be gone through once.

        They are encoded in this process as the dataset is gone through: the arguments, which are
        about files, have no effect.
        """
        from paisql.alink_task.stream import dataset_of

        return dataset_of(self._rows)
