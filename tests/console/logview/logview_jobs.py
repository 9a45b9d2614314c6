"""Small real jobs for the pages about instances, and logs that are made by hand."""

import os
import sys
import time

os.environ.setdefault("PAISQL_PYTHON", sys.executable)

# Tells five steps, and waits until somebody writes to the pipe GO.
TRAINS = """
import sys
from paisql.monitoring import progress
for step in range(1, 6):
    progress.report(step=step * 100, loss=1.0 / step)
    print("step %d of <b>training</b>" % step)
print("\\x1b[31mred text\\x1b[0m and plain text")
sys.stdout.write("10%\\r50%\\r100% done\\n")
print("waiting for go")
open(GO).read()
print("went on")
progress.report(step=600, loss=0.1)
"""
FAILS = """
print("before")
def broken():
    raise ValueError("no such column <i>x</i>")
broken()
"""
SLEEPS = "import signal\nprint('asleep')\nsignal.pause()\n"
QUICK = """
from paisql.monitoring import progress
progress.report(step=10, loss=LOSS)
print("loss", LOSS)
"""


def start_job(console, text, name, more="", wait=False):
    """Starts a PAI job of the script's text; gives its id."""
    folder = os.path.dirname(console.home)
    path = os.path.join(folder, name + ".py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    statement = f"PAI -name tensorflow1120_ext -Dscript='file://{path}' -DjobName='{name}' {more};"
    console.run(f"SET paisql.job.async={'false' if wait else 'true'};", statement)
    return console.get("/logview/instances", name=name)["instances"][0]["id"]


def facts_of(console, job):
    return console.get(f"/logview/instances/{job}")


def await_end(console, job):
    """The facts of the job when it has ended."""
    end = time.monotonic() + 60
    while True:
        facts = facts_of(console, job)
        if facts["state"] not in ("waiting", "running"):
            return facts
        assert time.monotonic() < end, facts
        console.get(f"/logview/instances/{job}/processes")


def log_path(console, job, process="worker-0"):
    return os.path.join(console.home, "jobs", job, "logs", process + ".log")


def lines_of(console, job, process="worker/0", **parameters):
    return console.get(f"/logview/instances/{job}/logs/{process}/output", **parameters)


def ask_counted(console, job, process="worker/0"):
    """What is known of a log when all of its lines are counted."""
    while True:
        part = lines_of(console, job, process, count=10)
        if part["complete"]:
            return part


def memory_of(process):
    """Resident megabytes."""
    with open(f"/proc/{process.pid}/status", encoding="utf-8") as file:
        for line in file:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) // 1024
    return 0


def bytes_read(process):
    """Bytes that the process has read so far, of files and sockets."""
    with open(f"/proc/{process.pid}/io", encoding="utf-8") as file:
        return int(file.readline().split()[1])
