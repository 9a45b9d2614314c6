"""Operators that make each row by itself: other names, types and columns, conversions."""

from paisql.alink import relational
from paisql.alink.conversions import json_columns, tensors, vectors
from paisql.alink.operator import BatchOperator
from paisql.alink.streams import RowByRow, StreamOperator, on_streams
from paisql.alink_models.alink_columns import quoted, text_literal
from paisql.alink_stream.refusals import with_refusals


class Coming(BatchOperator):
    """Rows that are not there yet, as the operator over tables sees them: their columns, and a FROM."""

    def __init__(self, source, schema):
        super().__init__()
        self._text, self._schema = source, schema

    def source(self):
        return self._text

    table = source


_CAST = "CAST in a select makes NULLs of such values"
# A value as an error shows it.
_SHOWN = "COALESCE(CONCAT('\\'', IF(LENGTH({0}) > 78, CONCAT(SUBSTR({0}, 1, 75), '...'), {0}), '\\''), 'NULL')"


def refusal(operator, is_bad, names, what, cure, value=None):
    """A condition that is true for a row that is not bad, and an error for another; value stands for "%s" of what."""
    values = []
    for name in names:
        values += [text_literal(", "), _SHOWN.format("CAST(%s AS STRING)" % quoted(name))]
    before = "%s: column%s %s: " % (
        type(operator).__name__,
        "s" if len(names) > 1 else "",
        ", ".join("'%s'" % name for name in names),
    )
    said = [text_literal(text) for text in (" %s; %s" % (what, cure)).split("%s", 1 if value else 0)]
    if value:
        said.insert(1, _SHOWN.format(value))
    parts = [text_literal(before), *values[1:], *said]
    return "ASSERT_TRUE(NOT COALESCE(%s, FALSE), CONCAT(%s)) IS NULL" % (is_bad, ", ".join(parts))


class _RowForm(RowByRow):
    """The form on streams of `form`, an operator over tables, which is the last base of the class.

    On rows that end, those that cannot be read are looked for first, in a table.
    """

    form = None
    joins_lines = False

    def __init_subclass__(cls):
        cls.form = cls.__bases__[-1]

    def over(self, source):
        """The query over what follows FROM. A row that cannot be converted ends it with its columns and values."""
        made = self.form()
        made._values.update(self._values)
        made.inputs = [Coming(source, self.one().schema())]
        refused = []  # conditions that hold for no row

        def check(is_bad, shown, what, rows=None):
            if not made.skips():
                refused.append(refusal(self, is_bad, self._converted(), what, self._cure()))

        def check_parts(shown, parts, rows=None):
            for bad, what, value in [] if made.skips() else parts:
                refused.append(refusal(self, bad, self._converted(), what, self._cure(), value))

        def refuse_value(name, is_bad, target):
            refused.append(refusal(self, is_bad, [name], "is not a valid %s" % target, _CAST))

        # The operator over tables looks such rows up before it converts them; here they have not come yet.
        made.check, made.check_parts, made.refuse_value = check, check_parts, refuse_value
        query = made.query()
        return with_refusals(query, refused) if refused else query

    def _converted(self):
        """The names of the columns that are converted."""
        for parameter in ("selectedCol", "vectorCol", "jsonCol", "selectedCols"):
            # Of ColumnsToVector vectorCol is what is made.
            if parameter in self.parameters and not (parameter == "vectorCol" and "selectedCols" in self.parameters):
                given = self.value(parameter)
                if given is not None:
                    return [name for name, _ in self.columns(given)]
        return self.one().getColNames()

    def _cure(self):
        """What to do with rows that cannot be converted."""
        value = "True" if self.invalid == "skipFailed" else "'SKIP'"
        return "set%s(%s) makes NULLs of such rows" % (self.invalid[0].upper() + self.invalid[1:], value)


class _TensorForm(_RowForm):
    def tensors(self):
        return [self.value("outputCol") or self.needed("selectedCol")] if self.is_endless else super().tensors()


class AppendIdStreamOp(StreamOperator, relational.AppendIdBatchOp):
    """Numbers of rows that end."""


# Of each operator over tables that on streams.
OF_BATCH = {
    **on_streams(
        _RowForm,
        relational.AsBatchOp,
        relational.RebalanceBatchOp,
        relational.TypeConvertBatchOp,
        relational.NumericalTypeCastBatchOp,
        json_columns.JsonValueBatchOp,
        json_columns.ColumnsToJsonBatchOp,
        json_columns.JsonToColumnsBatchOp,
        vectors.ColumnsToVectorBatchOp,
        vectors.VectorToColumnsBatchOp,
        vectors.VectorAssemblerBatchOp,
        vectors.ToVectorBatchOp,
        tensors.TensorToVectorBatchOp,
    ),
    **on_streams(_TensorForm, tensors.ToTensorBatchOp, tensors.VectorToTensorBatchOp),
}
_BY_NAME = {made.__name__: made for made in OF_BATCH.values()}
globals().update(_BY_NAME)
__all__ = ["AppendIdStreamOp", *_BY_NAME]
