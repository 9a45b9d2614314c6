"""Confined processes of a job: paisql.start.confine, without TensorFlow."""

import ctypes
import os
import pathlib

import pytest
from fake_job import FakeJob

SCRIPT = """
import os, subprocess, sys, tempfile, threading
def tell(what, call):
    try:
        call()
        print(what, 'done')
    except OSError as error:
        print(what, type(error).__name__)
base = sys.argv[1]
tell('read', lambda: open(base + '/read/f').read())
tell('write read', lambda: open(base + '/read/g', 'w'))
tell('truncate read', lambda: os.truncate(base + '/read/f', 0))
tell('write', lambda: open(base + '/new/bucket/g', 'w').close())
tell('rename', lambda: os.rename(base + '/new/bucket/g', 'h'))
tell('outside', lambda: open(base + '/secret').read())
tell('list', lambda: os.listdir(base))
tell('link', lambda: open(base + '/new/bucket/link').read() if not os.symlink(
    base + '/secret', base + '/new/bucket/link') else None)
tell('temporary', tempfile.mkdtemp)
code = subprocess.run(['cat', base + '/secret'], stderr=subprocess.DEVNULL).returncode
print('child', code)
thread = threading.Thread(target=tell, args=('thread', lambda: open(base + '/secret')))
thread.start()
thread.join()
"""


def landlock():
    return ctypes.CDLL(None).syscall(444, None, ctypes.c_long(0), ctypes.c_long(1)) > 0


@pytest.fixture(name="lines")
def run_confined(closed_path):
    if not landlock():
        pytest.skip("this kernel has no Landlock")
    base = pathlib.Path(closed_path)
    job = FakeJob(base / "job")
    (base / "read").mkdir()
    (base / "read" / "f").write_text("kept")
    (base / "secret").write_text("secret")
    script = os.path.join(job.folder, "work", "s.py")
    with open(script, "w", encoding="utf-8") as stream:
        stream.write(SCRIPT)
    folders = "ro %s/read\nrw %s/new/bucket\nro %s/missing\n" % ((base,) * 3)
    done = job.run(script, closed_path, variables={"PAISQL_CONFINE": folders})
    assert done.returncode == 0, done.stderr
    assert (base / "read" / "f").read_text() == "kept"
    return dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())


def test_a_confined_process_opens_what_it_was_given_and_nothing_else(lines):
    denied = "PermissionError"
    assert lines == {
        "read": "done",
        "write read": denied,
        "truncate read": denied,
        "write": "done",
        "rename": "done",
        "outside": denied,
        "list": denied,
        "link": denied,
        "temporary": "done",
        "child": "1",
        "thread": denied,
    }


def test_a_kernel_that_cannot_do_it_ends_the_process(tmp_path):
    """Who asks to be confined is not to run unconfined."""
    job = FakeJob(tmp_path)
    script = os.path.join(job.folder, "work", "s.py")
    with open(script, "w", encoding="utf-8") as stream:
        stream.write("print('ran')")
    # A folder that cannot be made stands for whatever fails.
    done = job.run(script, variables={"PAISQL_CONFINE": "rw /proc/none\n"})
    assert done.returncode == 1 and "ran" not in done.stdout
    assert "cannot be confined" in done.stderr
