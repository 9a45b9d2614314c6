"""The PMML of models that are weights or centers: RegressionModel and ClusteringModel."""

from paisql.learners import pmml
from paisql.learners.pmml import number, quoted

_DISTANCES = {"euclidean": "euclidean", "cityblock": "cityBlock"}


def logistic(model):
    """(fields, element) of a logistic regression. Several classes each have a probability of their own."""
    weights, intercepts = model.model.parts()
    fields = [pmml.Field(name) for name in model.names]
    tables = []
    if len(intercepts) == 1:
        tables.append(_table(model.names, weights[0], intercepts[0], model.labels[1]))
        tables.append('<RegressionTable intercept="0.0" targetCategory=%s/>\n' % quoted(model.labels[0]))
    else:
        for label, row, intercept in zip(model.labels, weights, intercepts):
            tables.append(_table(model.names, row, intercept, label))
    head = 'functionName="classification" normalizationMethod="logit"'
    return fields, _regression(head, model, fields, pmml.class_output(model), tables)


def plane(model):
    """(fields, element) of a linear SVM: what its prediction says is the logistic function of the distance."""
    weights, intercept = model.model.parts()
    fields = [pmml.Field(name) for name in model.names]
    positive = model.description["positive"]
    tables = [
        _table(model.names, weights, intercept, model.labels[positive]),
        '<RegressionTable intercept="0.0" targetCategory=%s/>\n' % quoted(model.labels[1 - positive]),
    ]
    head = 'functionName="classification" normalizationMethod="logit"'
    return fields, _regression(head, model, fields, pmml.class_output(model), tables)


def linear(model):
    """(fields, element) of a linear regression."""
    weights, intercept = model.model.parts()
    fields = [pmml.Field(name) for name in model.names]
    tables = [_table(model.names, weights, intercept)]
    return fields, _regression('functionName="regression"', model, fields, "", tables)


def clusters(model):
    """(fields, element) of k-means."""
    kind = model.model.distance
    if kind not in _DISTANCES:
        raise pmml.NoPmml("it measures %s distances, which PMML does not know" % kind)
    fields = [pmml.Field(name) for name in model.names]
    centers = model.model.centers
    lines = [
        '<ClusteringModel functionName="clustering" modelClass="centerBased" numberOfClusters="%d">\n' % len(centers),
        pmml.schema(fields),
        '<Output><OutputField name="cluster_index" optype="categorical" dataType="integer" feature="predictedValue"/>',
        '<OutputField name="distance" optype="continuous" dataType="double" feature="affinity"/></Output>\n',
        '<ComparisonMeasure kind="distance" compareFunction="absDiff"><%s/></ComparisonMeasure>\n' % _DISTANCES[kind],
    ]
    lines += ["<ClusteringField field=%s/>" % quoted(name) for name in model.names]
    for index, center in enumerate(centers):
        numbers = " ".join(number(value) for value in center)
        lines.append('\n<Cluster id="%d" name="%d"><Array n="%d" type="real">' % (index, index, len(center)))
        lines.append("%s</Array></Cluster>" % numbers)
    return fields, "".join(lines) + "\n</ClusteringModel>"


def _regression(head, model, fields, output, tables):
    schema = pmml.schema(fields, model.target)
    return "<RegressionModel %s>\n%s%s%s</RegressionModel>" % (head, schema, output, "".join(tables))


def _table(names, weights, intercept, category=None):
    lines = [
        "<NumericPredictor name=%s coefficient=%s/>" % (quoted(n), quoted(number(w))) for n, w in zip(names, weights)
    ]
    target = "" if category is None else " targetCategory=%s" % quoted(category)
    return '<RegressionTable intercept="%s"%s>\n%s\n</RegressionTable>\n' % (
        number(intercept),
        target,
        "\n".join(lines),
    )
