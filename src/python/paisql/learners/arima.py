"""Forecasts of time series by seasonal ARIMA models: PAI's x13_arima and x13_auto_arima, fitted by statsmodels.

The platform runs X-13ARIMA-SEATS; here the state space model of the same orders is fitted by its likelihood, without a
constant, as there. A series is the value column in the order of the time column, one for each group.
"""

import json

import pyarrow as pa

from paisql.learners import arima_orders, whole_rows
from paisql.learners.features import is_number
from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings

_MOST_ROWS = 1200


def fit(task):
    """Forecasts each series of inputTableName, and writes the forecasts and what the models are."""
    settings = Settings(task.parameters)
    source = task.inputs["inputTableName"]
    groups = settings.columns("groupColNames", source.columns) or []
    forecasts, details = [], []
    for group, values in _series(settings, source, groups):
        orders = arima_orders.of(settings, values) if _chooses(settings) else arima_orders.given(settings)
        fitted = arima_orders.fitted(values, orders, settings)
        forecasts += [(*group, *row) for row in _forecasts(settings, fitted, len(values))]
        details += [(*group, key, json.dumps(told)) for key, told in _details(settings, orders, fitted, values)]
    for port, rows in (("outputPredictTableName", forecasts), ("outputDetailTableName", details)):
        if port in task.outputs:
            output = task.outputs[port]
            output.append(dict(zip(output.columns, map(list, zip(*rows)))))


def _chooses(settings):
    """Whether the orders are to be found: x13_arima alone has the parameter order, and needs it."""
    return not settings.has("order")


def _series(settings, source, groups):
    """((values of the group columns), values) of each group, in the order of the groups."""
    time, value = settings.column("seqColName", source.columns), settings.column("valueColName", source.columns)
    if not is_number(source.types[value]):
        raise LearnerError("column %s is %s, and a series has numbers" % (value, source.types[value]))
    table = source.read(list(dict.fromkeys([*groups, time, value])))
    if not table.num_rows:
        raise LearnerError("the input has no rows, so there is no series")
    for name in (time, value):
        if table[name].null_count:
            raise LearnerError("column %s has NULL, and a series has no gaps" % name)
    table = table.sort_by([(name, "ascending") for name in [*groups, time]])
    numbers = whole_rows.numbers_of(pa.chunked_array([table[value].combine_chunks()]), value)
    keys = list(zip(*(table[name].to_pylist() for name in groups))) or [()] * table.num_rows
    begin = 0
    for end in range(1, len(keys) + 1):
        if end == len(keys) or keys[end] != keys[begin]:
            if end - begin > _MOST_ROWS:
                raise LearnerError(
                    "a series has at most %d rows, and %s has %d"
                    % (_MOST_ROWS, "group %s" % (keys[begin],) if groups else "the input", end - begin)
                )
            yield keys[begin], numbers[begin:end]
            begin = end


def _forecasts(settings, fitted, known):
    """(date, forecast, lower, upper) of the steps after a series of so many values."""
    steps = settings.integer("predictStep", 12)
    told = fitted.get_forecast(steps)
    bounds = told.conf_int(alpha=1 - settings.number("confidenceLevel", 0.95))
    frequency = settings.integer("frequency", 12)
    year, season = _start(settings, frequency)
    for step in range(steps):
        place = season - 1 + known + step
        date = "%d.%d" % (year + place // frequency, place % frequency + 1)
        yield date, float(told.predicted_mean[step]), float(bounds[step][0]), float(bounds[step][1])


def _start(settings, frequency):
    text = settings.text("start", "1.1")
    year, dot, season = text.partition(".")
    if not (year.isdigit() and (season or "1").isdigit() and (not dot or 1 <= int(season or 0) <= frequency)):
        raise LearnerError("start=%s is not <year>.<season>, with a season from 1 to %d" % (text, frequency))
    return int(year), int(season or 1)


def _details(settings, orders, fitted, values):
    """(key, what it tells) about a model."""
    names = list(fitted.model.param_names)
    errors = [float(error) for error in fitted.bse]
    yield (
        "model",
        {
            "order": list(orders.order),
            "seasonal": list(orders.seasonal),
            "period": orders.period,
            "coefficients": {
                name: {"value": float(value), "stdErr": error if error == error else None}
                for name, value, error in zip(names, fitted.params, errors)
            },
        },
    )
    yield (
        "evaluation",
        {
            "logLikelihood": float(fitted.llf),
            "aic": float(fitted.aic),
            "aicc": float(fitted.aicc) if len(values) > len(names) + 1 else None,
            "bic": float(fitted.bic),
            "hqic": float(fitted.hqic),
        },
    )
    words = ("start", "frequency", "order", "seasonal", "period", "predictStep", "confidenceLevel", "maxiter", "tol")
    yield "parameters", {name: settings.text(name) for name in words if settings.has(name)}
    yield "series", {"count": len(values), "values": [float(value) for value in values]}
