"""What the console answers to the page of pipelines."""

import difflib
import json
import os
import re
import threading

import pytest
from console_home import Console

IRIS = ["CREATE TABLE iris (x DOUBLE, y STRING)", "INSERT INTO iris VALUES (1, 'a'), (2, 'b'), (3, 'a'), (4, 'b')"]


def node(name, component, parameters=None, **more):
    return {"id": name, "name": name, "component": component, "parameters": parameters or {}, **more}


def edge(giver, output, taker, put):
    return {"from": {"node": giver, "port": output}, "to": {"node": taker, "port": put}}


def splitting(name="splits"):
    return {
        "name": name,
        "nodes": [
            node("read", "data_source", {"table": "iris"}, x=10, y=20.5),
            node("query", "sql", {"sql": "SELECT x, y FROM ${t1}"}),
            node("parts", "split", {"fraction": "0.5"}),
        ],
        "edges": [edge("read", "outputTable", "query", "t1"), edge("query", "outputTable", "parts", "inputTableName")],
    }


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    made = Console(tmp_path_factory.mktemp("designer")).start()
    made.run(*IRIS)
    yield made
    made.stop()


def create(home, pipeline):
    status, made = home.ask("POST", "/designer/pipelines", pipeline)
    assert status == 201, made
    return made


def errors_of(checked, name=None):
    return [one for one in checked["errors"] if one["severity"] == "error" and name in (None, one["node"])]


def test_the_catalog_has_typed_ports_and_parameters_with_ranges(home):
    catalog = home.get("/designer/components")
    types = {one["id"]: one for one in catalog["components"]}
    assert {kind for one in types.values() for kind in [one["kind"]]} >= {"source", "file", "sql", "pai", "deploy"}
    assert [one["id"] for group in catalog["groups"] for one in [types[name] for name in group["components"]]]
    split = types["split"]
    fraction = next(one for one in split["parameters"] if one["name"] == "fraction")
    assert fraction["kind"] == "number" and fraction["range"]["high_open"] and fraction["range"]["high"] == 1
    assert split["title_zh"] == "拆分"
    tensorflow = next(one for one in types.values() if "tensorflow1120_ext" in one["names"])
    assert [one["name"] for one in tensorflow["inputs"]] == ["script", "tables", "buckets", "checkpointDir"]
    columns = next(one for one in types["kmeans"]["parameters"] if one["name"] == "selectedColNames")
    assert columns["kind"] == "columns" and columns["of"] == "inputTableName" and columns["tab"] == "fields"


def test_a_pipeline_is_made_read_renamed_copied_and_deleted(home):
    name = "鸢尾花 <script>alert(1)</script> \"q\" 'x' 🌸"
    made = create(home, splitting(name))
    path = f"/designer/pipelines/{made['id']}"
    assert home.get(path) == made
    assert made["nodes"][0]["y"] == 20.5
    listed = home.get("/designer/pipelines", search="鸢尾花")
    assert [one["name"] for one in listed["pipelines"]] == [name]
    status, renamed = home.ask("POST", f"{path}/rename", {"name": "new name", "version": made["version"]})
    assert status == 200 and renamed["name"] == "new name" and renamed["version"] != made["version"]
    status, copied = home.ask("POST", f"{path}/copy", {"name": "new name"})
    assert status == 201 and copied["id"] != made["id"] and copied["edges"] == made["edges"]
    assert home.ask("DELETE", path, version=made["version"])[0] == 409
    assert home.ask("DELETE", path, version=renamed["version"])[0] == 200
    assert home.ask("GET", path)[0] == 404
    assert os.path.isfile(os.path.join(home.home, "pipelines", "default_project", copied["id"], "flow.yaml"))


def test_two_people_never_overwrite_each_other(home):
    made = create(home, splitting("shared"))
    path = f"/designer/pipelines/{made['id']}"
    answers = []

    def write(number):
        body = {**made, "description": f"writer {number}"}
        answers.append(home.ask("PUT", path, body))

    writers = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    won = [answer for status, answer in answers if status == 200]
    lost = [answer for status, answer in answers if status == 409]
    assert len(won) == 1 and len(lost) == 5
    assert all(one["pipeline"] == won[0] for one in lost)
    assert all("somebody else" in one["error"]["message"] for one in lost)
    assert home.get(f"{path}/version")["version"] == won[0]["version"]


def test_files_changed_under_the_page_are_another_version(home):
    made = create(home, splitting("by hand"))
    folder = os.path.join(home.home, "pipelines", "default_project", made["id"])
    with open(os.path.join(folder, "query.sql"), "a", encoding="utf-8") as file:
        file.write("\nWHERE x > 1")
    assert home.ask("PUT", f"/designer/pipelines/{made['id']}", made)[0] == 409
    read = home.get(f"/designer/pipelines/{made['id']}")
    assert read["nodes"][1]["parameters"]["sql"].endswith("WHERE x > 1")
    with open(os.path.join(folder, "flow.yaml"), "w", encoding="utf-8") as file:
        file.write("<<<<<<< HEAD\nname: [")
    assert home.ask("GET", f"/designer/pipelines/{made['id']}")[0] == 400
    problems = {one["id"]: one["problem"] for one in home.get("/designer/pipelines")["pipelines"]}
    assert problems[made["id"]]


def test_the_check_knows_columns_and_places_errors(home):
    pipeline = splitting("checked")
    checked = home.post("/designer/check", pipeline)
    assert checked["errors"] == []
    parts = checked["nodes"]["parts"]
    assert [one["name"] for one in parts["inputs"]["inputTableName"]["columns"]] == ["x", "y"]
    assert parts["ports"]["output2TableName"]["columns"][1]["type"] == "STRING"
    pipeline["nodes"][1]["parameters"]["sql"] = "SELECT x,\n  nothing FROM ${t1}"
    pipeline["nodes"][2]["parameters"] = {"fraction": "7"}
    pipeline["nodes"].append(node("odd", "pytorch180"))
    pipeline["nodes"].append(node("bare", "kmeans"))
    checked = home.post("/designer/check", pipeline)
    (wrong,) = errors_of(checked, "query")
    assert (wrong["parameter"], wrong["line"], wrong["column"]) == ("sql", 2, 3)
    assert checked["nodes"]["parts"]["state"] == "unknown"
    assert "PyTorch" in errors_of(checked, "odd")[0]["message"]
    assert {one["port"] for one in errors_of(checked, "bare")} == {"inputTableName"}


def test_a_change_is_a_change_of_one_file(home):
    pipeline = splitting("in git")
    edges = pipeline.pop("edges")
    made = create(home, {**pipeline, "edges": edges[:1]})
    folder = os.path.join(home.home, "pipelines", "default_project", made["id"])

    def files():
        found = {}
        for name in os.listdir(folder):
            if os.path.isfile(os.path.join(folder, name)):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    found[name] = file.read()
        return found

    def changed(pipeline):
        before = files()
        status, saved = home.ask("PUT", f"/designer/pipelines/{made['id']}", pipeline)
        assert status == 200, saved
        after = files()
        return saved, sorted(name for name in {*before, *after} if before.get(name) != after.get(name))

    flow = files()["flow.yaml"].splitlines()
    saved, names = changed({**made, "edges": edges})
    assert names == ["flow.yaml", "parts.sql"]
    gone = [line for line in difflib.ndiff(flow, files()["flow.yaml"].splitlines()) if line.startswith("- ")]
    assert gone == ["-     depends: []"]
    saved["edges"][1]["from"]["node"] = "read"
    saved, names = changed(saved)
    assert names == ["flow.yaml"]
    saved["nodes"][2]["parameters"]["fraction"] = "0.7"
    saved, names = changed(saved)
    assert names == ["parts.sql"]
    saved["nodes"][1]["parameters"]["sql"] = "SELECT y FROM ${t1}"
    assert changed(saved)[1] == ["query.sql"]


def test_circles_and_wrong_edges_are_errors(home):
    pipeline = splitting("circle")
    pipeline["edges"].append(edge("parts", "output1TableName", "query", "t2"))
    pipeline["nodes"].append(node("model", "model_source", {"modelName": "m"}))
    pipeline["edges"].append(edge("model", "model", "query", "t3"))
    checked = home.post("/designer/check", pipeline)
    messages = [one["message"] for one in checked["errors"]]
    assert "nodes wait for each other in a circle: query -> parts -> query" in messages
    assert any("t3 takes a table" in one for one in messages)


def test_five_hundred_nodes_are_saved_and_checked(home):
    pipeline = {"name": "many", "nodes": [node("n0", "data_source", {"table": "iris"})], "edges": []}
    for number in range(1, 500):
        pipeline["nodes"].append(node(f"n{number}", "sql", {"sql": "SELECT * FROM ${t1}"}))
        pipeline["edges"].append(edge(f"n{(number - 1) // 3}", "outputTable", f"n{number}", "t1"))
    made = create(home, pipeline)
    assert len(made["nodes"]) == 500
    assert home.post("/designer/check", made)["errors"] == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": ""},
        {"name": "x", "nodes": 3},
        {"name": "x", "nodes": [{"id": "a b"}]},
        {"name": "x", "nodes": [{"id": "../x", "component": "sql"}]},
        {"name": "x", "nodes": [{"id": "a", "parameters": {"-Dx=1;": "y"}}]},
        {"name": "x", "nodes": [{"id": "a", "parameters": {"x": 1}}]},
        {"name": "x", "nodes": [{"id": "a", "x": 1e300}]},
        {"name": "x", "nodes": [{"id": "a"}, {"id": "A"}]},
        {"name": "x", "edges": [{"from": 3}]},
        {"name": "x", "parameters": [{"name": "a b", "value": ""}]},
        {"name": "x" * 5000},
    ],
)
def test_wrong_bodies_are_refused(home, body):
    status, answer = home.ask("POST", "/designer/pipelines", body)
    assert status == 400 and answer["error"]["message"], answer


def test_names_lead_out_of_no_folder(home):
    for name in ("..", "...", ".lock", "a/../..", "%2e%2e"):
        assert home.ask("GET", f"/designer/pipelines/{name}")[0] == 404


def test_a_node_is_a_statement_and_a_pipeline_goes_out_and_in(home):
    made = create(home, splitting("round trip"))
    statement = home.post("/designer/statement", {"pipeline": made, "node": "parts"})["statement"]
    assert 'PAI -name split\n    -DinputTableName="pai_temp_round_trip_query_1"' in statement
    # The canvas gives its nodes such ids.
    numbered = {**made, "nodes": [{**one, "id": f"{one['id']}_1"} for one in made["nodes"]]}
    numbered["edges"] = [{**edge("query_1", "outputTable", "parts_1", "inputTableName")}]
    statement = home.post("/designer/statement", {"pipeline": numbered, "node": "parts_1"})["statement"]
    assert re.search(r'-DinputTableName="pai_temp_round_trip_query_1_[0-9a-f]{8}_1"', statement)
    exported = home.get(f"/designer/pipelines/{made['id']}/export")
    assert exported["file_name"] == "round_trip.yaml" and "{{pipelines.read.outputs" in exported["text"]
    status, imported = home.ask("POST", "/designer/import", {"text": exported["text"]})
    assert status == 201 and imported["notes"] == []
    for part in ("name", "nodes", "edges", "parameters"):
        assert imported["pipeline"][part] == made[part]


def test_a_component_that_does_not_run_here_is_kept(home):
    pipeline = splitting("strange")
    pipeline["nodes"].append(node("odd", "fe_meta_runner", {"labelCol": "y"}))
    pipeline["edges"].append(edge("parts", "output1TableName", "odd", "inputTable"))
    made = create(home, pipeline)
    exported = home.get(f"/designer/pipelines/{made['id']}/export")
    status, imported = home.ask("POST", "/designer/import", {"text": exported["text"]})
    assert status == 201
    for part in ("nodes", "edges"):
        assert imported["pipeline"][part] == made[part]
    assert [one["node"] for one in imported["notes"]] == ["odd"], imported["notes"]
    path = f"/designer/pipelines/{imported['pipeline']['id']}/runs"
    status, refused = home.ask("POST", path, {"kind": "all"})
    assert status == 400 and {one["node"] for one in refused["errors"]} == {"odd"}


def test_wrong_imports_are_refused(home):
    laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 10)
    )
    for text in ("", "{", "a: [", "{}", json.dumps({"tasks": 1}), laughs):
        assert home.ask("POST", "/designer/import", {"text": text})[0] == 400
    assert home.ask("POST", "/designer/import", {"text": 3})[0] == 400
