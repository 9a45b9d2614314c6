"""The PMML of models that are trees: a MiningModel of TreeModels.

Numbers are float32 for the libraries that grew the trees, so their fields are floats. Boosted trees add up, and a
RegressionModel after them makes probabilities of the sums, as other exporters of xgboost write it.
"""

import json
import math

import numpy as np

from paisql.learners import pmml
from paisql.learners.pmml import number, quoted

_IDENTITY = ("reg:squarederror", "reg:absoluteerror", "reg:pseudohubererror", "rank:pairwise", "rank:ndcg", "rank:map")
_EXPONENTIAL = ("count:poisson", "reg:gamma", "reg:tweedie")
_LOGIT = ("binary:logistic", "reg:logistic")


def boosted(model):
    """(fields, element) of xgboost's trees."""
    learner = json.loads(bytes(model.model.booster.save_raw("json")))["learner"]
    if learner["gradient_booster"]["name"] != "gbtree":
        raise pmml.NoPmml("it was trained with booster=%s" % learner["gradient_booster"]["name"])
    objective = learner["objective"]["name"]
    base = float(learner["learner_model_param"]["base_score"].strip("[]"))
    method, start = _link_of(objective, base)
    parts = learner["gradient_booster"]["model"]
    model.check_nodes(sum(len(tree["left_children"]) for tree in parts["trees"]))
    zero_is_missing = model.description["zero_is_missing"]
    fields = [pmml.Field(name, "float", None, zero_is_missing) for name in model.names]
    groups = {}
    for group, tree in zip(parts["tree_info"], parts["trees"]):
        groups.setdefault(group, []).append(_boosted_tree(model, tree))
    sums = [_sum_of(fields, groups.get(group, []), start) for group in range(max(groups, default=0) + 1)]
    if method == "none":
        body = sums[0] % (pmml.schema(fields, model.target), "", "</MiningModel>")
        return fields, body
    return fields, _chain(model, fields, sums, method)


def _link_of(objective, base):
    """(how a sum becomes an answer, what sums begin with)."""
    if objective in _IDENTITY:
        return "none", base
    if objective in _LOGIT:
        return "logit", math.log(base / (1 - base))
    if objective in _EXPONENTIAL:
        return "exp", math.log(base)
    if objective == "multi:softprob":
        return "softmax", base
    raise pmml.NoPmml("its objective %s has no counterpart in PMML" % objective)


def _sum_of(fields, trees, start):
    """A MiningModel that adds up trees; its schema, its Output and its end are left to the caller."""
    inside = pmml.schema(fields)
    lines = ['<MiningModel functionName="regression">\n%s%s']
    if start:
        lines.append('<Targets><Target rescaleConstant="%s"/></Targets>\n' % number(np.float32(start)))
    lines.append('<Segmentation multipleModelMethod="sum">\n')
    for index, tree in enumerate(trees):
        lines.append('<Segment id="%d"><True/><TreeModel functionName="regression" missingValueStrategy="defaultChild" '
                     'splitCharacteristic="binarySplit">' % (index + 1))  # fmt: skip
        lines.append((inside + tree).replace("%", "%%") + "</TreeModel></Segment>\n")
    return "".join(lines) + "</Segmentation>\n%s"


def _chain(model, fields, sums, method):
    classes = model.facts["kind"] == "classification"
    kind = "classification" if classes else "regression"
    lines = ['<MiningModel functionName="%s">\n' % kind, pmml.schema(fields, model.target)]
    lines.append(pmml.class_output(model) if classes else "")
    lines.append('<Segmentation multipleModelMethod="modelChain">\n')
    margins = ["margin_%d" % index for index in range(len(sums))]
    for index, (margin, one) in enumerate(zip(margins, sums)):
        output = (
            '<Output><OutputField name="%s" optype="continuous" dataType="float" feature="predictedValue"/></Output>\n'
        )
        lines.append('<Segment id="%d"><True/>\n' % (index + 1))
        lines.append(one % (pmml.schema(fields), output % margin, "</MiningModel></Segment>\n"))
    lines.append('<Segment id="%d"><True/>\n' % (len(sums) + 1))
    lines.append('<RegressionModel functionName="%s" normalizationMethod="%s">' % (kind, method))
    lines.append(pmml.schema([pmml.Field(margin) for margin in margins], model.target))
    lines += _last_tables(model, margins, classes)
    return "".join(lines) + "</RegressionModel></Segment>\n</Segmentation>\n</MiningModel>"


def _last_tables(model, margins, classes):
    table = '<RegressionTable intercept="0.0"%s><NumericPredictor name="%s" coefficient="1.0"/></RegressionTable>\n'
    if not classes:
        return [table % ("", margins[0])]
    if len(margins) == 1:
        first, second = (" targetCategory=%s" % quoted(label) for label in model.labels)
        return [table % (second, margins[0]), '<RegressionTable intercept="0.0"%s/>\n' % first]
    return [table % (" targetCategory=%s" % quoted(label), margin) for label, margin in zip(model.labels, margins)]


def _boosted_tree(model, tree):
    """The nodes of one tree of xgboost."""
    left, right, defaults = tree["left_children"], tree["right_children"], tree["default_left"]
    columns, conditions = tree["split_indices"], np.asarray(tree["split_conditions"], np.float32)
    if any(tree["split_type"]):
        raise pmml.NoPmml("its trees split by categories of xgboost")
    names = [quoted(name) for name in model.names]

    def children(node):
        field, value = names[columns[node]], number(conditions[node])
        predicate = '<SimplePredicate field=%s operator="%s" value="%s"/>'
        return [(left[node], predicate % (field, "lessThan", value)),
                (right[node], predicate % (field, "greaterOrEqual", value))]  # fmt: skip

    def attributes(node):
        if left[node] < 0:
            return ' score="%s"' % number(conditions[node])
        return ' defaultChild="%d"' % (left[node] if defaults[node] else right[node])

    return _nodes(0, lambda node: left[node] >= 0, children, attributes, lambda node: "")


def _nodes(root, is_inner, children, attributes, inside):
    """The Node elements from a root down; trees may be deeper than Python's calls."""
    lines = []
    waiting = [(root, "<True/>")]
    while waiting:
        node, predicate = waiting.pop()
        if node is None:
            lines.append("</Node>\n")
            continue
        lines.append('<Node id="%d"%s>%s' % (node, attributes(node), predicate))
        if is_inner(node):
            lines.append("\n")
            waiting.append((None, ""))
            waiting += reversed(children(node))
        else:
            lines.append(inside(node) + "</Node>\n")
    return "".join(lines)


def forest(model):
    """(fields, element) of a random forest."""
    trees, order = model.model.trees, model.model.order
    model.check_nodes(len(trees.left))
    fields = [pmml.mixed_field(model, name, "float") for name in model.names]
    lines = ['<MiningModel functionName="classification">\n', pmml.schema(fields, model.target)]
    lines += [pmml.class_output(model), '<Segmentation multipleModelMethod="average">\n']
    writer = _ForestNodes(model, fields, trees, order)
    inside = pmml.schema(fields)
    for index, root in enumerate(trees.roots):
        lines.append('<Segment id="%d"><True/><TreeModel functionName="classification" splitCharacteristic="binarySplit">'
                     "%s" % (index + 1, inside))  # fmt: skip
        lines.append(writer.text(int(root)) + "</TreeModel></Segment>\n")
    return fields, "".join(lines) + "</Segmentation>\n</MiningModel>"


class _ForestNodes:
    """Writes the trees of a forest."""

    def __init__(self, model, fields, trees, order):
        self._labels = [quoted(label) for label in model.labels]
        self._trees, self._order, self._fields = trees, order, fields
        self._names = [quoted(name) for name in model.names]
        self._categories = [model.categories.get(name) for name in model.names]

    def text(self, root):
        """The nodes of the tree that begins at `root`."""
        left = self._trees.left
        return _nodes(root, lambda node: left[node] >= 0, self._children, self._attributes, self._shares)

    def _children(self, node):
        column, threshold = int(self._trees.column[node]), float(self._trees.threshold[node])
        name = self._names[column]
        if self._categories[column] is None:
            predicate = '<SimplePredicate field=%s operator="%s" value="%s"/>'
            value = number(threshold)
            pair = predicate % (name, "lessOrEqual", value), predicate % (name, "greaterThan", value)
        else:
            pair = self._sets(column, threshold)
        return [(int(self._trees.left[node]), pair[0]), (int(self._trees.right[node]), pair[1])]

    def _sets(self, column, threshold):
        """The predicates of both sides of a split by categories; an unknown category stands in the middle."""
        places, known = self._order[column], self._categories[column]
        sides = ([], [])
        for text, place in zip(known, places):
            sides[0 if place <= threshold else 1].append(text)
        unknown_is_left = (len(places) - 1) / 2 <= threshold
        listed = sides[1] if unknown_is_left else sides[0]
        field = self._fields[column]
        texts = [field.missing or "" if text.startswith("\0") else text for text in listed]
        kind = "string" if field.kind == "string" else "real"
        items = " ".join(
            texts if kind == "real" else ('"%s"' % t.replace("\\", "\\\\").replace('"', '\\"') for t in texts)
        )
        array = '<Array n="%d" type="%s">%s</Array>' % (len(texts), kind, _escaped(items))
        predicate = '<SimpleSetPredicate field=%s booleanOperator="%s">%s</SimpleSetPredicate>'
        listed_in = predicate % (self._names[column], "isIn", array)
        others = predicate % (self._names[column], "isNotIn", array)
        return (others, listed_in) if unknown_is_left else (listed_in, others)

    def _attributes(self, node):
        if self._trees.left[node] >= 0:
            return ""
        return " score=%s" % self._labels[int(self._trees.shares[node].argmax())]

    def _shares(self, node):
        return "".join(
            '<ScoreDistribution value=%s recordCount="%s"/>' % (label, number(share))
            for label, share in zip(self._labels, self._trees.shares[node])
        )


def _escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
