"""Parameters of stages as others take them: as settings of a predictor's job, and from a pipeline's file."""

# The statement of a predictor: the kind of its job (job).
_KINDS = {
    "tf_table_model_predict": "table",
    "tf_savedmodel_predict": "saved_model",
    "torch_model_predict": "torch",
    "onnx_model_predict": "onnx",
    "keras_sequential_classifier_predict": "classifier",
    "keras_sequential_regressor_predict": "regressor",
}
# Settings that are a parameter: (its name, what it is without one).
_SETTINGS = {
    "schema": ("outputSchemaStr", None),
    "selected": ("selectedCols", None),
    "reserved": ("reservedCols", None),
    "inputs": ("inputSignatureDefs", None),
    "outputs": ("outputSignatureDefs", None),
    "signature": ("signatureDefKey", "serving_default"),
    "tag": ("graphDefTag", "serve"),
    "batch": ("inferBatchSize", None),
    "axes": ("outputBatchAxes", None),
    "nulls": ("nullValues", "error"),
    "threads": ("intraOpParallelism", 4),
    "prediction": ("predictionCol", None),
    "detail": ("predictionDetailCol", None),
}
_OF_ONNX = {"inputs": ("inputNames", None), "outputs": ("outputNames", None)}


def settings_of(made):
    """A predictor's operator as the settings of paisql.alink_models.table_job. ValueError for one that has no such value."""
    check_nulls(made, "nullValues", ("error", "null"), "it says what a row with a NULL among its inputs is")
    kind = _KINDS[made.algorithm]
    path = _value(made, "modelPath", "")
    settings = {"kind": kind, "model": None, "path": path.removeprefix("file://"), "place": path}
    for name, (parameter, otherwise) in {**_SETTINGS, **(_OF_ONNX if kind == "onnx" else {})}.items():
        settings[name] = _value(made, parameter, otherwise)
    return dict(settings, nulls=settings["nulls"].lower())


def _value(made, parameter, otherwise):
    found = made.value(parameter) if parameter in made.parameters else None
    return otherwise if found is None else found


def check_nulls(made, parameter, values, hint):
    """ValueError unless a parameter that says what a NULL is has one of the values, or none."""
    value = made.value(parameter)
    if value is not None and str(value).lower() not in values:
        raise ValueError(
            "%s: %s is %s, and not '%s'; %s" % (type(made).__name__, parameter, " or ".join(values), value, hint)
        )


def known_values(kind, values):
    """Those of the values, by their names or other ones, that a class of stages has parameters for."""
    named = {kind.aliases.get(name, name): value for name, value in values.items()}
    return {name: value for name, value in named.items() if name in kind.parameters}
