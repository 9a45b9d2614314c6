"""Which TensorFlow a script sees, and what the hook leaves alone."""

import os

import pyarrow as pa
from fake_job import OSS_PLUGIN, PYTHON_FOLDER, TABLE_SOURCE, arrow, columns

TENSORFLOW_2 = """
import sys
import tensorflow as tf
assert tf.__version__.startswith("2.15") and tf.executing_eagerly()
batches = list(tf.data.TableRecordDataset([sys.argv[1]], [0]).batch(2))
assert [batch[0].numpy().tolist() for batch in batches] == [[1, 2], [3]]
rows = list(tf.data.TableRecordDataset(tf.constant([sys.argv[1]]), [0]))
assert [row[0].numpy() for row in rows] == [1, 2, 3]
assert tf.python_io.TableReader(sys.argv[1]).read(9) == [(1,), (2,), (3,)]
"""


def script(job, text):
    path = os.path.join(job.folder, "work", "script.py")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    return path


def test_tensorflow_2_stays_as_it_is(job):
    url = job.input("t", columns(("v", "INT")), [job.file(arrow(v=pa.array([1, 2, 3], pa.int32())))])
    done = job.run(script(job, TENSORFLOW_2), url, face="tensorflow2")
    assert done.returncode == 0, done.stderr


def test_a_script_without_tensorflow_loads_nothing(job):
    text = "import sys; print([n for n in sys.modules if n.split('.')[0] in ('numpy', 'pyarrow')])"
    assert job.run(script(job, text)).stdout == "[]\n"


def test_another_sitecustomize_still_runs(job, tmp_path, monkeypatch):
    other = tmp_path / "other"
    other.mkdir()
    (other / "sitecustomize.py").write_text("import builtins; builtins.other_ran = True")
    monkeypatch.setattr("fake_job.PYTHON_FOLDER", "%s:%s" % (PYTHON_FOLDER, other))
    done = job.run(script(job, "import sys; print(other_ran, 'paisql.start.hook' in sys.modules)"))
    assert done.stdout == "True True\n", done.stderr


def test_the_same_folder_by_another_path_is_no_other_sitecustomize(job, tmp_path, monkeypatch):
    (tmp_path / "link").symlink_to(PYTHON_FOLDER)
    monkeypatch.setattr("fake_job.PYTHON_FOLDER", "%s:%s" % (PYTHON_FOLDER, tmp_path / "link"))
    text = "import sys; print(sys.modules['sitecustomize'].hidden_ran, 'paisql.start.hook' in sys.modules)"
    done = job.run(script(job, text))
    assert (done.stdout, done.stderr) == ("False True\n", "")


def test_without_the_libraries_what_needs_them_is_named(job, monkeypatch):
    monkeypatch.setattr("fake_job.OSS_PLUGIN", OSS_PLUGIN + ".missing")
    monkeypatch.setattr("fake_job.TABLE_SOURCE", TABLE_SOURCE + ".missing")
    url = job.input("t", columns(("s", "STRING")), [job.file(arrow(s=["a"]))])
    text = "import tensorflow as tf\ntry:\n    tf.data.TableRecordDataset('%s', [''])\n" % url
    text += "except RuntimeError as error:\n    print(error)\ntf.gfile.GFile('oss://b/k').read()"
    done = job.run(script(job, text), "--buckets=oss://b/")
    assert done.returncode == 1
    assert "oss:// cannot be read or written here" in done.stderr
    assert "libpaisql_tensors.so.missing was not built. Run scripts/setup" in done.stdout
    assert job.run(script(job, "import tensorflow")).stderr == ""
