"""The wheel for programs of PyAlink: made, installed into an environment of its own, and used."""

import os
import subprocess
import sys
import zipfile

import pytest
from fake_job import PYTHON, ROOT
from paisql_home import BINARY

PROGRAM = """
import sys
from pyalink.alink import *
import paisql.alink
assert "site-packages" in paisql.alink.__file__
assert "sitecustomize" not in sys.modules or "site-packages" not in sys.modules["sitecustomize"].__file__

useLocalEnv(1)
rows = MemSourceBatchOp([[i, "n%d" % i] for i in range(3000)], "id long, name string")
print(rows.select("count(*) as n, max(name) as name").collect())
rows.firstN(1).print()
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """An environment with the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    script = os.path.join(ROOT, "scripts", "wheel")
    made = subprocess.run([sys.executable, script, folder], capture_output=True, text=True, check=True)
    wheel = made.stdout.strip()
    again = folder / "again"
    subprocess.run([sys.executable, script, again], capture_output=True, check=True)
    with open(wheel, "rb") as one, open(again / os.path.basename(wheel), "rb") as other:
        assert one.read() == other.read()
    python = folder / "environment" / "bin" / "python"
    subprocess.run([PYTHON, "-m", "venv", "--without-pip", folder / "environment"], check=True)
    subprocess.run(
        [PYTHON, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", wheel],
        check=True,
        capture_output=True,
        env=dict(os.environ, PYTHONPATH="", PIP_DISABLE_PIP_VERSION_CHECK="1"),
    )
    # Scripts need a Python that TensorFlow 2.15 runs on.
    with zipfile.ZipFile(wheel) as archive:
        (told,) = [name for name in archive.namelist() if name.endswith("/METADATA")]
        assert "Requires-Python: >=3.9\n" in archive.read(told).decode()
    return str(python)


def run(python, home, text, **variables):
    program = home.write("program.py", text)
    given = dict(home.environment(), PAISQL_HOME=home.path, **variables)
    given.pop("PYTHONPATH", None)
    return subprocess.run([python, program], cwd=home.files, env=given, capture_output=True, text=True, timeout=120)


def test_a_program_runs_with_the_wheel_alone(environment, home):
    done = run(environment, home, PROGRAM, PAISQL_PROGRAM=BINARY)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("[[3000, 'n999']]\nid  name\n"), done.stdout


def test_the_program_is_found_on_the_path(environment, home):
    path = "%s:%s" % (os.path.dirname(BINARY), os.environ["PATH"])
    done = run(environment, home, PROGRAM, PATH=path)
    assert done.returncode == 0, done.stderr


def test_what_lacks_is_said(environment, home):
    text = "from pyalink.alink import *\nMemSourceBatchOp([[1]], 'a int').collect()\n"
    done = run(environment, home, text, PATH="/usr/bin")
    assert "the program paisql is not found" in done.stderr
    assert "PAISQL_PROGRAM names it" in done.stderr
    text = text.replace(".collect()", ".collectToDataframe()")
    done = run(environment, home, text, PAISQL_PROGRAM=BINARY)
    assert "collectToDataframe needs pandas" in done.stderr
    text = "from pyalink.alink import *\nParquetSourceBatchOp().setFilePath('a.parquet').collect()\n"
    done = run(environment, home, text, PAISQL_PROGRAM=BINARY)
    assert "ParquetSourceBatchOp needs" in done.stderr
    assert "-m pip install pyarrow numpy brings it" in done.stderr


# A program's own Python may have TensorFlow beside the wheel.
AKDL = """
import sys
import akdl
from akdl.runner.config import BatchTaskConfig, StreamTaskConfig, TrainTaskConfig
assert "tensorflow" not in sys.modules
sys.path.append(%r)
import importlib, pkgutil
names = [one.name for one in pkgutil.walk_packages(akdl.__path__, "akdl.")]
for name in names:
    file = importlib.import_module(name).__file__
    assert "/environment/lib/" in file and "site-packages" in file, file
from akdl.models.tf.keras_sequential import layer_texts
assert layer_texts.read_layer("Dense(3)").name == "Dense"
print("akdl.engine.train" in names and "akdl.models.tf.keras_sequential.watch" in names)
"""


def test_all_of_akdl_is_in_the_wheel(environment, home):
    code = "import sysconfig; print(sysconfig.get_path('purelib'), end='')"
    packages = subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=True).stdout
    done = run(environment, home, AKDL % packages)
    assert done.stdout.endswith("True\n"), done.stderr
