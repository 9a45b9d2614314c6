"""Functions in Python in workflows: nodes that make resources and functions, and SQL that calls them."""

import json

import test_pyodps
from steering import log, run

MODULE = """
from odps.udf import annotate

@annotate("bigint->bigint")
class Twice(object):
    def evaluate(self, a):
        print("twice", a)
        return a * 2
"""
NODES = """
nodes:
  calls: calls.sql
  twice: {kind: ODPS_FUNCTION, file: twice.json}
  sums: {kind: ODPS_PYTHON, file: sums.py}
"""
TWICE = json.dumps({"className": "sums.Twice", "resources": "sums.py"})


def test_nodes_make_a_resource_and_a_function_and_call_it(flows):
    """What calls a function waits for the node that makes it, and that one for its resources."""
    run(
        flows,
        flow_yaml=NODES,
        calls_sql="CREATE TABLE made AS SELECT twice(21) AS v;",
        twice_json=TWICE,
        sums_py=MODULE,
    )
    assert flows.rows("SELECT v FROM made;") == [["42"]]
    assert [row[0] for row in flows.rows("LIST FUNCTIONS;")] == ["twice"]
    assert "twice 21" in log(flows, "calls").replace("('twice', 21)", "twice 21")
    # Nodes that are run again replace both.
    run(
        flows,
        calls_sql="INSERT INTO made SELECT `default_project`.twice(1);",
        twice_json=json.dumps({"className": "sums.Twice", "resources": ["sums.py"], "name": "twice"}),
    )
    assert flows.rows("SELECT v FROM made ORDER BY v LIMIT 9;") == [["2"], ["42"]]


def test_a_node_makes_a_jar(flows):
    run(flows, flow_yaml="nodes: {lower: {kind: ODPS_JAR, file: lower.jar}}", lower_jar="PK")
    assert [row[:2] for row in flows.rows("LIST RESOURCES;")] == [["lower.jar", "jar"]]


def test_a_check_knows_what_the_nodes_will_make(flows):
    flows.write(flow_yaml=NODES, calls_sql="SELECT twice('x', 2);", twice_json=TWICE, sums_py=MODULE)
    done = flows.flow("check")
    assert done.returncode == 1
    assert "calls.sql:1:8" in done.stdout + done.stderr
    assert "function twice needs 1 parameter, actually have 2" in done.stdout + done.stderr
    flows.write(calls_sql="SELECT twice(2);")
    done = flows.flow("check")
    assert done.returncode == 0, done.stdout + done.stderr


def test_mistakes_of_function_nodes_are_known_before_a_run(flows):
    for code, said in (
        ("{'className'", "f.json:1:"),
        ('{"resources": "sums.py"}', "has no className of a function"),
        ('{"className": "sums.Twice"}', "has no resources of a function"),
        (TWICE, "resource sums.py does not exist"),
    ):
        flows.write(flow_yaml="nodes: {f: {kind: ODPS_FUNCTION, file: f.json}}", f_json=code)
        done = flows.flow("check")
        assert done.returncode == 1 and said in done.stdout + done.stderr, (code, done.stdout, done.stderr)


def test_a_spec_with_resources_and_functions(flows, tmp_path):
    spec = {
        "version": "1.1.0",
        "kind": "CycleWorkflow",
        "spec": {
            "nodes": [
                {"id": "1", "name": "sums.py", "script": {"content": MODULE, "runtime": {"command": "ODPS_PYTHON"}}},
                {"id": "2", "name": "twice", "script": {"content": TWICE, "runtime": {"command": "ODPS_FUNCTION"}}},
                {
                    "id": "3",
                    "name": "calls",
                    "script": {
                        "content": "CREATE TABLE made AS SELECT twice(4) AS v;",
                        "runtime": {"command": "ODPS_SQL"},
                    },
                },
            ],
            "flow": [
                {"nodeId": "2", "depends": [{"nodeId": "1", "type": "Normal"}]},
                {"nodeId": "3", "depends": [{"nodeId": "2", "type": "Normal"}]},
            ],
        },
    }
    source = tmp_path / "spec.json"
    source.write_text(json.dumps(spec))
    plain = tmp_path / "plain"
    flows.folder = source
    assert flows.flow("import", plain).returncode == 0
    assert json.loads((plain / "twice.json").read_text()) == json.loads(TWICE)
    flows.folder = plain
    run(flows)
    assert flows.rows("SELECT v FROM made;") == [["8"]]
    assert flows.flow("export", tmp_path / "back.json").returncode == 0
    back = json.loads((tmp_path / "back.json").read_text())
    assert back["spec"]["nodes"] == spec["spec"]["nodes"]


def test_a_node_of_pyodps_makes_functions(flows):
    said = test_pyodps.run(
        flows,
        f"""
from odps.errors import NoSuchObject
o.create_resource('sums.py', 'py', file_obj={MODULE!r})
made = o.create_function('twice', class_type='sums.Twice', resources=['sums.py'])
print(made.class_type, [one.name for one in made.resources], made.creation_time is not None, o.exist_function('TWICE'))
with o.execute_sql('SELECT twice(21) AS v').open_reader() as reader:
    print(reader[0]['v'])
try:
    o.create_function('twice', class_type='sums.Twice', resources=[o.get_resource('sums.py')])
except Exception as failure:
    print(type(failure).__name__, 'already exists' in str(failure))
made.class_type = 'sums.Thrice'
o.create_resource('sums.py', 'py', file_obj={MODULE.replace("Twice", "Thrice").replace("* 2", "* 3")!r})
made.update()
with o.execute_sql('SELECT twice(21) AS v').open_reader() as reader:
    print(reader[0]['v'], [one.name for one in o.list_functions(prefix='tw')])
o.delete_function('twice')
try:
    print(o.get_function('twice').class_type)
except NoSuchObject:
    print('gone')
""",
    )
    lines = [line for line in said.splitlines() if "twice" not in line or "[" in line]
    assert lines == ["sums.Twice ['sums.py'] True True", "42", "ODPSError True", "63 ['twice']", "gone"], said
