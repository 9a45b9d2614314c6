"""Settings by which a home is moved to a cluster, and what stays on this machine."""

import os

from conftest import PYTHON
from spark_session import BINARY, children

SLOW = "SELECT sha2(concat(d, 'x'), 256) AS s FROM t"  # Spark has it computed by a kernel


def filled(session):
    session.run("CREATE TABLE t AS SELECT 7L AS d")
    return session


def test_lines_of_the_config_hold_for_all_sessions(sessions, tmp_path):
    filled(sessions(remote=""))
    (tmp_path / "home" / "odps_config.ini").write_text(
        "set.paisql.engine=spark\nset.paisql.spark.remote=sail\nset.paisql.spark.python=%s\n" % PYTHON
    )
    session = sessions(remote="", PAISQL_SPARK_PYTHON=str(tmp_path / "none"))
    assert session.run("SELECT d FROM t") == [[7]]
    assert session.clients()


def test_the_clients_python_is_a_setting(sessions, tmp_path):
    session = filled(sessions())
    session.run("SET paisql.spark.python=%s" % (tmp_path / "none"))
    assert "not installed" in session.fails("SELECT d FROM t").message
    session.run("SET paisql.spark.python=%s" % PYTHON)
    assert session.run("SELECT d FROM t") == [[7]]


def test_the_clusters_program_is_at_a_path_of_its_own(sessions, tmp_path):
    program = tmp_path / "paisql of the cluster"
    os.symlink(BINARY, program)
    session = filled(sessions())
    session.run("SET paisql.spark.program=%s" % program)
    assert len(session.run(SLOW)[0][0]) == 64
    kernels = [pid for client in session.clients() for pid in children(client)]
    commands = [open("/proc/%d/cmdline" % pid, "rb").read() for pid in kernels]
    assert any(command.startswith(os.fsencode(program) + b"\0") for command in commands)


def test_this_machine_alone_changes_the_catalog(sessions, tmp_path):
    session = sessions("sc://127.0.0.1:1")
    session.run("CREATE TABLE v (d BIGINT) TBLPROPERTIES ('transactional'='true')")
    (tmp_path / "rows.csv").write_text("1\n2\n3\n")
    session.run("TUNNEL UPLOAD %s v" % (tmp_path / "rows.csv"))
    assert session.run("SHOW TABLES")
    assert not session.clients()
    assert "no Spark answers" in session.fails("SELECT d FROM v").message
    session.run("SET paisql.spark.remote=sail")
    session.run("UPDATE v SET d = 10 WHERE d = 1")
    session.run("DELETE FROM v WHERE d = 2")
    session.run("MERGE INTO v USING v w ON v.d = w.d WHEN MATCHED AND v.d = 3 THEN UPDATE SET d = 30")
    assert sorted(session.run("SELECT d FROM v")) == [[10], [30]]
