"""The prompt, in a terminal of its own."""

import os
import signal

import pexpect
import pytest

from conftest import TIMEOUT

LONG_QUERY = "SELECT sum(sqrt(a.x * b.x * c.x)) FROM big a JOIN big b ON a.k = b.k JOIN big c ON b.k = c.k;"


@pytest.fixture
def prompt(shell):
    started = []

    def start(*arguments, **environment):
        env = {**os.environ, "TERM": "dumb", "NO_COLOR": "1", "INPUTRC": "/dev/null", **environment}
        command = shell.command("--project", "demo", *arguments)
        child = pexpect.spawn(command[0], command[1:], env=env, encoding="utf-8", timeout=TIMEOUT, dimensions=(50, 200))
        started.append(child)
        child.expect("demo> ")
        return child

    yield start
    for child in started:
        child.close(force=True)


def make_big_table(shell):
    """Rows whose threefold self-join takes very long."""
    shell.ok("CREATE TABLE big (k BIGINT, x DOUBLE);", "--project", "demo")
    digits = "(SELECT * FROM VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9) t(d))"
    shell.ok(
        f"INSERT INTO TABLE big SELECT /*+ MAPJOIN(b,c,d) */ 1L, a.d + 10.0D * b.d FROM {digits} a "
        f"JOIN {digits} b ON b.d >= 0 JOIN {digits} c ON c.d >= 0 JOIN {digits} d ON d.d >= 0;",
        "--project",
        "demo",
    )


def test_statement_over_several_lines(prompt):
    child = prompt()
    child.sendline("SELECT 'a;b' AS x,")
    child.expect("    -> ")
    child.sendline("41 + 1 AS y;")
    child.expect("42")
    child.expect("1 row in set")
    child.expect("demo> ")
    child.sendline("quit;")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0


def test_variables_that_a_prompt_keeps_are_described_and_dropped(prompt):
    child = prompt()
    child.sendline("@n BIGINT := 3; @rows := SELECT 'x' AS letter;")
    child.expect("demo> ")
    child.sendline("DESC @n;")
    child.expect(r"Type: +bigint ")
    child.expect("demo> ")
    child.sendline("DESC @rows;")
    child.expect(r"letter +\| string ")
    child.expect("demo> ")
    child.sendline("DROP TABLE VARIABLES @n;")
    child.expect("OK")
    child.expect("demo> ")
    child.sendline("SELECT @n;")
    child.expect("variable @n cannot be resolved")
    child.expect("demo> ")
    child.sendline("SELECT letter FROM @rows;")
    child.expect("1 row in set")
    child.expect("demo> ")
    child.sendline("DROP TABLE VARIABLES @rowz;")
    child.expect("did you mean '@rows'")


def test_end_of_input_leaves(prompt):
    child = prompt()
    child.sendeof()
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0


def test_failed_statement_shows_a_caret_and_goes_on(prompt):
    child = prompt()
    child.sendline("SELECT nope FROM VALUES (1) t(a);")
    child.expect_exact("FAILED: ODPS-0130071:[1,8]")
    child.expect(r"\^\^\^\^")
    child.expect("demo> ")
    child.sendline("SELECT 6 * 7;")
    child.expect("42")


def test_interrupt_at_the_prompt_clears_the_line(prompt):
    child = prompt()
    child.send("SELECT rubbish")
    child.expect("rubbish")
    child.kill(signal.SIGINT)
    child.expect("demo> ")
    child.sendline("SELECT 40 + 2;")
    child.expect("42")


def test_interrupt_drops_a_half_statement(prompt):
    child = prompt()
    child.sendline("SELECT 1 AS")
    child.expect("    -> ")
    child.kill(signal.SIGINT)
    child.expect("demo> ")
    child.sendline("SELECT 40 + 2;")
    child.expect("42")


def test_interrupt_ends_the_query_and_not_the_session(shell, prompt):
    make_big_table(shell)
    child = prompt()
    child.sendline("SET started=yes;")
    child.expect("OK")
    child.expect("demo> ")
    child.sendline(LONG_QUERY)
    child.expect_exact("c.k;")
    wait_until_running(child.pid)
    child.kill(signal.SIGINT)
    child.expect("FAILED: ODPS-0120031")
    child.expect("demo> ")
    child.sendline("SELECT 40 + 2;")
    child.expect("42")


def wait_until_running(pid):
    """Returns when the engine's threads are there and use the processor."""

    def ticks():
        with open(f"/proc/{pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    start = ticks()
    while ticks() < start + 30:
        pass


def test_interrupt_of_a_script_is_130(shell):
    make_big_table(shell)
    process = shell.start("--project", "demo", "-e", LONG_QUERY, "-e", "SELECT 'after';")
    wait_until_running(process.pid)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 130
    assert "after" not in out
    assert "ODPS-0120031" in errors


def test_history_keeps_whole_statements(shell, prompt):
    child = prompt()
    child.sendline("SELECT 1 AS a,")
    child.expect("    -> ")
    child.sendline("2 AS b;")
    child.expect("1 row in set")
    child.expect("demo> ")
    child.sendline("SET my.access_key=xyz;")
    child.expect("OK")
    child.expect("demo> ")
    child.sendline("quit;")
    child.expect(pexpect.EOF)
    assert (shell.home / "history").read_text() == "SELECT 1 AS a,\\n2 AS b;\nquit;\n"

    child = prompt()
    child.send("\x1b[A\x1b[A\r")
    child.expect("1 row in set")


def test_prompt_follows_the_project(shell, prompt):
    shell.ok("SELECT 1;", "--project", "other")
    child = prompt()
    child.sendline("USE other;")
    child.expect("other> ")


def test_colour_only_when_wanted(prompt, shell):
    child = prompt()
    child.sendline("SELECT nope;")
    child.expect("FAILED: ODPS")
    assert "\033[1;31m" not in child.before + child.after


def test_tab_completes_pai_statements(prompt):
    child = prompt()
    child.send("PAI -name tensorb\t")
    child.expect_exact("tensorboard ")
    # The statement goes on in another line, and so does what it may hold.
    child.send("-DmaxT\t")
    child.expect_exact("-DmaxTrainingTimeInHour=")
    child.send("1\r-Dsum\t")
    child.expect_exact("-DsummaryDir=")
    child.send("x;\r")
    child.expect("does not begin with oss://")


def test_what_follows_a_failed_statement_of_a_line_is_dropped(prompt):
    child = prompt()
    child.sendline("SELECT a FROM missing; SELECT 22 + 22; SELECT 33 + 33;")
    child.expect("2 statements after it were not run: SET paisql.keep_going=true; runs them")
    child.expect("demo> ")
    child.sendline("SET paisql.keep_going=true;")
    child.expect("demo> ")
    child.sendline("SELECT a FROM missing; SELECT 22 + 22;")
    child.expect("FAILED")
    child.expect("44")
    child.expect("demo> ")
    child.sendline("quit;")
    child.expect(pexpect.EOF)


def test_a_file_is_included(prompt, tmp_path):
    (tmp_path / "b.sql").write_text("SELECT 40 + 4;\nSELECT 50 + 5;\n", encoding="utf-8")
    child = prompt()
    child.sendline(f"\\i {tmp_path}/b.sql")
    child.expect("44")
    child.expect("55")
    child.expect("demo> ")
    child.sendline(f"source {tmp_path}/nothing.sql;")
    child.expect("nothing.sql")
    child.expect("demo> ")
    child.sendline("\\q")
    child.expect(pexpect.EOF)
