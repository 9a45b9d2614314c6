"""JARs of users' functions in Java, which the tests compile, and whether this machine can."""

import os
import subprocess
import zipfile

import pytest
from function_worker import FunctionWorker
from paisql.functions import java_programs

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "java")


def why_not():
    """What is missing for functions in Java; "" for nothing."""
    try:
        java_programs._programs()
        java_programs._sdk()
    except java_programs.Missing as missing:
        return str(missing)
    return ""


def require():
    """Skips the module's tests where there is no JDK or SDK."""
    if why_not():
        pytest.skip(why_not(), allow_module_level=True)


def build_jar(path, folder, names=None, changes=()):
    """The JAR of the sources of these names, or of all, in whose texts `changes` ({text: other}) are made."""
    written = os.path.join(str(folder), "sources")
    os.makedirs(written)
    sources = []
    for name in sorted(names or os.listdir(SOURCES)):
        with open(os.path.join(SOURCES, name), encoding="utf-8") as stream:
            text = stream.read()
        for one, other in dict(changes).items():
            text = text.replace(one, other)
        sources.append(os.path.join(written, name))
        with open(sources[-1], "w", encoding="utf-8") as stream:
            stream.write(text)
    _, javac = java_programs._programs()
    classes = os.path.join(str(folder), "classes")
    os.makedirs(classes)
    jars = os.pathsep.join(java_programs._sdk())
    subprocess.run([javac, "-g", "-nowarn", "-d", classes, "-cp", jars, *sources], check=True)
    with zipfile.ZipFile(path, "w") as jar:
        for root, _, names in os.walk(classes):
            for name in names:
                whole = os.path.join(root, name)
                jar.write(whole, os.path.relpath(whole, classes))
    return str(path)


class JavaWorker(FunctionWorker):
    """A worker that has one JAR."""

    def __init__(self, folder, jar, files=(), memory=256, zone="Asia/Shanghai", **variables):
        program = ("paisql.functions.java_programs", "--memory", str(memory), "--zone", zone, jar)
        super().__init__(folder, dict(files), program=program, **variables)
