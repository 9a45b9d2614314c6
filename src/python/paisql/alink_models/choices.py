"""Which model, which columns, which answers: what a statement or a LocalPredictor asks for."""

import os

from paisql.alink_models import (
    ModelError,
    answer_schema,
    backend,
    labelled_table,
    label_task,
    model_rows,
    places,
    predictor,
)


class Task:
    """selected: input columns; types: {answer's column: Arrow type}; batches: whether rows are
    computed together; check(types of columns), predict(arrays, rows, first_row)."""

    def __init__(self, made):
        self.selected, self.batches = made.options.selected, made.batches
        self.types = {column.name: column.arrow for column in made.options.columns}
        self.check, self.predict = made.check, made.predict


def open_task(settings, rows_of_table, folder):
    """The task that the settings of a job (paisql.alink_models.table_job) describe.

    rows_of_table  function of (settings["model"], whether labelled) that gives the model's rows
    folder         an empty one, for what is unpacked
    """
    kind = settings["kind"]
    if kind in _LABELLED:
        rows = rows_of_table(settings["model"], True)
        return label_task.LabelTask(labelled_table.unpack(rows, folder, "the model table"), settings)
    made = _BACKENDS[kind](settings, rows_of_table, folder)
    return Task(predictor.Predictor(made, options(settings, made, kind != "table")))


def _of_table(settings, rows_of_table, folder):
    rows = rows_of_table(settings["model"], False)
    return _saved_model(model_rows.unpack(rows, folder, "the model table"), settings)


def _of_path(settings, rows_of_table, folder):
    return _saved_model(_folder_of(settings, folder), settings)


def _saved_model(found, settings):
    return backend.SavedModelBackend(found, settings["signature"], settings["tag"], settings["threads"])


def _torch(settings, rows_of_table, folder):
    from paisql.alink_models import torch_model

    inputs, outputs = len(settings["selected"]), len(answer_schema.read(settings["schema"]))
    return torch_model.TorchBackend(settings["path"], inputs, outputs, settings["threads"])


def _onnx(settings, rows_of_table, folder):
    from paisql.alink_models import onnx_model

    return onnx_model.OnnxBackend(settings["path"], settings["threads"])


_LABELLED = ("classifier", "regressor")
_BACKENDS = {"table": _of_table, "saved_model": _of_path, "torch": _torch, "onnx": _onnx}


def options(settings, made, whole):
    """The predictor.Options of the settings: what is not given follows from names."""
    columns = answer_schema.read(settings["schema"])
    selected = list(settings["selected"])
    inputs = settings.get("inputs") or _input_names(selected, made)
    outputs = settings.get("outputs") or _output_names(columns, made)
    return predictor.Options(
        selected, inputs, outputs, columns, whole, settings.get("batch"), settings["nulls"], settings.get("axes")
    )


def _input_names(selected, made):
    """Each column's own name; SQL's letter case does not matter where one input alone fits."""
    if made.positional:
        return [spec.name for spec in made.inputs]
    return [_named(name, made.inputs) for name in selected]


def _output_names(columns, made):
    if made.positional:
        return [str(number) for number in range(len(columns))]
    return [_named(column.name, made.outputs) for column in columns]


def _named(name, specs):
    if any(spec.name == name for spec in specs):
        return name
    near = [spec.name for spec in specs if spec.name.lower() == name.lower()]
    return near[0] if len(near) == 1 else name


def _folder_of(settings, folder):
    path, what = settings["path"], settings.get("place") or settings["path"]
    if os.path.isdir(path):
        return places.find_model(path, what)
    if not os.path.exists(path):
        raise ModelError("%s does not exist" % what)
    if not places.is_archive(path):
        raise ModelError("%s is not a SavedModel: name its folder, or a .zip, .tar.gz or .tgz" % what)
    unpacked = os.path.join(folder, "unpacked")
    places.unpack(path, unpacked, what)
    return places.find_model(unpacked, what)
