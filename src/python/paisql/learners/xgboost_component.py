"""The component xgboost: the statement's parameters are the library's own."""

from paisql.learners import boosted_trees, boosting_objectives, features
from paisql.learners.settings import Settings
from paisql.learners.training_rows import TrainingRows

_NUMBERS = (
    "eta",
    "gamma",
    "max_depth",
    "min_child_weight",
    "max_delta_step",
    "subsample",
    "colsample_bytree",
    "lambda",
    "alpha",
    "base_score",
    "seed",
    "scale_pos_weight",
    "tweedie_variance_power",
)
_WHOLE = ("max_depth", "seed")


def fit(task):
    """Trains a model of the rows of inputTableName."""
    settings = Settings(task.parameters)
    source = task.inputs["inputTableName"]
    label = settings.column("labelColName", source.columns)
    objective = boosting_objectives.name_of(settings.word("objective", "binary:logistic"))
    classes = boosting_objectives.classes_of(objective, source, label, settings.integer("num_class"))
    used = features.of_task(settings, source, [label])
    recipe = boosted_trees.Recipe(
        _parameters(settings, objective, classes),
        settings.integer("num_round", 10),
        boosting_objectives.kind_of(objective),
        classes,
    )
    rows = TrainingRows(source, used, label, classes)
    booster = boosted_trees.train(recipe, rows)
    boosted_trees.save(task.model_folder, booster, recipe, rows, source.types[label])


def _parameters(settings, objective, classes):
    made = {"booster": settings.word("booster", "gbtree")}
    for name in _NUMBERS:
        if settings.has(name):
            made[name] = settings.integer(name) if name in _WHOLE else settings.number(name)
    metrics = boosting_objectives.metric_of(objective, settings.word("eval_metric"))
    made.update(boosting_objectives.parameters_of(objective, metrics, classes))
    if made["booster"] == "gblinear":
        for name in ("gamma", "max_depth", "min_child_weight", "max_delta_step", "subsample", "colsample_bytree"):
            made.pop(name, None)
    return made
