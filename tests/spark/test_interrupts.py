"""Statements on Spark that a person or a signal ends: no half-written table, and the session goes on."""

import os
import signal
import subprocess
import time

import pytest
from conftest import PYTHON, ROOT
from long_work import ALLOW, DIGITS, LONG, WRITE_LONG, data_files, fill, rows, wait_for_end, wait_for_work
from spark_session import Failed


def test_ctrl_c_ends_the_statement_and_not_the_session(prompt, tmp_path):
    """Within two seconds, which a loaded machine may double."""
    for statement in (DIGITS, "CREATE TABLE sink (d BIGINT)", ALLOW):
        prompt.run(statement)
    before = data_files(tmp_path / "home")
    for statement in (LONG, WRITE_LONG, "INSERT OVERWRITE TABLE sink " + rows(11)):
        prompt.send(statement)
        (client,) = prompt.clients()
        wait_for_work(client)
        began = time.monotonic()
        assert "the statement was interrupted" in prompt.interrupt()
        assert time.monotonic() - began < 4
        assert "10 │" in prompt.run("SELECT count(*) FROM digit")
    assert " 0 │" in prompt.run("SELECT count(*) FROM sink")
    assert data_files(tmp_path / "home") == before


def test_rows_come_while_the_query_runs(session):
    """A million million rows would not fit anywhere."""
    fill(session)
    session.send(rows(12))
    first = session.next_event("rows")
    assert first["rows"]
    session.interrupt()
    with pytest.raises(Failed):
        session.take()


def test_a_client_that_was_killed_is_started_again(session):
    fill(session)
    (client,) = session.clients()
    os.kill(client, signal.SIGKILL)
    wait_for_end(client)
    assert session.run("SELECT count(*) FROM digit") == [[10]]
    (client,) = session.clients()
    session.send(LONG)
    wait_for_work(client)
    os.kill(client, signal.SIGKILL)
    with pytest.raises(Failed, match="PAISQL-0001: .*has ended") as failed:
        session.take()
    assert "again" in failed.value.hint
    assert session.run("SELECT count(*) FROM digit") == [[10]]


def test_a_session_that_is_killed_while_it_writes(sessions, tmp_path):
    session = fill(sessions())
    before = data_files(tmp_path / "home")
    (client,) = session.clients()
    session.send(WRITE_LONG)
    while data_files(tmp_path / "home") == before:
        os.sched_yield()
    session.process.kill()
    session.process.wait()
    wait_for_end(client)
    later = sessions(remote="")
    assert later.run("SELECT count(*) FROM sink") == [[0]]
    later.run("INSERT INTO TABLE sink VALUES (1)")
    assert len(data_files(tmp_path / "home")) == len(before) + 1


LATE = """
import threading, types
from paisql.spark import runs
class Spark:
    asked = 0
    def interruptAll(self):
        self.asked += 1
        if self.asked == 2:
            questions.end()
spark = Spark()
questions = runs.Runs(types.SimpleNamespace(spark=spark, sail=True, here=True, program=""))
questions.begin(1)
questions.end()
questions.begin(2)
questions.interrupt(1, 60)
print(spark.asked, questions.is_stopped(2))
questions.interrupt(2, 0.001)
print(spark.asked)
"""


def test_an_interrupt_that_comes_late_does_not_meet_the_next_question():
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src" / "python")}
    done = subprocess.run([PYTHON, "-c", LATE], env=environment, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split("\n")[:2] == ["0 False", "2"]
