"""Runs of pipelines: whole, from a node, up to it, one alone; what nodes have made; ends of all kinds."""

import os
import time

import pytest
from console_home import ROOT, Console

IRIS = os.path.join(ROOT, "docs", "examples", "iris")
FLOWER = "sepal_length DOUBLE, sepal_width DOUBLE, petal_length DOUBLE, petal_width DOUBLE, category STRING"
NUMBERED = (
    "INSERT OVERWRITE TABLE iris_train PARTITION (split) SELECT sepal_length, sepal_width, petal_length, petal_width,"
    " category, CASE WHEN n % 5 = 0 THEN 'test' ELSE 'train' END AS split FROM (SELECT *, ROW_NUMBER() OVER (PARTITION"
    " BY category ORDER BY sepal_length, sepal_width, petal_length, petal_width) AS n FROM iris_data) numbered"
)
JUDGED = (
    "SELECT t.category AS label, p.f5 AS prediction_result FROM (SELECT DISTINCT * FROM ${t1}) t JOIN (SELECT DISTINCT"
    " * FROM ${t2}) p ON p.f1 = t.sepal_length AND p.f2 = t.sepal_width AND p.f3 = t.petal_length"
    " AND p.f4 = t.petal_width"
)


def node(name, component, parameters=None, **more):
    return {"id": name, "name": name, "component": component, "parameters": parameters or {}, **more}


def edge(giver, output, taker, put):
    return {"from": {"node": giver, "port": output}, "to": {"node": taker, "port": put}}


def chain(name, middle="SELECT x, x * 2 AS y FROM ${t1}"):
    return {
        "name": name,
        "nodes": [
            node("read", "data_source", {"table": "numbers"}),
            node("first", "sql", {"sql": middle}),
            node("second", "sql", {"sql": "SELECT SUM(y) AS total FROM ${t1}"}),
        ],
        "edges": [edge("read", "outputTable", "first", "t1"), edge("first", "outputTable", "second", "t1")],
    }


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    made = Console(tmp_path_factory.mktemp("runs")).start()
    made.run("CREATE TABLE numbers (x BIGINT)", "INSERT INTO numbers VALUES (1), (2), (3)")
    yield made
    made.stop()


def create(home, pipeline):
    status, made = home.ask("POST", "/designer/pipelines", pipeline)
    assert status == 201, made
    return made["id"]


def start(home, pipeline, kind="all", chosen="", **more):
    body = {"kind": kind, **({"node": chosen} if chosen else {}), **more}
    status, answer = home.ask("POST", f"/designer/pipelines/{pipeline}/runs", body)
    assert status == 200 and answer["run"] > 0, answer
    return answer["run"]


def wait(home, run, limit=120, until=lambda run: run["state"] != "RUNNING"):
    end = time.monotonic() + limit
    while True:
        told = home.get(f"/designer/runs/{run}")
        if until(told):
            return told
        assert time.monotonic() < end, told


def states(run):
    return {one["node"]: one["state"] for one in run["nodes"]}


def outputs(home, pipeline, name, **more):
    return home.get(f"/designer/pipelines/{pipeline}/nodes/{name}/outputs", **more)


def test_the_iris_pipeline_runs_and_shows_its_accuracy(home):
    home.run(
        f"CREATE TABLE iris_data ({FLOWER})",
        f"TUNNEL UPLOAD {IRIS}/iris.csv iris_data -h true",
        f"CREATE TABLE iris_train ({FLOWER}) PARTITIONED BY (split STRING)",
        NUMBERED,
    )
    with open(os.path.join(IRIS, "iris_train.py"), encoding="utf-8") as file:
        script = file.read()
    pipeline = {
        "name": "鸢尾花",
        "nodes": [
            node("train", "data_source", {"table": "iris_train", "partition": "split=train"}),
            node("test", "data_source", {"table": "iris_train", "partition": "split=test"}),
            node("code", "file_source", {"code": script}),
            node(
                "learn",
                "tensorflow1120_ext",
                {
                    "createTable": "CREATE TABLE ${outputs} (f1 DOUBLE, f2 DOUBLE, f3 DOUBLE, f4 DOUBLE, f5 STRING)",
                    "checkpointDir": "oss://iris-models/softmax/",
                    "gpuRequired": "0",
                },
            ),
            node("judge", "sql", {"sql": JUDGED}),
            node("measure", "MultiClassEvaluation", {"labelColName": "label"}),
        ],
        "edges": [
            edge("code", "output", "learn", "script"),
            edge("train", "outputTable", "learn", "tables"),
            edge("test", "outputTable", "learn", "tables"),
            edge("test", "outputTable", "judge", "t1"),
            edge("learn", "outputs", "judge", "t2"),
            edge("judge", "outputTable", "measure", "inputTableName"),
        ],
    }
    checked = home.post("/designer/check", pipeline)
    assert checked["errors"] == []
    assert [one["name"] for one in checked["nodes"]["judge"]["ports"]["outputTable"]["columns"]][0] == "label"
    made = create(home, pipeline)
    run = wait(home, start(home, made))
    assert run["state"] == "SUCCESS", [home.get(f"/designer/runs/{run['run']}/nodes/learn/log"), run]
    learn = next(one for one in run["nodes"] if one["node"] == "learn")
    assert learn["instances"] and learn["duration_ms"] > 0
    listed = home.get("/logview/instances", kind="pai")["instances"]
    assert [(one["id"], one["name"]) for one in listed] == [(learn["instances"][0], f"{made}_learn")]
    assert "predicted 30 rows" in home.get(f"/designer/runs/{run['run']}/nodes/learn/log")["text"]
    (table, folder) = outputs(home, made, "learn", preview=3)["outputs"]
    assert table["temporary"] and table["rows"] == "30" and len(table["preview"]["rows"]) == 3
    assert folder["type"] == "folder" and folder["name"] == "oss://iris-models/softmax/"
    evaluation = outputs(home, made, "measure")["evaluation"]
    numbers = {one["name"]: one["value"] for one in evaluation["numbers"]}
    assert evaluation["kind"] == "multiclass" and numbers["Accuracy"] > 0.9
    assert evaluation["confusion"]["labels"] == ["setosa", "versicolor", "virginica"]
    assert home.get("/designer/pipelines")["pipelines"][-1]["last_run"]["state"] == "SUCCESS"


def test_an_evaluation_shows_its_numbers_and_curves(home):
    home.run(
        "CREATE TABLE predicted (label BIGINT, prediction_score DOUBLE)",
        "INSERT INTO predicted VALUES (1, 0.9), (0, 0.6), (1, 0.7), (0, 0.2)",
    )
    pipeline = {
        "name": "evaluation",
        "nodes": [
            node("read", "data_source", {"table": "predicted"}),
            node("judge", "evaluate", {"labelColName": "label", "scoreColName": "prediction_score", "binCount": "4"}),
        ],
        "edges": [edge("read", "outputTable", "judge", "inputTableName")],
    }
    made = create(home, pipeline)
    assert wait(home, start(home, made))["state"] == "SUCCESS"
    told = outputs(home, made, "judge", preview=0)
    assert {one["type"] for one in told["outputs"]} == {"evaluation"} and "preview" not in told["outputs"][0]
    evaluation = told["evaluation"]
    assert {one["name"]: one["value"] for one in evaluation["numbers"]}["AUC"] == 1
    curves = {one["name"]: one["points"] for one in evaluation["curves"]}
    assert set(curves) == {"ROC", "PR", "Lift", "KS"}
    assert curves["ROC"] == [[0, 0], [0, 0.5], [0, 1], [0.5, 1], [1, 1]]
    # The program itself computes an evaluation.
    assert home.get("/logview/instances", name=made)["instances"] == []


def test_from_to_and_one_take_what_the_run_before_has_left(home):
    made = create(home, chain("parts"))
    path = f"/designer/pipelines/{made}/runs"
    status, refused = home.ask("POST", path, {"kind": "from", "node": "second"})
    assert status == 400 and "first has not run yet" in refused["errors"][0]["message"]
    run = wait(home, start(home, made, "to", "first"))
    assert states(run) == {"read": "SUCCESS", "first": "SUCCESS", "second": "NOT_RUN"}
    assert [one["selected"] for one in run["nodes"]] == [True, True, False]
    run = wait(home, start(home, made, "from", "second"))
    assert states(run)["second"] == "SUCCESS" and states(run)["first"] == "NOT_RUN"
    newest = {one["node"]: one for one in home.get(f"/designer/pipelines/{made}/states")["nodes"]}
    assert {name: one["state"] for name, one in newest.items()} == dict.fromkeys(("read", "first", "second"), "SUCCESS")
    assert newest["first"]["run"] < newest["second"]["run"] == run["run"]
    assert outputs(home, made, "second")["outputs"][0]["preview"]["rows"] == [["12"]]
    run = wait(home, start(home, made, "one", "first"))
    assert states(run) == {"read": "NOT_RUN", "first": "SUCCESS", "second": "NOT_RUN"}
    listed = home.get(path)["runs"]
    assert [(one["kind"], one["node"]) for one in listed] == [("one", "first"), ("from", "second"), ("to", "first")]


def test_variables_of_the_pipeline_are_in_its_parameters(home):
    pipeline = chain("variables", "SELECT x, x * ${times} AS y FROM ${t1}")
    made = create(home, {**pipeline, "parameters": [{"name": "times", "value": "10"}]})
    assert wait(home, start(home, made))["state"] == "SUCCESS"
    assert outputs(home, made, "second")["outputs"][0]["preview"]["rows"] == [["60"]]


def test_a_pipeline_without_nodes_does_not_run(home):
    made = create(home, {"name": "empty"})
    status, refused = home.ask("POST", f"/designer/pipelines/{made}/runs", {})
    assert status == 400 and "no node" in refused["error"]["message"]


def test_a_wrong_node_stops_its_own_runs_alone(home):
    pipeline = chain("half wrong")
    pipeline["nodes"][2]["parameters"]["sql"] = "SELECT nothing FROM ${t1}"
    made = create(home, pipeline)
    status, refused = home.ask("POST", f"/designer/pipelines/{made}/runs", {"kind": "all"})
    assert status == 400 and [one["node"] for one in refused["errors"]] == ["second"]
    assert refused["error"]["message"].startswith("second: ")
    assert wait(home, start(home, made, "to", "first"))["state"] == "SUCCESS"
    assert home.ask("POST", f"/designer/pipelines/{made}/runs", {"kind": "one", "node": "none"})[0] == 400
    assert home.ask("POST", f"/designer/pipelines/{made}/runs", {"version": "other"})[0] == 409


def test_a_run_that_fails_says_why_and_where(home):
    made = create(home, chain("fails", "SELECT x, CAST('a' || x AS BIGINT) AS y FROM ${t1} WHERE ASSERT_TRUE(x > 9)"))
    status, answer = home.ask("POST", f"/designer/pipelines/{made}/runs", {})
    if status == 400:  # the check has seen it
        assert answer["errors"][0]["node"] == "first"
        return
    run = wait(home, answer["run"])
    assert run["state"] == "FAILURE" and states(run)["second"] == "NOT_RUN"
    assert next(one for one in run["nodes"] if one["node"] == "first")["message"]


def sleeping(name):
    return chain(name, "SELECT TRANSFORM(x) USING 'sleep 300' AS (y BIGINT) FROM ${t1}")


def test_a_run_is_cancelled(home):
    made = create(home, sleeping("long"))
    run = start(home, made)
    wait(home, run, until=lambda told: states(told)["first"] == "RUNNING")
    status, _ = home.ask("POST", f"/designer/pipelines/{made}/runs", {})
    assert status == 409
    assert home.ask("POST", f"/designer/runs/{run}/cancel", {})[0] == 200
    told = wait(home, run)
    assert told["state"] == "FAILURE" and states(told)["second"] == "NOT_RUN"


def test_a_run_goes_on_when_the_server_restarts(home):
    made = create(home, sleeping("restart"))
    run = start(home, made)
    wait(home, run, until=lambda told: states(told)["first"] == "RUNNING")
    home.restart()
    assert home.get(f"/designer/runs/{run}")["state"] == "RUNNING"
    home.post(f"/designer/runs/{run}/cancel")
    assert wait(home, run)["state"] == "FAILURE"


def test_runs_of_others_are_not_there(home):
    assert home.ask("GET", "/designer/runs/999999")[0] == 404
    assert home.ask("GET", "/designer/runs/x")[0] == 404
