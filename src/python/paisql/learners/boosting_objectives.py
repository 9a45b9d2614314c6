"""What the components of boosted trees learn from a label, by the name of the objective."""

from paisql.learners.labels import ClassLabels
from paisql.learners.learner_task import LearnerError

# Old names that xgboost has given up.
_RENAMED = {"reg:linear": "reg:squarederror", "multi:softmax": "multi:softprob"}
_METRICS = {
    "binary:logistic": "logloss",
    "multi:softprob": "mlogloss",
    "reg:squarederror": "rmse",
    "reg:logistic": "rmse",
    "count:poisson": "poisson-nloglik",
    "reg:gamma": "gamma-nloglik",
}


def name_of(objective):
    """xgboost's name of an objective."""
    return _RENAMED.get(objective, objective)


def kind_of(objective):
    """classification or regression."""
    return "classification" if objective.startswith(("binary:", "multi:")) else "regression"


def metric_of(objective, named):
    """The metrics of each round: those of the statement, else the objective's own.

    "error" stands in statements for every objective, as the platform's default; it counts wrong classes.
    """
    metrics = [part.strip() for part in named.split(",") if part.strip()]
    if objective.startswith("multi:"):
        metrics = [{"error": "merror", "logloss": "mlogloss"}.get(metric, metric) for metric in metrics]
    if kind_of(objective) == "regression" and metrics == ["error"]:
        metrics = []
    return metrics or ([_METRICS[objective]] if objective in _METRICS else [])


def classes_of(objective, source, label, count=None):
    """The ClassLabels of an objective, or None for a regression.

    count  how many classes there are: labels are the whole numbers below it
    """
    if kind_of(objective) == "regression":
        return None
    found = ClassLabels.of(source, label, source.types[label])
    if objective.startswith("multi:") and count is not None:
        return _counted(found, label, count)
    if len(found) == 1:
        raise LearnerError(
            "column %s has one class only, %s, and there is nothing to tell apart" % (label, found.texts[0])
        )
    if objective.startswith("binary:") and len(found) > 2:
        raise LearnerError(
            "%s tells two classes apart, and column %s has %d: %s"
            % (objective, label, len(found), ", ".join(found.texts[:10]) + (", ..." if len(found) > 10 else ""))
        )
    return found


def _counted(found, label, count):
    known = [str(number) for number in range(count)]
    for text in found.texts:
        if text not in known:
            raise LearnerError(
                "column %s has the label %s, and classNum=%d allows the labels 0 to %d"
                % (label, text, count, count - 1)
            )
    return ClassLabels(known, found.type)


def parameters_of(objective, metrics, classes):
    """What xgboost needs to know of an objective."""
    made = {"objective": objective}
    if metrics:
        made["eval_metric"] = metrics
    if objective.startswith("multi:"):
        made["num_class"] = len(classes)
    return made
