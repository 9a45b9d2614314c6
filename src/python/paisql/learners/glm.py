"""Generalized linear models: PAI's glm and glm_predict, fitted by statsmodels.

A model is a table (kind, name, value): one row says the link and, of link=power, the power; the others say the weight
of the intercept and of each feature. glm_predict applies the link backwards and needs no library.
"""

import warnings

import numpy as np
import pyarrow as pa

from paisql.learners import features as feature_columns
from paisql.learners import whole_rows
from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings

# What the values of a distribution can be: the least one, whether that one counts, the largest one.
_DOMAINS = {
    "gamma": (0, False, np.inf),
    "inverse_gaussian": (0, False, np.inf),
    "poisson": (0, True, np.inf),
    "tweedie": (0, True, np.inf),
    "binomial": (0, True, 1),
}


def fit(task):
    """Trains on the rows of inputTableName, and writes the model's table."""
    settings = Settings(task.parameters)
    source = task.inputs["inputTableName"]
    label = whole_rows.label_of(settings, source)
    features = feature_columns.of_task(settings, source, [label])
    matrix, values, _ = whole_rows.read_numbers(source, features, label)
    distribution = settings.word("distribute", "gamma")
    _check_domain(distribution, values, label)
    fitted = _fitted(matrix, values, _family(settings, distribution), settings)
    power = settings.number("linkPower", 1.0)
    task.outputs["outputModelTableName"].append(
        {
            "kind": ["link"] + ["coefficient"] * len(fitted),
            "name": [settings.word("link", "log"), "Intercept", *features.names],
            "value": [power, *fitted],
        }
    )


def _check_domain(distribution, values, label):
    least, counts, most = _DOMAINS.get(distribution, (-np.inf, True, np.inf))
    wrong = (values < least) | (values > most) | ((values == least) & (not counts))
    if wrong.any():
        raise LearnerError(
            "the label column %s has the value %s, which distribute=%s cannot have"
            % (label, values[wrong][0], distribution)
        )


def _family(settings, distribution):
    from statsmodels.genmod import families
    from statsmodels.genmod.families import links

    link = {
        "log": links.Log,
        "identity": links.Identity,
        "inverse": links.InversePower,
        "logit": links.Logit,
        "probit": links.Probit,
        "cloglog": links.CLogLog,
        "power": lambda: links.Power(settings.number("linkPower", 1.0)),
    }[settings.word("link", "log")]()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that another link is usual
        if distribution == "tweedie":
            return families.Tweedie(link, var_power=settings.number("varPower", 0.0), check_link=False)
        return {
            "gamma": families.Gamma,
            "gaussian": families.Gaussian,
            "normal": families.Gaussian,
            "poisson": families.Poisson,
            "binomial": families.Binomial,
            "inverse_gaussian": families.InverseGaussian,
        }[distribution](link, check_link=False)


def _fitted(matrix, values, family, settings):
    """The weights of the intercept and of each column."""
    from statsmodels.genmod.generalized_linear_model import GLM

    dense = matrix if isinstance(matrix, np.ndarray) else matrix.toarray()
    design = np.column_stack([np.ones(len(values)), dense])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            model = GLM(values, design, family)
            found = model.fit(maxiter=settings.integer("maxIter", 100), tol=settings.number("epsilon", 1e-6)).params
        except (ValueError, np.linalg.LinAlgError) as error:
            raise LearnerError("the rows have no such model: %s" % error) from None
    if not np.isfinite(found).all():
        raise LearnerError("the rows have no such model: its weights grow without end")
    return found.tolist()


def predict(task):
    """Writes the rows of inputTableName with the conclusion."""
    settings = Settings(task.parameters)
    source, output = task.inputs["inputTableName"], task.outputs["outputTableName"]
    names, weights, expected = _model(task.inputs["inputModelTableName"])
    features = feature_columns.DenseFeatures(names)
    features.bind(source, settings.columns("featureColNames", source.columns))
    appended = settings.columns("appendColNames", source.columns)
    appended = list(source.columns) if appended is None else appended
    for rows in source.chunks(list(dict.fromkeys(appended + features.columns))):
        matrix = features.matrix(rows)
        feature_columns.check_complete(matrix, features.columns)
        columns = {name: rows[name] for name in appended}
        columns["conclusion"] = pa.array(expected(matrix @ weights[1:] + weights[0]))
        output.append(columns)


def _model(source):
    """(names of the features, weights with the intercept first, the link applied backwards)."""
    table = source.read(["kind", "name", "value"])
    rows = list(zip(*(table[name].to_pylist() for name in ("kind", "name", "value"))))
    links = [(name, value) for kind, name, value in rows if kind == "link"]
    weights = {name: value for kind, name, value in rows if kind == "coefficient"}
    if len(links) != 1 or "Intercept" not in weights or None in weights.values():
        raise LearnerError("the rows of inputModelTableName are not a model that glm has made")
    intercept = weights.pop("Intercept")
    return list(weights), np.array([intercept, *weights.values()]), _backwards(*links[0])


def _backwards(link, power):
    from scipy.special import expit, ndtr

    return {
        "log": np.exp,
        "identity": lambda values: values,
        "inverse": lambda values: 1 / values,
        "logit": expit,
        "probit": ndtr,
        "cloglog": lambda values: 1 - np.exp(-np.exp(values)),
        "power": lambda values: np.power(values, 1 / power),
    }[link]
