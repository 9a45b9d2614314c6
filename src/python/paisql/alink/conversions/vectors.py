"""Operators that make vectors and take them apart; vectors are texts in tables.

A dense vector is "1.0 2.0 3.0", a sparse one "$4$0:1.0 2:3.0" with its size and its values that are
not 0; the size may be left out.
"""

from paisql.alink.conversions import casts, vector_sql
from paisql.alink.conversions.conversion import Conversion, OneColumn
from paisql.alink.parameters import COUNT, INTEGER, INVALID, NAME, NAMES, SCHEMA, one_of
from paisql.alink_models.alink_columns import NUMBERS, bare, columns_of, quoted, text_of

__all__ = ["ColumnsToVectorBatchOp", "ToVectorBatchOp", "VectorAssemblerBatchOp", "VectorToColumnsBatchOp"]


class ColumnsToVectorBatchOp(Conversion):
    """Numbers of selectedCols, or of all columns, as a dense vector in vectorCol; as in Alink not NaN and Infinity.

    vectorSize  fewer than there are columns: the first ones; more: the size stands before the numbers, "$5$1.0 2.0"
    """

    parameters = dict(
        Conversion.parameters, selectedCols=NAMES, vectorCol=NAME, vectorSize=INTEGER(-1), handleInvalid=INVALID
    )

    def query(self):
        names = self.value("selectedCols")
        chosen = self.one().schema() if names is None else self.columns(names)
        size = self.value("vectorSize") or -1
        chosen = chosen[:size] if size > 0 else chosen
        numbers, valid = [], []
        for name, kind in chosen:
            if bare(kind) not in (*NUMBERS, "STRING"):
                raise ValueError("ColumnsToVectorBatchOp: column '%s' is %s, no number" % (name, kind))
            # A FLOAT goes by its text, as in Alink: 1.1 is 1.1 in the vector.
            text = text_of(name, kind)
            number, _ = casts.FIELD.cast(text, "DOUBLE")
            numbers.append("CAST(%s AS STRING)" % number)
            valid.append("%s IS NOT NULL" % text)
            if bare(kind) in ("FLOAT", "DOUBLE", "STRING"):
                valid.append(vector_sql.matches(text, "^%s$" % vector_sql.FINITE))
        good = "COALESCE(%s, FALSE)" % " AND ".join(valid)
        shown = ", ".join(quoted(name) for name, _ in chosen)
        self.check("NOT %s" % good, shown, "are not all finite numbers")
        text = numbers[0] if len(numbers) == 1 else "CONCAT_WS(' ', %s)" % ", ".join(numbers)
        if size > len(chosen):
            text = "CONCAT('$%d$', %s)" % (size, text)
        return self.with_made([(self.needed("vectorCol"), "CASE WHEN %s THEN %s END" % (good, text))])


class VectorToColumnsBatchOp(Conversion):
    """The values of a vector as the columns of schemaStr, one after the other.

    A dense vector has as many as there are columns; a sparse one has 0 where it has no value.
    """

    parameters = dict(Conversion.parameters, vectorCol=NAME, schemaStr=SCHEMA, handleInvalid=INVALID)

    def query(self):
        ((name, kind),) = self.columns(self.needed("vectorCol"))
        columns = columns_of(self.needed("schemaStr"))
        good = "COALESCE({read} AND {form} IN ('dense', 'sparse') AND ({form} = 'sparse' "
        good += "OR {count} IN (0, %d)), FALSE)" % len(columns)
        good = good.format(read=vector_sql.READ, form=vector_sql.FORM, count=vector_sql.COUNT)
        rows = vector_sql.parsed(text_of(name, kind), self.of() if self.skips() else self.one().table())
        parts = [
            ("%s IS NOT NULL AND NOT %s" % (vector_sql.TEXT, good), "is not a vector of %d values" % len(columns), None)
        ]
        made, whole = [], [good]
        for place, (new, target) in enumerate(columns):
            number = "COALESCE(%s[%d], 0)" % (vector_sql.NUMBERS, place)
            value, read = casts.of_number(number, target)
            made.append((new, value))
            if read != "TRUE":
                whole.append(read)
                what = "has %s for column '{}', which is not a valid {}".format(new, target)
                parts.append(("%s AND NOT (%s)" % (good, read), what, "CAST(%s AS STRING)" % number))
        self.check_parts(vector_sql.TEXT, parts, rows)
        whole = " AND ".join(whole)
        return self.with_made([(new, "CASE WHEN %s THEN %s END" % (whole, v)) for new, v in made], rows + " parsed")


class ToVectorBatchOp(OneColumn):
    """A text of numbers, a tensor or a number as a vector.

    vectorType  "DENSE", "SPARSE", or nothing: a sparse vector stays one, all else is dense
    """

    parameters = dict(OneColumn.parameters, vectorType=one_of("DENSE", "SPARSE"))
    what = "is not a vector"

    def is_valid(self):
        return vector_sql.READ

    def converted(self):
        kind = self.value("vectorType")
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
    """Numbers and vectors of selectedCols one after the other as a dense vector in outputCol.

    numThreads  has no effect: SQL uses all cores
    """

    parameters = dict(
        Conversion.parameters, selectedCols=NAMES, outputCol=NAME, handleInvalidMethod=INVALID, numThreads=COUNT(1)
    )
    aliases = {"handleInvalid": "handleInvalidMethod"}
    invalid = "handleInvalidMethod"

    def query(self):
        columns = self.one().schema()
        names, parts = [quoted(name) for name, _ in columns], []
        rows = self.of() if self.skips() else self.one().table()
        for number, (name, kind) in enumerate(self.columns(self.needed("selectedCols"))):
            if bare(kind) not in (*NUMBERS, "STRING"):
                raise ValueError("VectorAssemblerBatchOp: column '%s' is %s, no vector" % (name, kind))
            text = text_of(name, kind)
            parts.append("alink_part_%d" % number)
            rows = "(SELECT %s, IF(%s, %s, NULL) AS %s FROM %s part_%d)" % (
                ", ".join(names + parts[:-1]),
                vector_sql.READ,
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
