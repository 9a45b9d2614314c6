"""Operators that make tensors and take them apart; tensors are texts in tables.

A tensor is "FLOAT#2,3#1.0 2.0 3.0 4.0 5.0 6.0 ": its type, its shape, its values in row order.
"""

from paisql.alink.conversions import vector_sql
from paisql.alink.conversions.conversion import OneColumn
from paisql.alink.parameters import SIZES, one_of
from paisql.alink_models.alink_columns import text_literal

__all__ = ["TensorToVectorBatchOp", "ToTensorBatchOp", "VectorToTensorBatchOp"]

_NUMERIC = (*vector_sql.FLOAT_TENSORS, *vector_sql.INTEGER_TENSORS)
_TYPES = (*_NUMERIC, "BOOLEAN", "STRING")


class ToTensorBatchOp(OneColumn):
    """A vector, a text of numbers, a number or a tensor as a tensor.

    tensorShape     the sizes of its dimensions; without them one, of as many as there are values
    tensorDataType  FLOAT, DOUBLE, INT, LONG, ...; without it a tensor keeps its own, numbers are DOUBLE, and
                    another text is a STRING tensor of no dimension
    """

    parameters = dict(OneColumn.parameters, tensorShape=SIZES, tensorDataType=one_of(*_TYPES))
    what = "is not a such tensor"

    def shape(self):
        given = self.value("tensorShape")
        return vector_sql.SHAPE if given is None else text_literal(",".join(str(n) for n in given))

    def is_valid(self):
        kind, numbers = self.value("tensorDataType"), vector_sql.NUMBERS
        if kind == "STRING":
            return "TRUE"
        else_ = {None: "TRUE", "BOOLEAN": "COALESCE(%s = 'BOOLEAN', FALSE)" % vector_sql.KIND}
        return "CASE WHEN NOT %s THEN %s ELSE %s = %s AND %s END" % (
            vector_sql.READ,
            else_.get(kind, "FALSE"),
            vector_sql.sizes_product(self.shape()),
            vector_sql.COUNT,
            vector_sql.fits_tensor(kind, numbers),
        )

    def converted(self):
        kind = self.value("tensorDataType")
        alone = "CONCAT('STRING##', LENGTH({0}), ' #', {0}, ' ')".format(vector_sql.TEXT)
        if kind == "STRING":
            return "IF(%s = 'STRING', %s, %s)" % (vector_sql.KIND, vector_sql.TEXT, alone)
        if kind is None:
            kinds = ["WHEN '%s' THEN %s" % (one, self._made(one)) for one in _NUMERIC]
            made = "CASE COALESCE(%s, 'DOUBLE') %s END" % (vector_sql.KIND, " ".join(kinds))
        else:
            made = self._made(kind)
        return "CASE WHEN %s THEN %s WHEN %s IS NOT NULL THEN %s ELSE %s END" % (
            vector_sql.READ,
            made,
            vector_sql.KIND,
            vector_sql.TEXT,
            alone,
        )

    def _made(self, kind):
        return vector_sql.tensor_text(kind, self.shape(), vector_sql.NUMBERS)


class VectorToTensorBatchOp(ToTensorBatchOp):
    """A vector as a tensor; Alink's does the same as its ToTensorBatchOp."""


# How a column of the tensor's first dimension becomes a number.
_OVER = {
    "SUM": "ARRAY_REDUCE(%s, CAST(0 AS DOUBLE), (sum, each) -> sum + each, sum -> sum)",
    "MEAN": "ARRAY_REDUCE(%s, CAST(0 AS DOUBLE), (sum, each) -> sum + each, sum -> sum)",
    "MAX": "ARRAY_MAX(%s)",
    "MIN": "ARRAY_MIN(%s)",
}


class TensorToVectorBatchOp(OneColumn):
    """A tensor of numbers as a dense vector.

    convertMethod  FLATTEN: its values in row order; SUM, MEAN, MAX and MIN go over the first dimension
    """

    parameters = dict(OneColumn.parameters, convertMethod=one_of("FLATTEN", *_OVER)("FLATTEN"))
    what = "is not a such tensor of numbers, which SUM, MEAN, MAX and MIN want with two dimensions or more"

    def is_valid(self):
        shape = vector_sql.SHAPE
        whole = "%s AND %s = %s" % (vector_sql.READ, vector_sql.sizes_product(shape), vector_sql.COUNT)
        if self.value("convertMethod") == "FLATTEN":
            return whole
        return "%s AND INSTR(%s, ',') > 0" % (whole, shape)

    def converted(self):
        method, numbers = self.value("convertMethod"), vector_sql.NUMBERS
        if method == "FLATTEN":
            return vector_sql.joined(numbers)
        rows = "CAST(SPLIT_PART(%s, ',', 1) AS BIGINT)" % vector_sql.SHAPE
        width = "CAST(SIZE(%s) / %s AS BIGINT)" % (numbers, rows)
        column = "TRANSFORM(SEQUENCE(0, %s - 1), row -> %s[row * %s + place])" % (rows, numbers, width)
        over = _OVER[method] % column + (" / %s" % rows if method == "MEAN" else "")
        return vector_sql.joined("TRANSFORM(SEQUENCE(0, %s - 1), place -> %s)" % (width, over))
