"""Operators that make vectors and take them apart; vectors are texts in tables.

A dense vector is "1.0 2.0 3.0", a sparse one "$4$0:1.0 2:3.0" with its size and its values that are
not 0; the size may be left out.
"""

from paisql.alink.columns import columns_of, quoted
from paisql.alink.conversions import vector_sql
from paisql.alink.conversions.conversion import Conversion, OneColumn

__all__ = [
    "ColumnsToVectorBatchOp",
    "ToVectorBatchOp",
    "VectorAssemblerBatchOp",
    "VectorToColumnsBatchOp",
]

_NUMBERS = "TINYINT SMALLINT INT BIGINT FLOAT DOUBLE DECIMAL".split()


class ColumnsToVectorBatchOp(Conversion):
    """Numbers of selectedCols, or of all columns, as a dense vector in vectorCol.

    vectorSize  how many there are, where it is given
    """

    parameters = dict(
        Conversion.parameters,
        selectedCols=None,
        vectorCol=None,
        vectorSize=-1,
        handleInvalid="ERROR",
    )

    def query(self):
        names = self.value("selectedCols")
        chosen = self.one().schema() if names is None else self.columns(names)
        if self.value("vectorSize") not in (None, -1, len(chosen)):
            raise ValueError(
                "ColumnsToVectorBatchOp: vectorSize is %s, and there are %d columns"
                % (self.value("vectorSize"), len(chosen))
            )
        numbers, valid = [], []
        for name, kind in chosen:
            if kind.split("(")[0] not in _NUMBERS + ["STRING"]:
                raise ValueError("ColumnsToVectorBatchOp: column '%s' is %s, no number" % (name, kind))
            # A FLOAT goes by its text, as in Alink: 1.1 is 1.1 in the vector.
            text = quoted(name) if kind == "STRING" else "CAST(%s AS STRING)" % quoted(name)
            if kind == "STRING":
                valid.append(vector_sql.matches(text, "^%s$" % vector_sql.NUMBER))
            numbers.append("CAST(CAST(%s AS DOUBLE) AS STRING)" % text)
            valid.append("%s IS NOT NULL" % text)
        good = "COALESCE(%s, FALSE)" % " AND ".join(valid)
        shown = ", ".join(quoted(name) for name, _ in chosen)
        self.check("NOT %s" % good, shown, "are not all numbers")
        text = numbers[0] if len(numbers) == 1 else "CONCAT_WS(' ', %s)" % ", ".join(numbers)
        return self.with_made([(self.needed("vectorCol"), "CASE WHEN %s THEN %s END" % (good, text))])


class VectorToColumnsBatchOp(Conversion):
    """The values of a vector as the columns of schemaStr, one behind the other.

    A dense vector has as many as there are columns; a sparse one has 0 where it has no value.
    """

    parameters = dict(Conversion.parameters, vectorCol=None, schemaStr=None, handleInvalid="ERROR")

    def query(self):
        ((name, _),) = self.columns(self.needed("vectorCol"))
        columns = columns_of(self.needed("schemaStr"))
        good = "COALESCE({numbers} IS NOT NULL AND {form} IN ('dense', 'sparse') AND ({form} = 'sparse' "
        good += "OR SIZE({numbers}) IN (0, %d)), FALSE)" % len(columns)
        good = good.format(numbers=vector_sql.NUMBERS, form=vector_sql.FORM)
        rows = vector_sql.parsed(quoted(name), self.of() if self.skips() else self.one().table())
        bad = "%s IS NOT NULL AND NOT %s" % (vector_sql.TEXT, good)
        self.check(bad, vector_sql.TEXT, "is no vector of %d values" % len(columns), rows)
        value = "CASE WHEN %s THEN COALESCE(%s[{}], 0) END" % (good, vector_sql.NUMBERS)
        made = [
            (new, "CAST(%s AS %s)" % (value.format(number), kind))
            for number, (new, kind) in enumerate(columns)
        ]
        return self.with_made(made, rows + " parsed")


class ToVectorBatchOp(OneColumn):
    """A text of numbers, a tensor or a number as a vector.

    vectorType  "DENSE", "SPARSE", or nothing: a sparse vector stays one, all else is dense
    """

    parameters = dict(OneColumn.parameters, vectorType=None)
    what = "is no vector"

    def is_valid(self):
        return "%s IS NOT NULL" % vector_sql.NUMBERS

    def converted(self):
        kind = str(self.value("vectorType") or "").upper()
        if kind not in ("", "DENSE", "SPARSE"):
            raise ValueError("ToVectorBatchOp: vectorType is DENSE or SPARSE, not '%s'" % kind)
        form = vector_sql.sparse_of if kind == "SPARSE" else vector_sql.joined
        if kind == "DENSE":
            return form(vector_sql.NUMBERS)
        return "CASE WHEN %s = 'sparse' THEN %s WHEN TRIM(%s) = '' THEN '' ELSE %s END" % (
            vector_sql.FORM,
            vector_sql.sparse_text(),
            vector_sql.TEXT,
            form(vector_sql.NUMBERS),
        )


class VectorAssemblerBatchOp(Conversion):
    """Numbers and vectors of selectedCols one behind the other as a dense vector in outputCol.

    numThreads  has no effect: SQL uses all cores
    """

    parameters = dict(
        Conversion.parameters,
        selectedCols=None,
        outputCol=None,
        handleInvalidMethod="ERROR",
        numThreads=1,
    )
    aliases = {"handleInvalid": "handleInvalidMethod"}
    invalid = "handleInvalidMethod"

    def query(self):
        columns = self.one().schema()
        names, parts = [quoted(name) for name, _ in columns], []
        rows = self.of() if self.skips() else self.one().table()
        for number, (name, kind) in enumerate(self.columns(self.needed("selectedCols"))):
            if kind.split("(")[0] not in _NUMBERS + ["STRING"]:
                raise ValueError("VectorAssemblerBatchOp: column '%s' is %s, no vector" % (name, kind))
            text = quoted(name) if kind == "STRING" else "CAST(%s AS STRING)" % quoted(name)
            parts.append("alink_part_%d" % number)
            rows = "(SELECT %s, %s AS %s FROM %s part_%d)" % (
                ", ".join(names + parts[:-1]),
                vector_sql.NUMBERS,
                parts[-1],
                vector_sql.parsed(text, rows + (" of_part_%d" % number if number else "")),
                number,
            )
        bad = " OR ".join("%s IS NULL" % part for part in parts)
        shown = ", ".join(quoted(name) for name, _ in self.columns(self.needed("selectedCols")))
        self.check(bad, shown, "are not all numbers or vectors", rows)
        texts = ["NULLIF(%s, '')" % vector_sql.joined(part) for part in parts]
        made = "CASE WHEN NOT (%s) THEN CONCAT_WS(' ', %s, '') END" % (bad, ", ".join(texts))
        return self.with_made([(self.needed("outputCol"), "TRIM(%s)" % made)], rows + " parsed")
