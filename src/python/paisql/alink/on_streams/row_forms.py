"""Operators that make each row by itself: other names, types and columns, conversions."""

from paisql.alink import lookups, relational
from paisql.alink.conversions import json_columns, tensors, vectors
from paisql.alink.operator import BatchOperator
from paisql.alink.streams import RowByRow, StreamOperator

__all__ = [
    "AppendIdStreamOp",
    "AsStreamOp",
    "ColumnsToJsonStreamOp",
    "ColumnsToVectorStreamOp",
    "IndexToStringPredictStreamOp",
    "JsonToColumnsStreamOp",
    "JsonValueStreamOp",
    "LookupStreamOp",
    "NumericalTypeCastStreamOp",
    "RebalanceStreamOp",
    "StringIndexerPredictStreamOp",
    "TensorToVectorStreamOp",
    "ToTensorStreamOp",
    "ToVectorStreamOp",
    "TypeConvertStreamOp",
    "VectorAssemblerStreamOp",
    "VectorToColumnsStreamOp",
    "VectorToTensorStreamOp",
]


class _Coming(BatchOperator):
    """Rows that are not there yet, as the operator over tables sees them: their columns, and a FROM."""

    def __init__(self, source, schema, refusal):
        super().__init__()
        self._text, self._schema, self._refusal = source, schema, refusal

    def source(self):
        return self._text

    def table(self):
        raise ValueError(self._refusal)


class _RowForm(RowByRow):
    """The form on streams of `form`, an operator over tables, which is the next base of the class."""

    form = None
    joins_lines = False

    def tensors(self):
        return [] if self.is_endless else StreamOperator.tensors(self)

    def flow(self):
        # On rows that end, those that cannot be read are looked for first, in a table.
        return super().flow() if self.is_endless else StreamOperator.flow(self)

    def over(self, source):
        """The query over what stands behind FROM; ValueError where it has to look through the rows."""
        name = type(self).__name__
        refusal = (
            "%s: on an endless stream rows that cannot be converted are not looked for beforehand; %s"
            % (name, self.cure)
        )
        made = self.form()
        made._values.update(self._values)
        made.inputs = [_Coming(source, self.one().schema(), refusal)]
        return made.query()

    @property
    def cure(self):
        """What to do where the rows cannot be looked through."""
        invalid = getattr(self, "invalid", None)
        if invalid is None:
            return "CAST in a select makes NULLs of them"
        value = "True" if invalid == "skipFailed" else "'SKIP'"
        return "set%s(%s) makes NULLs of them" % (invalid[0].upper() + invalid[1:], value)


class AsStreamOp(_RowForm, relational.AsBatchOp):
    form = relational.AsBatchOp


class RebalanceStreamOp(_RowForm, relational.RebalanceBatchOp):
    form = relational.RebalanceBatchOp


class TypeConvertStreamOp(_RowForm, relational.TypeConvertBatchOp):
    form = relational.TypeConvertBatchOp


class NumericalTypeCastStreamOp(_RowForm, relational.NumericalTypeCastBatchOp):
    form = relational.NumericalTypeCastBatchOp


class JsonValueStreamOp(_RowForm, json_columns.JsonValueBatchOp):
    form = json_columns.JsonValueBatchOp


class ColumnsToJsonStreamOp(_RowForm, json_columns.ColumnsToJsonBatchOp):
    form = json_columns.ColumnsToJsonBatchOp


class JsonToColumnsStreamOp(_RowForm, json_columns.JsonToColumnsBatchOp):
    form = json_columns.JsonToColumnsBatchOp


class ColumnsToVectorStreamOp(_RowForm, vectors.ColumnsToVectorBatchOp):
    form = vectors.ColumnsToVectorBatchOp


class VectorToColumnsStreamOp(_RowForm, vectors.VectorToColumnsBatchOp):
    form = vectors.VectorToColumnsBatchOp


class VectorAssemblerStreamOp(_RowForm, vectors.VectorAssemblerBatchOp):
    form = vectors.VectorAssemblerBatchOp


class ToVectorStreamOp(_RowForm, vectors.ToVectorBatchOp):
    form = vectors.ToVectorBatchOp


class _TensorForm(_RowForm):
    def tensors(self):
        return [self.value("outputCol") or self.needed("selectedCol")] if self.is_endless else super().tensors()


class ToTensorStreamOp(_TensorForm, tensors.ToTensorBatchOp):
    form = tensors.ToTensorBatchOp


class VectorToTensorStreamOp(_TensorForm, tensors.VectorToTensorBatchOp):
    form = tensors.VectorToTensorBatchOp


class TensorToVectorStreamOp(_RowForm, tensors.TensorToVectorBatchOp):
    form = tensors.TensorToVectorBatchOp


class AppendIdStreamOp(StreamOperator, relational.AppendIdBatchOp):
    """Numbers of rows that end."""


class _WithTable(StreamOperator):
    """Rows that end, and the operator of a table that they are looked up in: Op(table).linkFrom(rows)."""

    form = None

    def __init__(self, table=None, **values):
        super().__init__(**values)
        if table is None:
            raise ValueError("%s(table) needs the operator of the table" % type(self).__name__)
        self._looked_up = table

    def two(self):
        if len(self.inputs) != 1:
            raise ValueError(
                "%s has one input, and %d are linked" % (type(self).__name__, len(self.inputs))
            )
        return [self._looked_up, self.inputs[0]]


class LookupStreamOp(_WithTable, lookups.LookupBatchOp):
    pass


class StringIndexerPredictStreamOp(_WithTable, lookups.StringIndexerPredictBatchOp):
    pass


class IndexToStringPredictStreamOp(_WithTable, lookups.IndexToStringPredictBatchOp):
    pass


# Of each operator over tables that on streams.
OF_BATCH = {
    made.form: made for made in list(globals().values()) if isinstance(made, type) and getattr(made, "form", None)
}
