"""--user: a session acts as a user of the project, in checks, workflows and PAI statements, too."""

import json

import pytest

USER = ("--user", "bob")
PAI = "PAI -name split -project algo_public -DinputTableName=t -Doutput1TableName=o1 -Doutput2TableName=o2 -Dfraction=0.5;"


@pytest.fixture
def home(shell):
    shell.ok(
        "ADD USER bob; ADD USER carol; CREATE TABLE t (a BIGINT); INSERT INTO t VALUES (1);"
        "GRANT CreateInstance ON PROJECT default_project TO USER bob;"
    )
    return shell


def test_a_session_is_its_user(home):
    assert "Name: ALIYUN$bob" in home.ok("WHOAMI;", *USER)
    done = home.sql("SELECT a FROM t;", *USER)
    assert done.returncode == 1
    assert "'odps:Select' on {acs:odps:*:projects/default_project/tables/t}" in done.stderr
    assert "GRANT Select ON TABLE t TO USER ALIYUN$bob;" in done.stderr
    home.ok("GRANT Select ON TABLE t TO USER bob;")
    assert home.ok("SELECT a FROM t;", *USER, "--format", "tsv", "--no-header") == "1\n"
    # Another user of the same home has other permissions.
    assert "ODPS-0130013" in home.sql("SELECT a FROM t;", "--user", "carol").stderr


def test_an_unknown_user_runs_nothing(home):
    done = home.sql("CREATE TABLE made (a BIGINT);", "--user", "zoe")
    assert done.returncode != 0
    assert "ODPS-0420095" in done.stderr and "ADD USER ALIYUN$zoe;" in done.stderr
    assert "made" not in home.ok("SHOW TABLES;")
    assert "ODPS-0110021" in home.sql("SELECT 1;", "--user", "a b").stderr


def test_a_check_and_a_workflow_act_as_the_user(home, tmp_path):
    script = tmp_path / "job.sql"
    script.write_text("SELECT a FROM t;\n")
    assert "ODPS-0130013" in home.run("check", *USER, str(script)).stdout
    flow = tmp_path / "flow"
    flow.mkdir()
    (flow / "flow.yaml").write_text("nodes:\n  one:\n")
    (flow / "one.sql").write_text("INSERT INTO t SELECT a FROM t;\n")
    refused = home.run(*USER, "flow", "run", str(flow))
    assert refused.returncode != 0
    assert "ODPS-0130013" in refused.stdout + refused.stderr
    home.ok("GRANT Select, Update ON TABLE t TO USER bob;")
    done = home.run(*USER, "flow", "run", str(flow))
    assert done.returncode == 0, done.stderr
    assert home.rows("SELECT COUNT(*) AS n FROM t;") == [["2"]]


def test_a_pai_statement_asks_for_its_tables(home, tmp_path):
    script = tmp_path / "job.sql"
    script.write_text(PAI)

    def lacks(action):
        said = home.run("check", *USER, "--format", "json", str(script)).stdout
        return any(f"'odps:{action}'" in json.dumps(line) for line in said.splitlines())

    assert lacks("Select")
    home.ok("GRANT Select ON TABLE t TO USER bob;")
    assert lacks("CreateTable")
    home.ok("GRANT CreateTable ON PROJECT default_project TO USER bob; CREATE TABLE o1 (a BIGINT);")
    assert lacks("Update")
    home.ok("GRANT Update ON TABLE o1 TO USER bob;")
    assert not lacks("Update") and not lacks("Select") and not lacks("CreateTable")
