"""Pipelines of a server with users: who sees, changes and runs them."""

import json

import pytest
from console_home import Console

ANA = "ALIYUN$ana@example.com"
BEN = "ALIYUN$ben@example.com"
CEM = "ALIYUN$cem@example.com"


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
    users.write_text(f"id1 secret1 -\nid2 secret2 {ANA}\nid3 secret3 {BEN}\nid4 secret4 {CEM}\n")
    users.chmod(0o600)
    made = Console(folder)
    made.run(
        "CREATE TABLE shown AS SELECT 1L AS x",
        "CREATE TABLE hidden AS SELECT 2L AS x",
        f"ADD USER {ANA}",
        f"ADD USER {BEN}",
        f"ADD USER {CEM}",
        f"GRANT List ON PROJECT default_project TO USER {CEM}",
        f"GRANT List, CreateInstance, CreateTable ON PROJECT default_project TO USER {ANA}",
        f"GRANT Describe, Select ON TABLE shown TO USER {ANA}",
    )
    made.start_server("--user-file", str(users))
    for name, number in (("owner", 1), ("ana", 2), ("ben", 3), ("cem", 4)):
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
    (hidden,) = outputs["outputs"]
    assert "exists" not in hidden and "preview" not in hidden and "privilege" in hidden["problem"].lower()


def test_nobody_but_the_owner_makes_a_node_of_another_kind(server):
    for entry in ({"kind": "DIDE_SHELL", "file": "x.sh"}, {"kind": "ODPS_SQL", "file": "/etc/passwd"}):
        planted = {"name": "planted", "nodes": [node("mail", "flow_node", {"entry": json.dumps(entry)})]}
        assert server.ask("POST", "/designer/pipelines", planted, token=server.ana)[0] == 403
    status, made = server.ask("POST", "/designer/pipelines", reading("shown"), token=server.ana)
    path = f"/designer/pipelines/{made['id']}"
    made["nodes"].append(planted["nodes"][0])
    assert server.ask("PUT", path, made, token=server.ana)[0] == 403
    status, owned = server.ask("PUT", path, made, token=server.owner)
    assert status == 200, owned
    owned["description"] = "the same node stays"
    status, kept = server.ask("PUT", path, owned, token=server.ana)
    assert status == 200, kept
    kept["nodes"][-1]["parameters"]["entry"] = json.dumps({"kind": "DIDE_SHELL", "file": "y.sh"})
    assert server.ask("PUT", path, kept, token=server.ana)[0] == 403
    assert server.ask("POST", f"{path}/copy", {"name": "copy"}, token=server.ana)[0] == 403


def test_logs_are_for_who_has_started_the_run(server):
    status, made = server.ask("POST", "/designer/pipelines", reading("shown"), token=server.ana)
    status, answer = server.ask("POST", f"/designer/pipelines/{made['id']}/runs", {}, token=server.ana)
    ended(server, answer["run"], server.ana)
    path = f"/designer/runs/{answer['run']}"
    assert server.ask("GET", f"{path}/nodes/sum/log", token=server.ana)[0] == 200
    assert server.ask("GET", f"{path}/nodes/sum/log", token=server.owner)[0] == 200
    status, told = server.ask("GET", path, token=server.cem)
    assert status == 200 and not told["may_read"]
    assert server.ask("GET", f"{path}/nodes/sum/log", token=server.cem)[0] == 403
