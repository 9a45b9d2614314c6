"""The PMML of naive Bayes: NaiveBayesModel."""

import numpy as np

from paisql.learners import pmml
from paisql.learners.pmml import number, quoted


def bayes(model):
    """(fields, element) of a naive Bayes model."""
    arrays = model.model.arrays
    fields = [pmml.mixed_field(model, name, "double") for name in model.names]
    lines = ['<NaiveBayesModel functionName="classification" threshold="0.0">\n', pmml.schema(fields, model.target)]
    lines += [pmml.class_output(model), "<BayesInputs>\n"]
    continuous = 0
    for index, field in enumerate(fields):
        lines.append("<BayesInput fieldName=%s>" % quoted(field.name))
        if field.name in model.categories:
            lines += _categories(model, field, np.exp(arrays["chances%d" % index]))
        else:
            lines.append(_normal(model, arrays["means"][:, continuous], arrays["variances"][:, continuous]))
            continuous += 1
        lines.append("</BayesInput>\n")
    lines.append("</BayesInputs>\n<BayesOutput fieldName=%s>" % quoted(model.target))
    lines.append(_counts(model.labels, arrays["priors"]) + "</BayesOutput>\n</NaiveBayesModel>")
    return fields, "".join(lines)


def _categories(model, field, chances):
    for text, column in zip(model.categories[field.name], chances.T):
        shown = (field.missing or "") if text.startswith("\0") else text
        yield "\n<PairCounts value=%s>%s</PairCounts>" % (quoted(shown), _counts(model.labels, column))


def _counts(labels, numbers):
    """Only the relations of counts count, so that shares of 1 stand for them."""
    counts = ("<TargetValueCount value=%s count=%s/>" % (quoted(label), quoted(number(share)))
              for label, share in zip(labels, numbers))  # fmt: skip
    return "<TargetValueCounts>%s</TargetValueCounts>" % "".join(counts)


def _normal(model, means, variances):
    stats = (
        '<TargetValueStat value=%s><GaussianDistribution mean="%s" variance="%s"/></TargetValueStat>'
        % (quoted(label), number(mean), number(variance))
        for label, mean, variance in zip(model.labels, means, variances)
    )
    return "<TargetValueStats>%s</TargetValueStats>" % "".join(stats)
