"""Makes a job's directory by hand, so that the Python runtime is tested without the C++ side."""

import glob
import json
import os
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PYTHON_FOLDER = os.path.join(ROOT, "src", "python")
CASES_FOLDER = os.path.join(ROOT, "tests", "pai", "scripts")  # which has cases.py
PYTHON = os.environ.get("PAISQL_PYTHON", sys.executable)
LIBRARIES = os.environ.get("PAISQL_LIBRARIES", os.path.join(ROOT, "build", "lib"))
OSS_PLUGIN = os.path.join(LIBRARIES, "libpaisql_oss_fs.so")
TABLE_SOURCE = os.path.join(LIBRARIES, "libpaisql_tensors.so")
# Modules that tests import from the sources find their libraries beside it.
os.environ.setdefault("PAISQL_TABLE_SOURCE", TABLE_SOURCE)


TENSORFLOW = glob.glob(os.path.join(ROOT, ".deps/venv/lib/python3*/site-packages/tensorflow"))


def columns(*pairs):
    """[{"id": 1, "name": ..., "type": ...}, ...] of ("name", "TYPE") pairs."""
    return [{"id": index + 1, "name": name, "type": kind} for index, (name, kind) in enumerate(pairs)]


class FakeJob:
    def __init__(self, folder):
        self.folder = str(folder)
        self._counts = {"inputs": 0, "outputs": 0}
        for name in ("inputs", "outputs", "data", "oss", "work"):
            os.makedirs(os.path.join(self.folder, name), exist_ok=True)

    def file(self, table, partition=(), version=1, row_group_size=None):
        """Writes an Arrow table as a data file; gives the manifest's entry."""
        data = os.path.join(self.folder, "data")
        path = os.path.join(data, "%d.parquet" % len(os.listdir(data)))
        pq.write_table(table, path, row_group_size=row_group_size)
        return {"path": path, "rows": table.num_rows, "schema_version": version, "partition": list(partition)}

    def input(
        self, table, fields, files, keys=(), partition_values=(), versions=None, key_types=None, spelled=None, parts=""
    ):
        """Adds an input manifest; gives its URL, with the partition values as `spelled`.

        parts  the path of the list that tells of a query's files
        """
        url = self._url(table, keys, spelled or partition_values)
        versions = versions or {1: fields}
        self._write(
            "inputs",
            {
                "format": 1,
                "url": url,
                "project": "p",
                "table": table,
                "snapshot": 1,
                "columns": fields,
                "partition_columns": self._keys(keys, key_types),
                "partition_values": list(partition_values),
                "partitions": ([list(p) for p in sorted({tuple(file["partition"]) for file in files})] if keys else []),
                "schema_versions": [{"version": v, "columns": c} for v, c in versions.items()],
                "rows": sum(file["rows"] for file in files),
                "files": files,
                "parts": parts,
            },
        )
        return url

    def output(self, table, fields, keys=(), partition_values=(), key_types=None, spelled=None):
        """Adds an output manifest; gives its URL, with the partition values as `spelled`."""
        url = self._url(table, keys, spelled or partition_values)
        staging = os.path.join(self.folder, "staging", table)
        self._write(
            "outputs",
            {
                "format": 1,
                "url": url,
                "project": "p",
                "table": table,
                "table_id": 1,
                "schema_version": 1,
                "columns": [dict({"not_null": False}, **field) for field in fields],
                "partition_columns": self._keys(keys, key_types),
                "partition_values": list(partition_values),
                "staging": staging,
            },
        )
        return url

    @staticmethod
    def _url(table, keys, values):
        pairs = "".join("/%s=%s" % pair for pair in zip(keys, values))
        return "odps://p/tables/" + table + pairs

    @staticmethod
    def _keys(names, types):
        kinds = types or ["STRING"] * len(names)
        return [{"name": name, "type": kind} for name, kind in zip(names, kinds)]

    def _write(self, kind, entry):
        path = os.path.join(self.folder, kind, "%d.json" % self._counts[kind])
        self._counts[kind] += 1
        with open(path, "w", encoding="utf-8") as stream:
            json.dump(entry, stream)

    def staged(self, table, slice_id=0):
        """The rows of a completed output slice as a list of tuples; None while it is not."""
        path = os.path.join(self.folder, "staging", table, "%d.parquet" % slice_id)
        if not os.path.exists(path):
            return None
        read = pq.read_table(path)
        return list(zip(*(read.column(i).to_pylist() for i in range(read.num_columns))))

    def staged_schema(self, table, slice_id=0):
        return pq.read_schema(os.path.join(self.folder, "staging", table, "%d.parquet" % slice_id))

    def run(self, script, *arguments, face="tensorflow1", timeout=300, variables=(), descriptors=()):
        """Runs a script as the supervisor does; gives the completed process."""
        environment = dict(
            os.environ,
            PAISQL_JOB=self.folder,
            PAISQL_FACE=face,
            PAISQL_OSS_ROOT=os.path.join(self.folder, "oss"),
            PAISQL_OSS_PLUGIN=OSS_PLUGIN if os.path.exists(OSS_PLUGIN) else "",
            PAISQL_TABLE_SOURCE=TABLE_SOURCE,
            PYTHONPATH=os.pathsep.join((PYTHON_FOLDER, CASES_FOLDER)),
            PYTHONDONTWRITEBYTECODE="1",
            TF_CPP_MIN_LOG_LEVEL="1",
            **dict(variables),
        )
        return subprocess.run(
            [PYTHON, "-bu", str(script), *arguments],
            cwd=os.path.join(self.folder, "work"),
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout,
            pass_fds=descriptors,
        )

    def run_and_listen(self, script, *arguments, **options):
        """Runs a script that tells of its progress; gives the process and the lines, decoded."""
        read_end, write_end = os.pipe()
        with os.fdopen(read_end, "rb") as lines:
            try:
                variables = {"PAISQL_PROGRESS_FD": str(write_end)}
                done = self.run(script, *arguments, variables=variables, descriptors=(write_end,), **options)
            finally:
                os.close(write_end)
            return done, [json.loads(line) for line in lines]


def arrow(**named):
    return pa.table(named)
