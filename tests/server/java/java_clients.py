"""Programs in Java with clients of the registries, which tests compile and run against a server."""

import glob
import os
import re
import shutil
import subprocess

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(FOLDER)))
JARS = os.path.join(ROOT, ".deps", "clients-java")
DRIVER = os.path.join(JARS, "odps-jdbc-3.4.2-jar-with-dependencies.jar")


def sources():
    return sorted(glob.glob(os.path.join(FOLDER, "*.java")))


def checks(name):
    """The checks of one class, as its source names them."""
    with open(os.path.join(FOLDER, name + ".java"), encoding="utf-8") as file:
        return [f"{name}.{check}" for check in re.findall(r"public static void (\w+)\(\)", file.read())]


def parameters(names):
    """The checks of the classes, as parameters of a test."""
    return [check for name in names for check in checks(name)]


def why_not():
    """Why the programs cannot run here, or an empty text."""
    missing = [tool for tool in ("javac", "java") if shutil.which(tool) is None]
    if missing:
        return "there is no " + " and no ".join(missing)
    return "" if os.path.isfile(DRIVER) else "the clients in Java are missing: scripts/setup --clients gets them"


class Clients:
    """Checks that were run, by one version of the SDK."""

    def __init__(self, jars, names, endpoint, folder, helpers=()):
        files = [os.path.join(FOLDER, name + ".java") for name in ("Runner", "Expect", *helpers, *names)]
        done = subprocess.run(
            ["javac", "-nowarn", "-Xlint:none", "-encoding", "UTF-8", "-d", str(folder), "-cp", jars, *files],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        java = ["java", "-XX:TieredStopAtLevel=1", "-Duser.timezone=Asia/Shanghai"]
        with open(os.path.join(str(folder), "messages"), "w+", encoding="utf-8") as messages:
            self.done = subprocess.run(
                [*java, "-cp", f"{jars}:{folder}", "Runner", endpoint, *names],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=messages,
                text=True,
                # Arrow keeps its memory outside of Java's own; a JVM before 9 does not know the flag.
                env={**os.environ, "JDK_JAVA_OPTIONS": "--add-opens=java.base/java.nio=ALL-UNNAMED"},
                timeout=300,
                check=False,
            )
            messages.seek(0)
            self.messages = messages.read()
        self.outcomes = dict(line.split("\t", 1) for line in self.done.stdout.splitlines())

    def passed(self, check):
        assert check in self.outcomes, f"{check} was not reached\n{self.messages[-4000:]}"
        assert self.outcomes[check] == "ok", f"{self.outcomes[check]}\n{self.messages[-4000:]}"


def sdk_jars():
    return ":".join(jar for jar in sorted(glob.glob(os.path.join(JARS, "*.jar"))) if jar != DRIVER)
