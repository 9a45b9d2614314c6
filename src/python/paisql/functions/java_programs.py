"""Starts what computes functions in Java (src/java): python -m paisql.functions.java_programs OPTION... JAR...

--memory MB   of the heap
--zone NAME   the session's time zone
--table NAME  a resource that is a table, whose rows are written for the worker beside it, as NAME.rows

The process becomes the worker, which finds its owner at its standard input. Where $PAISQL_CONFINE is set, it opens
nothing but its folder and the machine's own. It needs a JDK and the platform's SDK:

JDK   $PAISQL_JAVA or $JAVA_HOME, else the `java` on $PATH and the `javac` beside it
SDK   a folder of JARs: $PAISQL_JAVA_SDK, or java/ beside the folder of this Python, where scripts/setup --java keeps it

The worker is compiled when somebody first needs it, and kept in a cache.
"""

import argparse
import glob
import hashlib
import itertools
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile

from paisql.functions import guard

_SOURCES = os.path.join(os.path.abspath(os.path.join(os.path.realpath(__file__), *[os.pardir] * 4)), "java")
_PACKAGE = "paisql.functions."
_CURE = "scripts/setup --java installs it"
_LIMIT_S = 60
_GIVEN = 3  # the socket of the owner
_ROWS = 4096  # of a batch of a table
_FLAGS = (
    "-XX:+UseSerialGC -XX:-UsePerfData -XX:+ExitOnOutOfMemoryError -Xshare:auto -Dfile.encoding=UTF-8".split()
)  # fmt: skip


class Missing(Exception):
    """Functions in Java cannot be computed here; says what is missing and how to get it."""


def _programs():
    """(java, javac)."""
    for name in ("PAISQL_JAVA", "JAVA_HOME"):
        home = os.environ.get(name)
        if home and os.access(os.path.join(home, "bin", "java"), os.X_OK):
            folder = os.path.join(home, "bin")
            break
        if home and name == "PAISQL_JAVA":
            raise Missing("PAISQL_JAVA names %s, which has no bin/java: it is the folder of a JDK" % home)
    else:
        found = shutil.which("java")
        if found is None:
            raise Missing("functions in Java need a JDK, and there is no java on PATH; " + _CURE)
        folder = os.path.dirname(os.path.realpath(found))
    return os.path.join(folder, "java"), os.path.join(folder, "javac")


def _sdk():
    """The JARs of the platform's SDK."""
    named = os.environ.get("PAISQL_JAVA_SDK")
    folder = named or os.path.join(os.path.dirname(sys.prefix), "java")
    jars = sorted(glob.glob(os.path.join(glob.escape(folder), "*.jar")))
    if not any(os.path.basename(one).startswith("odps-sdk-udf-") for one in jars):
        words = (
            "functions in Java need the SDK odps-sdk-udf, which is not in %s; %s, or PAISQL_JAVA_SDK names its folder"
        )
        raise Missing(words % (folder, _CURE))
    return jars


def _classes(javac, jars, folder):
    """The folder of the worker's classes; below `folder` where there is no cache."""
    sources = sorted(glob.glob(os.path.join(glob.escape(_SOURCES), "paisql", "functions", "*.java")))
    if not sources:
        raise Missing("the worker of functions in Java is not in %s; install the whole program again" % _SOURCES)
    digest = hashlib.sha256(os.path.realpath(javac).encode())
    for one in sources:
        with open(one, "rb") as stream:
            digest.update(stream.read())
    for one in jars:
        digest.update(os.path.basename(one).encode())
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    kept = os.path.join(cache, "paisql", "java-" + digest.hexdigest()[:16])
    if os.path.isdir(kept):
        return kept
    try:
        os.makedirs(os.path.dirname(kept), exist_ok=True)
        made = tempfile.mkdtemp(dir=os.path.dirname(kept))
    except OSError:
        made, kept = tempfile.mkdtemp(dir=folder), None
    try:
        _compile(javac, jars, sources, made)
        if kept is None:
            return made
        os.chmod(made, 0o755)
        os.rename(made, kept)
    except OSError:  # somebody else was faster
        shutil.rmtree(made, ignore_errors=True)
        if not os.path.isdir(kept):
            raise
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    return kept


def _compile(javac, jars, sources, folder):
    if not os.access(javac, os.X_OK):
        raise Missing("functions in Java need a JDK, and there is no %s; %s" % (javac, _CURE))
    command = [javac, "-nowarn", "-encoding", "UTF-8", "-d", folder, "-cp", os.pathsep.join(jars), *sources]
    ran = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=_LIMIT_S,
        check=False,
    )
    if ran.returncode != 0:
        said = ran.stdout.decode("utf-8", "replace")[:2000]
        raise Missing("the worker of functions in Java cannot be compiled by %s:\n%s" % (javac, said))


def command(main, options, arguments, folder):
    """The command line of a program of src/java."""
    java, javac = _programs()
    jars = _sdk()
    path = os.pathsep.join([_classes(javac, jars, folder), *jars])
    return [java, *_FLAGS, *options, "-cp", path, _PACKAGE + main, *arguments]


def describe(request):
    """What the class of a request is, as paisql.functions.describe answers; "needs" in place of "error" where it
    cannot be asked."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["-XX:TieredStopAtLevel=1", "-Xmx256m"]
        try:
            line = command("Describe", options, [request["class"], *request["jars"]], folder)
            ran = subprocess.run(
                line,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                timeout=_LIMIT_S,
                check=False,
            )
        except (Missing, OSError, subprocess.TimeoutExpired) as error:
            return {"needs": str(error)}
    try:
        return json.loads(ran.stdout.decode("utf-8", "replace").rstrip().rpartition("\n")[2])
    except ValueError:
        return {"error": "the class could not be read: %s" % ran.stderr.decode("utf-8", "replace")[-2000:]}


def _confine(folder, line, lines):
    from paisql.start import confine

    java = os.path.dirname(os.path.dirname(os.path.realpath(line[0])))
    chosen = [(folder, True)]
    for one in lines.splitlines():
        right, _, path = one.partition(" ")
        chosen.append((path, right == "rw"))
    chosen += [(one, False) for one in [java, *line[line.index("-cp") + 1].split(os.pathsep)]]
    os.environ["TMPDIR"] = os.environ["HOME"] = folder
    confine.confine(chosen)


def _write_rows(name):
    """NAME.rows: packed batches, each after its length in 4 bytes."""
    from paisql.functions import packed_columns, type_names
    from paisql.functions.face.odps import distcache

    types = [type_names.parse(one["type"]) for one in distcache._table(name)["columns"]]
    rows = distcache.get_cache_table(name)
    with open(name + ".rows", "wb") as stream:
        while True:
            some = list(itertools.islice(rows, _ROWS))
            if not some:
                break
            batch = packed_columns.write(list(zip(*some)), types, len(some), packed_columns.Meaning())
            stream.write(struct.pack("<I", len(batch)) + batch)


def main():
    parser = argparse.ArgumentParser(prog="java_programs")
    parser.add_argument("--memory", type=int, default=1024)
    parser.add_argument("--zone", default="UTC")
    parser.add_argument("--table", action="append", default=[])
    parser.add_argument("jars", nargs="*")
    wanted = parser.parse_args()
    guard.begin()
    folder = os.getcwd()
    os.set_inheritable(_GIVEN, False)
    try:
        for name in wanted.table:
            _write_rows(name)
        options = ["-Xmx%dm" % wanted.memory, "-Duser.timezone=" + wanted.zone, "-Djava.io.tmpdir=" + folder]
        line = command("Worker", options, wanted.jars, folder)
        if os.environ.get("PAISQL_CONFINE"):
            _confine(folder, line, os.environ["PAISQL_CONFINE"])
    except Exception as error:  # whatever it is, the owner waits for a word
        from paisql.workers import framing

        framing.own_end().send(framing.ERROR, 0, 1, str(error))
        raise SystemExit(1) from None
    os.dup2(_GIVEN, 0)
    os.execv(line[0], line)


if __name__ == "__main__":
    main()
