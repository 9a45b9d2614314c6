"""The libraries of the training lock: they are there, and cost nothing until they are used."""

import os

import pyarrow as pa

from fake_job import ROOT, arrow, columns

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
    done = job.run(os.path.join(SCRIPTS, "faces/idle_libraries.py"))
    assert "all libraries work" in done.stdout, done.stderr


ARROW = """
import os, sys
import common_io
import pyarrow as pa
with common_io.table.TableWriter(sys.argv[1]) as writer:
    writer.write([(1,), (2,)], [0])
with common_io.table.TableReader(sys.argv[1].replace("out", "in")) as reader:
    print(len(reader.read(2)), "pandas" in sys.modules)
numbers = pa.array([1.0, 2.0])
is_child = os.fork() == 0
if is_child:
    print(numbers.to_pandas().sum())
else:
    os.wait()
import pandas
print(pa.array(pandas.Series([1.0, float("nan")])).null_count, pa.Table.from_pandas(pandas.DataFrame({"a": [1]})).num_rows)
if is_child:
    os._exit(0)
"""


def test_rows_need_no_pandas_until_the_script_has_it(job):
    job.input("in", columns(("id", "BIGINT")), [job.file(arrow(id=pa.array([1, 2])))])
    job.output("out", columns(("id", "BIGINT")))
    script = os.path.join(job.folder, "work", "script.py")
    with open(script, "w", encoding="utf-8") as stream:
        stream.write(ARROW)
    done = job.run(script, "odps://p/tables/out")
    assert done.stdout.splitlines() == ["2 False", "3.0", "1 1", "1 1"], done.stderr
