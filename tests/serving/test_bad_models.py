"""Models that cannot be served, told when the server begins."""

import os
import shutil
import subprocess

import pytest
from conftest import BINARY, LARGE_LIMIT_MB, PYTHON, ROOT, TIMEOUT

MODELS = ROOT / "tests" / "data" / "models"


def refused(*arguments, limit=()):
    done = subprocess.run([*limit, BINARY, "serve", *map(str, arguments)], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=TIMEOUT, check=False,
                          env=dict(os.environ, PAISQL_PYTHON=str(PYTHON)))
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


@pytest.mark.parametrize("name", ["..", ".", "../m", "a/b", "/etc", "-m", ""])
def test_names_that_lead_elsewhere(name):
    status, errors = refused("--model", MODELS / "dense", f"--name={name}")
    assert status == 2 and "--name" in errors
