"""Alink's pipelines: stages that are fitted to rows, and the model that they become.

PipelineModel.transform makes operators; LocalPredictor computes in this process, without a statement a row.
"""

from paisql.alink import not_offered
from paisql.alink.models import local_modules, operator_stages, pipeline_files, stages
from paisql.alink.operator import BatchOperator
from paisql.alink_models import pipeline_rows

__all__ = ["LocalPredictor", "Pipeline", "PipelineModel"]

# The stages that files have, by their classes here.
_STAGES = {
    name: kind
    for module in (stages, operator_stages)
    for name, kind in ((name, getattr(module, name)) for name in module.__all__)
    if getattr(kind, "alink", None) is not None and kind is not stages.TFTableModelPredictor
}
# By their classes in Alink: of those that share one, what it becomes when it is read.
_OF_ALINK = {
    kind.alink: kind
    for kind in _STAGES.values()
    if kind not in (stages.TFTableModelClassifierModel, stages.TFTableModelRegressionModel)
}


def _stage(what, given):
    """What was given as a stage; TypeError otherwise."""
    if isinstance(given, type) or not hasattr(given, "transform") and not hasattr(given, "fit"):
        shown = (
            "the class %s is not a stage: write %s()" % ((given.__name__,) * 2)
            if isinstance(given, type)
            else "%r is not a stage" % given
        )
        raise TypeError("%s takes stages, and %s" % (what, shown))
    return given


class _Stages:
    """Stages in their order."""

    def __getattr__(self, name):
        not_offered.refuse_method(type(self), name)
        raise AttributeError("%s has no %s" % (type(self).__name__, name))


class Pipeline(_Stages):
    """Stages in their order: Pipeline(stage, …).add(stage).fit(rows)."""

    def __init__(self, *stages):
        self._stages = [_stage("Pipeline", one) for one in stages]

    def add(self, stage):
        self._stages.append(_stage("Pipeline", stage))
        return self

    def size(self):
        return len(self._stages)

    def get(self, index):
        return self._stages[index]

    def fit(self, rows):
        """The PipelineModel; each stage gets what the stages before it make of the rows."""
        fitted = []
        for number, stage in enumerate(self._stages):
            made = stage.fit(rows)
            fitted.append(made)
            if number + 1 < len(self._stages):
                rows = made.transform(rows)
        return PipelineModel(*fitted)


def _fitted(given):
    if not hasattr(_stage("PipelineModel", given), "local_steps"):
        raise TypeError(
            "PipelineModel takes fitted stages, and %s is not fitted: Pipeline(...).fit(rows) fits it"
            % type(given).__name__
        )
    return given


class PipelineModel(_Stages):
    """Fitted stages in their order; those of a PipelineModel among them are its own."""

    def __init__(self, *stages):
        self._stages = []
        for one in stages:
            self._stages += one._stages if isinstance(one, PipelineModel) else [_fitted(one)]

    def fit(self, rows):
        """This: as a stage of a pipeline it stays what it is."""
        return self

    def transform(self, rows):
        """The operator of the answers; of a stream where the rows are one."""
        for stage in self._stages:
            rows = stage.transform(rows)
        return rows

    def local_steps(self):
        return [step for stage in self._stages for step in stage.local_steps()]

    def collectLocalPredictor(self, inputSchemaStr):
        """A LocalPredictor for rows of this schema."""
        return LocalPredictor(self, inputSchemaStr)

    getLocalPredictor = collectLocalPredictor

    def save(self, path=None, overwrite=False):
        """Writes the stages with their models into an .ak file, as Alink does, and gives this back.

        Without a path: the operator of such a file's rows.
        """
        if path is None:
            return pipeline_files.KeptRows(*pipeline_rows.rows_of(pipeline_files.entries_of(self._stages)))
        pipeline_files.save(self._stages, path, overwrite)
        return self

    @staticmethod
    def load(source):
        """The PipelineModel of a file that Alink or save() has written, of a folder of such files, or of
        an operator with such rows. ValueError for another one.
        """
        if isinstance(source, BatchOperator):
            return PipelineModel(*pipeline_files.stages_from(_OF_ALINK, source))
        return PipelineModel(*pipeline_files.load(_OF_ALINK, _STAGES, source))


class LocalPredictor:
    """Computes rows in this process. Any number of threads at once.

    model            a PipelineModel, or the path of one that was saved
    inputSchemaStr   "name type, name type" of the rows
    ModelError for a model that does not fit, and for rows that do not.
    """

    def __init__(self, model, inputSchemaStr=None):
        if inputSchemaStr is None:
            raise ValueError("LocalPredictor needs inputSchemaStr, the columns of the rows")
        if isinstance(model, str):
            model = PipelineModel.load(model)
        self._rows = local_modules.rows_module().LocalRows(model.local_steps(), inputSchemaStr)

    def getOutputColNames(self):
        """The names of an answer's values."""
        return list(self._rows.names)

    def map(self, row):
        """The answer for one row, a list of values, as a list: the row's columns and the answers."""
        return self.mapBatch([row])[0]

    def predict(self, *values):
        """The answer for the values of one row."""
        return self.map(values)

    def mapBatch(self, rows):
        """The answers for many rows, computed together."""
        return self._rows.compute(rows)
