"""Nodes that steer others, as users run them: assignments, branches, merges, loops, workflows as nodes."""

import json
import sqlite3
import subprocess

from conftest import DAY
from steering import log, run


def test_assignments_of_each_language_give_their_result(flows):
    run(
        flows,
        flow_yaml="""
nodes:
  rows: {kind: CONTROLLER_ASSIGNMENT}
  line: {kind: CONTROLLER_ASSIGNMENT, parameters: {day: $bizdate}}
  words: {kind: CONTROLLER_ASSIGNMENT, parameters: [$bizdate]}
  show:
    inputs: {table: rows.outputs, row: line, words: words.outputs}
    parameters: ['${table[1][0]}', '${row[1]}', '${words}', '$bizdate']
  sql: {inputs: {table: rows.outputs}}
  code: {inputs: {table: rows.outputs}}
""",
        rows_sql="SELECT 1 AS a, 'first' AS b; SELECT * FROM VALUES (1, 'x,y'), (2, 'it\\'s') AS t (n, s) "
        "ORDER BY n LIMIT 9;",
        line_py="import sys\nprint('nothing', file=sys.stderr)\nprint('early')\nprint('${day},b\\\\,c')\n",
        words_sh="echo early\necho $1,two\necho later >&2\n",
        show_sh='echo "$1|$2|$3|$4|${table[0][1]}|${row}"; echo ${HOME:+home} ${undefined[0]:-none}\n',
        sql_sql="CREATE TABLE got AS SELECT '${table[0][1]}' AS s, ${table[1][0]} AS n;",
        code_py='print("""${table}""", len("${table[0]}"))\n',
    )
    assert log(flows, "show") == f"2|b,c|{DAY},two|{DAY}|x,y|{DAY},b,c\nhome none\n"
    assert flows.rows("SELECT s, n FROM got;") == [["x,y", "2"]]
    assert log(flows, "code") == """[["1","x,y"],["2","it's"]] 5\n"""
    assert "early" in log(flows, "words") and "later" in log(flows, "words")


def test_assignments_without_a_result_or_with_too_much(flows):
    done = run(
        flows,
        status=1,
        flow_yaml="""
defaults: {kind: CONTROLLER_ASSIGNMENT}
nodes: {none: , empty: , silent: , large: , big: }
""",
        none_sql="CREATE TABLE t (x BIGINT);",
        empty_sql="SELECT 1 AS a FROM (SELECT 1 AS b) x WHERE b = 2;",
        silent_py="print()\n",
        large_py="print('x' * 2200000)\n",
        big_sql="SELECT REPEAT('x', 1100000) AS a, REPEAT('y', 1100000) AS b;",
    )
    assert "none: find no select sql in sql assignment!" in done.stderr
    assert "empty: OutPut Result is null, cannot handle!" in done.stderr
    assert "silent: OutPut Result is null, cannot handle!" in done.stderr
    assert "large: the result of an assignment is larger than 2 MB" in done.stderr
    assert "big: the result of an assignment is larger than 2 MB" in done.stderr


BRANCHES = """
parameters: {size: '5', password: hidden_value}
nodes:
  choose:
    branches:
      big: "${size} > 10"
      middle: "'${password}' != '' and ${size} > 3"
      small: 'True'
  a: {kind: VIRTUAL, depends: [big]}
  b: {kind: VIRTUAL, depends: [middle]}
  c: {kind: VIRTUAL, depends: [small]}
  behind_a: {kind: VIRTUAL, depends: [a]}
  both: {kind: VIRTUAL, depends: [a, b]}
  anyway: {kind: VIRTUAL, depends: [a, b], ignore-branches: true}
  merge: {join: {left: {from: behind_a, status: [1, 2]}, b: 1, c: }, logic: left and (b or c)}
  end: {kind: VIRTUAL, depends: [merge]}
"""


def test_a_branch_takes_the_first_way_and_a_merge_goes_on(flows):
    done = run(flows, flow_yaml=BRANCHES)
    assert flows.states() == {
        "choose": "SUCCESS",
        "a": "NOT_RUN",
        "b": "SUCCESS",
        "c": "NOT_RUN",
        "behind_a": "NOT_RUN",
        "both": "NOT_RUN",
        "anyway": "SUCCESS",
        "merge": "SUCCESS",
        "end": "SUCCESS",
    }
    assert "SUCCESS, 5 nodes succeeded, " in done.stderr
    # What is resumed goes the same way, and nothing runs again.
    again = flows.run("--resume", "--explain")
    assert again.returncode == 0 and again.stderr.count("done in run 1") == 5, again.stderr
    assert flows.states()["c"] == "NOT_RUN"
    # Neither the log nor the home's files keep what a secret parameter was.
    assert "hidden" not in log(flows, "choose")
    kept = b"".join(path.read_bytes() for path in flows.home.rglob("*") if path.is_file())
    assert b"hidden_value" not in kept
    # Another way, another end.
    done = run(flows, "--define", "size=50")
    assert flows.states()["a"] == "SUCCESS" and flows.states()["b"] == "NOT_RUN"
    done = run(flows, status=1, flow_yaml=BRANCHES.replace("b or c", "not left"))
    assert "merge: the merge does not hold: c: " not in done.stderr
    assert "merge: the merge does not hold" in done.stderr


def test_conditions_that_are_none(flows):
    for when, said in (
        ("5", "is not a boolean, but of int"),
        ("${word} == 'x'", "names what is not there"),
        ("1 ==", "is not an expression of Python"),
        ("1 / 0 == 1", "ZeroDivisionError"),
    ):
        done = run(
            flows,
            status=1,
            flow_yaml=f"""
parameters: {{word: x}}
nodes:
  choose: {{branches: [{{when: "{when}", output: p.a}}]}}
  a: {{kind: VIRTUAL, depends: [p.a]}}
""",
        )
        assert said in done.stderr and "choose: the condition" in done.stderr
        assert f"({flows.folder}/flow.yaml:4:30)" in done.stderr
        assert flows.states() == {"choose": "FAILURE", "a": "NOT_RUN"}


def test_a_merge_may_follow_a_failure(flows):
    done = run(
        flows,
        status=1,
        flow_yaml="""
nodes:
  good: {kind: VIRTUAL}
  bad: bad.sh
  merge: {join: {good: 1, bad: [1, 3]}}
  strict: {kind: CONTROLLER_JOIN, depends: [good, bad]}
  end: {kind: VIRTUAL, depends: [merge]}
""",
        bad_sh="exit 1\n",
    )
    assert flows.states() == {
        "good": "SUCCESS",
        "bad": "FAILURE",
        "merge": "SUCCESS",
        "strict": "FAILURE",
        "end": "SUCCESS",
    }
    assert "strict: the merge does not hold: bad: failure" in done.stderr


LOOP = """
nodes:
  list: {kind: CONTROLLER_ASSIGNMENT}
  each:
    for-each: list.outputs
    do:
      load:
      end: {file: echo.sh, depends: [load], parameters: ['${dag.offset}', '${dag.foreach.current[1]}']}
"""
LOOP_FILES = {
    "list_sql": "SELECT * FROM VALUES (1, 'a'), (2, 'b'), (3, 'c') AS t (n, s) ORDER BY n LIMIT 9;",
    "load_sql": "CREATE TABLE IF NOT EXISTS got (n BIGINT, s STRING, r STRING);\n"
    "INSERT INTO got SELECT ${dag.foreach.current[0]}, '${dag.loopDataArray[${dag.offset}][1]}', "
    "'${dag.foreach.current}';",
    "echo_sh": 'echo "$1 $2 ${dag.loopTimes} ${dag.loopDataArray.length} ${dag.foreach.current}"\n',
}


def test_a_for_each_goes_through_all_elements(flows):
    run(flows, flow_yaml=LOOP, **LOOP_FILES)
    assert flows.rows("SELECT n, s, r FROM got ORDER BY n LIMIT 9;") == [
        ["1", "a", "1,a"],
        ["2", "b", "2,b"],
        ["3", "c", "3,c"],
    ]
    assert log(flows, "each/2/end") == "1 b 2 3 2,b\n"
    assert flows.states()["each/3/end"] == "SUCCESS"
    # Turns beside each other, of a line.
    run(
        flows,
        flow_yaml=LOOP.replace("do:", "parallel: 2\n    do:")
        .replace("      load:\n", "")
        .replace("depends: [load], parameters: ['${dag.offset}', '${dag.foreach.current[1]}']", ""),
        list_sql="SELECT 'x';",
        echo_sh="echo ${dag.foreach.current}${dag.foreach.current[0]}\n",
    )
    assert log(flows, "each/1/end") == "xx\n"


def test_a_for_each_is_resumed_where_it_failed(flows):
    run(flows, status=1, flow_yaml=LOOP, **{**LOOP_FILES, "echo_sh": "test $1 -ne 1\n"})
    assert flows.states()["each/2/end"] == "FAILURE"
    done = flows.run("--resume", "--explain")
    assert done.returncode == 1
    flows.write(echo_sh="true\n")
    done = flows.run("--resume", "--explain")
    assert done.returncode == 0, done.stderr
    lines = {line.split()[1]: line for line in done.stderr.splitlines() if " each/" in line and "SUCCESS" in line}
    assert "done in run 2" in lines["each/1/load"] and "done in run 2" in lines["each/2/load"]
    assert "done in run" not in lines["each/2/end"]
    assert len(flows.rows("SELECT n FROM got;")) == 3
    # A shorter list is another loop, though all of its turns are done.
    flows.write(list_sql="SELECT 1, 'a';")
    done = flows.run("--resume", "--explain")
    assert done.returncode == 0 and "each/1/end" in done.stderr, done.stderr
    # Nothing has changed: nothing runs.
    done = flows.run("--resume", "--explain")
    assert "each/1" not in done.stderr and done.stderr.count("done in run") == 2, done.stderr


def test_a_do_while_goes_on_until_it_is_told(flows):
    files = {
        "end_sh": 'echo "turn ${dag.loopTimes} of ${dag.input}: ${dag.input[${dag.offset}]}" >> said\n',
        "more_py": "print(${dag.loopTimes} < ${dag.input.length})\n",
    }
    flow = """
nodes:
  list: {kind: CONTROLLER_ASSIGNMENT, file: list.sh}
  loop:
    inputs: {input: list.outputs}
    do: {while: {file: end.sh}, end: {kind: VIRTUAL, depends: [while]}}
    while: more.py
"""
    run(flows, flow_yaml=flow, list_sh="echo a,b,c\n", **files)
    assert (flows.folder / "said").read_text() == ("turn 1 of a,b,c: a\nturn 2 of a,b,c: b\nturn 3 of a,b,c: c\n")
    assert flows.states()["loop/3/while_"] == "SUCCESS"
    done = run(flows, status=1, flow_yaml=flow.replace("while: more.py", "while: more.py\n    max-iterations: 2"))
    assert "loop: the loop has run 2 times and would go on: max-iterations is 2" in done.stderr
    done = run(flows, status=1, flow_yaml=flow, more_py="print('perhaps')\n")
    assert "the end of the loop says neither True nor False, but 'perhaps'" in done.stderr
    run(flows, flow_yaml=flow.replace("more.py", "more.sql"), more_sql="SELECT ${dag.loopTimes} < 2;")
    assert "loop/2/end" in flows.states() and "loop/3/end" not in flows.states()


def test_loops_over_nothing_too_much_and_too_long(flows):
    done = run(
        flows,
        status=1,
        flow_yaml="""
nodes:
  some: {parameters: {loopDataArray: 'a,b,c', other: 'x'}, max-iterations: 2, do: {one: {kind: VIRTUAL}}}
  none: {parameters: {loopDataArray: ''}, do: {two: {kind: VIRTUAL}}}
  slow: {parameters: {loopDataArray: 'a'}, timeout: 1ms, do: {three: slow.sh}}
  again: {parameters: {loopDataArray: 'a'}, rerun-times: 2, rerun-interval: 1ms, do: {four: again.sh}}
""",
        slow_sh="exec tail -f /dev/null\n",
        again_sh="echo x >> count; test $(wc -l < count) = 3\n",
    )
    assert "some: loopDataArray has 3 elements, and the loop is allowed 2 turns" in done.stderr
    assert "slow: it took longer than its timeout, and was ended" in done.stderr
    states = flows.states()
    assert (states["none"], states["slow"], states["slow/1/three"], states["again"]) == (
        "SUCCESS",
        "FAILURE",
        "FAILURE",
        "SUCCESS",
    )


def test_a_workflow_is_a_node_of_another(flows):
    other = flows.folder / "other"
    other.mkdir()
    (other / "flow.yaml").write_text(
        "project: second\nparameters: {who: nobody, day: $bizdate}\nnodes: {tell: , make: }\n"
    )
    (other / "tell.sh").write_text('echo "${who}" "$1"\n')
    (other / "make.sql").write_text("CREATE TABLE IF NOT EXISTS made AS SELECT '${who} ${day}' AS w;")
    made = subprocess.run(
        flows.command("--project", "second", "-e", "CREATE TABLE x (y BIGINT);"),
        capture_output=True,
        check=False,
        timeout=100,
    )
    assert made.returncode == 0, made.stderr
    run(
        flows,
        flow_yaml="""
nodes:
  name: {kind: CONTROLLER_ASSIGNMENT, file: name.sh}
  sub: {flow: other, inputs: {who: name.outputs}}
""",
        name_sh="echo somebody\n",
    )
    assert flows.rows("SELECT w FROM second.made;") == [["somebody " + DAY]]
    assert flows.states()["sub/tell"] == "SUCCESS"
    (other / "flow.yaml").write_text("nodes: {back: {flow: ..}}\n")
    done = run(flows, status=1, flow_yaml="nodes: {sub: {flow: other}}")
    assert "would run within itself" in done.stderr


def test_parameters_that_others_give(flows):
    (flows.folder.parent / "workspace.yaml").write_text("parameters: {wide: all, region: north, n: 4}\n")
    run(
        flows,
        flow_yaml="""
parameters: {n: 3, region: south}
nodes:
  hub: {gives: {day: $bizdate, month: '${yyyymm-1}', token: hidden_value, both: '${n}-${wide}'}}
  passes: {file: code.sh, inputs: {d: hub.day}, gives: {d2: '${d}!'}}
  show: {inputs: {d: passes.d2, m: hub.month, b: hub.both, token: hub.token},
         parameters: ['${d}', '${m}', '${b}', '${workspace.region}', '${workflow.region}', '${n}']}
""",
        code_sh="true\n",
        show_sh='echo "$@"\n',
    )
    assert log(flows, "show") == f"{DAY}! 202512 3-all north south 3\n"
    assert flows.states()["passes"] == "SUCCESS"
    rows = sqlite3.connect(flows.home / "catalog.sqlite").execute("SELECT evidence || outputs FROM flow_nodes")
    assert not any("hidden" in row for (row,) in rows)
    # Without the node that gives there is nothing to work with.
    done = flows.run("--select", "show")
    assert "node passes has given no d2: it did not run in this run" in done.stderr


def test_checks_and_waits(flows):
    flows.rows("CREATE TABLE t (x BIGINT) PARTITIONED BY (ds STRING);")
    run(
        flows,
        flow_yaml="""
parallel: 1
nodes:
  file: {check: {file: '${bizdate}.done', every: 10ms}, parameters: {bizdate: $bizdate}}
  rows: {check: {table: t, partition: "ds='${d}'", every: 10ms}, parameters: {d: $bizdate}}
  wait: {wait: 20ms}
  make: make.sql
  touch: touch.sh
""",
        make_sql=f"ALTER TABLE t ADD PARTITION (ds='{DAY}');",
        touch_sh=f"touch {DAY}.done\n",
    )
    assert set(flows.states().values()) == {"SUCCESS"}
    done = run(flows, status=1, flow_yaml="nodes: {never: {check: {file: nowhere}, timeout: 20ms}}")
    assert "never: its data did not arrive within its timeout" in done.stderr
    done = run(
        flows,
        flow_yaml="nodes: {s: {kind: SUB_PROCESS, recurrence: Skip}, c: {kind: CHECK, "
        "recurrence: Skip}, e: {kind: PERL, recurrence: Skip}}",
    )
    assert set(flows.states().values()) == {"SUCCESS"}


def test_snippets_pai_nodes_and_resources(flows):
    run(
        flows,
        flow_yaml="""
nodes:
  snippet: {kind: COMPONENT_SQL, parameters: {table: made, value: '7'}}
  file: {kind: ODPS_PYTHON, file: module.py}
""",
        snippet_sql="CREATE TABLE @@{table} AS SELECT @@{value} AS v;",
        module_py="x = 1\n",
    )
    assert flows.rows("SELECT v FROM made;") == [["7"]]
    assert any("module.py" in cell for row in flows.rows("LIST RESOURCES;") for cell in row)
    done = run(flows, status=1, flow_yaml="nodes: {snippet: {kind: COMPONENT_SQL, parameters: {value: 1}}}")
    assert "parameter @@{table} of the snippet is not given" in done.stdout + done.stderr


def test_the_day_before_comes_first(flows):
    flow = "nodes: {a: {file: a.sh, previous: [self], parameters: [$bizdate]}}"
    flows.write(flow_yaml=flow, a_sh='echo $1 >> days; test "$1" != "$(cat stop 2> /dev/null)"\n')
    done = flows.flow("run", "--backfill", "20260101..20260104", "--parallel", "4")
    assert done.returncode == 0, done.stderr
    assert (flows.folder / "days").read_text().split() == ["20260101", "20260102", "20260103", "20260104"]
    (flows.folder / "stop").write_text("20260105\n")
    done = flows.flow("run", "--backfill", "20260105..20260106")
    assert done.returncode == 1 and "a of 20260105 ended as FAILURE in run 5" in done.stderr


def test_mistakes_of_steering_nodes(flows):
    flows.write(
        a_sql="SELECT 1;",
        flow_yaml="""
nodes:
  b: {kind: CONTROLLER_BRANCH}
  j: {join: [a], logic: a and}
  l: {do: {x: {kind: VIRTUAL}}}
  s: {flow: nowhere}
  a:
  i: {kind: VIRTUAL, inputs: {x: a.outputs}}
  w: {kind: VIRTUAL, wait: 3s}
  m: {do: {x: {kind: VIRTUAL}}, for-each: a.outputs, max-iterations: 5000}
  p: {do: {x: {kind: VIRTUAL}}, while: a.sql, parallel: 3}
""",
    )
    found = json.loads(flows.flow("check", "--format", "json").stdout)
    said = {(one["line"], one["message"]) for one in found if one["severity"] == "error"}
    assert said == {
        (3, "node b is a branch, and has no `branches`"),
        (4, "node j: the logic of a merge: it has no end"),
        (5, "for-each l has nothing called loopDataArray to go through"),
        (6, f"node s: {flows.folder}/nowhere is not there"),
        (8, "node a gives no outputs to i"),
        (10, "node a gives no outputs to m"),
        (9, "node w is VIRTUAL: `wait` belongs to a CONTROLLER_WAIT"),
        (10, "`max-iterations` is a whole number from 1 to 1024"),
        (11, "the turns of do-while p run one after another: `parallel` belongs to a for-each"),
    }


def test_a_workflow_within_another_is_resumed_where_it_failed(flows):
    other = flows.folder / "other"
    other.mkdir()
    (other / "flow.yaml").write_text(
        "nodes:\n  one: one.sh\n  two: {file: two.sh, depends: [one]}\n  three: {kind: VIRTUAL, depends: [two]}\n"
    )
    (other / "one.sh").write_text("echo x >> ran\n")
    (other / "two.sh").write_text("test -f good\n")
    done = run(flows, status=1, flow_yaml="nodes:\n  sub: {flow: other}\n  end: {kind: VIRTUAL, depends: [sub]}\n")
    assert flows.states() == {
        "sub": "FAILURE",
        "sub/one": "SUCCESS",
        "sub/two": "FAILURE",
        "sub/three": "NOT_RUN",
        "end": "NOT_RUN",
    }, done.stderr
    (other / "good").touch()
    done = flows.run("--resume", "--explain")
    assert done.returncode == 0, done.stderr
    assert set(flows.states().values()) == {"SUCCESS"} and (other / "ran").read_text() == "x\n"
    assert any("sub/one" in line and "done in run 1" in line for line in done.stderr.splitlines())
    # What is within it counts for it: another code of an inner node runs again, and nothing before it.
    (other / "two.sh").write_text("test -f good && true\n")
    done = flows.run("--resume", "--explain")
    lines = {line.split()[1]: line for line in done.stderr.splitlines() if line.startswith(DAY) and "SUCCESS" in line}
    assert "done in run" in lines["sub/one"] and "done in run" not in lines["sub/two"], done.stderr
    done = flows.run("--resume")
    assert done.returncode == 0 and done.stderr.count("done in run") == 2, done.stderr
