"""Pipelines of a server with users: who sees, changes and runs them."""

import pytest
from console_home import Console

ANA = "ALIYUN$ana@example.com"
BEN = "ALIYUN$ben@example.com"


def node(name, component, parameters=None):
    return {"id": name, "name": name, "component": component, "parameters": parameters or {}}


def reading(table):
    return {
        "name": f"reads {table}",
        "nodes": [
            node("read", "data_source", {"table": table}),
            node("sum", "sql", {"sql": "SELECT COUNT(*) c FROM ${t1}"}),
        ],
        "edges": [{"from": {"node": "read", "port": "outputTable"}, "to": {"node": "sum", "port": "t1"}}],
    }


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Ana may read one of two tables and run statements; Ben is in the project and may do nothing."""
    folder = tmp_path_factory.mktemp("rights")
    users = folder / "users"
    users.write_text(f"id1 secret1 -\nid2 secret2 {ANA}\nid3 secret3 {BEN}\n")
    users.chmod(0o600)
    made = Console(folder)
    made.run(
        "CREATE TABLE shown AS SELECT 1L AS x",
        "CREATE TABLE hidden AS SELECT 2L AS x",
        f"ADD USER {ANA}",
        f"ADD USER {BEN}",
        f"GRANT List, CreateInstance, CreateTable ON PROJECT default_project TO USER {ANA}",
        f"GRANT Describe, Select ON TABLE shown TO USER {ANA}",
    )
    made.start_server("--user-file", str(users))
    for name, number in (("owner", 1), ("ana", 2), ("ben", 3)):
        answer = made.post("/sign-in", {"access_id": f"id{number}", "secret": f"secret{number}"})
        setattr(made, name, answer["token"])
    yield made
    made.stop()


def ended(server, run, token):
    while True:
        status, told = server.ask("GET", f"/designer/runs/{run}", token=token)
        assert status == 200, told
        if told["state"] != "RUNNING":
            return told


def test_a_user_runs_what_her_rights_allow(server):
    status, made = server.ask("POST", "/designer/pipelines", reading("shown"), token=server.ana)
    assert status == 201, made
    status, answer = server.ask("POST", f"/designer/pipelines/{made['id']}/runs", {}, token=server.ana)
    assert status == 200, answer
    told = ended(server, answer["run"], server.ana)
    assert told["state"] == "SUCCESS", told
    status, outputs = server.ask("GET", f"/designer/pipelines/{made['id']}/nodes/sum/outputs", token=server.ana)
    assert outputs["outputs"][0]["preview"]["rows"] == [["1"]]


def test_a_table_that_she_may_not_read_is_an_error_of_its_node(server):
    status, checked = server.ask("POST", "/designer/check", reading("hidden"), token=server.ana)
    assert status == 200
    (wrong,) = checked["errors"]
    assert (wrong["node"], wrong["parameter"], wrong["code"]) == ("read", "table", "ODPS-0130013")
    status, made = server.ask("POST", "/designer/pipelines", reading("hidden"), token=server.ana)
    assert server.ask("POST", f"/designer/pipelines/{made['id']}/runs", {}, token=server.ana)[0] == 400


def test_files_of_the_machine_are_the_owners(server):
    pipeline = {
        "name": "script",
        "nodes": [
            node("code", "file_source", {"code": "print(1)"}),
            node("learn", "tensorflow1120_ext", {"gpuRequired": "0"}),
        ],
        "edges": [{"from": {"node": "code", "port": "output"}, "to": {"node": "learn", "port": "script"}}],
    }
    status, checked = server.ask("POST", "/designer/check", pipeline, token=server.ana)
    assert [one["code"] for one in checked["errors"]] == ["ODPS-0130013"]
    assert server.ask("POST", "/designer/check", pipeline, token=server.owner)[1]["errors"] == []


def test_who_may_run_nothing_changes_nothing(server):
    status, made = server.ask("POST", "/designer/pipelines", reading("shown"), token=server.owner)
    path = f"/designer/pipelines/{made['id']}"
    assert server.ask("GET", path, token=server.ben)[0] == 200
    assert server.ask("PUT", path, made, token=server.ben)[0] == 403
    assert server.ask("DELETE", path, version=made["version"], token=server.ben)[0] == 403
    assert server.ask("POST", f"{path}/copy", {"name": "x"}, token=server.ben)[0] == 403
    assert server.ask("POST", f"{path}/runs", {}, token=server.ben)[0] == 403
    assert server.ask("POST", "/designer/import", {"text": "x"}, token=server.ben)[0] == 403
    status, outputs = server.ask("GET", f"{path}/nodes/read/outputs", token=server.ben)
    assert not outputs["outputs"][0]["exists"] and "preview" not in outputs["outputs"][0]
