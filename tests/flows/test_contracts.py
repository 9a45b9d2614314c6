"""What the platform promises of nodes that steer others, from the files that it writes: a FlowSpec 1.x
and a folder of 2.0 with the same nodes are imported, run, and exported again as they were."""

import pytest

from spec_forms import FORMS, body, node, output, shell_parameters, taken, write
from test_formats import flow, tree

pytestmark = pytest.mark.parametrize("form", FORMS)
DAY = "20260101"


def run(tmp_path, form, *nodes, status=0):
    """The home after a run of the nodes, which go back byte for byte; and what the run said."""
    home, plain = tmp_path / "home", tmp_path / "plain"
    source = write(tmp_path / "source", form, *nodes)
    flow(home, "import", source, plain)
    back = tmp_path / "back" / source.name
    back.parent.mkdir()
    flow(home, "export", plain, back)
    if source.is_dir():
        assert tree(back) == tree(source)
    else:
        assert back.read_bytes() == source.read_bytes()
    done = flow(home, "run", plain, "--bizdate", DAY, code=status)
    return home, done.stderr


def states(home):
    lines = flow(home, "status", "last").stdout.split("\n\n")[1].splitlines()[1:]
    return {line.split()[0]: line.split()[2] for line in lines}


def log(home, name):
    return flow(home, "log", "last", name).stdout


def shell(name, code, parameters="", **options):
    return node(
        name, "DIDE_SHELL", "shell", code, parameters=shell_parameters(parameters) if parameters else (), **options
    )


def assignment(name, language, code, **options):
    return node(name, "CONTROLLER_ASSIGNMENT", language, code, **options)


def test_results_of_assignments_and_parameters_of_others(tmp_path, form):
    """Rows are two-dimensional, a line is cut at its commas but for escaped ones; python2 is Python 2;
    a hub gives constants, dates, and what it is given itself."""
    hub = [
        {"name": "region", "type": "Constant", "scope": "NodeContext", "value": "north"},
        {"name": "day", "type": "System", "scope": "NodeContext", "value": "${yyyy-mm-dd}"},
        {
            "name": "outputs",
            "type": "PassThrough",
            "scope": "NodeContext",
            "value": "${outputs}",
            "referenceVariable": {
                "name": "outputs",
                "type": "NodeOutput",
                "scope": "NodeContext",
                "node": {"output": "shop.line"},
            },
        },
    ]
    home, _ = run(
        tmp_path,
        form,
        assignment(
            "rows",
            "odps-sql",
            "SELECT 0;\nSELECT * FROM VALUES (1, 'x'), (2, 'y,z') AS t (n, s)\nORDER BY n LIMIT 9;\n",
        ),
        assignment("old", "python2", "print 'p,%d' % (7 / 2)\n"),
        assignment("line", "shell", "echo early\necho 'a,b\\,c'\n"),
        node("hub", "PARAM_HUB", depends=["line"], gives=hub, **{"param-hub": {"variables": hub}}),
        shell(
            "use",
            'echo "$@"; echo "${r[0][1]}|${l}|${p[1]}"\n',
            "${r[1][0]} ${l[1]} ${r.length} $bizdate",
            depends=["rows", "line", "old"],
            inputs=[taken("r", "rows"), taken("l", "line"), taken("p", "old")],
        ),
        shell(
            "far",
            'echo "$@"\n',
            "${where} ${when} ${what[1]}",
            depends=["hub"],
            inputs=[taken("where", "hub", "region"), taken("when", "hub", "day"), taken("what", "hub", "outputs")],
        ),
    )
    assert set(states(home).values()) == {"SUCCESS"}
    assert log(home, "use") == f"2 b,c 2 {DAY}\nx|a,b,c|3\n"
    assert log(home, "far") == "north 2026-01-01 b,c\n"


def test_assignments_that_give_nothing(tmp_path, form):
    _, said = run(
        tmp_path,
        form,
        assignment("none", "odps-sql", "CREATE TABLE IF NOT EXISTS t (x BIGINT);\n"),
        assignment("empty", "odps-sql", "SELECT 1 AS a FROM (SELECT 1 AS b) x WHERE b = 2;\n"),
        assignment("silent", "shell", "true\n"),
        assignment("large", "python", "print('x' * 2200000)\n"),
        status=1,
    )
    assert "none: find no select sql in sql assignment!" in said
    assert "empty: OutPut Result is null, cannot handle!" in said
    assert "silent: OutPut Result is null, cannot handle!" in said
    assert "large: the result of an assignment is larger than 2 MB" in said


def ways(*branches):
    return {"branches": [{"when": when, "desc": name, "output": output(name)} for name, when in branches]}


def arm(name, *statuses):
    return {
        "name": name,
        "output": output(name),
        "assertion": {"field": "status", "in": [str(one) for one in statuses]},
    }


def test_branches_and_merges(tmp_path, form):
    """The first condition that holds; what waits for the others has not run, and a merge says which
    ends it takes, by name, with and, or, not."""
    nodes = [
        assignment("size", "shell", "echo 5\n"),
        node(
            "choose",
            "CONTROLLER_BRANCH",
            depends=["size"],
            inputs=[taken("n", "size")],
            branch=ways(
                ("many", "${n} > 10 or ${n.length} > 1"), ("some", "'${n}' == '5' and ${n[0]} > 3"), ("rest", "True")
            ),
        ),
        node("a", "VIRTUAL", depends=["many"]),
        node("behind", "VIRTUAL", depends=["a"]),
        node("b", "VIRTUAL", depends=["some"]),
        node("c", "VIRTUAL", depends=["rest"]),
        node("bad", "DIDE_SHELL", "shell", "exit 1\n"),
        node(
            "merge",
            "CONTROLLER_JOIN",
            depends=["behind", "b", "c"],
            join={
                "branches": [arm("behind", 1, 2), arm("b", 1), arm("c", 1)],
                "logic": {"expression": "behind and (b or not c)"},
            },
        ),
        node(
            "failed",
            "CONTROLLER_JOIN",
            depends=["bad"],
            join={"branches": [arm("bad", 3)], "logic": {"expression": "bad"}},
        ),
        node(
            "strict",
            "CONTROLLER_JOIN",
            depends=["behind", "bad"],
            join={"branches": [arm("behind", 1), arm("bad", 1, 2)], "logic": {"expression": "behind and bad"}},
        ),
        node("end", "VIRTUAL", depends=["merge"]),
    ]
    home, said = run(tmp_path, form, *nodes, status=1)
    assert states(home) == {
        "size": "SUCCESS",
        "choose": "SUCCESS",
        "a": "NOT_RUN",
        "behind": "NOT_RUN",
        "b": "SUCCESS",
        "c": "NOT_RUN",
        "bad": "FAILURE",
        "merge": "SUCCESS",
        "failed": "SUCCESS",
        "strict": "FAILURE",
        "end": "SUCCESS",
    }
    assert "strict: the merge does not hold: behind: not run" in said


def test_older_branches_and_merges(tmp_path, form):
    """Their contents were JSON before there were members for them."""
    home, _ = run(
        tmp_path,
        form,
        node(
            "choose",
            "CONTROLLER_BRANCH",
            content=(
                '[{"condition":"1 == 2","nodeoutput":"shop.left","description":"no"},'
                '{"condition":"1 == 1","nodeoutput":"shop.right","description":"yes"}]'
            ),
        ),
        node("l", "VIRTUAL", depends=["left"]),
        node("r", "VIRTUAL", depends=["right"]),
        node(
            "merge",
            "CONTROLLER_JOIN",
            depends=["l", "r"],
            content=(
                '{"branchList":[{"logic":"1","node":"shop.l","runStatus":["1","2"]},'
                '{"logic":"1","node":"shop.r","runStatus":["1"]}],"resultStatus":"1"}'
            ),
        ),
    )
    assert states(home) == {"choose": "SUCCESS", "l": "NOT_RUN", "r": "SUCCESS", "merge": "SUCCESS"}


def test_conditions_that_are_none(tmp_path, form):
    _, said = run(
        tmp_path,
        form,
        node("number", "CONTROLLER_BRANCH", branch=ways(("x", "5"))),
        node("word", "CONTROLLER_BRANCH", branch=ways(("y", "word == 'x'"))),
        node("broken", "CONTROLLER_BRANCH", branch=ways(("z", "1 =="))),
        status=1,
    )
    assert "number: the condition '5' is not a boolean, but of int" in said
    assert "word: the condition \"word == 'x'\" names what is not there" in said
    assert "broken: the condition '1 ==' is not an expression of Python" in said


def loop(name, kind, key, *nodes, depends=(), inputs=(), **members):
    return node(name, kind, depends=depends, inputs=inputs, **{key: body(*nodes, **members)})


def do_while(name, end, *nodes, most=None, **options):
    last, _ = end
    inner = {"while": last, **({"maxIterations": most} if most else {})}
    return loop(
        name,
        "CONTROLLER_CYCLE",
        "do-while",
        node(name + "_start", "CONTROLLER_CYCLE_START"),
        *nodes,
        **inner,
        **options,
    )


def until(code, language="python"):
    return node("end", "CONTROLLER_CYCLE_END", language, code)


def for_each(name, *nodes, giver="rows", **options):
    return loop(
        name,
        "CONTROLLER_TRAVERSE",
        "for-each",
        node(name + "_start", "CONTROLLER_TRAVERSE_START"),
        *nodes,
        node(name + "_end", "CONTROLLER_TRAVERSE_END", depends=[nodes[-1][0]["name"]]),
        depends=[giver],
        inputs=[taken("loopDataArray", giver)],
        **options,
    )


ROWS = assignment(
    "rows", "odps-sql", "SELECT * FROM VALUES (1, 'a'), (2, 'b'), (3, 'c') AS t (n, s)\nORDER BY n LIMIT 9;\n"
)


def test_loops(tmp_path, form):
    home, _ = run(
        tmp_path,
        form,
        ROWS,
        assignment("line", "shell", "echo x,y\n"),
        do_while(
            "cycle",
            until("print(${dag.loopTimes} < ${dag.input.length})\n"),
            shell("say", 'echo "$@" "${dag.input}"\n', "${dag.loopTimes} ${dag.offset} ${dag.input[${dag.offset}]}"),
            depends=["line"],
            inputs=[taken("input", "line")],
        ),
        do_while("sql", until("SELECT ${dag.loopTimes} < 2;\n", "odps-sql"), node("work", "VIRTUAL")),
        for_each(
            "each",
            shell(
                "tell",
                'echo "$@" "${dag.foreach.current}"\n',
                "${dag.offset} ${dag.loopTimes} ${dag.foreach.current[1]} ${dag.loopDataArray[0][1]}",
            ),
        ),
        for_each("beside", shell("part", "echo ${dag.foreach.current[0]}\n"), parallelism=2),
    )
    assert log(home, "cycle/2/say") == "2 1 y x,y\n" and "cycle/3/say" not in states(home)
    assert "sql/2/work" in states(home) and "sql/3/work" not in states(home)
    assert log(home, "each/2/tell") == "1 2 b a 2,b\n"
    assert [log(home, f"beside/{turn}/part") for turn in (1, 2, 3)] == ["1\n", "2\n", "3\n"]


def test_loops_that_cannot_go_on(tmp_path, form):
    home, said = run(
        tmp_path,
        form,
        ROWS,
        do_while("endless", until("print(True)\n"), node("work", "VIRTUAL"), most=2),
        do_while("unsure", until("echo perhaps\n", "shell"), node("other", "VIRTUAL")),
        for_each("short", node("part", "VIRTUAL"), maxIterations=2),
        status=1,
    )
    assert "endless: the loop has run 2 times and would go on: max-iterations is 2" in said
    assert "the end of the loop says neither True nor False, but 'perhaps'" in said
    assert "short: loopDataArray has 3 elements, and the loop is allowed 2 turns" in said
    assert "short/1/part" not in states(home)
