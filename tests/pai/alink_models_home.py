"""What the tests of Alink's predictors share: models, and tables of models by the described layout."""

import base64
import json
import os
import shutil
import subprocess
import zipfile

from conftest import SCRIPTS
from fake_job import PYTHON
from paisql_home import BINARY

FILES = os.path.join(SCRIPTS, "alink")


def make_models(folder):
    """The SavedModels of scripts/alink/models.py below the folder: linear, texts, whole."""
    done = subprocess.run(
        [PYTHON, os.path.join(FILES, "models.py"), str(folder)], capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, done.stderr
    for name in os.listdir(folder):
        shutil.make_archive(os.path.join(folder, name), "zip", os.path.join(folder, name))
    os.makedirs(os.path.join(folder, "nested"))
    shutil.copytree(os.path.join(folder, "linear"), os.path.join(folder, "nested", "1617959973"))
    os.makedirs(os.path.join(folder, "none", "variables"))
    return str(folder)


def rows_of(path, size=1024):
    """[(model_id, model_info)] of a zip file: the layout as it is described, without the product."""
    with open(path, "rb") as stream:
        content = stream.read()
    parts = [content[begin : begin + size] for begin in range(0, len(content), size)]
    rows = [(0, "1617959973.zip")]
    return rows + [(n, base64.b64encode(part).decode()) for n, part in enumerate(parts, 1)]


def inserted(table, rows):
    """Statements that make a model table of the rows."""
    values = ", ".join("(%d, '%s')" % row for row in rows)
    return [
        "CREATE TABLE %s (model_id BIGINT, model_info STRING);" % table,
        "INSERT INTO %s VALUES %s;" % (table, values),
    ]


# What Alink writes of a Keras component's model that has nothing before its network.
NO_PIPELINE = {
    "preprocessPipelineModelSchemaStr": None,
    "preprocessPipelineModelPartitionStart": "0",
    "preprocessPipelineModelPartitionSize": "0",
}


def labelled_rows_of(path, labels, output, before=(), **meta):
    """[(model_id, model_info, label)] of a zip file, for the columns a and b: the layout as described.

    before  JSON texts that stand before those of the network
    """
    meta = dict(
        NO_PIPELINE,
        tfInputCols='["a","b"]',
        tfOutputSignatureDef=json.dumps(output),
        isOutputLogits="true",
        tfModelPartitionStart=str(len(before)),
        **meta,
    )
    strings = [json.dumps(meta), *before, *(json.dumps(list(row)) for row in rows_of(path, 1 << 20))]
    rows = []
    for number, string in enumerate(strings):
        for part in range(0, len(string), 32768):
            rows.append((number * 2**20 + part // 32768, string[part : part + 32768], None))
    last = (2**31 - 1) * 2**20
    return rows + [(last + number, None, label) for number, label in enumerate(labels)]


def labelled_inserted(table, rows, kind="STRING"):
    """Statements that make a table of labelled_rows_of."""

    def cell(value):
        return "NULL" if value is None else "'%s'" % value.replace("\\", "\\\\")

    values = ", ".join("(%d, %s, %s)" % (n, cell(text), cell(label)) for n, text, label in rows)
    return [
        "CREATE TABLE %s (model_id BIGINT, model_info STRING, label_value %s);" % (table, kind),
        "INSERT INTO %s VALUES %s;" % (table, values),
    ]


def zip_with(path, name, mode=None):
    """A zip file with one entry of a name, as a link with mode 0o120777."""
    with zipfile.ZipFile(path, "w") as archive:
        entry = zipfile.ZipInfo(name)
        if mode is not None:
            entry.external_attr = mode << 16
        archive.writestr(entry, "/etc/passwd")
    return path


def statement(algorithm, **parameters):
    quoted = {key: str(v).replace("\\", "\\\\").replace('"', '\\"') for key, v in parameters.items()}
    words = ['-D%s="%s"' % pair for pair in quoted.items()]
    return "PAI -name %s %s;" % (algorithm, " ".join(words))


def check_errors(home, lines, cases, before=()):
    """Each statement, of one line, is refused with its words, at the text that is marked; gives all that was said.

    cases   [(words of the message or the hint, what the place begins with; None for no place)]
    before  settings of the session, each a line
    """
    errors = errors_of(home, [*before, *lines])
    for number, (line, (wanted, marked)) in enumerate(zip(lines, cases), 1 + len(before)):
        said, column = errors.get(number, ("no error", 0))
        assert wanted in said, (line, said)
        place = line[column - 1 :] if column else None
        assert place is None if marked is None else place and place.startswith(marked), (line, said, place)
    return str(errors)


def errors_of(home, lines):
    """{number of the statement: (message and hint, column)}."""
    done = subprocess.run(
        [BINARY, "--home", home.path, "--project", "p", "--output", "jsonl", "--keep-going"],
        input="\n".join(lines),
        cwd=home.files,
        env=home.environment(),
        capture_output=True,
        text=True,
        timeout=240,
    )
    events = [json.loads(line) for line in done.stdout.splitlines()]
    return {
        event["number"]: (event["message"] + " " + event.get("hint", ""), event.get("column", 0))
        for event in events
        if event["event"] == "error"
    }
