"""The event stream of pipes, of runs that cannot be told of, and of those that are interrupted."""

import json
import os
import signal
import subprocess

import pytest

from conftest import TIMEOUT


def read(text):
    return [json.loads(line) for line in text.splitlines()]


class Pipe:
    """The program with events at one end, fed statement by statement."""

    def __init__(self, shell, *arguments):
        self.process = shell.start("--output", "jsonl", *arguments)
        self.told = []

    def say(self, text, until):
        """Waits for an event of that name, so that the pieces are not read as one."""
        self.process.stdin.write(text)
        self.process.stdin.flush()
        while not self.told or self.told[-1]["event"] != "statement" or self.told[-1]["state"] != until:
            self.told.append(json.loads(self.process.stdout.readline()))
        self.told.append({"event": "", "state": ""})

    def end(self, interrupted=False):
        if interrupted:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(timeout=TIMEOUT)
        self.process.stdin.close()
        self.process.wait(timeout=TIMEOUT)
        # By the reader that has read so far: it may hold lines already.
        self.told += read(self.process.stdout.read())
        return [one for one in self.told if one["event"]], self.process.stderr.read()


def counts(end):
    return [end[name] for name in ("status", "done", "failed", "not_run")]


def test_a_pipe_is_one_run(shell):
    pipe = Pipe(shell, "--keep-going")
    pipe.say("SELECT 1;\n", "done")
    pipe.say("SELECT\n  nope;", "failed")
    pipe.say(" SELECT 3\\g\nSELECT 4;", "done")
    told, errors = pipe.end()
    assert errors == "" and pipe.process.returncode == 1
    begun = [(one["number"], one["line"], one["column"]) for one in told if one.get("state") == "begin"]
    assert begun == [(1, 1, 1), (2, 2, 1), (3, 3, 9), (4, 4, 1)]
    error = next(one for one in told if one["event"] == "error")
    assert (error["number"], error["line"], error["column"]) == (2, 3, 3)
    assert [one["event"] for one in told].count("end") == 1 and told[-1]["event"] == "end"
    assert counts(told[-1]) == [1, 3, 1, 0] and "resume_from" not in told[-1]
    assert all("total" not in one for one in told)


def test_a_pipe_that_fails_says_what_it_had(shell):
    pipe = Pipe(shell)
    pipe.say("SELECT 1;", "done")
    pipe.say("SELECT nope; SELECT 2; SELECT 3;", "failed")
    told, _ = pipe.end()
    assert counts(told[-1]) == [1, 1, 1, 2] and pipe.process.returncode == 1


def test_a_file_that_is_missing_ends_a_pipe_with_its_end(shell):
    told = read(shell.run("--output", "jsonl", stdin="SELECT 1;\nsource nothing.sql;\n").stdout)
    assert [one["event"] for one in told] == ["error", "end"]
    assert counts(told[-1]) == [1, 0, 1, 1]


def test_a_pipe_that_waits_is_interrupted(shell):
    pipe = Pipe(shell)
    pipe.say("SELECT 1;", "done")
    told, _ = pipe.end(interrupted=True)
    assert pipe.process.returncode == 130
    assert told[-1]["event"] == "end" and counts(told[-1]) == [130, 1, 0, 0]


def test_text_of_a_pipe_names_all_that_failed(shell):
    done = shell.run("--keep-going", stdin="SELECT nope;\nSELECT 1;\n" + "-- " + "x" * 70000 + "\nSELECT gone;\n")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "2 of 3 statements failed: [1] line 1, [3] line 4"


def test_a_file_is_listed_once(shell, tmp_path):
    (tmp_path / "b.sql").write_text("SELECT 2;\n")
    path = tmp_path / "job.sql"
    path.write_text("SELECT 1;\nsource b.sql;\nSELECT 3;\nsource b.sql;\n")
    told = read(shell.run("--output", "jsonl", "-f", str(path), "-f", str(path)).stdout)
    assert told[0]["statements"] == 8 and told[0]["files"] == [str(path), str(tmp_path / "b.sql")]


def test_runs_that_never_begin_have_an_end(shell, tmp_path):
    path = tmp_path / "job.sql"
    path.write_text("SELECT 1;\nSELECT nope;\nSELECT gone;\n")
    done = shell.run("--output", "jsonl", "-f", str(path))
    assert done.returncode == 1 and counts(read(done.stdout)[-1]) == [1, 0, 2, 1]
    done = shell.run("--output", "jsonl", "--from", "9", "-f", str(path))
    assert done.returncode == 2 and counts(read(done.stdout)[-1]) == [2, 0, 0, 3]
    shell.home = path
    done = shell.run("--output", "jsonl", "-f", str(path))
    assert done.returncode == 3 and counts(read(done.stdout)[-1]) == [3, 0, 0, 3]
    assert done.stderr == ""
    for told in (read(done.stdout)[-2:], read(shell.run("--output", "jsonl", stdin="SELECT 1;").stdout)):
        assert (
            [one["event"] for one in told] == ["error", "end"]
            and told[0]["code"] == "PAISQL-0001"
            and told[1]["status"] == 3
        )


@pytest.mark.parametrize("how", ["-e", "-f", "pipe"])
@pytest.mark.parametrize("reader", ["full", "gone"])
def test_events_that_cannot_be_written_end_the_run(shell, tmp_path, how, reader):
    shell.ok("CREATE TABLE t (a BIGINT);")
    text = "SELECT 1;\n" + "INSERT INTO TABLE t VALUES (1);\n" * 3
    path = tmp_path / "job.sql"
    path.write_text(text)
    arguments = {"-e": ["-e", text], "-f": ["-f", str(path)], "pipe": []}[how]
    command = shell.command("--output", "jsonl", "--keep-going", *arguments)
    options = {"stderr": subprocess.PIPE, "input": text if how == "pipe" else "", "text": True, "timeout": TIMEOUT}
    if reader == "full":
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run(command, stdout=full, check=False, **options)
    else:
        with subprocess.Popen(["true"], stdin=subprocess.PIPE) as gone:
            gone.wait(timeout=TIMEOUT)
            done = subprocess.run(command, stdout=gone.stdin, check=False, **options)
    assert done.returncode == 3
    assert done.stderr.startswith("paisql: cannot write the output: ") and len(done.stderr.splitlines()) == 1
    assert shell.rows("SELECT count(*) FROM t;") == [["0"]]


def test_what_is_about_text_is_refused(shell, tmp_path):
    for flag in ("--echo", "--quiet"):
        done = shell.run("--output", "jsonl", flag, "-e", "SELECT 1;")
        assert done.returncode == 2 and "--echo and --quiet are for text" in done.stderr
    path = tmp_path / "job.sql"
    for ending in ("\\G", "\\gx", "\\g format=csv", "\\g > out.csv"):
        path.write_text(f"CREATE TABLE t (a BIGINT);\nSELECT 1 {ending}\n")
        done = shell.run("--output", "jsonl", "-f", str(path))
        told = read(done.stdout)
        assert done.returncode == 1 and [one["event"] for one in told] == ["start", "error", "end"]
        assert (told[1]["line"], told[1]["column"]) == (2, 10) and "rows are events" in told[1]["message"]
    assert shell.run("--output", "jsonl", "-e", "SELECT 1 \\g").returncode == 0


def test_an_interrupted_file_has_an_end(shell, tmp_path):
    path = tmp_path / "job.sql"
    path.write_text(
        "SELECT 1;\nSELECT sum(k) FROM (SELECT explode(sequence(1, 1000000000000)) AS k) t;\nSELECT 3;\nSELECT 4;\n"
    )
    process = shell.start("--output", "jsonl", "-f", str(path))
    told = []
    while not told or told[-1].get("number") != 2:
        told.append(json.loads(process.stdout.readline()))
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=TIMEOUT)
    told += read(out)
    assert (process.returncode, errors) == (130, "")
    assert counts(told[-1]) == [130, 1, 1, 2] and told[-1]["resume_from"] == 2
    assert next(one for one in told if one["event"] == "error")["number"] == 2


def test_rows_of_tunnel_are_told(shell, tmp_path):
    (tmp_path / "rows.csv").write_text("1\n2\n3\n")
    shell.ok("CREATE TABLE t (a BIGINT);")
    told = read(
        shell.run(
            "--output", "jsonl", "-e", f"TUNNEL UPLOAD {tmp_path}/rows.csv t; TUNNEL DOWNLOAD t {tmp_path}/out.csv;"
        ).stdout
    )
    done = [one for one in told if one.get("state") == "done"]
    assert [one["rows_written"] for one in done] == [3, 3]


def test_events_are_utf8_whatever_texts_are(shell):
    done = subprocess.run(
        shell.command("--output", "jsonl"),
        input=b"SELECT 'a\xff\xe4\xb8' AS `x`;\n",
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    told = read(done.stdout.decode("utf-8"))
    begun = next(one for one in told if one.get("state") == "begin")
    assert begun["text"].startswith("SELECT 'a\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}")


def test_a_character_of_the_output_is_whole(shell, tmp_path):
    (tmp_path / "slow.py").write_text(
        "import os, sys\nos.write(2, b'one \\xe4\\xb8')\nsys.stdin.read()\nos.write(2, b'\\xad two\\n\\xe4')\nprint('1')\n"
    )
    statement = f"SELECT TRANSFORM(1) USING 'python3 {tmp_path}/slow.py' AS (a STRING);"
    done = subprocess.run(
        shell.command("--output", "jsonl", "-e", statement), capture_output=True, timeout=TIMEOUT, check=False
    )
    told = read(done.stdout.decode("utf-8"))
    output = "".join(one["text"] for one in told if one["event"] == "output")
    assert output == "one \u4e2d two\n\N{REPLACEMENT CHARACTER}", done


def test_what_has_not_run_is_counted_from_the_first(shell, tmp_path):
    path = tmp_path / "job.sql"
    for wrong in ("SELECT nope;", "SELEC 4;"):
        path.write_text(f"SELECT 1;\nSELECT 2;\nSELECT 3;\n{wrong}\nSELECT 5;\n")
        told = read(shell.run("--output", "jsonl", "-f", str(path), "--from", "3").stdout)
        assert counts(told[-1]) == [1, 0, 1, 2]
    path.write_text("SET paisql.rows=nonsense;\nSELECT 2;\nSELECT nope;\nSELECT 4;\n")
    told = read(shell.run("--output", "jsonl", "-f", str(path), "--from", "3").stdout)
    assert counts(told[-1]) == [1, 0, 2, 1]


def test_the_start_knows_statements_with_mistakes(shell, tmp_path):
    (tmp_path / "b.sql").write_text("SELEC 2;\n")
    path = tmp_path / "job.sql"
    path.write_text("SELEC 1;\nsource b.sql;\nSELECT 3;\n")
    told = read(shell.run("--output", "jsonl", "-f", str(path)).stdout)
    assert told[0]["statements"] == 3 and told[0]["files"] == [str(path), str(tmp_path / "b.sql")]


def test_each_run_that_fails_has_an_error(shell, tmp_path):
    path = tmp_path / "job.sql"
    path.write_text("SELECT 1;\n")
    done = shell.run("--output", "jsonl", "--from", "9", "-f", str(path))
    assert [one["event"] for one in read(done.stdout)] == ["start", "error", "end"]
    assert "--from 9: there are 1 statements" in done.stdout and done.stderr == "" and done.returncode == 2
    folder = os.open(tmp_path, os.O_RDONLY)
    done = subprocess.run(
        shell.command("--output", "jsonl"), stdin=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False
    )
    os.close(folder)
    told = read(done.stdout)
    assert [one["event"] for one in told] == ["error", "end"] and told[0]["message"].endswith(
        "cannot read standard input: Is a directory"
    )
    pipe = Pipe(shell)
    pipe.say("SELECT 1;", "done")
    told, _ = pipe.end(interrupted=True)
    assert told[-2]["event"] == "error" and told[-2]["message"].endswith("interrupted")
