"""What users of a server may do with workflows and services: as the product has it, and no more."""

import os

import flow_folder
import pytest
from console_home import Console

READER, DEVELOPER, STRANGER = (f"ALIYUN${name}@example.com" for name in ("reader", "developer", "stranger"))
USERS = f"id1 secret1 -\nid2 secret2 {READER}\nid3 secret3 {DEVELOPER}\nid4 secret4 {STRANGER}\n"
GRANTS = (
    f"ADD USER {READER}; ADD USER {DEVELOPER};"
    f"GRANT List, Read ON PROJECT default_project TO USER {READER};"
    f"GRANT List, Read, CreateInstance, CreateTable ON PROJECT default_project TO USER {DEVELOPER};"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rights")
    made = Console(folder)
    made.run(GRANTS, "CREATE PROJECT other;")
    users = folder / "users"
    users.write_text(USERS)
    os.chmod(users, 0o600)
    made.start_server("--user-file", str(users))
    made.tokens = [made.post("/sign-in", {"access_id": f"id{i}", "secret": f"secret{i}"})["token"] for i in range(1, 5)]
    yield made
    made.stop()


@pytest.fixture(scope="module")
def flow(server, tmp_path_factory):
    """A workflow of statements alone, which its owner has run."""
    folder = flow_folder.write(
        tmp_path_factory.mktemp("flows") / "statements", flow_yaml="nodes:\n  made: made.sql\n",
        made_sql="CREATE TABLE IF NOT EXISTS made (n BIGINT);\n", load_sql=None, count_sql=None, report_sh=None,
    )  # fmt: skip
    status, added = server.ask("POST", "/workflows", {"folder": folder}, token=server.tokens[0])
    assert status == 200, added
    status, begun = server.ask("POST", f"/workflows/{added['id']}/runs", {}, token=server.tokens[0])
    assert status == 200, begun
    flow_folder.ended(server, begun["run"], server.tokens[0])
    return added["id"], begun["run"], folder


def test_who_sees_and_who_runs(server, flow):
    one, run, folder = flow
    owner, reader, developer, stranger = server.tokens
    for token, status in [(owner, 200), (reader, 200), (developer, 200), (stranger, 403)]:
        assert server.ask("GET", f"/workflows/{one}", token=token)[0] == status
        assert server.ask("GET", f"/workflow-runs/{run}", token=token)[0] == status
    assert server.ask("GET", "/workflows", token=reader)[1]["workflows"][0]["id"] == one
    assert [one["id"] for one in server.ask("GET", "/workflows", token=stranger)[1].get("workflows", [])] == []
    status, seen = server.ask("GET", f"/workflows/{one}", token=reader)
    assert (seen["may_run"], seen["may_read"]) == (False, False)
    status, seen = server.ask("GET", f"/workflow-runs/{run}", token=reader)
    assert (seen["may_read"], seen["run"]["command"]) == (False, "")
    for token in (reader, stranger):
        assert server.ask("POST", f"/workflows/{one}/runs", {}, token=token)[0] == 403
        assert server.ask("POST", f"/workflow-runs/{run}/stop", {}, token=token)[0] == 403
        assert server.ask("GET", f"/workflows/{one}/code", token=token, node="made")[0] == 403
        assert server.ask("GET", f"/workflow-runs/{run}/log", token=token, node="made")[0] == 403
    for token in (reader, developer, stranger):
        assert server.ask("POST", "/workflows", {"folder": folder}, token=token)[0] == 403
        assert server.ask("DELETE", f"/workflows/{one}", token=token)[0] == 403


def test_a_developer_runs_as_himself(server, flow):
    one, _, folder = flow
    developer = server.tokens[2]
    status, begun = server.ask("POST", f"/workflows/{one}/runs", {"bizdate": "20260105"}, token=developer)
    assert status == 200, begun
    answer = flow_folder.ended(server, begun["run"], developer)
    assert answer["run"]["state"] == "SUCCESS", answer
    assert DEVELOPER in answer["run"]["command"] and "--remote" in answer["run"]["command"]
    status, log = server.ask("GET", f"/workflow-runs/{begun['run']}/log", token=developer, node="made")
    assert status == 200 and "CREATE TABLE" in log["text"]
    # A program of a node would have the owner's rights.
    flow_folder.write(folder, flow_yaml="nodes:\n  says: says.sh\n", says_sh="id\n")
    status, refused = server.ask("POST", f"/workflows/{one}/runs", {"bizdate": "20260106"}, token=developer)
    assert status == 403 and "rights of the home's owner" in refused["error"]["message"]


def test_the_rights_are_those_of_the_code(server, flow):
    """An administrator of another project reads nothing by asking in that one."""
    one, run, _ = flow
    server.run(f"ADD USER {READER}; GRANT admin TO {READER};", project="other")
    reader = server.tokens[1]
    status, seen = server.ask("GET", f"/workflows/{one}", token=reader, project="other")
    assert status == 200 and not seen["may_read"] and not seen["may_run"]
    for path in (f"/workflows/{one}/code", f"/workflows/{one}/check", f"/workflow-runs/{run}/log"):
        assert server.ask("GET", path, token=reader, project="other", node="made")[0] == 403
    assert server.ask("POST", f"/workflows/{one}/runs", {}, token=reader, project="other")[0] == 403


def test_a_workflow_of_no_project_is_its_owners(server, tmp_path):
    owner, reader, developer, _ = server.tokens
    folder = flow_folder.write(tmp_path / "unknown")
    flow = server.ask("POST", "/workflows", {"folder": folder}, token=owner)[1]["id"]
    assert server.ask("GET", f"/workflows/{flow}", token=owner)[0] == 200
    for token in (reader, developer):
        assert server.ask("GET", f"/workflows/{flow}", token=token)[0] == 403
        assert server.ask("GET", f"/workflows/{flow}/runs", token=token)[0] == 403
        assert flow not in [one["id"] for one in server.ask("GET", "/workflows", token=token)[1]["workflows"]]


def test_users_reach_the_folder_alone(server, tmp_path):
    owner, _, developer, _ = server.tokens
    (tmp_path / "outside.sql").write_text("SELECT 'a secret of the machine';\n")
    folder = flow_folder.write(
        tmp_path / "flow", flow_yaml="project: default_project\nnodes:\n  made: ../outside.sql\n",
        load_sql=None, count_sql=None, report_sh=None,
    )  # fmt: skip
    flow = server.ask("POST", "/workflows", {"folder": folder}, token=owner)[1]["id"]
    assert "secret" in server.ask("GET", f"/workflows/{flow}/code", token=owner, node="made")[1]["code"]
    # Until it has run, nothing that a user may read tells its project.
    assert server.ask("GET", f"/workflows/{flow}", token=developer)[0] == 403
    assert server.ask("POST", f"/workflows/{flow}/runs", {}, token=owner)[0] == 200
    for name in ("file", "link"):
        if name == "link":
            (tmp_path / "flow" / "made.sql").symlink_to(tmp_path / "outside.sql")
            flow_folder.write(folder, flow_yaml="project: default_project\nnodes:\n  made: made.sql\n")
            for other in ("load.sql", "count.sql", "report.sh"):
                os.remove(os.path.join(folder, other))
        status, seen = server.ask("GET", f"/workflows/{flow}", token=developer)
        assert status == 200 and "outside of the workflow's folder" in seen["broken"]["message"], name
        assert "flow" not in seen and "secret" not in str(seen)
        status, refused = server.ask("POST", f"/workflows/{flow}/runs", {}, token=developer)
        assert status == 403 and "outside" in refused["error"]["message"], name


def test_services_are_changed_by_administrators(server):
    owner, reader, _, stranger = server.tokens
    assert server.ask("GET", "/services", token=reader)[1] == {
        "services": [], "supervised": False, "may_deploy": False,
    }  # fmt: skip
    assert server.ask("GET", "/services", token=owner)[1]["may_deploy"]
    status, begun = server.ask("POST", "/services", {"name": "s", "model": "m"}, token=reader)
    assert status in (200, 403)
    if status == 200:
        told = {"ended": False}
        while not told["ended"]:
            _, told = server.ask("GET", f"/service-actions/{begun['instance']}", token=reader)
        assert not told["succeeded"] and told["error"]["code"] == "ODPS-0130013"
        assert server.ask("GET", f"/service-actions/{begun['instance']}", token=stranger)[0] in (403, 404)
