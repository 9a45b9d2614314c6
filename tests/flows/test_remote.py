"""Workflows that a user of a server has run: no program of a node has the rights of the home's owner."""

USER = "ALIYUN$bob@example.com"
GRANTS = f"ADD USER {USER}; GRANT CreateInstance, CreateTable, List ON PROJECT default_project TO USER {USER};"
AS_USER = ("--user", USER, "--remote")


def test_a_user_of_a_server_runs_statements_and_no_programs(flows):
    flows.rows(GRANTS)
    flows.write(made_sql="CREATE TABLE made (n BIGINT);", says_sh="echo hello")
    refused = flows.run(*AS_USER)
    assert refused.returncode == 1
    assert "node says of kind DIDE_SHELL runs with the rights of the home's owner" in refused.stderr
    assert "nothing has run" in refused.stderr
    # The home's owner may run it from a server as well, and a node that is left out runs nothing.
    assert flows.run("--remote").returncode == 0
    flows.write(flow_yaml="nodes:\n  made:\n  says: {recurrence: Skip}\n", made_sql="DROP TABLE made;")
    refused = flows.run(*AS_USER)
    assert "ODPS-0130013" in refused.stderr + flows.flow("log", "last", "made").stdout


def test_what_lies_in_a_loop_counts(flows):
    flows.rows(GRANTS)
    flows.write(
        flow_yaml=(
            "nodes:\n"
            "  list: {kind: CONTROLLER_ASSIGNMENT, file: list.sql}\n"
            "  each: {for-each: list.outputs, do: {say: say.sh}}\n"
        ),
        list_sql="SELECT 1 AS n;",
        say_sh="echo hello",
    )
    assert "node say of kind DIDE_SHELL" in flows.run(*AS_USER).stderr


def test_code_of_other_places_is_not_read(flows, tmp_path):
    flows.rows(GRANTS)
    (tmp_path / "outside.sql").write_text("SELECT 'secret';")
    flows.write(flow_yaml="nodes:\n  made: ../outside.sql\n  other: {flow: ../other}\n")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "a.sql").write_text("SELECT 1;")
    refused = flows.run(*AS_USER)
    assert refused.returncode == 1
    assert "node made reads what lies outside" in refused.stderr
    assert "node other reads what lies outside" in refused.stderr
    assert "secret" not in refused.stderr
