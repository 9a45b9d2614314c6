"""Workflows of DataWorks as plain folders and back: FlowSpec 1.x, folders of 2.0, PAI content."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import BINARY, TIMEOUT

SPECS = Path(__file__).parent / "specs"
SINGLE = sorted(path.name for path in SPECS.iterdir() if path.is_file())


def flow(home, *words, code=0, **options):
    done = subprocess.run(
        [BINARY, "--home", str(home), "flow", *map(str, words)],
        text=True,
        capture_output=True,
        check=False,
        timeout=TIMEOUT,
        **options,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.mark.parametrize("name", [name for name in SINGLE if not name.startswith("pai_")])
def test_a_spec_comes_back_byte_for_byte(home, tmp_path, name):
    flow(home, "import", SPECS / name, tmp_path / "flow")
    flow(home, "export", tmp_path / "flow", tmp_path / name)
    assert (tmp_path / name).read_bytes() == (SPECS / name).read_bytes()
    # What stands there is replaced when asked.
    flow(home, "export", tmp_path / "flow", tmp_path / name, code=2)
    flow(home, "export", tmp_path / "flow", tmp_path / name, "--overwrite")
    flow(home, "import", SPECS / name, tmp_path / "flow", code=2)


def test_a_folder_of_three_files_a_node_comes_back(home, tmp_path):
    shutil.copytree(SPECS / "etl", tmp_path / "etl")
    # By a relative path, into a folder within the one that is read.
    flow(home, "import", ".", "plain", cwd=tmp_path / "etl")
    plain = tmp_path / "etl" / "plain"
    assert sorted(tree(plain)) == sorted(
        ["flow.yaml", "extract/extract.sh", "load/load.sql"] + [f".dataworks/{name}" for name in tree(SPECS / "etl")]
    )
    flow(home, "check", plain)
    flow(home, "export", plain, tmp_path / "back")
    assert tree(tmp_path / "back") == tree(SPECS / "etl")
    # The code's placeholders are parameters, and it runs.
    flow(home, "run", plain, "--bizdate", "20260101")
    assert flow(home, "log", "last", "extract").stdout == "extracted 20260101 of orders\n"
    # One node by itself.
    flow(home, "import", tmp_path / "etl" / "load", tmp_path / "one")
    assert "nodes:\n  load:" in (tmp_path / "one" / "flow.yaml").read_text()


def test_a_spec_runs_and_its_changes_go_back(home, tmp_path):
    plain = tmp_path / "flow"
    done = flow(home, "import", SPECS / "cycle.json", plain)
    assert "waits for other_project.orders_out, which belongs to another workflow" in done.stderr
    assert "of the day before" not in done.stderr
    assert (
        (plain / "flow.yaml").read_text()
        == """\
name: nightly
parameters:
  region: cn
cron: 00 30 02 * * ?
nodes:
  begin:
    kind: VIRTUAL
    depends: []
  load:
    file: load.sql
    parameters:
      bizdate: $bizdate
      hour: $[hh24miss]
    outputs:
      - shop.orders_loaded
    rerun-mode: FailureAllowed
    rerun-times: 3
    timeout: 2h
    depends:
      - begin
    previous:
      - self
  报表/日:
    file: 报表_日.sh
    parameters:
      - $bizdate
      - $[yyyymmdd-7]
    priority: 7
    depends:
      - load
"""
    )
    flow(home, "run", plain, "--bizdate", "20260101")
    assert flow(home, "log", "last", "报表/日").stdout == "20260101 20251226\n"
    # A change of one thing leaves all else as it was.
    flow_yaml = plain / "flow.yaml"
    flow_yaml.write_text(
        flow_yaml.read_text().replace("timeout: 2h", "timeout: 90min").replace("hour: $[hh24miss]", "hour: $[hh24]")
    )
    (plain / "load.sql").write_text("SELECT 2;\n")
    flow(home, "export", plain, tmp_path / "cycle.json")
    before = json.loads((SPECS / "cycle.json").read_text())
    after = json.loads((tmp_path / "cycle.json").read_text())
    load = before["spec"]["nodes"][1]
    load.update(timeout=90, timeoutUnit="MINUTES")
    load["script"]["content"] = "SELECT 2;\n"
    load["script"]["parameters"][1]["value"] = "$[hh24]"
    assert after == before
    # Nodes that come and go, and what waits for them.
    text = flow_yaml.read_text().replace("  begin:\n    kind: VIRTUAL\n", "  start:\n    kind: VIRTUAL\n")
    flow_yaml.write_text(text.replace("- begin", "- start"))
    flow(home, "export", plain, tmp_path / "second.json")
    second = json.loads((tmp_path / "second.json").read_text())["spec"]
    assert [node["name"] for node in second["nodes"]][-1] == "start"
    waits = {one["nodeId"]: one["depends"] for one in second["flow"]}
    assert waits["1002"][-1] == {"type": "Normal", "output": "default_project.start"}
    assert waits["start"] == [{"type": "Normal", "output": "default_project_root"}]
    assert "1001" not in waits


@pytest.mark.parametrize("target", ["new.json", "new.yaml", "new"])
def test_a_folder_that_began_here_goes_there_and_back(home, tmp_path, target):
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "flow.yaml").write_text("""
parallel: 2
parameters: {bizdate: $bizdate}
cron: 00 00 01 * * ?
nodes:
  first: {rerun-times: 2, tags: [daily], parameters: {limit: 5}}
  second: {timeout: 30s, description: adds up}
  third: {file: third.sh, depends: [second], parameters: [$bizdate, x]}
  end: {kind: VIRTUAL, depends: [third], outputs: [all_done]}
""")
    (plain / "first.sql").write_text("CREATE TABLE IF NOT EXISTS t (n BIGINT);\n")
    (plain / "second.sql").write_text("SELECT COUNT(*) FROM t;\n")
    (plain / "third.sh").write_text("echo $1 $2\n")
    flow(home, "export", plain, tmp_path / target)
    flow(home, "import", tmp_path / target, tmp_path / "again")

    def plan_of(folder):
        """Parameters and order; nodes stand in a folder by their names."""
        return sorted(flow(home, "run", folder, "--bizdate", "20260101", "--dry-run").stdout.splitlines())

    shown = [plan_of(plain), plan_of(tmp_path / "again")]
    # The edge that the SQL told is one that is given.
    assert shown[1] == shown[0]
    flow(home, "export", tmp_path / "again", tmp_path / "second" / target)
    first, second = tmp_path / target, tmp_path / "second" / target
    if target == "new":
        assert tree(second) == tree(first)
        assert "projectIdentifier=default_project" in (first / "dataworks.properties").read_text()
    else:
        assert second.read_bytes() == first.read_bytes()
    # Every shape says the same as every other.
    flow(home, "export", tmp_path / "again", tmp_path / "x.json")
    flow(home, "export", tmp_path / "again", tmp_path / "x")
    flow(home, "import", tmp_path / "x", tmp_path / "third")
    assert plan_of(tmp_path / "third") == shown[0]


def test_nodes_that_steer_others_go_back(home, tmp_path):
    plain = tmp_path / "flow"
    flow(home, "import", SPECS / "control.json", plain)
    text = (plain / "flow.yaml").read_text()
    for part in (
        "n: sizes.outputs",
        "when: ${n[0][0]} > 10",
        "output: shop.big",
        "- shop.big",
        "logic: a and b",
        "ignore-branches: true",
        "day: $bizdate",
    ):
        assert part in text, text
    (plain / "flow.yaml").write_text(
        text.replace("> 10", "> 20")
        .replace("n: sizes.outputs", "n: sizes.outputs\n      d: few.day")
        .replace("- self", "- few")
    )
    flow(home, "export", plain, tmp_path / "control.json")
    before = json.loads((SPECS / "control.json").read_text())["spec"]
    after = json.loads((tmp_path / "control.json").read_text())["spec"]
    choose, was = after["nodes"][1], before["nodes"][1]
    # Of what changes, what nobody knows stays; all else is as it was.
    assert choose["branch"]["branches"][0].pop("when") == "${n[0][0]} > 20"
    assert was["branch"]["branches"][0].pop("when") == "${n[0][0]} > 10"
    assert choose["branch"] == was["branch"]
    added = choose["inputs"]["variables"].pop()
    assert (added["name"], added["inputName"], added["node"]) == ("day", "d", {"nodeId": "4"})
    assert choose["inputs"] == was["inputs"]
    assert [node for node in after["nodes"] if node["id"] not in "24"] == [
        node for node in before["nodes"] if node["id"] not in "24"
    ]
    assert [one["type"] for one in after["flow"][1]["depends"]] == [
        "Normal",
        "CrossCycleDependsOnOtherNode",
        "CrossCycleDependsOnOtherNode",
    ]


def test_loops_within_loops_go_back(home, tmp_path):
    plain = tmp_path / "flow"
    flow(home, "import", SPECS / "loops.json", plain)
    assert sorted(name for name in tree(plain) if not name.startswith(".")) == [
        "each/inner/while.py",
        "each/inner/work.sql",
        "each/show_it.sh",
        "flow.yaml",
        "list.sh",
    ]
    # What an inner node waits for, says and does.
    text = (plain / "flow.yaml").read_text()
    (plain / "flow.yaml").write_text(
        text.replace(
            "        depends:\n          - inner\n",
            "        depends:\n          - extra\n      extra:\n        kind: VIRTUAL\n"
            "        depends:\n          - inner\n",
        ).replace("description: w", "description: v")
    )
    (plain / "each" / "inner" / "while.py").write_text("print(False)\n")
    flow(home, "export", plain, tmp_path / "loops.json")
    before = json.loads((SPECS / "loops.json").read_text())["spec"]
    after = json.loads((tmp_path / "loops.json").read_text())["spec"]
    body = after["nodes"][1]["for-each"]
    assert [node["name"] for node in body["nodes"]] == ["start", "show/it", "inner", "end", "extra"]
    waits = {one["nodeId"]: [two["output"] for two in one["depends"]] for one in body["flow"]}
    assert waits["24"] == ["default_project.extra"]
    assert waits["2.extra"] == ["default_project.inner"]
    inner = body["nodes"][2]["do-while"]
    assert inner["nodes"][1]["description"] == "v"
    assert inner["while"]["script"]["content"] == "print(False)\n"
    assert (
        inner["while"]["script"]["parameters"]
        == before["nodes"][1]["for-each"]["nodes"][2]["do-while"]["while"]["script"]["parameters"]
    )
    assert after["nodes"][2] == before["nodes"][2]
    # In another shape, and begun here.
    flow(home, "export", plain, tmp_path / "folder")
    flow(home, "import", tmp_path / "folder", tmp_path / "second")
    flow(home, "export", tmp_path / "second", tmp_path / "third.json")
    flow(home, "import", tmp_path / "third.json", tmp_path / "fourth")
    shutil.rmtree(plain / ".dataworks")
    flow(home, "export", plain, tmp_path / "new.json")
    flow(home, "import", tmp_path / "new.json", tmp_path / "fifth")
    for folder in ("fourth", "fifth"):
        again = tmp_path / folder
        assert (again / "each" / "inner" / "while.py").read_text() == "print(False)\n"
        assert "          - extra\n" in (again / "flow.yaml").read_text()


def test_content_of_pai_nodes(home, tmp_path):
    flow(home, "import", SPECS / "pai_content.json", tmp_path / "flow")
    assert (tmp_path / "flow" / "split.sql").read_text() == (
        "drop table if exists pai_temp_1_2;\n"
        'PAI -name split -project algo_public -DinputTableName=a&b -Dfactor="0.8";\n'
    )
    graph = flow(home, "graph", tmp_path / "flow").stdout
    assert graph.splitlines() == ["read   VIRTUAL", "split  ODPS_SQL  <- read"]


def test_a_pipeline_of_pai_tasks(home, tmp_path):
    """XML with entities and CDATA, sub-jobs in their order, a task with two before it, a model that goes."""
    plain = tmp_path / "flow"
    flow(home, "import", SPECS / "pai_pipeline.json", plain)
    assert flow(home, "graph", plain).stdout.splitlines() == [
        "read table  VIRTUAL",
        "split       ODPS_SQL  <- read table",
        "词频/count  ODPS_SQL  <- split",
        "model       ODPS_SQL  <- read table, 词频/count",
    ]
    assert (plain / "split.sql").read_text() == (
        "drop table if exists pai_temp_7_1_1;\nPAI -name split_word -project algo_public "
        '-DoutputTableName="pai_temp_7_1_1" -DinputTableName="docs" -Dfilter="a < b && c";\n'
    )
    assert (plain / "词频_count.sql").read_text() == (
        "drop table if exists pai_temp_7_2_1;\ndrop table if exists pai_temp_7_2_2;\n"
        "PAI -name doc_word_stat -project algo_public\n -DinputTableName=pai_temp_7_1_1 "
        "-DoutputTableNameMulti=pai_temp_7_2_1;\n"
    )
    assert (plain / "model.sql").read_text() == (
        "-- DROP OFFLINEMODEL IF EXISTS kmeans_7\nPAI -name KMeans -DmodelName=kmeans_7 "
        "-DinputTableName=pai_temp_7_2_1 -DidxTableName=out_7;\n"
    )
    # It goes back as a FlowSpec, which says the same.
    flow(home, "export", plain, tmp_path / "pipeline.json")
    flow(home, "import", tmp_path / "pipeline.json", tmp_path / "again")
    assert flow(home, "graph", tmp_path / "again").stdout == flow(home, "graph", plain).stdout
    assert (tmp_path / "again" / "split.sql").read_bytes() == (plain / "split.sql").read_bytes()


def test_what_stands_in_every_list_and_field(home, tmp_path):
    """What flow.yaml has a key for is there; the rest comes back, where something else changes, too."""
    plain = tmp_path / "flow"
    flow(home, "import", SPECS / "every_field.json", plain)
    text = (plain / "flow.yaml").read_text()
    for part in (
        "timeout: 30min",
        "rerun-interval: 1min",
        "priority: 5",
        "ignore-branches: true",
        "- shop.b",
        "k: v",
        "- self",
        "a: $[yyyymmdd-1/24]",
    ):
        assert part in text, text
    (plain / "flow.yaml").write_text(text.replace("priority: 5", "priority: 6"))
    flow(home, "export", plain, tmp_path / "every_field.json")
    before = json.loads((SPECS / "every_field.json").read_text())
    before["spec"]["nodes"][1]["priority"] = 6
    after = (tmp_path / "every_field.json").read_text()
    assert json.loads(after) == before
    assert '"cu": 0.50' in after and '"cores": 1e2' in after
    lists = tmp_path / "lists"
    flow(home, "import", SPECS / "every_list.yaml", lists)
    text = (lists / "flow.yaml").read_text()
    assert "words: list.outputs" in text and "gives" not in text and "cron: 00 15 03 * * ?" in text
    flow(home, "run", lists, "--bizdate", "20260101")
    assert flow(home, "log", "last", "say").stdout == "20260101 a\n"
    # The code of a PyODPS node is Python.
    flow(home, "import", SPECS / "workflow_2_0.json", tmp_path / "two")
    assert (tmp_path / "two" / "second.py").read_text() == "print(args)"


def test_what_is_no_workflow(home, tmp_path):
    bad = tmp_path / "bad.json"
    bad.write_text('{"version": "1.1.0",\n  "spec": {"nodes": [}\n')
    assert "bad.json:2:22: this is not JSON" in flow(home, "import", bad, code=1).stderr
    bad.write_text('{"name": "x"}')
    assert "is not a FlowSpec" in flow(home, "import", bad, code=1).stderr
    assert "cannot read" in flow(home, "import", tmp_path / "none.json", code=2).stderr
    (tmp_path / "empty").mkdir()
    assert "has no file *.spec.json" in flow(home, "import", tmp_path / "empty", code=2).stderr
    # Names do not lead out of the folder.
    spec = {
        "version": "1.1.0",
        "kind": "CycleWorkflow",
        "spec": {
            "nodes": [
                {
                    "id": "1",
                    "name": "../../outside",
                    "script": {"path": "../../../outside", "content": "true\n", "runtime": {"command": "DIDE_SHELL"}},
                },
                {"id": "2", "name": "/etc/x", "script": {"content": "true\n", "runtime": {"command": "SHELL"}}},
            ]
        },
    }
    bad.write_text(json.dumps(spec))
    flow(home, "import", bad, tmp_path / "deep" / "flow")
    assert sorted(os.listdir(tmp_path / "deep" / "flow")) == [
        ".dataworks",
        "_.._.._outside.sh",
        "_etc_x.sh",
        "flow.yaml",
    ]
    assert sorted(os.listdir(tmp_path / "deep")) == ["flow"]
    flow(home, "run", tmp_path / "deep" / "flow")


def test_contents_that_are_json_of_the_platform(home, tmp_path):
    """The code of PAI nodes, tasks and relations, runs as it stands; that of older assignments is unwrapped."""
    tasks = {
        "tasks": [
            {
                "taskName": "late",
                "taskUniqueCode": "2",
                "code": "<job><subJobs><sql>INSERT INTO made SELECT COUNT(*) FROM made</sql></subJobs></job>",
            },
            {
                "taskName": "early",
                "taskUniqueCode": "1",
                "code": "<job><subJobs><sql>DROP TABLE IF EXISTS made</sql><sql><![CDATA[CREATE TABLE made AS SELECT "
                "COUNT(*) AS n FROM VALUES (1), (2) AS t (x) WHERE x < 2]]></sql></subJobs></job>",
            },
        ],
        "taskRelations": [{"parentTaskUniqueCode": "1", "childTaskUniqueCode": "2"}],
    }
    wrapped = '{"language":"python2","content":"print \'a,%d\' % (3 / 2)"}'
    source = tmp_path / "contents.json"
    source.write_text(
        json.dumps(
            {
                "version": "1.1.0",
                "kind": "CycleWorkflow",
                "spec": {
                    "nodes": [
                        {
                            "id": "1",
                            "name": "list",
                            "script": {"content": wrapped, "runtime": {"command": "CONTROLLER_ASSIGNMENT"}},
                        },
                        {
                            "id": "2",
                            "name": "pai",
                            "script": {"content": json.dumps(tasks), "runtime": {"command": "pai"}},
                        },
                        {
                            "id": "3",
                            "name": "words.py",
                            "script": {"content": "x = 1\n", "runtime": {"command": "ODPS_PYTHON"}},
                        },
                        {
                            "id": "4",
                            "name": "show",
                            "script": {"content": "echo ${l[1]}\n", "runtime": {"command": "DIDE_SHELL"}},
                            "inputs": {"variables": [{"name": "outputs", "inputName": "l", "node": {"nodeId": "1"}}]},
                        },
                    ],
                    "flow": [],
                },
            }
        )
    )
    plain = tmp_path / "flow"
    flow(home, "import", source, plain)
    assert (plain / "list.py").read_text() == "print 'a,%d' % (3 / 2)"
    assert "language: python2" in (plain / "flow.yaml").read_text()
    assert (plain / "words.py").read_text() == "x = 1\n"
    flow(home, "run", plain, "--bizdate", "20260101")
    assert flow(home, "log", "last", "show").stdout == "1\n"
    assert "[3/3]" in flow(home, "log", "last", "pai").stdout
    flow(home, "export", plain, tmp_path / "back" / "contents.json")
    assert (tmp_path / "back" / "contents.json").read_bytes() == source.read_bytes()
    # Changed code is wrapped as it was.
    (plain / "list.py").write_text("print 'b'")
    flow(home, "export", plain, tmp_path / "contents2.json")
    after = json.loads((tmp_path / "contents2.json").read_text())
    assert after["spec"]["nodes"][0]["script"]["content"] == wrapped.replace("print 'a,%d' % (3 / 2)", "print 'b'")
    # Errors for other content name the place.
    for text, said in (
        ('{"tasks": [}', "pai.pai:1:12: this is not JSON"),
        ('{"x": 1}', "has neither PAI statements nor the tasks of a PAI node"),
        ('{"tasks": [{"taskName": "t", "code": "<job>"}]}', "pai.pai:1:12: the code of task t is not XML"),
        (
            json.dumps(
                {
                    **tasks,
                    "taskRelations": tasks["taskRelations"]
                    + [{"parentTaskUniqueCode": "2", "childTaskUniqueCode": "1"}],
                }
            ),
            "its tasks wait for each other in a circle",
        ),
    ):
        (plain / "pai.pai").write_text(text)
        assert said in flow(home, "check", plain, code=1).stdout


@pytest.mark.parametrize(
    "kind, members, said",
    [
        ("Resource", {"fileResources": [{"name": "a.py"}]}, "ADD FILE makes a resource"),
        ("Function", {"functions": [{"name": "f"}]}, "a node of kind ODPS_FUNCTION"),
        ("DataSource", {"datasources": []}, "the nodes of a workflow"),
    ],
)
def test_documents_without_nodes(home, tmp_path, kind, members, said):
    path = tmp_path / "other.json"
    path.write_text(json.dumps({"version": "1.2.0", "kind": kind, "spec": members}))
    done = flow(home, "import", path, tmp_path / "flow", code=1)
    assert f"other.json is of kind {kind}, and has no nodes" in done.stderr and said in done.stderr
    assert not (tmp_path / "flow").exists()
