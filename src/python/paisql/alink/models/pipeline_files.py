"""PipelineModels as files: Alink's own .ak files, and the JSON of older versions of paisql.

A stage of Alink is known by the name of its class there. Parameters that a stage does not have here,
such as those of the training that made a model, are passed over.
"""

import json
import os
import zipfile

from paisql.alink import files
from paisql.alink.file_formats import ak_files, ak_rows, ak_values
from paisql.alink.table_operators import MemSourceBatchOp
from paisql.alink_models import pipeline_rows

_ALINK = "com.alibaba.alink.pipeline."
_FORMAT = 1  # of the JSON


class KeptRows(MemSourceBatchOp):
    """The rows of a loaded model, which LocalPredictor reads without a statement."""

    def __init__(self, columns, rows):
        self._kept = [tuple(column) for column in columns]
        super().__init__(rows, ", ".join("%s %s" % column for column in self._kept))

    def rows(self, most=None):
        return list(self._kept), [list(row) for row in self._rows[:most]]

    def collect(self):
        return self.rows()[1]


def stage_of(kinds, entry):
    """The stage of a pipeline_rows.Stage. ValueError for one of a kind that is not offered.

    kinds  {name of a class of Alink after its package: class of stage here}
    """
    kind = kinds.get(entry.identifier.removeprefix(_ALINK))
    if kind is None:
        raise ValueError(
            "stage %s is not offered here (%s); those that are: %s"
            % (entry.name, entry.identifier, ", ".join(sorted(one.rpartition(".")[2] for one in kinds)))
        )
    if entry.values.get("modelFilePath") is not None:
        raise ValueError(
            "the model of stage %s lies in another file (modelFilePath): save the pipeline without it" % entry.name
        )
    if kind.has_model != (entry.columns is not None):
        raise ValueError("stage %s has %s model" % (entry.name, "no" if kind.has_model else "a"))
    model = KeptRows(entry.columns, entry.rows) if kind.has_model else None
    return kind.loaded(entry.values, model)


def stages_from(kinds, operator):
    """The stages of an operator with a pipeline's rows, as Alink's PipelineModel.load(operator) takes it."""
    columns, rows = operator.rows()
    return [stage_of(kinds, entry) for entry in pipeline_rows.stages_of(columns, rows)]


def load(kinds, by_class, path):
    """The stages of a file or a folder of them. ValueError names the path.

    by_class  {name of a class here: it}, by which the JSON calls them
    """
    place = files.existing(path)
    if os.path.isdir(place) or zipfile.is_zipfile(place):
        entries = _read(place)
        try:
            return [stage_of(kinds, entry) for entry in entries]
        except ValueError as error:
            raise ValueError("%s: %s" % (place, error)) from None
    try:
        with open(place, encoding="utf-8") as stream:
            read = json.load(stream)
        if read["format"] != _FORMAT:
            raise ValueError("format %r" % read["format"])
        return [_of_json(by_class[entry["stage"]], entry) for entry in read["stages"]]
    except (ValueError, KeyError, TypeError, UnicodeDecodeError) as error:
        raise ValueError("%s is not a PipelineModel that Alink or paisql has saved (%s)" % (place, error)) from None


def _of_json(kind, entry):
    model = KeptRows(entry["columns"], entry["rows"]) if kind.has_model else None
    return kind.loaded(entry["values"], model)


def entries_of(stages):
    """[pipeline_rows.Stage] of the stages; the rows of their models are computed for it."""
    found = []
    for stage in stages:
        values, model = stage.kept()
        columns, rows = (None, None) if model is None else model.rows()
        found.append(pipeline_rows.Stage(_ALINK + stage.alink, values, columns, rows))
    return found


def save(stages, path, overwrite):
    """Writes the stages with their models into an .ak file. FileExistsError where one may not be replaced."""
    place = files.path_of(path)
    if os.path.isdir(place) or os.path.exists(place) and not overwrite:
        raise FileExistsError("%s exists: save(path, overwrite=True) replaces a file" % place)
    os.makedirs(os.path.dirname(os.path.abspath(place)), exist_ok=True)
    _write(place, entries_of(stages))


def _read(path):
    """The [Stage] of a pipeline's .ak file, or of a folder of them. ValueError names the file."""
    paths = files.files_of(path)
    if not paths:
        raise ValueError("%s has no files" % path)
    try:
        columns = ak_files.columns_of(paths[0])
        return pipeline_rows.stages_of(columns, list(ak_files.rows_of(paths)))
    except ValueError as error:
        text = str(error)
        raise ValueError(
            text if any(one in text for one in paths) else "%s is not a pipeline of Alink: %s" % (path, text)
        ) from None


def _write(path, stages):
    """Writes an .ak file that Alink reads. ValueError for a model of values that it does not hold."""
    columns, rows = pipeline_rows.rows_of(stages)
    for name, kind in {one for stage in stages for one in stage.columns or ()}:
        if kind not in ak_values.WRITTEN:
            raise ValueError(
                "column '%s' of a model is %s, which .ak files do not hold; a label that is CAST to "
                "STRING is kept" % (name, kind)
            )
    schema = ",".join("%s %s" % column for column in columns)
    part = path + ".part"
    try:
        kinds = [kind for _, kind in columns]
        ak_rows.write(part, schema, kinds, ak_files.for_file(rows, kinds))
        os.replace(part, path)
    finally:
        if os.path.exists(part):
            os.remove(part)
