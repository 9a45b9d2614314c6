"""PMML of models: what the platform's services and clients read of an OFFLINE MODEL.

fit's program calls write_beside(folder) after a learner, so a model has model.pmml beside model.json. A model of more
than _MOST_NODES nodes of trees gets none then, because its text would take longer than its training may be worth;
the component modeltransfer makes the text of any model. NoPmml says why a model cannot have one: PMML knows no
key:value texts, for instance. src/inference/pmml/ computes with the text.
"""

import importlib
import math
import os

from paisql.learners import model_folder

FILE = "model.pmml"
_MOST_NODES = 100000

_PACKAGE = "paisql.learners."
# The modules whose models have PMML, and what writes the model's element.
_WRITERS = {
    "logistic": ("pmml_weights", "logistic"),
    "svm": ("pmml_weights", "plane"),
    "linear": ("pmml_weights", "linear"),
    "kmeans": ("pmml_weights", "clusters"),
    "boosted_trees": ("pmml_trees", "boosted"),
    "forest": ("pmml_trees", "forest"),
    "bayes": ("pmml_bayes", "bayes"),
}


class NoPmml(Exception):
    """Why a model has no PMML, in words for its user."""


class Model:
    """What writers share: the loaded model, and the names and types of its fields."""

    def __init__(self, folder, most_nodes=None):
        self.model, self.description = model_folder.load(folder)
        self.facts, self.labels = self.description["facts"], self.description.get("labels")
        self.most_nodes = most_nodes
        if self.facts.get("sparse") == "true":
            raise NoPmml("it reads key:value texts, and PMML has columns only")
        self.names = list(self.description["features"]["names"])
        self.categories = self.description["features"].get("categories", {})
        self.target = self.facts.get("label", "")

    def check_nodes(self, count):
        """NoPmml where the text of so many nodes is not to be written now."""
        if self.most_nodes is not None and count > self.most_nodes:
            raise NoPmml("its trees have %d nodes: the component modeltransfer writes their PMML" % count)

    def label_type(self):
        """The dataType of the label."""
        name = self.facts.get("label_type", "STRING").split("(")[0]
        if name in ("TINYINT", "SMALLINT", "INT", "BIGINT"):
            return "integer"
        return "double" if name in ("FLOAT", "DOUBLE", "DECIMAL") else "string"


def text_of(folder, most_nodes=None):
    """The PMML of the model in a folder; NoPmml where it has none."""
    learner = model_folder.read(folder)["learner"].rpartition(".")[2]
    if learner not in _WRITERS:
        raise NoPmml("models of %s have none" % learner)
    module, function = _WRITERS[learner]
    model = Model(folder, most_nodes)
    fields, body = getattr(importlib.import_module(_PACKAGE + module), function)(model)
    return _DOCUMENT % (_dictionary(model, fields), body)


def write_beside(folder):
    """Writes model.pmml into a model's folder, where the model has PMML."""
    if not os.path.exists(os.path.join(folder, model_folder.FILE)):
        return
    try:
        text = text_of(folder, _MOST_NODES)
    except NoPmml:
        return
    with open(os.path.join(folder, FILE), "w", encoding="utf-8") as stream:
        stream.write(text)


_DOCUMENT = """<?xml version="1.0" encoding="UTF-8"?>
<PMML version="4.2" xmlns="http://www.dmg.org/PMML-4_2">
<Header><Application name="paisql"/></Header>
%s
%s
</PMML>
"""


class Field:
    """A column that the model reads.

    kind     float, double or string
    missing  the text that stands for NULL, or None; a model reads NULL as an empty text
    zero_is_missing  whether 0 means that there is no value
    """

    def __init__(self, name, kind="double", missing=None, zero_is_missing=False):
        self.name, self.kind, self.missing, self.zero_is_missing = name, kind, missing, zero_is_missing


def mixed_field(model, name, kind):
    """The field of a feature that may be discrete; `kind` is that of continuous ones."""
    if name not in model.categories:
        return Field(name, kind)
    known = set(model.categories[name])
    plain = [text for text in known if not text.startswith("\0")]
    if plain and all(_is_number(text) for text in plain):
        return Field(name)
    # The text that stands for NULL: "" where no row has it.
    return Field(name, "string", next(text for text in _fillers() if text not in known))


def _fillers():
    yield ""
    yield from ("NULL" + "_" * count for count in range(1 << 20))


def _is_number(text):
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _dictionary(model, fields):
    lines = []
    for field in fields:
        optype = "categorical" if field.name in model.categories else "continuous"
        inside = '<Value value="0" property="missing"/>' if field.zero_is_missing else ""
        lines.append(
            "<DataField name=%s optype=%s dataType=%s>%s</DataField>"
            % (quoted(field.name), quoted(optype), quoted(field.kind), inside)
        )
    if model.labels:
        values = "".join("<Value value=%s/>" % quoted(label) for label in model.labels)
        kind = model.label_type()
        lines.append(
            '<DataField name=%s optype="categorical" dataType="%s">%s</DataField>'
            % (quoted(model.target), kind, values)
        )
    elif model.facts["kind"] == "regression":
        lines.append('<DataField name=%s optype="continuous" dataType="double"/>' % quoted(model.target))
    return '<DataDictionary numberOfFields="%d">\n%s\n</DataDictionary>' % (len(lines), "\n".join(lines))


def quoted(value):
    """An attribute's value with its quotation marks."""
    text = str(value)
    for character, entity in _ENTITIES:
        text = text.replace(character, entity)
    return '"%s"' % text


_ENTITIES = (
    ("&", "&amp;"),
    ("<", "&lt;"),
    (">", "&gt;"),
    ('"', "&quot;"),
    ("\n", "&#10;"),
    ("\r", "&#13;"),
    ("\t", "&#9;"),
)


def number(value):
    """The shortest text that means the same float64."""
    return repr(float(value))


def schema(fields, target=None):
    """The MiningSchema of a model element."""
    lines = ['<MiningField name=%s usageType="target"/>' % quoted(target)] if target else []
    for field in fields:
        replaced = "" if field.missing != "" else " missingValueReplacement=%s" % quoted(field.missing)
        lines.append("<MiningField name=%s%s/>" % (quoted(field.name), replaced))
    return "<MiningSchema>%s</MiningSchema>\n" % "".join(lines)


def class_output(model):
    """The Output of a classification: p_<label> of each class, the most probable class, and its probability."""
    lines = [
        '<OutputField name=%s optype="continuous" dataType="double" feature="probability" value=%s/>'
        % (quoted("p_" + label), quoted(label))
        for label in model.labels
    ]
    lines.append(
        '<OutputField name="prediction_result" optype="categorical" dataType="%s" feature="predictedValue"/>'
        % model.label_type()
    )
    lines.append('<OutputField name="prediction_score" optype="continuous" dataType="double" feature="probability"/>')
    return "<Output>%s</Output>\n" % "".join(lines)
