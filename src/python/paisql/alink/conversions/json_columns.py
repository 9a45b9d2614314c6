"""Operators between columns and JSON, which is a text in tables."""

from paisql.alink.conversions import casts, vector_sql
from paisql.alink.conversions.conversion import Conversion
from paisql.alink.parameters import COUNT, INVALID, NAME, NAMES, SCHEMA, TEXTS, TRUTH
from paisql.alink_models.alink_columns import INTEGERS, bare, columns_of, text_literal, text_of, type_of

__all__ = ["ColumnsToJsonBatchOp", "JsonToColumnsBatchOp", "JsonValueBatchOp"]


# Parts of a JSON text: a string, or a number or word that stays; a string in single quotes; a bare word.
_STAYS = r"""("(?:[^"\\]|\\.)*"|(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?=\s*(?:[,\]}]|$)))"""
_SINGLE = r"""'([^'"\\]*)'"""
_BARE = r"""([^"'{}\[\],:\s\\](?:[^"'{}\[\],:\\]*[^"'{}\[\],:\s\\])?)"""
_MARK = "\x01"


def strict_json(text):
    """An expression: a text as JSON, where Jayway's parser takes what JSON does not: {k: word, 'j': 1}."""
    marked = "REGEXP_REPLACE(%s, %s, %s)" % (
        text,
        text_literal("%s|%s|%s" % (_STAYS, _SINGLE, _BARE)),
        text_literal(r"\1%s\2\3%s" % (_MARK, _MARK)),
    )
    quoted_text = "REPLACE(REPLACE(%s, '%s%s', ''), '%s', '\"')" % (marked, _MARK, _MARK, _MARK)
    lenient = "NOT JSON_VALID(%s) AND %s" % (text, vector_sql.matches(text, r"^\s*[\[{]"))
    return "CASE WHEN %s THEN %s ELSE %s END" % (lenient, quoted_text, text)


class JsonValueBatchOp(Conversion):
    """The values at jsonPath ("$.a.b", several in a list) of a text with JSON, as outputCols.

    What is not there is NULL. Words need no quotes, as in {a: boy}.
    skipFailed  True: so is a text that is not JSON or a value outside outputColTypes; else it is an error
    numThreads  has no effect: SQL uses all cores
    """

    parameters = dict(
        Conversion.parameters,
        selectedCol=NAME,
        jsonPath=TEXTS,
        outputCols=NAMES,
        outputColTypes=TEXTS,
        skipFailed=TRUTH(False),
        numThreads=COUNT(1),
    )
    aliases = {"jsonPaths": "jsonPath"}
    invalid, lenient = "skipFailed", "True"

    def skips(self):
        return self.value("skipFailed")

    def query(self):
        ((name, kind),) = self.columns(self.needed("selectedCol"))
        shown = text_of(name, kind)
        column = strict_json(shown)
        paths, names = self.needed("jsonPath"), self.needed("outputCols")
        kinds = self.value("outputColTypes") or ["STRING"] * len(names)
        if not len(paths) == len(names) == len(kinds):
            raise ValueError(
                "JsonValueBatchOp: %d paths, %d outputCols and %d outputColTypes" % (len(paths), len(names), len(kinds))
            )
        made, parts = [], [("COALESCE(NOT JSON_VALID(%s), TRUE)" % column, "is not JSON", None)]
        for path, name, kind in zip(paths, names, map(type_of, kinds)):
            path = text_literal(path if path.startswith("$") else "$." + path)
            text, value, read = self._read(column, path, kind)
            made.append((name, "CASE WHEN %s THEN %s END" % (read, value)))
            if read != "TRUE":
                what = "has %s for column '{}', which is not a valid {}".format(name, kind)
                parts.append(("%s IS NOT NULL AND NOT (%s)" % (text, read), what, text))
        self.check_parts(shown, parts)
        return self.with_made(made)

    @staticmethod
    def _read(column, path, kind):
        """(the text at a path, its value, whether it can be read)."""
        text = "GET_JSON_OBJECT(%s, %s)" % (column, path)
        if bare(kind) == "STRING":
            return (text, *casts.JSON.cast(text, kind))
        text = "NULLIF(%s, '')" % text
        value, read = casts.JSON.cast(text, kind)
        if bare(kind) in INTEGERS:
            # A number loses its fraction, a text with one is refused.
            read = (
                "(%s OR CASE WHEN %s THEN JSON_TYPE(JSON_EXTRACT(JSON_PARSE(%s), %s)) = 'number' ELSE FALSE END "
                "AND %s IS NOT NULL)"
            ) % (read, vector_sql.matches(text, "^%s$" % casts.DECIMAL), column, path, value)
        return text, value, read


class ColumnsToJsonBatchOp(Conversion):
    """selectedCols, or all, as an object in jsonCol: its values are texts, and NULLs are left out.

    handleInvalid  has no effect, as in Alink: there is no value without a text
    """

    parameters = dict(Conversion.parameters, selectedCols=NAMES, jsonCol=NAME, handleInvalid=INVALID)

    def query(self):
        names = self.value("selectedCols")
        chosen = self.one().schema() if names is None else self.columns(names)
        fields = ["%s, %s" % (text_literal(name), text_of(name, kind)) for name, kind in chosen]
        return self.with_made([(self.needed("jsonCol"), "TO_JSON(NAMED_STRUCT(%s))" % ", ".join(fields))])


class JsonToColumnsBatchOp(Conversion):
    """The members of the objects in jsonCol as the columns of schemaStr; one that is not there is NULL."""

    parameters = dict(Conversion.parameters, jsonCol=NAME, schemaStr=SCHEMA, handleInvalid=INVALID)

    def query(self):
        ((name, kind),) = self.columns(self.needed("jsonCol"))
        column = text_of(name, kind)
        is_object = "COALESCE(JSON_VALID({0}) AND SUBSTR(LTRIM({0}), 1, 1) = '{{', FALSE)".format(column)
        members, good, parts = [], [is_object], [("NOT " + is_object, "is not a JSON object", None)]
        for name, kind in columns_of(self.needed("schemaStr")):
            text = "GET_JSON_OBJECT(%s, %s)" % (column, text_literal("$['%s']" % name))
            value, read = casts.FIELD.cast(text, kind)
            members.append((name, value))
            if read != "TRUE":
                good.append("(%s IS NULL OR %s)" % (text, read))
                what = "has %s for column '{}', which is not a valid {}".format(name, kind)
                parts.append(("%s IS NOT NULL AND NOT (%s)" % (text, read), what, text))
        self.check_parts(column, parts)
        return self.with_made([(n, "CASE WHEN %s THEN %s END" % (" AND ".join(good), v)) for n, v in members])
