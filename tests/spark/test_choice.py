"""Which engine runs a query, and what EXPLAIN says of it before and after."""

import subprocess

from spark_session import BINARY

FILL = "CREATE TABLE sale AS SELECT * FROM VALUES (1, 'pear'), (2, 'apple'), (3, 'pear') AS t (id, what)"
QUERY = "SELECT what, sum(id) FROM sale GROUP BY what"


def explained(session, sql):
    return "\n".join(line for (line,) in session.run("EXPLAIN " + sql))


def test_the_size_of_the_files_chooses(sessions):
    session = sessions(remote="")
    session.run(FILL)
    assert "Engine:" not in explained(session, QUERY)
    session.run("SET paisql.engine=auto")
    here = explained(session, QUERY)
    assert "Engine: this machine (the files that it reads have " in here
    assert "at most paisql.engine.limit=64GB)" in here
    session.run(QUERY)
    assert not session.clients()
    session.run("SET paisql.engine.limit=100B")
    there = explained(session, QUERY)
    assert "Engine: Spark at sail (the files that it reads have " in there and "more than" in there
    assert "Spark's statement: SELECT " in there
    assert not session.clients()
    assert sorted(session.run(QUERY)) == [["apple", 2], ["pear", 4]]
    assert session.clients()
    assert "Engine: this machine (the files that it reads have 0 bytes" in explained(session, "SELECT 1")


def test_what_was_chosen_by_size_and_is_refused_runs_here(sessions):
    session = sessions(remote="")
    session.run(FILL)
    session.run("SET paisql.engine=auto")
    session.run("SET paisql.engine.limit=1B")
    text = explained(session, "SELECT rand(1), id FROM sale")
    assert "Engine: this machine (the files" in text and "Spark refuses it: a function" in text
    assert len(session.run("SELECT rand(1), id FROM sale")) == 3
    session.run("CREATE TABLE drawn AS SELECT rand(1) AS r, id FROM sale")
    assert session.run("SELECT count(*) FROM drawn") == [[3]]
    session.run("SET paisql.engine=spark")
    assert "does not run on Spark" in session.fails("SELECT rand(1), id FROM sale").message


def test_what_spark_refuses_is_said_before_it_runs(sessions):
    session = sessions(remote="")
    session.run(FILL)
    session.run("SET paisql.engine=spark")
    text = explained(session, "SELECT rand(1), id FROM sale")
    assert "Spark refuses it: " in text and "does not run on Spark" in text
    assert not session.clients()


def test_explain_analyze_tells_rows_and_time(session):
    session.run(FILL)
    text = explained(session, "ANALYZE " + QUERY)
    assert "rows: 2" in text and "Spark at sail" in text


def test_doctor_names_the_client(tmp_path):
    said = subprocess.run([BINARY, "--home", str(tmp_path), "doctor"], capture_output=True, text=True, check=False)
    (line,) = [line for line in said.stdout.splitlines() if "Spark" in line]
    assert "client 4.2.0" in line and "Sail" in line
