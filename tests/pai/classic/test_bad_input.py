"""Wrong statements and rows that nothing can be learnt from, generated for every component of docs/components.md.

Each mistake ends with an error of the platform's form, at its place and with what to do; no rows end with a
traceback, a message of a library or an error of ours.
"""

import re

import pexpect
import pytest

from component_page import components
from paisql_home import BINARY

FOREIGN = re.compile(r"Traceback|duckdb|Arrow|pyarrow|std::|numpy|INTERNAL|Error:(?<!LearnerError:)|PAISQL-\d{4}")


def mistakes(component):
    """{what: statement with one mistake}"""
    made = {"unknown parameter": component.with_values(nosuch="1")}
    for name, (kind, required, meaning) in component.parameters.items():
        if required:
            made["without " + name] = component.with_values(**{name: None})
        if kind in ("integer", "number"):
            made["a word for " + name] = component.with_values(**{name: "many"})
            low = re.search(r"In [\[(]([-\d.]+),", meaning)
            if low:
                made["too little for " + name] = component.with_values(**{name: str(float(low[1]) - 1)})
        elif kind == "true or false":
            made["neither for " + name] = component.with_values(**{name: "perhaps"})
        elif kind in ("column", "columns") and component.given().get(name):
            made["no column for " + name] = component.with_values(**{name: "nosuch"})
        elif kind == "table" and component.given().get(name) and "read" in meaning:
            made["no table for " + name] = component.with_values(**{name: "nosuch"})
    return made


@pytest.mark.parametrize("component", components(), ids=lambda one: one.name)
def test_a_check_finds_each_mistake(home, component):
    made = mistakes(component)
    # A check knows no model, and therefore not the columns of who reads one.
    if component.reads_model:
        made = {what: text for what, text in made.items() if "column" not in what}
    begin = "".join(text + ";\n" for text in component.before())
    lines = begin + "".join(" ".join(text.split()) + ";\n" for text in made.values())
    outcome = home.check(lines)
    first = begin.count("\n") + 1
    for number, (what, text) in enumerate(made.items(), first):
        place = r"checked\.sql:%d:\d+: error: " % number
        assert re.search(place, outcome.stdout + outcome.stderr), "%s: %s\n%s" % (what, text, outcome.stdout)
    assert not FOREIGN.search(outcome.stdout + outcome.stderr)


def hollow(component):
    """Statements over an empty table, rows of NULL alone and, of SQL, one row."""
    tables = dict(
        re.findall(r"CREATE TABLE (?:IF NOT EXISTS )?(\w+)\s*\(([^;]*?)\)\s*(?:PARTITIONED[^;]*)?;", component.example)
    )
    for name, value in component.given().items():
        columns = tables.get(value.split(".")[-1])
        reads = component.parameters.get(name, ("",))[0] == "table"
        if not reads or columns is None or name.startswith("output"):
            continue
        pairs = [column.split()[:2] for column in re.sub(r"\([^)]*\)", "", columns).split(",")]
        nothing = ", ".join("CAST(NULL AS %s) AS `%s`" % (kind, column.strip("`")) for column, kind in pairs)
        queries = ["(SELECT * FROM %s WHERE FALSE)" % value, "(SELECT %s FROM %s)" % (nothing, value)]
        if not component.learner:
            queries.append("(SELECT * FROM %s LIMIT 1)" % value)
        for query in queries:
            if "TablePartitions" not in " ".join(component.given()):
                yield component.with_values(**{name: query})


@pytest.mark.parametrize("component", [one for one in components() if not one.learner], ids=lambda one: one.name)
def test_hollow_rows_of_a_component_of_sql(home, component):
    home.run("".join(text + ";\n" for text in component.before())).ok()
    for statement in hollow(component):
        outcome = home.run(statement + ";")
        assert outcome.status in (0, 1), outcome.stderr
        assert outcome.status == 0 or re.search(r"FAILED: ODPS-\d{7}", outcome.stderr), statement + outcome.stderr
        assert not FOREIGN.search(outcome.stderr), statement + outcome.stderr


def test_hollow_rows_of_learners(home):
    """All at one prompt, which goes on after an error, so that learners start warm."""
    script, statements = [], []
    for number, component in enumerate(one for one in components() if one.learner):
        script += ["CREATE PROJECT hollow_%d" % number, "USE hollow_%d" % number, *component.before()]
        statements += ["USE hollow_%d" % number, *hollow(component)]
    home.run("".join(text + ";\n" for text in script), timeout=300).ok()
    told = at_a_prompt(home, statements)
    assert told.count("hollow_") > 0
    assert not FOREIGN.search(told), told
    assert "FAILED: ODPS-" in told


def at_a_prompt(home, statements):
    """What a prompt says when these statements are typed."""
    environment = {**home.environment(), "TERM": "dumb"}
    command = ["--home", home.path, "--project", "p", "-X", "--no-banner"]
    child = pexpect.spawn(BINARY, command, env=environment, encoding="utf-8", timeout=120, dimensions=(50, 4000))
    said = ""
    for statement in ["SET a=b", *statements]:
        child.expect(r"\w+> $")
        said += child.before
        child.sendline(" ".join(statement.split()) + ";")
    child.expect(r"\w+> $")
    said += child.before
    child.close(force=True)
    return said
