"""The oss:// file system plugin inside real TensorFlow."""

import os
import tempfile

import pytest
from conftest import case_names, run_cases
from fake_job import OSS_PLUGIN, TENSORFLOW, FakeJob

SCRIPT = "oss/oss_cases.py"


@pytest.fixture(name="plugin", scope="module")
def built_plugin():
    if not os.path.exists(OSS_PLUGIN):
        if TENSORFLOW:
            pytest.fail("%s was not built, although TensorFlow is installed" % OSS_PLUGIN)
        pytest.skip("%s was not built: scripts/setup installed no TensorFlow" % OSS_PLUGIN)


@pytest.fixture(scope="module")
def outcome(plugin, tmp_path_factory):
    job = FakeJob(tmp_path_factory.mktemp("oss"))
    here = os.stat(job.folder).st_dev
    other = [place for place in ("/dev/shm", "/tmp", "/var/tmp") if os.stat(place).st_dev != here]
    if not other:
        pytest.skip("this machine has one file system for temporary files")
    with tempfile.TemporaryDirectory(dir=other[0]) as far:
        os.symlink(far, os.path.join(job.folder, "oss", "far"))
        return run_cases(job, SCRIPT)


@pytest.mark.parametrize("name", case_names(SCRIPT))
def test_case(outcome, name):
    assert outcome[name] == ""


JOINS = """
import os, sys
import tensorflow as tf
value = dict(a[2:].split('=', 1) for a in sys.argv[1:])
bucket, checkpoints = value['buckets'], value['checkpointDir']
for name in (bucket + 'a.txt', bucket + '/a.txt', os.path.join(bucket, 'a.txt')):
    print(tf.gfile.GFile(name).read(), tf.gfile.Exists(name), tf.gfile.ListDirectory(bucket))
for number, name in enumerate((checkpoints + '/0', os.path.join(checkpoints, '1'))):
    with tf.gfile.GFile(name, 'w') as stream:
        stream.write(str(number))
"""


@pytest.mark.parametrize("end", ["", "/"])
def test_names_are_joined_to_a_folder_with_and_without_its_slash(plugin, home, end):
    """Whichever way a script puts a name after -Dbuckets, it finds what stands in the folder."""
    folder = os.path.join(home.path, "oss", "data", "in")
    os.makedirs(folder)
    with open(os.path.join(folder, "a.txt"), "w", encoding="ascii") as stream:
        stream.write("found")
    outcome = home.pai(JOINS, buckets="oss://data/in" + end, checkpointDir="oss://models/a" + end)
    assert outcome.ok().stderr.count("found True ['a.txt']\n") == 3, outcome.stderr
    assert ("needs a '/'" in outcome.stderr) == (end == "")
    assert sorted(os.listdir(os.path.join(home.path, "oss", "models", "a"))) == ["0", "1"]
    assert sorted(os.listdir(os.path.join(home.path, "oss"))) == ["data", "models"]
