"""Predictors on streams: each is a PAI statement, as the script components of streams are."""

from paisql.alink.models import operators
from paisql.alink.on_streams.script_operators import StatementStreamOp
from paisql.alink.operator import refuse_class
from paisql.alink_models.alink_columns import columns_of, selected

# Not Alink's: docs/alink-streams.md.
_OF_STREAMS = {"numWorkers": None, "startMode": None, "commitIntervalMs": None, "maxRestarts": None}


class _AnswersStreamOp(StatementStreamOp):
    """A predictor whose answers are the columns of outputSchemaStr."""

    def coming_schema(self):
        columns, kept = self.inputs[0].schema(), self.value("reservedCols")
        if kept is not None:
            columns = selected(kept, columns, type(self).__name__)
        answers = columns_of(self.needed("outputSchemaStr"))
        by_name = {name.lower(): (name, kind) for name, kind in answers}
        # An answer takes the place of the input's column of its name.
        found = [by_name.pop(name.lower(), (name, kind)) for name, kind in columns]
        return found + list(by_name.values())


class _TableModelStreamOp(StatementStreamOp):
    """A predictor with a model's table; `model` is the operator that has it."""

    def __init__(self, model=None, **values):
        super().__init__(**values)
        if model is None:
            raise ValueError("%s(model) needs the operator of the model" % type(self).__name__)
        refuse_class(model)
        self._model = model
        self.reads(model)

    def own(self):
        return {"modelTableName": self._model.table()}


class _TableAnswersStreamOp(_TableModelStreamOp, _AnswersStreamOp):
    """A predictor with a model's table, and answers of outputSchemaStr."""


def _on_streams(kind, *over_tables):
    """{predictor over tables: that of rows as they come}, a class of the kind."""
    return {
        one: type(
            one.__name__.removesuffix("BatchOp") + "StreamOp",
            (kind,),
            {
                "__doc__": "On streams: " + one.__doc__,
                "__module__": __name__,
                "parameters": dict(one.parameters, **_OF_STREAMS),
                "aliases": one.aliases,
                "algorithm": one.algorithm + "_stream",
                "required": one.required,
            },
        )
        for one in over_tables
    }


# Of each predictor over tables that on streams.
OF_BATCH = {
    **_on_streams(_TableAnswersStreamOp, operators.TFTableModelPredictBatchOp),
    **_on_streams(
        _TableModelStreamOp,
        operators.KerasSequentialClassifierPredictBatchOp,
        operators.KerasSequentialRegressorPredictBatchOp,
    ),
    **_on_streams(
        _AnswersStreamOp,
        operators.OnnxModelPredictBatchOp,
        operators.TFSavedModelPredictBatchOp,
        operators.TorchModelPredictBatchOp,
    ),
}
_BY_NAME = {made.__name__: made for made in OF_BATCH.values()}
globals().update(_BY_NAME)
__all__ = [*_BY_NAME]
