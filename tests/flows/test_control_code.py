"""What nodes that steer others put into code: resources, rows as literals, values that would be code, secrets."""

import json

from conftest import DAY
from steering import log, run


def test_resources_that_code_refers_to(flows):
    """##@resource_reference has the file where the node runs: of the project, or from beside the code."""
    flows.rows("CREATE TABLE x (y BIGINT);")
    flows.write(
        flow_yaml="""
nodes:
  words: {kind: ODPS_PYTHON, file: my_words.py}
  python: {kind: PYODPS3, file: use.py, depends: [words]}
  shell: {file: use.sh, depends: [words], parameters: [$bizdate]}
  none: {file: none.sh}
""",
        my_words_py="FIRST = 'one'\n",
        list_txt="beside\n",
        use_py="""##@resource_reference{"my_words.py"}
import os, sys
sys.path.append(os.path.dirname(os.path.abspath('my_words.py')))
import my_words
print(my_words.FIRST, sorted(os.listdir('.')))
""",
        use_sh="""##@resource_reference{my_words.py}
##@resource_reference{"list.txt"}
# not ##@resource_reference{"nothing.txt"}
echo more >> list.txt
ls
cat list.txt; echo $1
""",
        none_sh='##@resource_reference{"nowhere.jar"}\ntrue\n',
    )
    (flows.folder / "my_words.py").write_text("FIRST = 'one'\n")
    done = flows.run()
    assert done.returncode == 1
    assert "none: the code refers to resource nowhere.jar, which project default_project does not have" in (done.stderr)
    assert flows.states() == {"words": "SUCCESS", "python": "SUCCESS", "shell": "SUCCESS", "none": "FAILURE"}
    assert log(flows, "python") == "one ['my_words.py']\n"
    assert log(flows, "shell") == f"list.txt\nmy_words.py\nbeside\nmore\n{DAY}\n"
    assert (flows.folder / "list.txt").read_text() == "beside\n"


# Texts of rows that would be code wherever a text is put into code.
NASTY = [
    "x' == 'x' or __import__('os').system('touch pwned') or 'x",
    "$(touch pwned)",
    "`touch pwned`",
    "'; touch pwned; '",
    '"; touch pwned; "',
    "a\nb # c",
    "\\",
    "plain",
    "'''",
    "a b  *",
    "see a[$(touch pwned)]",
]


def literal(text):
    """A literal of SQL."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"


def test_texts_of_rows_are_never_code(flows):
    """In conditions, Python and shells, in all places where values stand."""
    names = ["${rows[0][%d]}" % i for i in range(len(NASTY))]
    shell = [
        f"printf '%s\\0' {quoted}"
        for name in names
        for quoted in (f'"{name}"', f"'{name}'", f"$'{name}'", f'"$(printf %s "{name}")"', f"\"`printf %s '{name}'`\"")
    ]
    shell += [f"cat <<END # {name} it's\n{name}\nEND\n: {name} # {name} it's" for name in names]
    python = ["import json", "said = []"]
    python += [f"said += ['{name}', \"{name}\", '''{name}''']  # {name} it's" for name in names]
    python += [
        "text = '${all}'",
        "both = ${rows}",
        "named = '${own}'",
        "open('said.json', 'w').write(json.dumps([said, text, both, named]))",
    ]
    branches = "".join(
        f"      w{i}: \"'{name}' == 'x' or len('{name}') != {len(text)}\"\n"
        for i, (name, text) in enumerate(zip(names, NASTY))
    )
    flow = f"""
nodes:
  rows: {{kind: CONTROLLER_ASSIGNMENT, file: rows.sql}}
  use: {{file: use.sh, inputs: {{rows: rows.outputs}}}}
  read: {{file: read.py, inputs: {{rows: rows.outputs, all: rows.outputs}}, parameters: {{own: '{names[0]}'}}}}
  choose:
    inputs: {{rows: rows.outputs}}
    branches:
{branches}      good: "${{rows.length}} == 1 and len(${{rows}}[0]) == {len(NASTY)}"
  way: {{kind: VIRTUAL, depends: [good]}}
"""
    select = "SELECT " + ", ".join(f"{literal(text)} AS c{i}" for i, text in enumerate(NASTY)) + ";"
    done = run(flows, flow_yaml=flow, rows_sql=select, use_sh="\n".join(shell) + "\n", read_py="\n".join(python) + "\n")
    nodes = ("rows", "use", "read", "choose", "way")
    assert flows.states() == dict.fromkeys(nodes, "SUCCESS"), done.stderr
    said, text, both, named = json.loads((flows.folder / "said.json").read_text())
    assert said == [text for text in NASTY for _ in range(3)]
    assert json.loads(text) == both == [NASTY] and named == NASTY[0]
    printed = log(flows, "use")
    for text in NASTY:
        assert printed.count(text + "\0") >= 5, text
    assert not list(flows.folder.rglob("pwned")) and not list(flows.home.rglob("pwned"))


def test_a_value_that_would_be_code_is_an_error(flows):
    for end, code, said in (
        ("sh", "echo $((${row[0]} + 1))", "line 1 of the code: ${row[0]} stands where the shell computes"),
        ("sh", "if [[ ${row[0]} -eq 1 ]]; then echo; fi", "stands where the shell computes"),
        ("sh", "echo $[ ${row[0]} ]", "stands where the shell computes"),
        ("sh", "let 'z = ${row[0]}'", "stands where the shell computes"),
        ("sh", "A[${row[0]}]=1", "stands in a subscript"),
        ("sh", "A=([${row[0]}]=1)", "stands in a subscript"),
        ("sh", "trap 'echo ${row[0]}' EXIT", "stands in words that the shell runs"),
        ("sh", "n='${row[0]}'\n(( n > 1 ))", "stands in a script that computes"),
        ("sh", 'declare -i n="${row[0]}"', "stands in a script that computes"),
        ("sh", "cat <<'END'\n${row[0]}\nEND", "line 2 of the code: ${row[0]} stands in a here-document"),
        ("py", "x = ${row[0]}", "line 1 of the code: ${row[0]} stands without quotes"),
        ("py", "x = f'${row[0]}'", "stands in a raw or an f literal"),
    ):
        done = run(
            flows,
            status=1,
            flow_yaml=f"""
nodes:
  list: {{kind: CONTROLLER_ASSIGNMENT, file: list.sh}}
  use: {{file: use.{end}, inputs: {{row: list.outputs}}}}
""",
            list_sh="echo 'a[$(touch pwned)]{}'\n",
            **{f"use_{end}": code + "\n"},
        )
        assert said in done.stderr, done.stderr
        assert flows.states() == {"list": "SUCCESS", "use": "FAILURE"}
    done = run(
        flows,
        status=1,
        flow_yaml="""
nodes:
  list: {kind: CONTROLLER_ASSIGNMENT, file: list.sh}
  use: {file: use.sh, inputs: {row: list.outputs}, parameters: ['${row[0]}']}
""",
        list_sh="echo 'a[$(touch pwned)]{}'\n",
        use_sh="echo $(( $1 + 1 ))\n",
    )
    assert "would be code where the script computes" in done.stderr
    assert not list(flows.folder.rglob("pwned"))
    # Numbers are at their place in all of them.
    run(
        flows,
        flow_yaml="""
nodes:
  list: {kind: CONTROLLER_ASSIGNMENT, file: list.sh}
  use: {file: use.sh, inputs: {row: list.outputs}}
  read: {file: read.py, inputs: {row: list.outputs}}
""",
        list_sh="echo 7,-2.5\n",
        use_sh="echo $((${row[0]} + 1)) && [[ ${row[0]} -eq 7 ]]\n",
        read_py="assert (${row}) == (7, -2.5) and f'${row[1]}' == '-2.5' and ${row[0]} > 3\n",
    )


def test_a_secret_with_quotes_is_not_kept_in_the_code(flows):
    run(
        flows,
        flow_yaml="""
parameters: {password: 'it''s "quite" hidden'}
nodes: {a: a.py}
""",
        a_py="assert len('${password}') == 19\n",
    )
    kept = b"".join(path.read_bytes() for path in flows.home.rglob("*") if path.is_file())
    assert b"hidden" not in kept
