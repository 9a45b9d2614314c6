"""What a user is told of a script: where it failed, and each warning once a place."""

import os
import tarfile

from paisql_home import job_id

NOISY = """
import tensorflow as tf
import warnings

x = tf.placeholder(tf.float32, [None, 4])
for number in range(3):
    x = tf.layers.dense(x, 3)
    with warnings.catch_warnings():
        print("layer", number, flush=True)
x = tf.layers.dense(x, 3)
"""


def test_a_warning_is_shown_once_a_place_and_the_log_keeps_all(home):
    done = home.pai(NOISY).ok()
    words = "UserWarning: `tf.layers.dense` is deprecated"
    assert done.stderr.count("script.py:7: " + words) == 1
    assert done.stderr.count("    x = tf.layers.dense(x, 3)".lstrip()) == 2
    assert done.stderr.count("script.py:10: " + words) == 1
    assert "layer 0\nlayer 1\nlayer 2\n" in done.stderr
    with open(os.path.join(home.path, "jobs", job_id(done.stderr), "logs", "worker-0.log")) as log:
        assert log.read().count(words) == 4


def test_the_failure_has_the_place_in_the_script(home):
    home.pai("def f():\n    return {}['a']\n\nf()\n").fails("Failed - script.py:2: KeyError: 'a'")
    home.pai("x = 1\nx = = 2\n").fails("Failed - script.py:2: SyntaxError: ")


def test_the_place_is_the_deepest_of_the_archive_and_not_of_a_library(home):
    archive = os.path.join(home.files, "code.tar.gz")
    with tarfile.open(archive, "w:gz") as made:
        made.add(home.write("main.py", "import net.model\nnet.model.build()\n"), "src/main.py")
        text = "import json\n\ndef build():\n    json.loads('{')\n"
        made.add(home.write("model.py", text), "src/net/model.py")
    failed = home.run("PAI -name tensorflow1120 -Dscript=file://code.tar.gz -DentryFile=src/main.py;")
    failed.fails("Failed - src/net/model.py:4: json.decoder.JSONDecodeError: ")
