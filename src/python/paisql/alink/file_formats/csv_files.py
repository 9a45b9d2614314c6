"""CSV and text files as operators. TUNNEL reads and writes them; what it does not know is rewritten for it."""

import csv
import mmap
import os
import re
import tempfile

from paisql.alink import environment, files, loading
from paisql.alink.columns import columns_of, quoted
from paisql.alink.operator import BatchOperator
from paisql.alink.sinks import FileSink

__all__ = [
    "CsvSinkBatchOp",
    "CsvSourceBatchOp",
    "TextSinkBatchOp",
    "TextSourceBatchOp",
]

_QUOTE = '"'
_FIELDS_FOUND = re.compile(r"([0-9]+) columns found")
_FIELD = re.compile(r'("(?:[^"]|"")*"|[^,"\r\n]*)(,|\r?\n|$)')


def _option(name, text):
    """An option of TUNNEL with a delimiter, which knows \\t and its like by these words."""
    escaped = text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
    return "-%s %s" % (name, loading.word(escaped.replace("\r", "\\r")))


def _holds(path, text):
    """Whether the file holds these bytes."""
    if os.path.getsize(path) == 0:
        return False
    with open(path, "rb") as stream:
        with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            return mapped.find(text) >= 0


class CsvSourceBatchOp(BatchOperator):
    """A CSV file, or all files of a folder.

    schemaStr        names and types of the columns, which go by their places
    quoteChar        a letter, or None for files in which quotes mean nothing
    ignoreFirstLine  whether each file begins with a header; its names do not count
    skipBlankLine    whether lines without anything are passed over
    lenient          whether rows that are none of the schema are left out, instead of an error
    handleInvalidMethod  SKIP is another word for it

    Fields behind those of the schema are passed over.
    """

    parameters = {
        "filePath": None,
        "schemaStr": None,
        "fieldDelimiter": ",",
        "rowDelimiter": "\n",
        "quoteChar": _QUOTE,
        "ignoreFirstLine": False,
        "skipBlankLine": True,
        "lenient": False,
        "handleInvalidMethod": "ERROR",
    }
    aliases = {"handleInvalid": "handleInvalidMethod", "schema": "schemaStr", "tableSchema": "schemaStr"}
    keeps_rows = True

    def fill(self, table):
        columns = columns_of(self.needed("schemaStr"))
        paths = files.files_of(self.needed("filePath"))
        # A header is passed over where it names no column: so these names are nobody's.
        named = [("alink_csv_%d" % number, kind) for number, (_, kind) in enumerate(columns)]
        name = environment.current().new_table()
        loading.make(name, named)
        for path in paths:
            self._upload(path, name, list(zip(dict(named), dict(columns))))
        pairs = ["%s AS %s" % (quoted(old), quoted(new)) for (old, _), (new, _) in zip(named, columns)]
        run = environment.current().run
        run("CREATE TABLE %s LIFECYCLE 1 AS SELECT %s FROM %s" % (table, ", ".join(pairs), name))
        run("DROP TABLE %s" % name)

    def _is_lenient(self):
        return bool(self.value("lenient")) or str(self.value("handleInvalidMethod")).upper() == "SKIP"

    def _upload(self, path, table, names):
        rows = self.value("rowDelimiter")
        options = [_option("fd", self.value("fieldDelimiter"))]
        if rows not in ("\n", "\r\n"):
            options.append(_option("rd", rows))
        if self.value("ignoreFirstLine"):
            options.append("-h true")
        lenient = ["-dbr true -mbr 9223372036854775807"] if self._is_lenient() else []
        said = {"names": names, "called": path, "hint": "setLenient(True) leaves such rows out"}
        with tempfile.TemporaryDirectory(prefix="paisql-alink-") as folder:
            if self._is_rewritten(path):
                loading.upload(self._rewritten(path, folder, len(names)), table, *lenient, **said)
                return
            try:
                loading.upload(path, table, *options, *lenient, **said)
            except environment.AlinkError as error:
                if not self._has_more_fields(error, len(names)):
                    raise
                loading.upload(self._rewritten(path, folder, len(names)), table, *lenient, **said)

    def _has_more_fields(self, error, count):
        """Whether a record was refused for its number of fields alone, and can be cut."""
        found = _FIELDS_FOUND.search(error.message)
        return found is not None and int(found[1]) > count and self._is_known_to_csv()

    def _is_known_to_csv(self):
        """Whether Python's csv reads this form."""
        return len(self.value("fieldDelimiter")) == 1 and self.value("rowDelimiter") in ("\n", "\r\n")

    def _is_rewritten(self, path):
        if self.value("quoteChar") != _QUOTE:
            return True
        if self._is_lenient() and self._is_known_to_csv():
            return True  # a record with more fields is a good one
        # An empty line is a NULL in a file of one column, and no record in others.
        if not self.value("skipBlankLine") or self.value("rowDelimiter") not in ("\n", "\r\n"):
            return False
        return any(_holds(path, blank) for blank in (b"\n\n", b"\n\r\n"))

    def _rewritten(self, path, folder, count):
        """The first `count` fields of the file's records in TUNNEL's own form, without the header."""
        made = os.path.join(folder, os.path.basename(path))
        mark, delimiter = self.value("quoteChar"), self.value("fieldDelimiter")
        if not self._is_known_to_csv():
            raise ValueError(
                "CsvSourceBatchOp: with blank lines or another quoteChar the fieldDelimiter is one "
                "letter and the rowDelimiter a newline"
            )
        quoting = {"quotechar": mark} if mark else {"quoting": csv.QUOTE_NONE}
        with open(path, encoding="utf-8-sig", newline="") as stream:
            with open(made, "w", encoding="utf-8", newline="") as kept:
                records = csv.reader(stream, delimiter=delimiter, **quoting)
                if self.value("ignoreFirstLine"):
                    next(records, None)
                for record in records:
                    if record or not self.value("skipBlankLine"):
                        kept.write(",".join(map(_field, record[:count])) + "\n")
        return made


def _field(text):
    """A field in TUNNEL's form: an empty one is NULL, as for Alink."""
    return '"%s"' % text.replace('"', '""') if text else ""


class CsvSinkBatchOp(FileSink):
    """The rows as a CSV file, without a header, as Alink's has none; NULL is an empty field."""

    parameters = {
        "filePath": None,
        "fieldDelimiter": ",",
        "rowDelimiter": "\n",
        "quoteChar": _QUOTE,
        "overwriteSink": False,
        "numFiles": 1,
    }

    def write(self):
        path = self.new_path()
        rows, fields = self.value("rowDelimiter"), self.value("fieldDelimiter")
        mark = self.value("quoteChar")
        if mark == _QUOTE:
            options = ["-f", _option("fd", fields)]
            if rows != "\n":
                options.append(_option("rd", rows))
            self._download(path, options)
            return
        with tempfile.TemporaryDirectory(prefix="paisql-alink-") as folder:
            plain = os.path.join(folder, "rows.csv")
            self._download(plain, [])
            self._quoted_otherwise(plain, path, fields, rows, mark)

    def _download(self, path, options):
        words = " ".join(options)
        statement = "TUNNEL DOWNLOAD %s %s %s" % (words, self.one().table(), loading.word(path))
        environment.current().run(statement)

    @staticmethod
    def _quoted_otherwise(plain, path, fields, rows, mark):
        """Writes TUNNEL's form with another quote, and an empty text apart from NULL, as TUNNEL does."""
        with open(plain, encoding="utf-8", newline="") as stream:
            text = stream.read()
        with open(path, "w", encoding="utf-8", newline="") as kept:
            for match in _FIELD.finditer(text):
                field = match[1]
                if match.end() == len(text) and not match[0]:
                    break
                quoted_one = field.startswith(_QUOTE)
                value = field[1:-1].replace('""', _QUOTE) if quoted_one else field
                special = any(part in value for part in (fields, "\n", "\r", mark or "\n"))
                if special and not mark:
                    raise ValueError(
                        "CsvSinkBatchOp: a value holds a delimiter, and without quoteChar nothing "
                        "keeps it together"
                    )
                if mark and (special or quoted_one and not value):
                    value = mark + value.replace(mark, 2 * mark) + mark
                kept.write(value + (fields if match[2] == "," else rows))


class TextSourceBatchOp(BatchOperator):
    """The lines of a file, or of all files of a folder, as rows of one column."""

    parameters = {"filePath": None, "textCol": "text", "ignoreFirstLine": False}
    keeps_rows = True

    def fill(self, table):
        loading.fill(table, [(self.value("textCol"), "STRING")], self._lines())

    def _lines(self):
        for path in files.files_of(self.needed("filePath")):
            with open(path, encoding="utf-8-sig", newline="\n") as stream:
                if self.value("ignoreFirstLine"):
                    next(stream, None)
                for line in stream:
                    yield (line.rstrip("\n").rstrip("\r"),)


class TextSinkBatchOp(FileSink):
    """The rows of one column as lines."""

    parameters = {"filePath": None, "overwriteSink": False, "numFiles": 1}

    def write(self):
        path = self.new_path()
        columns, rows = self.one().rows()
        if len(columns) != 1:
            raise ValueError("TextSinkBatchOp: a line is one column, and there are %d" % len(columns))
        with open(path, "w", encoding="utf-8", newline="") as stream:
            for (value,) in rows:
                stream.write("%s\n" % ("" if value is None else value))
