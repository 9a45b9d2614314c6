"""Operators between columns and JSON, which is a text in tables."""

from paisql.alink.columns import columns_of, quoted, text_literal, type_of
from paisql.alink.conversions import vector_sql
from paisql.alink.conversions.conversion import Conversion, listed

__all__ = [
    "ColumnsToJsonBatchOp",
    "JsonToColumnsBatchOp",
    "JsonValueBatchOp",
]

_INTEGERS = ("TINYINT", "SMALLINT", "INT", "BIGINT")
_PATTERNS = {kind: "^[+-]?[0-9]+$" for kind in _INTEGERS}
_PATTERNS.update(dict.fromkeys(("FLOAT", "DOUBLE", "DECIMAL"), "^%s$" % vector_sql.NUMBER))


def _cast(text, kind):
    return text if kind == "STRING" else "CAST(%s AS %s)" % (text, kind)


class JsonValueBatchOp(Conversion):
    """The values at jsonPath ("$.a.b", several in a list) of a text with JSON, as outputCols.

    What is not there is NULL.
    skipFailed  True: so is what is no JSON, and what is none of outputColTypes; else it is an error
    numThreads  has no effect: SQL uses all cores
    """

    parameters = dict(
        Conversion.parameters,
        selectedCol=None,
        jsonPath=None,
        outputCols=None,
        outputColTypes=None,
        skipFailed=False,
        numThreads=1,
    )
    aliases = {"jsonPaths": "jsonPath"}
    invalid = "skipFailed"

    def skips(self):
        return bool(self.value("skipFailed"))

    def query(self):
        ((column, _),) = self.columns(self.needed("selectedCol"))
        column = quoted(column)
        paths, names = listed(self.needed("jsonPath")), listed(self.needed("outputCols"))
        kinds = listed(self.value("outputColTypes") or ["STRING"] * len(names))
        if not len(paths) == len(names) == len(kinds):
            raise ValueError(
                "JsonValueBatchOp: %d paths, %d outputCols and %d outputColTypes"
                % (len(paths), len(names), len(kinds))
            )
        made, bad = [], ["%s IS NULL OR NOT JSON_VALID(%s)" % (column, column)]
        for path, name, kind in zip(paths, names, map(type_of, kinds)):
            path = path if path.startswith("$") else "$." + path
            text = "GET_JSON_OBJECT(%s, %s)" % (column, text_literal(path))
            made.append((name, _cast(text, kind)))
            if kind != "STRING":
                bad.append("%s IS NOT NULL AND %s IS NULL" % (text, _cast(text, kind)))
        self.check(" OR ".join(bad), column, "is no JSON with values of these types")
        return self.with_made(made)

    def check(self, is_bad, shown, what):
        try:
            super().check(is_bad, shown, what)
        except ValueError as error:
            raise ValueError(str(error).replace("setSkipFailed('SKIP')", "setSkipFailed(True)")) from None


class ColumnsToJsonBatchOp(Conversion):
    """selectedCols, or all, as an object in jsonCol: its values are texts, and NULLs are left out."""

    parameters = dict(Conversion.parameters, selectedCols=None, jsonCol=None, handleInvalid="ERROR")

    def query(self):
        names = self.value("selectedCols")
        chosen = self.one().schema() if names is None else self.columns(names)
        fields = [
            "%s, %s"
            % (text_literal(n), quoted(n) if kind == "STRING" else "CAST(%s AS STRING)" % quoted(n))
            for n, kind in chosen
        ]
        return self.with_made(
            [(self.needed("jsonCol"), "TO_JSON(NAMED_STRUCT(%s))" % ", ".join(fields))]
        )


class JsonToColumnsBatchOp(Conversion):
    """The members of the objects in jsonCol as the columns of schemaStr; one that is not there is NULL."""

    parameters = dict(Conversion.parameters, jsonCol=None, schemaStr=None, handleInvalid="ERROR")

    def query(self):
        ((column, _),) = self.columns(self.needed("jsonCol"))
        column = quoted(column)
        members, valid = [], ["%s IS NOT NULL" % column, "JSON_VALID(%s)" % column]
        valid.append("SUBSTR(LTRIM(%s), 1, 1) = '{'" % column)
        for name, kind in columns_of(self.needed("schemaStr")):
            text = "GET_JSON_OBJECT(%s, %s)" % (column, text_literal("$['%s']" % name))
            members.append((name, _cast(text, kind)))
            pattern = _PATTERNS.get(kind.split("(")[0])
            if pattern:
                valid.append("COALESCE(%s, TRUE)" % vector_sql.matches(text, pattern))
        good = " AND ".join(valid)
        self.check("NOT (%s)" % good, column, "is no JSON object with values of these types")
        return self.with_made([(n, "CASE WHEN %s THEN %s END" % (good, t)) for n, t in members])
