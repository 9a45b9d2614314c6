"""Models that cannot be served, told when the server begins."""

import os
import shutil
import subprocess

import pytest
from conftest import BINARY, LARGE_LIMIT_MB, PYTHON, ROOT, TIMEOUT

MODELS = ROOT / "tests" / "data" / "models"


def refused(*arguments, limit=()):
    done = subprocess.run(
        [*limit, BINARY, "serve", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
        env=dict(os.environ, PAISQL_PYTHON=str(PYTHON)),
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


def edited(tmp_path, *changes):
    """The model `words` with some bytes of saved_model.pb replaced by as many others."""
    folder = tmp_path / "words"
    shutil.copytree(MODELS / "words", folder)
    data = (folder / "saved_model.pb").read_bytes()
    for before, after in changes:
        assert before in data and len(before) == len(after)
        data = data.replace(before, after)
    (folder / "saved_model.pb").write_bytes(data)
    return folder


def test_an_operation_that_nobody_knows(tmp_path):
    status, errors = refused("--model", edited(tmp_path, (b"StringUpper", b"StringApper")))
    assert status == 3 and "uses the operation StringApper" in errors
    assert "operations of further libraries" in errors


def test_a_model_of_a_newer_tensorflow(tmp_path):
    changes = [(b"StringUpper", b"StringApper"), (b"2.15.1", b"9.15.1")]
    status, errors = refused("--model", edited(tmp_path, *changes))
    assert status == 3 and "saved by TensorFlow 9.15.1, here is " in errors


def test_too_little_memory_to_load(large):
    status, errors = refused("--model", large, limit=["prlimit", f"--data={LARGE_LIMIT_MB << 20}"])
    assert status == 3 and "too little memory to load" in errors


def free_bytes():
    for line in open("/proc/meminfo", encoding="ascii"):
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("the kernel tells no MemAvailable")


@pytest.mark.parametrize("lacks", ["variables", "variables/variables.index", "variables/variables.data-00000-of-00001"])
def test_variables_that_are_missing(tmp_path, lacks):
    shutil.copytree(MODELS / "linear", tmp_path / "m")
    gone = tmp_path / "m" / lacks
    shutil.rmtree(gone) if gone.is_dir() else gone.unlink()
    status, errors = refused("--model", tmp_path / "m")
    assert status == 3 and "the variables of" in errors and f"{lacks}\n" in errors


def test_a_model_that_fails_whatever_it_is_asked(models):
    status, errors = refused("--model", models / "unfilled")
    assert status == 3 and "signature serving_default cannot be computed: the model itself fails" in errors


def test_a_row_that_no_machine_holds(models):
    status, errors = refused("--model", models / "wide")
    assert status == 3 and "one row of input x DT_FLOAT [?,1000000000000] takes 4.0 TB of memory" in errors


def test_a_number_that_asks_for_the_machines_memory(serve):
    """Of memory that nobody touches, so that a server that takes it harms nobody."""
    server = serve("roomy")
    assert server.predict([{"n": 5}]).json == [{"y": 5.0}]
    for size in (free_bytes() * 19 // 20, 1 << 50):
        answer = server.predict([{"n": size >> 22}])
        assert answer.status == 500 and "the model needs more memory than there is" in answer.text
    assert server.predict([{"n": 7}]).json == [{"y": 7.0}]


@pytest.mark.parametrize("name", ["..", ".", "../m", "a/b", "/etc", "-m", ""])
def test_names_that_lead_elsewhere(name):
    status, errors = refused("--model", MODELS / "dense", f"--name={name}")
    assert status == 2 and "--name" in errors
