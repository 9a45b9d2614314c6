"""PAI -name tensorboard: a job that serves pages until it is killed."""

import json
import os
import re
import socket
import urllib.parse
import urllib.request

import pytest
from fake_job import TENSORFLOW
from paisql_home import job_id

BOARD = "PAI -name tensorboard -DsummaryDir='%s';"
SUMMARIES = "oss://models/first/?role_arn=acs:ram::1:role/r&host=cn-hangzhou.oss.aliyun-inc.com"

needs_tensorboard = pytest.mark.skipif(not TENSORFLOW, reason="scripts/setup installed no TensorFlow")


def get(address, path=""):
    with urllib.request.urlopen(address + path, timeout=180) as answer:
        return answer.status, answer.read().decode()


@pytest.fixture
def killed_at_end(home):
    yield home
    for identity in home.job_ids():
        home.run("KILL %s;" % identity)


@needs_tensorboard
def test_the_statement_ends_when_the_board_serves_and_kill_ends_the_board(killed_at_end):
    home = killed_at_end
    folder = os.path.join(home.path, "oss", "models", "first")
    os.makedirs(folder)
    outcome = home.run(BOARD % SUMMARIES, "SELECT 'went on';").ok()
    assert outcome.rows == [("went on",)]
    identity = job_id(outcome.stderr)
    address = re.search(
        r"^(http://127\.0\.0\.1:\d+/) serves job %s; KILL %s; ends it$" % (identity, identity),
        outcome.stderr,
        re.MULTILINE,
    )[1]
    assert re.search(r"TensorBoard 2\S+ at " + re.escape(address), outcome.stderr)
    assert "does not exist yet" not in outcome.stderr
    assert "Running" in home.run("STATUS %s;" % identity).ok().stdout

    status, page = get(address)
    assert status == 200 and "tb-webapp" in page
    # It shows the folder that summaryDir names.
    assert json.loads(get(address, "data/environment")[1])["data_location"] == folder

    home.run("KILL %s;" % identity).ok()
    port = urllib.parse.urlsplit(address).port
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=180)
    assert "Cancelled" in home.run("STATUS %s;" % identity).ok().stdout


@needs_tensorboard
def test_a_folder_that_is_not_there_yet_is_said_so(killed_at_end):
    outcome = killed_at_end.run(BOARD % "oss://models/later/", BOARD % "oss://models/later/").ok()
    note = "oss://models/later/ does not exist yet: TensorBoard shows what is written there"
    assert outcome.stderr.count(note) == 1
    # Its bucket is made, as those of other jobs are.
    assert outcome.stderr.count("bucket 'models' is new: an empty one is made") == 1
    assert os.path.isdir(os.path.join(killed_at_end.path, "oss", "models"))
    assert outcome.stderr.count(" serves job ") == 2


def test_a_board_that_cannot_serve_is_a_failed_job(home):
    # A TensorBoard in front of the real one.
    os.makedirs(os.path.join(home.files, "tensorboard"))
    home.write("tensorboard/__init__.py", "raise ImportError('no board today')\n")
    os.environ["PYTHONPATH"] = home.files
    try:
        outcome = home.run(BOARD % "oss://models/a/")
    finally:
        del os.environ["PYTHONPATH"]
    outcome.fails("FAILED: ODPS-1202005", "ImportError: no board today", "logs/worker-0.log")


def test_a_board_is_checked_before_it_starts(home):
    home.run("PAI -name tensorboard;").fails("parameter 'summaryDir' is missing")
    home.run(BOARD % "/tmp/x").fails("does not begin with oss://")
    home.run("PAI -name tensorboard -Dscript=file://x.py -DsummaryDir=oss://a/;").fails(
        "algorithm tensorboard has no parameter 'script'"
    )
    assert home.job_ids() == []
