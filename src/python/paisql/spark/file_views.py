"""Files as views. A view's name tells what it reads, so that an unchanged table costs nothing in the next statement."""

import collections
import os
import re
import urllib.parse

from paisql.spark import machine_errors, told_errors
from pyspark.sql import functions

MOST_VIEWS = 200  # of a session; the one that was not used for the longest time goes first


class FileViews:
    """The views of one session. Sources are {"view", "columns", "partition_columns", "groups"}, and a group is the
    "files" of one partition and its "values"."""

    def __init__(self, session):
        self._spark, self._sail, self._here = session.spark, session.sail, session.here
        self._views = collections.OrderedDict()

    def have(self, source):
        """Makes the view where it is not there."""
        view = source["view"]
        if view in self._views:
            self._views.move_to_end(view)
            return
        frame = self._frame(source)
        files = {file for group in source["groups"] for file in group["files"]}
        if self._sail and files:
            self._check(frame, files)
        frame.createOrReplaceTempView(view)
        self._views[view] = True

    def _check(self, frame, files):
        """Sail reads no row of a file that is not there, and says nothing."""
        if self._here and not any("://" in file for file in files):
            missing = [file for file in files if not os.path.exists(file)]
        else:
            found = {urllib.parse.unquote(urllib.parse.urlsplit(name).path) for name in frame.inputFiles()}
            missing = [file for file in files if path_of(file) not in found]
        if missing:
            raise told_errors.Told(*machine_errors.missing(min(missing)))

    def forget_old(self):
        """Between statements: no statement needs more views than it has just made."""
        while len(self._views) > MOST_VIEWS:
            view, _ = self._views.popitem(last=False)
            self._spark.catalog.dropTempView(view)

    def _frame(self, source):
        groups = source["groups"]
        if not source["partition_columns"]:
            return self._files(source["columns"], [file for group in groups for file in group["files"]])
        if len(groups) == 1:
            return self._with_values(source, groups[0])
        found = None if self._sail else folders(groups)
        return self._united(source) if found is None else self._from_folders(source, *found)

    def _files(self, columns, files, options=()):
        schema = ", ".join("%s %s" % (quoted(name), kind) for name, kind in columns)
        # A file's name is not a pattern.
        reader = self._spark.read.schema(schema).option("__globPaths__", "false")
        for name, value in options:
            reader = reader.option(name, value)
        return reader.parquet(*(self._named(file) for file in files))

    def _named(self, file):
        """Sail decodes the names of a URL, and finds no object where a name has a percent sign of its own."""
        return file.replace("%", "%25") if self._sail and "://" in file else file

    def _with_values(self, source, group):
        frame = self._files(source["columns"], group["files"])
        for name, value in zip(source["partition_columns"], group["values"]):
            frame = frame.withColumn(name, functions.lit(value))
        return frame

    def _united(self, source):
        """Each partition by itself: Sail takes no values from folders' names unless it lists these itself, and a
        partition that was renamed has its files in folders of its old name."""
        frames = [self._with_values(source, group) for group in source["groups"]]
        while len(frames) > 1:  # a tree that is not deep
            pairs = [left.unionAll(right) for left, right in zip(frames[::2], frames[1::2])]
            frames = pairs + frames[len(pairs) * 2 :]
        return frames[0]

    def _from_folders(self, source, base, names):
        """Spark takes the values from the folders' names, and leaves out files by them."""
        columns = source["columns"] + [[name, "STRING"] for name in names]
        files = [file for group in source["groups"] for file in group["files"]]
        frame = self._files(columns, files, [("basePath", base)])
        chosen = [functions.col(quoted(name)) for name, _ in source["columns"]]
        chosen += [functions.col(quoted(n)).alias(to) for n, to in zip(names, source["partition_columns"])]
        return frame.select(*chosen)


def quoted(name):
    return "`%s`" % name.replace("`", "``")


def path_of(file):
    """Of a file or an object; the bucket does not count."""
    return "/" + file.partition("://")[2].partition("/")[2] if "://" in file else file


def decoded(text):
    """What an encoded folder's name stands for, as src/base/text.h has it."""
    raw = text.encode("utf-8", "surrogateescape")
    plain = re.sub(rb"%([0-9A-Fa-f]{2})", lambda found: bytes([int(found.group(1), 16)]), raw)
    return plain.decode("utf-8", "surrogateescape")


def folders(groups):
    """The folder below which all files stand in folders name=value, and these names; None where one does not."""
    found = None
    for group in groups:
        for file in group["files"]:
            parts = file.split("/")[:-1]
            count = len(group["values"])
            levels = [part.partition("=") for part in parts[-count:]]
            if [decoded(value) for _, _, value in levels] != group["values"]:
                return None
            here = "/".join(parts[:-count]), [name for name, _, _ in levels]
            if found is not None and here != found or "" in here[1]:
                return None
            found = here
    return found
