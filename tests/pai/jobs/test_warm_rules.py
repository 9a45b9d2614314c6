"""Which scripts may begin on a TensorFlow that was imported before them. None is imported here."""

import os
import sys

import pytest
from fake_job import PYTHON_FOLDER

sys.path.insert(0, PYTHON_FOLDER)

from paisql.warm import cold, rules, script_rules  # noqa: E402

LOADED = frozenset(sys.modules) | {"numpy", "keras", "six.moves", "six"}

WARM = {
    "first": "import tensorflow as tf\ndo_anything()",
    "a part of it": "from tensorflow.contrib import slim",
    "behind others": "'''Words.'''\nfrom __future__ import print_function\nimport os, sys, json\n"
    "import numpy as np\nimport tensorflow as tf",
    "constants": "import os\nA = 1 + 2\nB = {'x': [A, -A]}\nC: int = 3\nPATH = os.path.join('a', 'b')\n"
    "print('begins', A)\nimport tensorflow",
    "definitions": "class A(object):\n    x = 1\n    def f(self, a=1):\n        run()\n"
    "def g(): run()\nh = lambda: run()\nimport tensorflow",
    "either way": "try:\n    import tensorflow.compat.v1 as tf\nexcept ImportError:\n    import tensorflow as tf",
    "a choice": "import sys\nif sys.version_info[0] < 3:\n    import tensorflow\nelse:\n"
    "    import tensorflow.compat.v1",
    "late variables": "import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '0'\nimport tensorflow",
    "quiet": "import warnings\nwarnings.filterwarnings('ignore')\nimport tensorflow",
    "a logger": "import logging\nlog = logging.getLogger(__name__)\nimport tensorflow",
    "own modules": "import first\nfrom package import inner\nstart()",
    "Python 2": "import sys\nreload(sys)\nsys.setdefaultencoding('utf-8')\nimport urllib2\n"
    "print 'begins'\nimport tensorflow",
    "the platform's readers": "from common_io import table",
}

COLD = {
    "none": "import os",
    "in a function": "def f():\n    import tensorflow\n",
    "in a branch": "import sys\nif len(sys.argv) > 1:\n    import tensorflow\n",
    "read at the import": "import os\nos.environ['TF_ENABLE_ONEDNN_OPTS'] = '0'\nimport tensorflow",
    "set otherwise": "import os\nos.environ.update(A='1')\nimport tensorflow",
    "under another name": "from os import environ as e\ne['OMP_NUM_THREADS'] = '1'\nimport tensorflow",
    "put": "import os\nos.putenv('A', '1')\nimport tensorflow",
    "looks at modules": "import sys\nif 'numpy' in sys.modules: pass\nimport tensorflow",
    "another path": "import sys\nsys.path.append('x')\nimport tensorflow",
    "sets up logging": "import logging\nlogging.basicConfig()\nimport tensorflow",
    "TensorFlow's logger": "import logging\nlogging.getLogger('tensorflow')\nimport tensorflow",
    "strict": "import warnings\nwarnings.simplefilter('error')\nimport tensorflow",
    "calls": "def f(): pass\nf()\nimport tensorflow",
    "calls a name of its own": "def print(x): pass\nprint(1)\nimport tensorflow",
    "decorates": "@f\ndef g(): pass\nimport tensorflow",
    "a class that runs": "class A:\n    run()\nimport tensorflow",
    "a loop": "for i in range(3): pass\nimport tensorflow",
    "another library": "import somewhere\nimport tensorflow",
    "one that needs it": "import keras\nimport tensorflow",
    "a part that is not loaded": "import numpy.other\nimport tensorflow",
    "everything of another": "from os import *\nimport tensorflow",
    "a handler that runs": "try:\n    import tensorflow\nexcept ImportError:\n    run()\n",
    "an own module that runs": "import runs\nimport tensorflow",
    "an own package that runs": "from package import busy\nimport tensorflow",
    "a module of another kind": "import binary\nimport tensorflow",
}


@pytest.fixture
def work(tmp_path):
    for name, text in {
        "first.py": "import os\nfrom second import x\n",
        "second.py": "x = 1\n",
        "runs.py": "open('file')\n",
        "package/__init__.py": "",
        "package/inner.py": "from . import base\nfrom .base import *\nimport tensorflow\n",
        "package/base.py": "import tensorflow\n",
        "package/busy.py": "run()\n",
        "binary/readme.txt": "",
        "binary.so": "",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    os.remove(tmp_path / "binary" / "readme.txt")
    os.rmdir(tmp_path / "binary")
    return tmp_path


def check(work, text, loaded=LOADED, prints=False):
    path = work / "script.py"
    path.write_text(text)
    script_rules.check(str(path), [str(work), PYTHON_FOLDER], loaded, prints)


@pytest.mark.parametrize("name", WARM)
def test_nothing_before_the_import_matters(work, name):
    check(work, WARM[name])


@pytest.mark.parametrize("name", COLD)
def test_in_doubt_a_script_starts_cold(work, name):
    with pytest.raises(cold.Cold):
        check(work, COLD[name])


def test_what_is_printed_keeps_its_order(work):
    check(work, "print(1)\nimport tensorflow")
    with pytest.raises(cold.Cold):
        check(work, "print(1)\nimport tensorflow", prints=True)


def test_before_the_import_is_done_only_what_is_certain_is_said(work):
    check(work, "import somewhere\nimport tensorflow", loaded=None)
    with pytest.raises(cold.Cold):
        check(work, "run()\nimport tensorflow", loaded=None)


def an_import(environment):
    """As if TensorFlow had been imported with this environment."""
    done = rules.Import("/python", ["/ours", "/user", "/lib", "/site"], environment)
    done.note_modules(["numpy", "numpy.linalg", "six"])
    done.missed = {"pandas"}
    return done


def test_files_that_hide_modules(tmp_path):
    done = an_import({})
    (tmp_path / "train.py").write_text("")
    (tmp_path / "numpy").mkdir()  # comes after the installed package
    rules.check_folders(done, [str(tmp_path)])
    for name in ("six.py", "pandas.py", "numpy/__init__.py", "sitecustomize.py", "six.so"):
        path = tmp_path / name
        path.write_text("")
        with pytest.raises(cold.Cold):
            rules.check_folders(done, [str(tmp_path)])
        path.unlink()
    rules.check_folders(done, [str(tmp_path)])


def test_variables_that_differ():
    done = an_import({"PYTHONPATH": "/ours:/user", "A": "1", "PAISQL_FACE": "tensorflow1"})
    same = dict(done.environment, PAISQL_JOB="/job", TF_CONFIG="{}", CUDA_VISIBLE_DEVICES="-1")
    rules.check_environment(done, same)
    for name, text in (("A", "2"), ("OMP_NUM_THREADS", "1"), ("PAISQL_FACE", "tensorflow2")):
        with pytest.raises(cold.Cold, match=name):
            rules.check_environment(done, dict(same, **{name: text}))


def test_packages_that_came_later(tmp_path):
    done = rules.Import("/python", [str(tmp_path), "/none"], {})
    done.check_unchanged()
    os.utime(tmp_path, (1, 1))
    with pytest.raises(cold.Cold, match=str(tmp_path)):
        done.check_unchanged()


def test_what_the_import_changes():
    done = rules.Import("/python", ["/ours"], {"A": "1", rules.ROOM: "..."})
    done.note_changes(["/ours", "/vendor"], {"A": "2", "B": "3", rules.ROOM: "..."})
    assert done.added_path == ["/vendor"] and done.set_variables == {"A": "2", "B": "3"}
    with pytest.raises(cold.Cold, match="sys.path"):
        done.note_changes(["/vendor", "/ours"], {"A": "1"})
    with pytest.raises(cold.Cold, match="removes"):
        done.note_changes(["/ours"], {})


def test_the_path_is_that_of_a_cold_start(tmp_path):
    done = an_import({"PYTHONPATH": "/ours:/user"})
    done.added_path = ["/site/vendor"]
    entry = str(tmp_path / "work" / "a" / "main.py")
    own = os.path.dirname(entry)
    path = {"PYTHONPATH": "/ours:/work:%s:/user" % own}
    assert rules.script_path(done, entry, path) == [
        own,
        "/ours",
        "/work",
        own,
        "/user",
        "/lib",
        "/site",
        "/site/vendor",
    ]
    for other in ("/work:/ours:/user", "/ours:/work", "/ours:/work:/user:", "/ours:work:/user"):
        with pytest.raises(cold.Cold, match="PYTHONPATH"):
            rules.script_path(done, entry, {"PYTHONPATH": other})
