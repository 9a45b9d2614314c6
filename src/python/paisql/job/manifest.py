"""The job's inputs and outputs, as its manifests describe them (docs/internals/formats.md, "Job directory").

A table is known by the URL that the statement gave: odps://project/tables/table[/key=value...], or
odps://project/schemas/schema/tables/..., with an optional row range "?start=A&end=B" after it. Project, table and keys compare without
regard to letter case; partition values exactly, save that "08" is 8 for a key of integers.

Errors: ValueError, in the platform's words where it has some, with what would be right.
"""

import functools
import glob
import json
import os
import re
import urllib.parse

from paisql.job import query_parts

_URL = re.compile(
    r"(?i:odps)://(?P<project>[^/]+)(?:/schemas/(?P<schema>[^/]+))?/tables/(?P<table>[^/]+)"
    r"(?P<partition>(/[^/=]+=[^/]*)*)/?$"
)

_INTEGERS = ("TINYINT", "SMALLINT", "INT", "BIGINT")


class TableUrl:
    """A parsed table URL: project, table, [(key, value)], first row, end row (None: the end)."""

    def __init__(self, text):
        text = text.decode() if isinstance(text, bytes) else str(text)
        base, _, query = text.strip().partition("?")
        match = _URL.match(base)
        if match is None:
            raise ValueError("%r is not the URL of a table: odps://project/tables/table[/key=value...]" % text)
        self.text = base
        self.project = match["project"].lower()  # with the schema, as the manifest has it
        if (match["schema"] or "default").lower() != "default":
            self.project += "." + match["schema"].lower()
        self.table = match["table"].lower()
        self.partition = []
        for part in match["partition"].split("/")[1:]:
            key, _, value = part.partition("=")
            self.partition.append((key.lower(), _unquoted(value)))
        options = urllib.parse.parse_qs(query)
        self.start = int(options["start"][0]) if "start" in options else 0
        self.end = int(options["end"][0]) if "end" in options else None


def _unquoted(value):
    quoted = len(value) >= 2 and value[0] in "'\"" and value[-1] == value[0]
    return value[1:-1] if quoted else value


def _canonical(value, kind):
    """The one spelling of a partition value: "08" and "8" are the same for an integer key."""
    if kind in _INTEGERS and re.fullmatch("-?[0-9]+", value) and -(2**63) <= int(value) < 2**63:
        return str(int(value))
    return value


class Column:
    """A column of a manifest; `type` is in the platform's spelling, id is 0 for a partition key."""

    def __init__(self, entry):
        self.id = entry.get("id", 0)
        self.name = entry["name"]
        self.type = entry["type"].upper()
        self.not_null = entry.get("not_null", False)


class _Manifest:
    def __init__(self, entry):
        self.url = TableUrl(entry["url"])
        self.name = "%s.%s" % (entry["project"], entry["table"])
        self.columns = [Column(column) for column in entry["columns"]]
        # A script sees a partition key as text, whatever its type.
        keys = [dict(column, type="STRING", id=0) for column in entry["partition_columns"]]
        self.partition_columns = [Column(key) for key in keys]
        self._key_types = [column["type"].upper() for column in entry["partition_columns"]]
        self.partition_values = entry["partition_values"]

    def _is_table_of(self, url):
        return (url.project, url.table) == (self.url.project, self.url.table)

    def _partition_prefix(self, url):
        """The values of the URL's partition, one a leading level, in their canonical spelling.

        None when the keys do not fit.
        """
        keys = [column.name.lower() for column in self.partition_columns[: len(url.partition)]]
        if keys != [key for key, _ in url.partition]:
            return None
        values = [value for _, value in url.partition]
        return [_canonical(value, kind) for value, kind in zip(values, self._key_types)]


class InputTable(_Manifest):
    """What is read of one table: files with their row counts, all of one snapshot."""

    def __init__(self, entry):
        super().__init__(entry)
        self._files = entry["files"]  # {path, rows, schema_version, partition: [value, ...]}
        self.parts = None  # of a query that may still be computed
        if entry.get("parts"):
            self.parts = query_parts.QueryParts(entry["parts"], self.name)
        self._partitions = entry["partitions"]  # [[value, ...], ...]; empty without partition keys
        # schema version -> {column id: Column}, for files that were written under an older schema
        self.versions = {
            version["version"]: {column["id"]: Column(column) for column in version["columns"]}
            for version in entry["schema_versions"]
        }

    @property
    def files(self):
        """All files; those of a query when it is computed."""
        if self.parts is not None:
            return self.parts.all()
        return self._files

    def narrowed(self, url):
        """The files that `url`, which may name a partition below this manifest's, stands for."""
        prefix = self._partition_prefix(url)
        if prefix is None:
            raise ValueError(
                "%s: the partition keys of table %s are %s"
                % (url.text, self.name, [column.name for column in self.partition_columns])
            )
        depth = len(prefix)
        if depth and not any(values[:depth] == prefix for values in self._partitions):
            raise ValueError("%s: table %s has no such partition" % (url.text, self.name))
        return [file for file in self.files if file["partition"][:depth] == prefix]

    def covers(self, url):
        own = self.partition_values
        prefix = self._partition_prefix(url)
        # A whole table covers also a URL whose keys do not fit, so that narrowed() can name them.
        return self._is_table_of(url) and (not own or (prefix or [])[: len(own)] == own)


class OutputTable(_Manifest):
    """A table or partition that the script may write; its files go to the folder `staging`."""

    def __init__(self, entry):
        super().__init__(entry)
        self.staging = entry["staging"]

    def is_named_by(self, url):
        return self._is_table_of(url) and self._partition_prefix(url) == self.partition_values


class Job:
    """The job that this process belongs to."""

    def __init__(self, directory):
        self.inputs = [InputTable(entry) for entry in _read_all(directory, "inputs")]
        self.outputs = [OutputTable(entry) for entry in _read_all(directory, "outputs")]

    def find_input(self, url):
        """The manifest for a TableUrl; ValueError when the statement does not read that table."""
        for table in self.inputs:
            if table.covers(url):
                return table
        raise ValueError("table %s not predefined; the statement reads -Dtables=%s" % (url.text, _names(self.inputs)))

    def find_output(self, url):
        """The manifest for a TableUrl; ValueError when the statement does not write that table."""
        for table in self.outputs:
            if table.is_named_by(url):
                return table
        raise ValueError(
            "table %s not predefined; the statement writes -Doutputs=%s" % (url.text, _names(self.outputs))
        )


def _read_all(directory, kind):
    paths = glob.glob(os.path.join(glob.escape(directory), kind, "*.json"))
    entries = []
    for path in sorted(paths, key=lambda path: int(os.path.basename(path)[: -len(".json")])):
        with open(path, encoding="utf-8") as stream:
            entries.append(json.load(stream))
    return entries


def _names(tables):
    return ",".join(table.url.text for table in tables) or "(none)"


@functools.lru_cache(maxsize=None)
def current_job():
    """The job of this process; ValueError outside of one."""
    directory = os.environ.get("PAISQL_JOB")
    if not directory:
        raise ValueError("PAISQL_JOB is not set: tables can be used inside a training job only")
    return Job(directory)
