"""The packages that scripts/package makes, each used where nothing of the checkout is found."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest
from fake_job import PYTHON, ROOT

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
def made(tmp_path_factory):
    """The folder with both packages."""
    folder = tmp_path_factory.mktemp("packages")
    subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "package"), folder], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def wheel(made):
    (path,) = made.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory):
    """The Python of an environment with the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("wheel") / "environment"
    subprocess.run([PYTHON, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / "bin" / "python"
    subprocess.run(
        [PYTHON, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", "--no-compile", wheel],
        check=True,
        capture_output=True,
        env=dict(os.environ, PYTHONPATH="", PIP_DISABLE_PIP_VERSION_CHECK="1"),
    )
    return str(python)


def lone(**variables):
    """The environment of somebody who has no checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PAISQL_", "PYTHON"))}
    return {**kept, "PATH": "/usr/bin:/bin", **variables}


def run_iris(program, folder, **variables):
    """The lines of accuracies that the example of the documentation prints."""
    example = folder / "iris"
    shutil.copytree(os.path.join(ROOT, "docs", "examples", "iris"), example)
    done = subprocess.run(
        [program, "--project", "iris_project", "--format", "tsv", "--no-header", "-f", "iris.sql"],
        cwd=example,
        env=lone(PAISQL_HOME=str(folder / "home"), **variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [line.split("\t")[0] for line in done.stdout.splitlines()]


FLOWERS = ["setosa", "versicolor", "virginica"]


def packages_of(python):
    """Where an interpreter has what is installed."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'), end='')"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout


def test_the_wheel_trains_and_predicts_beside_tensorflow(environment, tmp_path):
    shared = os.path.join(packages_of(environment), "shared.pth")
    with open(shared, "w", encoding="utf-8") as file:
        file.write(packages_of(PYTHON) + "\n")
    try:
        assert run_iris(os.path.join(os.path.dirname(environment), "paisql"), tmp_path) == FLOWERS
    finally:
        os.remove(shared)


def test_the_packages_hold_the_sources_of_tf_contrib(made, wheel):
    (path,) = made.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    with zipfile.ZipFile(wheel) as archive:
        data = "%s.data/data/" % "-".join(wheel.name.split("-")[:2])
        wheel_names = [name[len(data) :] for name in archive.namelist() if name.startswith(data)]
    folder = os.path.join(packages_of(PYTHON), "kept_tensorflow_1_15")
    for file in ("contrib/training/python/training/hparam.py", "METADATA"):
        assert os.path.exists(os.path.join(folder, file))
        assert "lib/paisql/python/kept_tensorflow_1_15/" + file in names
        assert "lib/paisql/python/kept_tensorflow_1_15/" + file in wheel_names


def test_an_installed_program_finds_the_sources_of_tf_contrib(environment):
    folder = os.path.join(os.path.dirname(os.path.dirname(environment)), "lib", "paisql", "python")
    code = "from paisql.contrib import kept; print(kept.folder(), end='')"
    found = subprocess.run([environment, "-c", code], capture_output=True, text=True, env=lone(PYTHONPATH=folder))
    assert found.stdout == os.path.join(folder, "kept_tensorflow_1_15"), found.stderr


def test_the_archive_is_installed_and_runs_where_it_lies(made, tmp_path):
    (path,) = made.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        archive.extractall(tmp_path)
    (unpacked,) = tmp_path.glob("paisql-*")
    prefix = tmp_path / "a prefix"
    installed = subprocess.run(
        [unpacked / "install.sh", "--prefix", prefix, "--no-training"], capture_output=True, text=True, check=True
    )
    assert f"{prefix}/bin/paisql is ready" in installed.stdout
    for program in (unpacked / "bin" / "paisql", prefix / "bin" / "paisql"):
        done = subprocess.run(
            [program, "--format", "tsv", "--no-header", "-e", "SELECT COUNT(*) FROM (VALUES (1), (2)) t (a);"],
            env=lone(PAISQL_HOME=str(tmp_path / "home")),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout == "2\n", done.stderr
    assert run_iris(prefix / "bin" / "paisql", tmp_path, PAISQL_PYTHON=PYTHON) == FLOWERS


def test_libraries_that_are_not_of_the_system_lie_in_the_packages(made, tmp_path):
    (path,) = made.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = [os.path.basename(name) for name in archive.getnames()]
    for library in ("libduckdb.so", "libfmt.so", "libreadline.so", "libantlr4-runtime.so", "libpaisql_tensors.so"):
        assert any(name.startswith(library) for name in names), library


def test_the_wheel_says_what_it_needs(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (told,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = archive.read(told).decode()
    # Scripts need a Python that TensorFlow 2.15 runs on.
    assert "Requires-Python: >=3.9\n" in metadata
    assert 'Requires-Dist: tensorflow-cpu==2.15.1; extra == "training"\n' in metadata


def run(python, home, text, **variables):
    program = home.write("program.py", text)
    given = lone(PAISQL_HOME=home.path, **variables)
    return subprocess.run([python, program], cwd=home.files, env=given, capture_output=True, text=True, timeout=120)


def test_a_program_runs_with_the_wheel_alone(environment, home):
    done = run(environment, home, PROGRAM)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("[[3000, 'n999']]\nid  name\n"), done.stdout


def test_what_lacks_is_said(environment, home):
    text = "from pyalink.alink import *\nMemSourceBatchOp([[1]], 'a int').collect()\n"
    done = run(environment, home, text, PAISQL_PROGRAM="/nowhere/paisql")
    assert "the program paisql is not found at /nowhere/paisql" in done.stderr
    assert "PAISQL_PROGRAM names it" in done.stderr
    text = text.replace(".collect()", ".collectToDataframe()")
    done = run(environment, home, text)
    assert "collectToDataframe needs pandas" in done.stderr
    text = "from pyalink.alink import *\nParquetSourceBatchOp().setFilePath('a.parquet').collect()\n"
    done = run(environment, home, text)
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
    done = run(environment, home, AKDL % packages_of(PYTHON))
    assert done.stdout.endswith("True\n"), done.stderr
