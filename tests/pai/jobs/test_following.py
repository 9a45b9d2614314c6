"""Following a job: what is shown of it on a terminal and elsewhere, and what Ctrl-C does.

The scripts import no TensorFlow. They tell of their progress as the hooks of the runtime do, and
wait for the test at FIFOs.
"""

import datetime
import os
import re
import signal
import termios
import zoneinfo

import pytest

from paisql_home import cluster, job_id
from terminal import Terminal

QUESTION = r"\[k\]ill job  \[b\]ackground  \[c\]ontinue"
PROMPT = r"^p> $|^p>$"

SCRIPT = """
import os, sys
from paisql.monitoring import progress
def tell(rows=0, **values):
    if rows:
        progress.add_rows_read(rows, 0)
    progress.report(**values)
def meet(number):
    open(os.path.join(%r, "here%%d" %% number), "w").close()
    open(os.path.join(%r, "go%%d" %% number)).close()
"""


class Meetings:
    """FIFOs at which a script says that it is there, and waits."""

    def __init__(self, home, count=3):
        self.folder = home.files
        self.met = set()
        for number in range(count):
            for name in ("here", "go"):
                os.mkfifo(self._path(name, number))

    def _path(self, name, number):
        return os.path.join(self.folder, "%s%d" % (name, number))

    def wait(self, number=0):
        """Until the script is there."""
        if number not in self.met:
            open(self._path("here", number)).close()
            self.met.add(number)

    def go(self, number=0):
        """Lets the script go on once it is there."""
        self.wait(number)
        open(self._path("go", number), "w").close()


@pytest.fixture(name="meetings")
def fifos(home):
    return Meetings(home)


@pytest.fixture(name="terminal")
def terminals(home):
    started = []

    def start(*arguments, wrap=None, rows=24, columns=120, **environment):
        command = home.command(*arguments)
        command = wrap(command) if wrap else command
        variables = {**home.environment(), **environment}
        started.append(Terminal(command, home.files, variables, rows, columns))
        return started[-1]

    yield start
    for terminal in started:
        terminal.close()


def statement(home, text, **parameters):
    return home.pai_statement(SCRIPT % (home.files, home.files) + text, **parameters)


def follow(home, terminal, text, behind="", **parameters):
    """Types a PAI statement at the prompt; gives the job's id."""
    terminal.until(PROMPT)
    terminal.line(statement(home, text, **parameters) + behind)
    return terminal.until(r"^ID = (\S+)$")[1]


def test_a_block_stands_below_the_output(home, meetings, terminal):
    shown = terminal()
    script = (
        "print('first')\ntell(step=10, loss=0.5, rows=100)\nmeet(0)\n"
        "sys.stdout.write('half')\nsys.stdout.flush()\nmeet(1)\n"
        "print(' a line')\ntell(step=20, loss=0.25, rows=19900)\nmeet(2)\n"
    )
    follow(home, shown, script)
    shown.until(r"^first\nworker 0: step 10  loss 0\.5  rows 100  ELAPSED TIME: \d+ s$")
    meetings.go(0)
    shown.until(r"^first\nhalf\nworker 0: step 10  loss 0\.5 ")
    meetings.go(1)
    shown.until(r"^half a line\nworker 0: step 20  .*loss 0\.25  rows 20\.0 k  ELAPSED TIME: ")
    meetings.go(2)
    shown.until(r"^half a line\nworker 0: step 20  loss 0\.25  rows 20\.0 k  \d+ s\nOK\n\(")
    text = shown.screen.text()
    assert text.count("worker 0:") == 1 and text.count("first") == 1, text


def test_a_cluster_has_a_table_of_stages(home, meetings, terminal):
    shown = terminal()
    script = (
        "if os.environ['PAISQL_PROCESS'] == 'worker-0':\n"
        "    tell(step=7)\n    meet(0)\n"
        "elif os.environ['PAISQL_PROCESS'].startswith('ps'):\n    meet(1)\n"
    )
    follow(home, shown, script, cluster=cluster(ps=1, worker=2))
    rule = "-" * 94
    shown.until(
        rule + r"\n +STAGES +STATUS  TOTAL  COMPLETED  RUNNING  PENDING  BACKUP\n"
        r"ps_job +RUNNING      1          0        1        0       0\n"
        r"worker_job \.+ +RUNNING      2          1        1        0       0\n"
        + rule
        + r"\nSTAGES: 00/02    \[=+>>-+\] 33%   ELAPSED TIME: \d+ s\n"
        + rule
        + r"\nworker 0: step 7$"
    )
    assert "\x1b[1;36m" in shown.raw
    meetings.go(0)
    shown.until(r"^worker 0: step 7  \d+ s\nOK$")
    assert "STAGES" not in shown.screen.text()


def test_no_color_keeps_the_block_and_drops_the_colours(home, meetings, terminal):
    shown = terminal(NO_COLOR="1")
    follow(home, shown, "tell(step=1)\nmeet(0)\n", cluster=cluster(worker=2))
    shown.until(r"STAGES: 00/01")
    assert "\x1b[J" in shown.raw or "\x1bD" in shown.raw
    assert not re.search(r"\x1b\[[0-9;]*m", shown.raw)


def test_a_dumb_terminal_gets_lines(home, meetings, terminal):
    shown = terminal(TERM="dumb")
    follow(home, shown, "tell(step=1)\nmeet(0)\nprint('more')\n")
    shown.until(r"^worker 0: step 1  ELAPSED TIME: \d+ s$")
    shown.interrupt()
    shown.until(QUESTION)
    shown.type("c")
    meetings.go(0)
    shown.until(r"^more\nworker 0: step 1  \d+ s\nOK$")
    assert "\x1b" not in shown.raw


def test_elsewhere_lines_come_between_those_of_the_script(home):
    script = SCRIPT % ("", "") + ("tell(step=5, loss=float('nan'), rows=3)\nprint('output')\n")
    outcome = home.pai(script).ok()
    last = r"\nworker 0: step 5  loss nan  rows 3  \d+ s\nOK\n$"
    assert re.search(last, outcome.stderr), outcome.stderr
    assert outcome.stdout == "" and "\x1b" not in outcome.stderr

    outcome = home.pai("print('output')", cluster=cluster(worker=2)).ok()
    time = r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d "
    assert re.search(time + r"worker_job:0/2/2\[TERMINATED\]$", outcome.stderr, re.MULTILINE)

    assert re.fullmatch(r"ID = \S+\noutput\nOK\n", home.pai("print('output')").ok().stderr)


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Kolkata"])
def test_lines_have_the_zone_of_the_session(home, zone):
    def now():
        return datetime.datetime.now(zoneinfo.ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M:%S")

    setting = "SET odps.sql.timezone=%s; " % zone
    before = now()
    outcome = home.run(setting + home.pai_statement("", cluster=cluster(worker=2))).ok()
    after = now()
    times = re.findall(r"^(\S+ \S+) worker_job:", outcome.stderr, re.MULTILINE)
    submitted = home.run(setting + "SHOW P;").ok().rows[0][0]
    for time in [submitted] + times:
        assert before <= time <= after
    assert times


def test_small_terminals_and_resizing(home, meetings, terminal):
    shown = terminal(columns=50)
    follow(home, shown, "tell(step=1, loss=0.5, rows=10)\nmeet(0)\ntell(step=2)\nmeet(1)\nprint('进度')\nmeet(2)\n")
    shown.until(r"^worker 0: step 1  loss 0.5  rows 10\n  ELAPSED TIME: \d+ s$")
    shown.resize(24, 20)
    meetings.go(0)
    shown.until(r"^worker 0: step 2$(.|\n)*^  loss 0.5  rows 10\n  \d+ s$")
    meetings.go(1)
    shown.until(r"^进度\nworker 0: step 2")
    assert all(len(line) < 20 for line in shown.screen.text().split("\n")[-1:])
    shown.resize(2, 20)
    meetings.go(2)
    shown.until("OK")


def test_c_goes_on_and_nothing_is_lost_or_repeated(home, meetings, terminal):
    shown = terminal()
    script = "for i in range(3):\n    print('line', i)\n    sys.stdout.write('part ')\n"
    script += "    sys.stdout.flush()\n    meet(i)\n"
    follow(home, shown, script, behind=" SELECT 40 + 2;")
    for number, key in enumerate("c\r\x1b"):
        shown.until(r"^(part (\^C)?)?line %d\npart" % number)
        meetings.wait(number)
        shown.interrupt()
        shown.until(QUESTION)
        if number < 2:
            meetings.go(number)
            meetings.wait(number + 1)  # it has printed on while the question waits
        shown.type(key)
    meetings.go(2)
    shown.until(r"^42$")
    shown.until(PROMPT)
    text = re.sub(r"\^C", "", shown.screen.text())
    assert "\nline 0\npart line 1\npart line 2\npart\n" in text.replace("part \n", "part\n"), text
    assert "ackground" not in text
    assert "FAILED" not in text


def test_b_lets_the_job_run_and_wait_follows_it_again(home, meetings, terminal):
    shown = terminal()
    identity = follow(home, shown, "print('begun')\nmeet(0)\nprint('done')\n")
    shown.until("^begun")
    meetings.wait()
    shown.interrupt()
    shown.until(QUESTION)
    shown.type("b")
    shown.until("Instance running background. Use 'kill %s' to stop this instance." % re.escape(identity))
    shown.until(PROMPT)
    shown.line("WAIT %s;" % identity)
    shown.until(r"WAIT (.|\n)*^begun")
    shown.interrupt()
    shown.until(QUESTION)
    shown.type("c")
    meetings.go()
    shown.until(r"WAIT (.|\n)*^begun\ndone\nOK\n")


@pytest.mark.parametrize("how", ["k", "K", "again"])
def test_k_or_ctrl_c_again_kills_the_job(home, meetings, terminal, how):
    shown = terminal()
    identity = follow(home, shown, "print('begun')\nmeet(0)\n", behind=" SELECT 'went' || ' on';")
    shown.until("^begun")
    meetings.wait()
    shown.interrupt()
    shown.until(QUESTION)
    if how == "again":
        shown.interrupt()
    else:
        shown.type("x" + how)
    shown.until("FAILED: ODPS-.* job %s has been killed" % identity)
    shown.until(PROMPT)
    assert "went on" not in shown.screen.text()
    shown.line("SELECT 40 + 2;")
    shown.until("^42$")
    home.run("WAIT %s;" % identity).fails("has been killed")


def test_a_job_that_ends_answers_the_question(home, meetings, terminal):
    shown = terminal()
    follow(home, shown, "meet(0)\nprint('last')\n", behind=" SELECT 40 + 2;")
    meetings.wait()
    shown.interrupt()
    shown.until(QUESTION)
    meetings.go()
    shown.until(r"^last\nOK\n(.|\n)*^42$")
    assert "ackground" not in shown.screen.text()
    shown.line("SELECT 50 + 2;")
    shown.until("^52$")


def modes(terminal):
    return termios.tcgetattr(terminal.child.child_fd)


def test_the_terminal_is_as_it_was(home, meetings, terminal):
    shown = terminal()
    identity = follow(home, shown, "print(os.getpid(), os.getppid())\nmeet(0)\n")
    numbers = shown.until(r"^(\d+) (\d+)$")
    meetings.wait()
    before = modes(shown)
    shown.interrupt()
    shown.until(QUESTION)
    assert modes(shown) != before
    shown.type("c")
    shown.until(r"^worker 0: running")
    assert modes(shown) == before
    shown.interrupt()
    shown.until(QUESTION)
    os.kill(int(numbers[2]), signal.SIGKILL)  # the supervisor, and with it the job
    shown.until("FAILED: ODPS-.*its supervisor ended without telling")
    follow(home, shown, "print('second')\nmeet(1)\n")
    shown.until("^second")
    assert modes(shown) == before
    assert identity in home.job_ids()


def test_a_queued_job_says_so_and_may_be_interrupted(home, meetings, terminal):
    whole = '{\\"worker\\": {\\"count\\": 1, \\"cpu\\": 600}}'  # all the cores that there are
    script = statement(home, "meet(0)\n", cluster=whole)
    shown = terminal()
    for line in ("SET paisql.quota.cpu=6;", "SET paisql.job.async=true;"):
        shown.until(PROMPT)
        shown.line(line)
        shown.until(r"OK\n.*\n" + PROMPT)
    shown.line(script)
    shown.until(r"^ID = .*\nOK\n.*\n" + PROMPT)
    shown.line("SET paisql.job.async=false;")
    shown.until(r"false;\nOK\n.*\n" + PROMPT)
    shown.line(statement(home, "tell(step=1)\nmeet(1)\n", cluster=whole))
    queued = r"^Job Queueing\.\.\. waits for 6 cores, of which 0 are free$"
    shown.until(queued)
    shown.interrupt()
    shown.until(QUESTION)
    shown.type("c")
    shown.until(queued)
    meetings.go(0)
    meetings.wait(1)
    shown.until("^worker 0: step 1 ")
    shown.interrupt()
    shown.until(QUESTION)
    shown.type("k")
    shown.until("FAILED: ODPS-.*has been killed")


def test_messages_in_a_file_and_the_question_on_the_terminal(home, meetings, terminal):
    log = os.path.join(home.files, "messages")
    shown = terminal(wrap=lambda command: ["/bin/sh", "-c", 'exec "$@" 2>' + log, "sh"] + command)
    shown.until(PROMPT)
    shown.line(statement(home, "tell(step=3)\nmeet(0)\n"))
    meetings.wait()
    shown.interrupt()
    shown.until(QUESTION)
    shown.type("c")
    meetings.go()
    shown.until(QUESTION + r"\s*\n" + PROMPT)
    with open(log, encoding="utf-8") as stream:
        messages = stream.read()
    assert "worker 0: step 3" in messages and "\x1b" not in messages and "[k]" not in messages


def test_ctrl_c_of_a_script_on_a_terminal_kills_at_once(home, meetings, terminal):
    shown = terminal("-e", statement(home, "tell(step=1)\nmeet(0)\n"), "-e", "SELECT 'after';")
    meetings.wait()
    shown.until("^worker 0: step 1")
    shown.interrupt()
    assert shown.until_end() == 130
    text = shown.screen.text()
    assert "has been killed" in text and "after" not in text and "[k]ill" not in text
    assert "worker 0" not in text
    assert job_id(text.replace("\r", "")) in home.job_ids()
