"""Operators that change the form of values: JSON, vectors and tensors, which are texts in tables.

A dense vector is "1.0 2.0 3.0", a sparse one "$4$0:1.0 2:3.0" with its size and its values that are
not 0 (the size may be left out), a tensor "FLOAT#2,3#1.0 2.0 3.0 4.0 5.0 6.0 " with its type, its shape and
its values in row order, as Alink prints them.
"""

from paisql.alink.columns import columns_of, quoted, selected, text_literal, type_of
from paisql.alink.relational import OneInput

__all__ = [
    "ColumnsToJsonBatchOp",
    "ColumnsToVectorBatchOp",
    "JsonToColumnsBatchOp",
    "JsonValueBatchOp",
    "TensorToVectorBatchOp",
    "ToTensorBatchOp",
    "ToVectorBatchOp",
    "VectorToColumnsBatchOp",
    "VectorToTensorBatchOp",
]

_TENSOR_TYPES = ("FLOAT", "DOUBLE", "INT", "LONG", "BOOLEAN", "BYTE", "UBYTE", "STRING")


def _kept(operator):
    """The columns that stay beside new ones: reservedCols, else all that are not replaced."""
    chosen = operator.value("reservedCols")
    if chosen is None:
        return operator.one().schema()
    return selected(chosen, operator.one().schema(), type(operator).__name__) if chosen else []


def _with(operator, made):
    """The query of the kept columns and of made ones, [(name, expression)]."""
    new = {name.lower() for name, _ in made}
    parts = [quoted(name) for name, _ in _kept(operator) if name.lower() not in new]
    parts += ["%s AS %s" % (text, quoted(name)) for name, text in made]
    return "SELECT %s FROM %s" % (", ".join(parts), operator.of())


def _only(operator, parameter, allowed, else_):
    """ValueError where a parameter asks for what is not done here."""
    if str(operator.value(parameter)).upper() != allowed:
        raise ValueError(
            "%s: %s is %s here: %s" % (type(operator).__name__, parameter, allowed, else_)
        )


_INVALID = "what cannot be read is NULL"


class _Conversion(OneInput):
    """One column, selectedCol, becomes outputCol, or itself where there is none."""

    parameters = {"selectedCol": None, "outputCol": None, "reservedCols": None}

    def column(self):
        """The name of the column as SQL has it."""
        ((name, _),) = self.columns(self.needed("selectedCol"))
        return quoted(name)

    def query(self):
        name = self.value("outputCol") or self.needed("selectedCol")
        return _with(self, [(name, self.converted())])


class JsonValueBatchOp(OneInput):
    """The values at jsonPath ("$.a.b", several in a list) of a text with JSON, as outputCols.

    skipFailed  True: what is not there is NULL, as in MaxCompute's SQL
    """

    parameters = {
        "selectedCol": None,
        "jsonPath": None,
        "outputCols": None,
        "outputColTypes": None,
        "reservedCols": None,
        "skipFailed": True,
    }
    aliases = {"jsonPaths": "jsonPath"}

    def query(self):
        _only(self, "skipFailed", "TRUE", "a path that is not there is NULL")
        ((column, _),) = self.columns(self.needed("selectedCol"))
        paths, names = _listed(self.needed("jsonPath")), _listed(self.needed("outputCols"))
        kinds = _listed(self.value("outputColTypes") or ["STRING"] * len(names))
        if not len(paths) == len(names) == len(kinds):
            raise ValueError(
                "JsonValueBatchOp: %d paths, %d outputCols and %d outputColTypes"
                % (len(paths), len(names), len(kinds))
            )
        made = []
        for path, name, kind in zip(paths, names, kinds):
            text = "GET_JSON_OBJECT(%s, %s)" % (quoted(column), text_literal(path))
            kind = type_of(kind)
            made.append((name, text if kind == "STRING" else "CAST(%s AS %s)" % (text, kind)))
        return _with(self, made)


def _listed(value):
    return [value] if isinstance(value, str) else list(value)


class ColumnsToJsonBatchOp(OneInput):
    """selectedCols, or all, as an object in jsonCol; NULLs are left out."""

    parameters = {"selectedCols": None, "jsonCol": None, "reservedCols": None}

    def query(self):
        names = self.value("selectedCols")
        chosen = self.one().schema() if names is None else self.columns(names)
        fields = ", ".join("%s, %s" % (text_literal(n), quoted(n)) for n, _ in chosen)
        return _with(self, [(self.needed("jsonCol"), "TO_JSON(NAMED_STRUCT(%s))" % fields)])


class JsonToColumnsBatchOp(OneInput):
    """The members of the objects in jsonCol as the columns of schemaStr."""

    parameters = {"jsonCol": None, "schemaStr": None, "reservedCols": None, "handleInvalid": "SKIP"}

    def query(self):
        _only(self, "handleInvalid", "SKIP", _INVALID)
        ((column, _),) = self.columns(self.needed("jsonCol"))
        made = []
        for name, kind in columns_of(self.needed("schemaStr")):
            path = text_literal("$['%s']" % name)
            text = "GET_JSON_OBJECT(%s, %s)" % (quoted(column), path)
            made.append((name, text if kind == "STRING" else "CAST(%s AS %s)" % (text, kind)))
        return _with(self, made)


class ColumnsToVectorBatchOp(OneInput):
    """Numbers of selectedCols as a dense vector in vectorCol; a NULL among them makes it NULL."""

    parameters = {"selectedCols": None, "vectorCol": None, "reservedCols": None}

    def query(self):
        numbers = ["CAST(CAST(%s AS DOUBLE) AS STRING)" % quoted(name) for name, _ in self.columns(
            self.needed("selectedCols")
        )]
        text = numbers[0] if len(numbers) == 1 else "CONCAT_WS(' ', %s)" % ", ".join(numbers)
        return _with(self, [(self.needed("vectorCol"), text)])


def _values_of(column):
    """The vector's text without a sparse one's size."""
    return "REGEXP_REPLACE(TRIM(%s), '^\\\\$[0-9]*\\\\$', '')" % column


def _is_sparse(column):
    return "(INSTR({0}, ':') > 0 OR SUBSTR(TRIM({0}), 1, 1) = '$')".format(column)


class VectorToColumnsBatchOp(OneInput):
    """The values of a dense or sparse vector as the columns of schemaStr, one behind the other.

    A sparse vector has 0 where it has no value, a dense one that is too short NULL.
    """

    parameters = {
        "vectorCol": None,
        "schemaStr": None,
        "reservedCols": None,
        "handleInvalid": "SKIP",
    }

    def query(self):
        _only(self, "handleInvalid", "SKIP", _INVALID)
        ((name, _),) = self.columns(self.needed("vectorCol"))
        column = quoted(name)
        made = []
        for number, (new, kind) in enumerate(columns_of(self.needed("schemaStr"))):
            sparse = "COALESCE(REGEXP_EXTRACT(CONCAT(' ', %s), ' %d:([^ ]+)', 1), '0')" % (
                _values_of(column),
                number,
            )
            dense = "SPLIT(TRIM(%s), '[ ,]+')[%d]" % (column, number)
            text = "CASE WHEN %s IS NULL THEN NULL WHEN %s THEN %s ELSE %s END" % (
                column,
                _is_sparse(column),
                _none_for_empty(sparse, "'0'"),
                dense,
            )
            made.append((new, "CAST(CAST(%s AS DOUBLE) AS %s)" % (text, kind)))
        return _with(self, made)


def _none_for_empty(text, other):
    """`other` for a text that is empty: REGEXP_EXTRACT gives one where nothing matches."""
    return "COALESCE(NULLIF(%s, ''), %s)" % (text, other)


class ToVectorBatchOp(_Conversion):
    """A text of numbers, or a tensor, as a vector; a vector stays what it is.

    vectorType  "DENSE", "SPARSE" (without zeros), or nothing: only the form of the text is made one.
                A sparse vector that does not say its size stays one
    """

    parameters = dict(_Conversion.parameters, vectorType=None)

    def converted(self):
        column, kind = self.column(), str(self.value("vectorType") or "").upper()
        if kind not in ("", "DENSE", "SPARSE"):
            raise ValueError("ToVectorBatchOp: vectorType is DENSE or SPARSE, not '%s'" % kind)
        tensor = _tensor_values(column)
        plain = "REGEXP_REPLACE(TRIM(%s), '[ ,]+', ' ')" % column
        sparse = column if kind != "DENSE" else _dense_of(column)
        if kind == "SPARSE":
            tensor, plain = _sparse_of(tensor), _sparse_of(plain)
        return "CASE WHEN INSTR({0}, '#') > 0 THEN {1} WHEN {2} THEN {3} ELSE {4} END".format(
            column, tensor, _is_sparse(column), sparse, plain
        )


def _sparse_of(numbers):
    """The sparse vector of a text of numbers with blanks between them."""
    return (
        "CONCAT('$', SIZE(SPLIT({0}, ' ')), '$', CONCAT_WS(' ', TRANSFORM(FILTER("
        "SEQUENCE(0, SIZE(SPLIT({0}, ' ')) - 1), i -> CAST(SPLIT({0}, ' ')[i] AS DOUBLE) <> 0), "
        "i -> CONCAT(i, ':', SPLIT({0}, ' ')[i]))))"
    ).format(numbers)


def _dense_of(column):
    """The dense vector of a sparse one's text; the same text where it does not say its size."""
    size = "REGEXP_EXTRACT(TRIM(%s), '^\\\\$([0-9]+)\\\\$', 1)" % column
    return (
        "CASE WHEN {size} = '' THEN {column} WHEN {size} = '0' THEN '' ELSE CONCAT_WS(' ', "
        "TRANSFORM(SEQUENCE(0, CAST(NULLIF({size}, '') AS INT) - 1), "
        "i -> COALESCE(STR_TO_MAP({values}, ' ', ':')[CAST(i AS STRING)], '0.0'))) END"
    ).format(size=size, column=column, values=_values_of(column))


def _tensor_values(column):
    return "TRIM(REGEXP_EXTRACT(%s, '#([^#]*)$', 1))" % column


class TensorToVectorBatchOp(_Conversion):
    """The values of a tensor in row order as a dense vector.

    convertMethod  FLATTEN; SUM, MEAN, MAX and MIN are not offered
    """

    parameters = dict(_Conversion.parameters, convertMethod="FLATTEN")

    def converted(self):
        _only(self, "convertMethod", "FLATTEN", "others are sums that SQL can make")
        return _tensor_values(self.column())


class ToTensorBatchOp(_Conversion):
    """A vector, or a text of numbers, as a tensor.

    tensorShape     the sizes of its dimensions; without them one, of as many as there are values
    tensorDataType  FLOAT (the default here and there), DOUBLE, INT, LONG, ...
    """

    parameters = dict(
        _Conversion.parameters, tensorShape=None, tensorDataType="FLOAT"
    )

    def converted(self):
        column, kind = self.column(), str(self.value("tensorDataType")).upper()
        if kind not in _TENSOR_TYPES:
            raise ValueError(
                "ToTensorBatchOp: tensorDataType is one of %s, not '%s'"
                % (", ".join(_TENSOR_TYPES), kind)
            )
        values = "REGEXP_REPLACE(TRIM(%s), '[ ,]+', ' ')" % column
        shape = self.value("tensorShape")
        count = "SIZE(SPLIT(%s, ' '))" % values
        size = (
            "CAST(%s AS STRING)" % count
            if shape is None
            else text_literal(",".join(str(int(part)) for part in shape))
        )
        made = "CONCAT('%s#', %s, '#', %s, ' ')" % (kind, size, values)
        return "CASE WHEN INSTR(%s, '#') > 0 THEN %s ELSE %s END" % (column, column, made)


class VectorToTensorBatchOp(ToTensorBatchOp):
    """A dense vector as a tensor; DOUBLE without tensorDataType, as in Alink."""

    parameters = dict(ToTensorBatchOp.parameters, tensorDataType="DOUBLE")
