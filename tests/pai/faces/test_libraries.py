"""The libraries of the training lock: they are there, and cost nothing until they are used."""

import os

from fake_job import ROOT

SCRIPTS = os.path.join(ROOT, "tests", "pai", "scripts")

IMPORTS = """
import importlib
for name in ("pandas scipy.sparse sklearn.linear_model yaml six absl.flags tqdm requests PIL.Image "
             "h5py").split():
    importlib.import_module(name)
import pandas
frame = pandas.DataFrame({"a": [1]})
print(len(frame.append(frame)), [name for name, _ in frame.iteritems()])
"""


def test_the_libraries_of_that_time_are_there(job):
    script = os.path.join(job.folder, "work", "script.py")
    with open(script, "w", encoding="utf-8") as stream:
        stream.write(IMPORTS)
    done = job.run(script)
    assert done.stdout == "2 ['a']\n", done.stderr


def test_tensorflow_imports_no_library_before_its_time(job):
    done = job.run(os.path.join(SCRIPTS, "idle_libraries.py"))
    assert "all libraries work" in done.stdout, done.stderr
