"""The history of jobs from end to end: SHOW JOBS, DESC INSTANCE, STATUS and RERUN.

Jobs that only have to be listed are put into the catalog by hand. The scripts import no TensorFlow.
"""

import contextlib
import fcntl
import json
import os
import sqlite3

from paisql_home import job_id

COLUMNS = "id BIGINT, name STRING"


@contextlib.contextmanager
def catalog(home):
    """The catalog of the home, which is made if need be; what is changed is committed."""
    home.run("SHOW FLAGS;").ok()
    connection = sqlite3.connect(os.path.join(home.path, "catalog.sqlite"))
    with contextlib.closing(connection), connection:
        yield connection


def insert_jobs(home, *jobs):
    """Puts rows into the catalog; what a job does not give has the value of a job that succeeded."""
    defaults = {
        "kind": "pai",
        "name": "",
        "statement": "PAI -name tensorflow1120_ext;",
        "owner": "somebody",
        "state": "succeeded",
        "message": "",
        "created_ms": 1000,
        "started_ms": 2000,
        "ended_ms": 5000,
        "supervisor_pid": 0,
        "supervisor_start": 0,
        "boot_id": "",
    }
    with catalog(home) as connection:
        for job in jobs:
            row = dict(defaults, **job)
            names = ", ".join(row)
            marks = ", ".join(":" + name for name in row)
            connection.execute(
                "INSERT INTO jobs (project_id, %s) SELECT id, %s FROM projects WHERE name = 'p'" % (names, marks), row
            )


@contextlib.contextmanager
def supervised(home, identity, states):
    """The job's folder, and a lease that is held as that of a job whose supervisor lives."""
    folder = os.path.join(home.path, "jobs", identity)
    os.makedirs(folder)
    lease = "0" * 31 + "1"
    write_json(os.path.join(folder, "job.json"), {"lease": lease})
    write_json(os.path.join(folder, "processes.json"), states)
    with open(os.path.join(home.path, "leases", lease), "w", encoding="ascii") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        stream.write("%020d\n" % 0)
        stream.flush()
        yield


def write_json(path, value):
    with open(path, "w", encoding="utf-8") as stream:
        json.dump(value, stream)


def process(role, index, **facts):
    return dict({"role": role, "index": index, "state": "running", "restarts": 0, "pid": 1, "address": ""}, **facts)


def facts(home, identity):
    """{name: value} of DESC INSTANCE."""
    return dict(home.run("DESC INSTANCE %s;" % identity).ok().rows)


def names(home, statement):
    return [row[3] for row in home.run(statement).ok().rows]


def parameters_of(row):
    """The parameters in a row of SHOW JOBS, in whose JSON the format tsv has escaped backslashes."""
    return json.loads(row[9].replace("\\\\", "\\"))


def test_jobs_are_found_by_name(home):
    spelled = ["jk_wdl_1", "JK_WDL_2", "jkxwdl", "other", "", "中文 job"]
    insert_jobs(home, *({"id": "job%d" % i, "name": n, "created_ms": i} for i, n in enumerate(spelled)))
    assert names(home, "SHOW JOBS;") == spelled[::-1]
    assert names(home, "SHOW JOBS LIKE 'jk_wdl%';") == ["JK_WDL_2", "jk_wdl_1"]
    assert names(home, "SHOW JOBS LIKE 'jk_wdl*' LIMIT 1;") == ["JK_WDL_2"]
    assert names(home, "SHOW JOBS IN p LIKE 'other|中文*';") == ["中文 job", "other"]
    assert names(home, "SHOW JOBS LIKE 'none*';") == []
    assert names(home, "SHOW JOBS LIMIT 0;") == []
    home.run("SHOW JOBS IN nowhere;").fails("ODPS-0420111:[1,14]")


def test_jobs_show_what_they_told(home):
    parameters = {"script": 'file://a "b".py', "userDefinedParameters": "--中 文\n\t'x'", "z": "z" * 99}
    text = json.dumps(parameters, ensure_ascii=False)
    insert_jobs(
        home,
        {"id": "a", "name": "told", "steps": 1200, "loss": 0.1 + 0.2, "rows_read": 7,
         "rows_written": 3, "parameters": text, "created_ms": 2000},
        {"id": "b", "name": "two\nlines\x1b[2J", "created_ms": 1000},
    )  # fmt: skip
    told, silent = home.run("SHOW JOBS;").ok().rows
    assert told[:9] == (
        "1970-01-01 08:00:02", "3s", "Success", "told", "a", "1200", "0.30000000000000004", "7", "3"
    )  # fmt: skip
    assert parameters_of(told) == parameters
    assert silent[3:10] == ("two\\nlines\x1b[2J", "b", "NULL", "NULL", "0", "0", "{}")
    shown = home.run_table("SHOW JOBS;").ok().stdout
    assert "| 0.3 " in shown
    assert "| two lines [2J " in shown and "\x1b" not in shown
    assert "zzz" not in shown and "..." in shown and shown.endswith("2 jobs\n")
    assert len({len(line.rstrip().encode("gbk")) for line in shown.splitlines()[:-1]}) == 1
    described = facts(home, "a")
    assert described["Parameter userDefinedParameters"] == "--中 文\\n\\t'x'"
    assert described["Parameter script"] == 'file://a "b".py'
    assert (described["Steps"], described["Loss"]) == ("1200", "0.3")
    assert (described["RowsRead"], described["RowsWritten"]) == ("7", "3")
    assert (described["JobName"], described["Priority"], described["RunTime"]) == ("told", "9", "3s")
    assert "Steps" not in facts(home, "b")


def test_no_time_is_negative(home):
    insert_jobs(
        home,
        {"id": "back", "started_ms": 9000, "ended_ms": 2000, "created_ms": 3},
        {"id": "never", "state": "killed", "started_ms": 0, "created_ms": 2},
    )
    assert [row[1] for row in home.run("SHOW JOBS;").ok().rows] == ["0s", ""]
    assert [row[1] for row in home.run("SHOW P;").ok().rows] == ["0s", ""]
    assert facts(home, "back")["RunTime"] == "0s"
    assert "RunTime" not in facts(home, "never")


def test_when_a_job_was_submitted_and_when_it_ran(home):
    day = 24 * 60 * 60 * 1000
    insert_jobs(
        home,
        {"id": "ran", "created_ms": 5000, "started_ms": 65_000, "ended_ms": 68_000},
        {"id": "never", "state": "killed", "created_ms": 4000, "started_ms": 0, "ended_ms": 9000},
        {"id": "back", "created_ms": day, "started_ms": 1000, "ended_ms": 2000},
    )
    ran, never = facts(home, "ran"), facts(home, "never")
    assert (ran["StartTime"], ran["RunStartTime"], ran["EndTime"]) == (
        "1970-01-01 08:00:05", "1970-01-01 08:01:05", "1970-01-01 08:01:08"
    )  # fmt: skip
    assert (ran["QueueTime"], ran["RunTime"]) == ("60s", "3s")
    assert never["StartTime"] == "1970-01-01 08:00:04" and never["QueueTime"] == "5s"
    assert "RunStartTime" not in never and "RunTime" not in never
    assert facts(home, "back")["QueueTime"] == "0s"
    starts = {row[3]: row[0] for row in home.run("SHOW P;").ok().rows}
    assert (starts["ran"], starts["never"]) == (ran["StartTime"], never["StartTime"])


def test_a_waiting_job_tells_what_it_waits_for(home):
    insert_jobs(home, {"id": "queued", "name": "q", "state": "waiting", "started_ms": 0, "ended_ms": 0})
    states = {"format": 2, "waits_for": "2 cores: 1 of 4 is free", "processes": []}
    with supervised(home, "queued", states):
        status = home.run_table("STATUS queued;").ok().stdout
        assert status == (
            "Instance status = Waiting\nTask = q, status = Waiting\nIt waits for 2 cores: 1 of 4 is free\n"
        )
        assert home.run("STATUS queued;").rows == [("queued", "Waiting", "2 cores: 1 of 4 is free")]
        assert home.run("SHOW P;").ok().rows[0][1:4] == ("", "Waiting", "queued")
        assert home.run("SHOW JOBS;").ok().rows[0][1:4] == ("", "Waiting", "q")
        described = facts(home, "queued")
        assert described["WaitsFor"] == "2 cores: 1 of 4 is free"
        assert described["StartTime"] == "1970-01-01 08:00:01"
        assert int(described["QueueTime"].rstrip("s")) > 1_000_000_000  # it goes on
        assert "RunStartTime" not in described
        assert described["Status"] == described["q"] == "Waiting"


def test_a_running_job_tells_how_far_it_is(home):
    insert_jobs(home, {"id": "busy", "state": "running", "ended_ms": 0})
    states = {
        "format": 2,
        "processes": [
            process("ps", 0, rows_read=0),
            process("worker", 0, step=12, steps_per_second=3.25, loss=0.5, rows_read=100,
                    rows_written=2, input_seconds=1.5, serves_at="http://127.0.0.1:6006",
                    bytes_read=4000, read_seconds=3, step_seconds=4, wait_seconds=1),
            process("worker", 1, state="ended", restarts=1, rows_read=50, loss=None,
                    bytes_read=2000, read_seconds=1.5, step_seconds=6, wait_seconds=1.5),
        ],
    }  # fmt: skip
    with supervised(home, "busy", states):
        assert home.run("SHOW JOBS;").ok().rows[0][2:9] == (
            "Running", "", "busy", "12", "0.5", "150", "2"
        )  # fmt: skip
        described = facts(home, "busy")
    assert described["Stage ps-0"] == "running, 0 restarts, 0 rows read, 0 rows written"
    assert described["Stage worker-0"] == (
        "running, 0 restarts, step 12 (3.2/s), loss 0.5, 100 rows read, 2 rows written, "
        "1.5 s of fetching rows, http://127.0.0.1:6006"
    )
    assert described["Stage worker-1"] == ("ended, 1 restart, loss nan, 50 rows read, 0 rows written")
    assert (described["Steps"], described["RowsRead"]) == ("12", "150")
    assert (described["BytesRead"], described["RowsPerSecond"]) == ("6000", "50")
    assert described["BytesPerSecond"] == "2000"
    assert described["InputWait"] == "25 % of the steps' time waited for input"
    # Now nobody holds the lease any more: it died, and what it told last is kept.
    row = home.run("SHOW JOBS;").ok().rows[0]
    assert row[2:9] == ("Failed", "", "busy", "12", "0.5", "150", "2")
    assert row[11:] == ("6000", "50", "0.250")
    with catalog(home) as connection:
        assert connection.execute("SELECT state, steps, rows_read FROM jobs").fetchall() == [("failed", 12, 150)]


def test_a_loss_that_diverged_is_shown_as_such(home):
    script = "import sys\nfrom paisql.monitoring import progress\nprogress.report(loss=float(sys.argv[1]))\n"
    for loss in ("nan", "inf", "-inf"):
        identity = job_id(home.pai(script, userDefinedParameters=loss).ok().stderr)
        assert home.run("SHOW JOBS LIMIT 1;").ok().rows[0][4:7] == (identity, "NULL", loss)
        described = facts(home, identity)
        assert described["Loss"] == loss
        assert described["Stage worker-0"] == ("ended, 0 restarts, loss %s, 0 rows read, 0 rows written" % loss)


def test_a_long_history_is_listed_right(home):
    count = 5000
    insert_jobs(
        home,
        *({"id": "job%04d" % i, "name": "even" if i % 2 == 0 else "odd", "created_ms": i // 3} for i in range(count)),
    )
    everything = [row[4] for row in home.run("SHOW JOBS;").ok().rows]
    assert everything == ["job%04d" % i for i in reversed(range(count))]
    assert [row[4] for row in home.run("SHOW JOBS LIKE 'o*' LIMIT 1000;").ok().rows] == [
        "job%04d" % i for i in range(count - 1, count - 2001, -2)
    ]
    assert len(home.run("SHOW JOBS LIKE 'even' LIMIT 99999;").ok().rows) == count // 2
    assert len(home.run("SHOW P;").ok().rows) == 50


def test_a_statement_runs_again_on_todays_script_and_table(home):
    source = home.table("source", COLUMNS, [(1, "a")])
    script = "from paisql.job.manifest import TableUrl, current_job\nimport sys\n"
    script += "url = TableUrl(sys.argv[1].split('=', 1)[1])\n"
    script += "print('%s', sum(f['rows'] for f in current_job().find_input(url).files))\n"
    first = home.pai(script % "old", tables=source, jobName="first").ok()
    assert "old 1\n" in first.stderr
    home.write("script.py", script % "new")
    home.run("INSERT INTO source VALUES (2, 'b');").ok()
    again = home.run("RERUN %s;" % job_id(first.stderr)).ok()
    assert "new 2\n" in again.stderr and again.stderr.rstrip().endswith("OK")
    assert job_id(again.stderr) != job_id(first.stderr)
    # The new job is one like the first, and can be run again, too.
    rows = home.run("SHOW JOBS LIKE 'first';").ok().rows
    assert [row[4] for row in rows] == [job_id(again.stderr), job_id(first.stderr)]
    third = home.run("SET paisql.job.async=true; RERUN %s;" % job_id(again.stderr)).ok()
    assert "new 2\n" not in third.stderr
    assert "new 2\n" in home.run("WAIT %s;" % job_id(third.stderr)).ok().stderr


def test_a_failed_job_runs_again(home):
    failed = home.pai("raise ValueError('not today')")
    failed.fails("ValueError: not today")
    home.run("RERUN %s;" % job_id(failed.stderr)).fails("[1,7]", "ValueError: not today")
    home.write("script.py", "print('today')\n")
    assert "today\n" in home.run("RERUN %s;" % job_id(failed.stderr)).ok().stderr


def test_what_cannot_be_run_again_is_named(home):
    done = home.pai("print(1)").ok()
    identity = job_id(done.stderr)
    home.run("RERUN %s;" % (identity[:-1] + "z")).fails("ODPS-1226011:[1,7]", "did you mean '%s'?" % identity)
    os.remove(os.path.join(home.files, "script.py"))
    for run in (home.run, home.check):
        outcome = run("SELECT 1; RERUN %s;" % identity)
        assert outcome.status == 1
        text = outcome.stdout + outcome.stderr
        assert "in the statement of job %s, at 'file://script.py': the file " % identity in text
        assert "script.py does not exist" in text
    insert_jobs(
        home,
        {"id": "sql1", "kind": "sql", "statement": "SELECT 1;"},
        {"id": "broken", "statement": "PAI -name tensorflow1120_ext -Dscripp=x;"},
    )
    home.run("RERUN sql1;").fails("[1,7]", "job sql1 was not a PAI statement")
    home.run("RERUN broken;").fails("[1,7]", "at 'scripp'", "did you mean 'script'?")
    home.run("RERUN %s extra;" % identity).fails("ODPS-0130161")
    assert len(home.job_ids()) == 1


def test_a_check_of_a_rerun_starts_nothing(home):
    done = home.pai("print(1)").ok()
    assert home.check("RERUN %s;" % job_id(done.stderr)).status == 0
    assert len(home.job_ids()) == 1


def test_names_are_looked_for_in_the_schema_of_then(home):
    home.run("CREATE SCHEMA s;", "USE SCHEMA s;", "CREATE TABLE only_there (id BIGINT);").ok()
    read = "import sys\nimport paisql.data\n"
    read += "rows = paisql.data.batches(sys.argv[1][len('--tables=') :])\n"
    read += "print('read', sum(len(batch.values()[0]) for batch in rows))\n"
    filled = "INSERT INTO only_there VALUES (1), (2);"
    first = home.pai(read, "USE SCHEMA s;", filled, tables="(SELECT id FROM only_there)").ok()
    assert "read 2\n" in first.stderr
    assert "read 2\n" in home.run("RERUN %s;" % job_id(first.stderr)).ok().stderr


def test_settings_and_folder_of_then_count(home):
    there = os.path.join(home.folder, "there")
    os.makedirs(there)
    with open(os.path.join(there, "script.py"), "w", encoding="utf-8") as stream:
        stream.write("import sys; print('there', sys.argv[1:])")
    text = "SET odps.pai.property.userDefinedParameters=then;\n" + home.pai_statement("")
    with open(os.path.join(there, "train.sql"), "w", encoding="utf-8") as stream:
        stream.write(text)
    first = home.run_file(os.path.join(there, "train.sql")).ok()
    assert "there ['then']\n" in first.stderr
    today = "SET odps.pai.property.userDefinedParameters=today; "
    again = home.run(today + "RERUN %s;" % job_id(first.stderr)).ok()
    assert "there ['then']\n" in again.stderr
    # What was not set then is as it is today.
    os.remove(os.path.join(there, "train.sql"))
    unset = home.pai("import sys; print('here', sys.argv[1:])").ok()
    assert "here ['today']\n" in home.run(today + "RERUN %s;" % job_id(unset.stderr)).ok().stderr


def test_parameters_come_back_as_they_were(home):
    # The escapes are Java's: a newline and two quotes.
    written = "--x '中 \\n \\\"q\\\"' --y=\\u0041%"
    script = "import sys; print(ascii(sys.argv[1:]))"
    arguments = ascii(["--x", '中 \n "q"', "--y=A%"]) + "\n"
    first = home.pai(script, userDefinedParameters=written, jobName="中文 'job'").ok()
    assert arguments in first.stderr
    assert arguments in home.run("RERUN %s;" % job_id(first.stderr)).ok().stderr
    rows = home.run("SHOW JOBS LIKE '中文*';").ok().rows
    assert len(rows) == 2 and parameters_of(rows[0]) == parameters_of(rows[1])
    assert parameters_of(rows[0]) == {
        "script": "file://script.py",
        "userDefinedParameters": "--x '中 \n \"q\"' --y=A%",
        "jobName": "中文 'job'",
    }
    described = facts(home, rows[0][4])
    assert described["Parameter jobName"] == described["JobName"] == "中文 'job'"


def test_a_job_in_the_queue_is_shown_and_killed(home):
    here, go_on = os.path.join(home.files, "here"), os.path.join(home.files, "go")
    home.write("meet.py", "open(%r, 'w').close()\nopen(%r).close()\n" % (here, go_on))
    os.mkfifo(here)
    os.mkfifo(go_on)
    quota = "SET paisql.job.async=true; SET paisql.quota.cpu=1; "
    statement = "PAI -name tensorflow1120_ext -Dscript=file://%s.py -DcpuRequired=100;"
    first = home.run(quota + statement % "meet").ok()
    open(here, encoding="ascii").close()
    home.write("script.py", "print('late')\n")
    queued = job_id(home.run(quota + statement % "script").ok().stderr)
    status = "STATUS %s;" % queued
    row = home.run(status).ok().rows[0]
    while row[1] == "Waiting" and not row[2]:  # its supervisor has not said yet why it waits
        row = home.run(status).ok().rows[0]
    assert row[1] == "Waiting" and "1 core" in row[2], row
    assert [row[2] for row in home.run("SHOW JOBS;").ok().rows] == ["Waiting", "Running"]
    assert facts(home, queued)["WaitsFor"] == row[2]
    home.run("KILL %s;" % queued).ok()
    assert home.run("SHOW JOBS LIMIT 1;").ok().rows[0][1:3] == ("", "Cancelled")
    open(go_on, "w", encoding="ascii").close()
    home.run("WAIT %s;" % job_id(first.stderr)).ok()
    # What waited in vain runs when it is asked again.
    assert "late\n" in home.run("RERUN %s;" % queued).ok().stderr


def test_a_job_of_an_older_version_runs_with_todays_settings(home):
    done = home.pai("print('again')").ok()
    identity = job_id(done.stderr)
    path = os.path.join(home.path, "jobs", identity, "job.json")
    with open(path, encoding="utf-8") as stream:
        job = json.load(stream)
    job.pop("settings", None)
    job.pop("script_folder", None)
    write_json(path, job)
    again = home.run("RERUN %s;" % identity).ok()
    assert "does not tell its settings and its folder" in again.stderr
    assert "again\n" in again.stderr


def test_an_ended_job_is_waited_for_with_its_log(home):
    done = home.pai("print('said')").ok()
    waited = home.run("WAIT %s;" % job_id(done.stderr)).ok()
    assert "said\n" in waited.stderr and waited.stderr.rstrip().endswith("OK")
