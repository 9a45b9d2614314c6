"""How jobs are named in statements, what is told of them in the background, and how SHOW fits.

The scripts import no TensorFlow; they wait for the test at FIFOs, as in test_following.py.
"""

import os
import re

import pytest

from paisql_home import job_id
from terminal import Terminal
from test_following import SCRIPT, Meetings, statement

PROMPT = r"^p> ?$"


@pytest.fixture(name="meetings")
def fifos(home):
    return Meetings(home)


@pytest.fixture(name="terminal")
def terminals(home):
    started = []

    def start(*arguments, rows=30, columns=100, **environment):
        variables = {**home.environment(), **environment}
        started.append(Terminal(home.command(*arguments), home.files, variables, rows, columns))
        return started[-1]

    yield start
    for terminal in started:
        terminal.close()


def run_job(home, text="print('out')", **parameters):
    return job_id(home.pai(text, **parameters).ok().stderr)


def test_no_id_means_the_newest_job(home):
    home.run("LOG;").fails("ODPS-1226011", "project p has no job yet")
    run_job(home, "print('first')")
    newest = run_job(home, "print('second')")
    shown = home.run("LOG;").ok()
    assert shown.rows == [("worker-0", "second")]
    assert shown.stderr == "job %s\n" % newest
    assert home.run("STATUS;").ok().rows[0][:2] == (newest, "Success")
    assert "second\n" in home.run("WAIT;").ok().stderr
    # What changes something wants to be told of what.
    home.run("KILL;").fails("ODPS-0130161")
    home.run("RERUN;").fails("ODPS-0130161")


def test_a_beginning_or_an_end_of_an_id_is_enough(home):
    first = run_job(home)
    second = run_job(home)
    assert home.run("STATUS %s;" % second[-8:]).ok().rows[0][0] == second
    common = os.path.commonprefix([first, second])
    begin = second[: len(common) + 1]
    assert home.run("STATUS %s;" % begin.upper()).ok().rows[0][0] == second
    assert dict(home.run("DESC INSTANCE %s;" % first[-8:]).ok().rows)["ID"] == first
    several = home.run("KILL %s;" % common)
    several.fails("%s means any of 2 jobs: %s, %s" % (common, second, first))
    several.fails("[1,6]", "give more of the id")
    home.run("STATUS 1999;").fails("ODPS-1226011:[1,8]", "there is no job 1999")


def test_a_name_means_its_newest_job_and_first_one_that_runs(home, meetings):
    old = run_job(home, jobName="train")
    running = home.run("SET paisql.job.async=true;", statement(home, "meet(0)\n", jobName="train")).ok()
    running = job_id(running.stderr)
    meetings.wait(0)
    newest = run_job(home, "print('newest')", jobName="Train")
    assert home.run("STATUS train;").ok().rows[0][:2] == (running, "Running")
    home.run("KILL train;").ok()
    assert home.run("STATUS TRAIN;").ok().rows[0][:2] == (newest, "Success")
    assert home.run("LOG train;").ok().rows == [("worker-0", "newest")]
    again = home.run("RERUN train;").ok()
    assert again.stderr.startswith("job %s\n" % newest)
    assert job_id(again.stderr) not in (old, running, newest)


def test_the_last_loss_says_of_which_step_it_is(home):
    script = SCRIPT % ("", "") + (
        "for step in range(1, 251):\n    tell(step=step)\n    if step % 100 == 0:\n        tell(loss=1.0 / step)\n"
    )
    done = home.pai(script, jobName="stale").ok()
    assert re.search(r"^worker 0: step 250  loss 0\.005 \(step 200\)  \d+ s$", done.stderr, re.M)
    row = home.run("SHOW JOBS;").ok().rows[0]
    assert row[5:7] == ("250", "0.005") and row[10] == "200"
    assert "| 0.005 (step 200) |" in home.run_table("SHOW JOBS;").ok().stdout
    described = dict(home.run("DESC INSTANCE stale;").ok().rows)
    assert (described["Steps"], described["Loss"], described["LossStep"]) == ("250", "0.005", "200")
    assert "loss 0.005 (step 200)" in described["Stage worker-0"]

    done = home.pai(SCRIPT % ("", "") + "tell(step=7, loss=0.5)\n").ok()
    assert re.search(r"^worker 0: step 7  loss 0\.5  \d+ s$", done.stderr, re.M)
    assert "(step" not in home.run_table("SHOW JOBS LIMIT 1;").ok().stdout


def test_the_prompt_tells_of_jobs_in_the_background(home, meetings, terminal):
    shown = terminal()
    shown.until(PROMPT)
    assert "running" not in shown.screen.text()
    shown.line("SET paisql.job.async=true;")
    shown.until(r"OK\n.*\n" + PROMPT)
    shown.line(statement(home, "meet(0)\ntell(step=20, loss=0.25)\n", jobName="train"))
    identity = shown.until(r"^ID = (\S+)$")[1]
    meetings.wait(0)
    shown.until(r"^ID = .*\nOK\n.*\n" + PROMPT)

    # A new session tells of it, and of how it has ended.
    other = terminal()
    other.until(r"^job %s \(train\) is running; WAIT; follows" % identity)
    meetings.go(0)
    home.run("WAIT train;").ok()
    for one in (shown, other):
        one.line("SET a=b;")
        one.until(r"^job %s \(train\) has finished after \d+ s: step 20  loss 0.25\n" % identity)
        one.line("SET c=d;")
        one.until(r"c=d;\nOK\n.*\n" + PROMPT)
        assert one.screen.text().count("has finished") == 1

    shown.line(statement(home, "raise ValueError('no good')\n", jobName="bad"))
    bad = shown.until(r"bad(.|\n)*^ID = (\S+)$")[2]
    home.run("WAIT %s;" % bad).fails("no good")
    shown.until(PROMPT)
    shown.line("SET e=f;")
    shown.until(r"^job %s \(bad\) has failed after \d+ s: .*ValueError: no good" % bad)


def test_a_job_that_was_followed_to_its_end_is_no_news(home, terminal):
    shown = terminal()
    shown.until(PROMPT)
    shown.line(home.pai_statement("print('out')"))
    shown.until(r"^out\n(.|\n)*^OK\n.*\n" + PROMPT)
    shown.line("SET a=b;")
    shown.until(r"a=b;\nOK\n.*\n" + PROMPT)
    assert "has finished" not in shown.screen.text()


def test_the_bar_of_a_job_moves_with_its_steps(home, meetings, terminal):
    script = "tell(step=%d, loss=0.5)\nmeet(%d)\n"
    shown = terminal(columns=60)
    shown.until(PROMPT)
    shown.line(statement(home, script % (1200, 0), userDefinedParameters="--train_steps 2000", jobName="a"))
    shown.until(r"^worker 0: step 1200 of 2000  loss 0\.5")
    meetings.go(0)
    shown.until(r"^worker 0: step 1200  loss 0\.5  \d+ s\nOK$")
    shown.line(statement(home, script % (300, 1), jobName="a"))
    shown.until(r"^worker 0: step 300 of ~1200  loss 0\.5")
    meetings.go(1)
    shown.until(r"^worker 0: step 300  loss 0\.5  \d+ s\nOK$")


@pytest.mark.parametrize("columns", [20, 60, 100])
def test_show_jobs_fits_the_terminal(home, terminal, columns):
    parameters = {"jobName": "a_job_with_a_rather_long_name", "userDefinedParameters": "--x=%s" % ("y" * 99)}
    identity = run_job(home, SCRIPT % ("", "") + "tell(step=5, loss=0.5)\n", **parameters)
    shown = terminal("--format", "table", columns=columns)
    shown.until(PROMPT)
    for command, summary in (("SHOW JOBS;", r"^1 job$"), ("SHOW P;", r"^1 instances$")):
        before = len(shown.screen.text().split("\n"))
        shown.line(command)
        shown.until(command + r"\n(.|\n)*" + summary + r"(.|\n)*\n" + PROMPT)
        lines = [line for line in shown.screen.text().split("\n")[before:] if line[:1] in "|+"]
        assert len(lines) >= 5, shown.screen.text()
        assert {len(line.rstrip()) for line in lines[:5]} == {len(lines[0].rstrip())}
        assert len(lines[0]) <= columns
        # Where there is room for one column, it is what WAIT and KILL take and people remember.
        only_the_name = columns == 20 and command == "SHOW JOBS;"
        assert ("a_job_with" if only_the_name else identity[-5:]) in lines[3]
        if columns >= 60:
            assert "Success" in lines[3]
