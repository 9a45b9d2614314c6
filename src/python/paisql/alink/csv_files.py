"""CSV and text files as operators. TUNNEL reads and writes them; what it does not know is rewritten for it."""

import csv
import mmap
import os
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
    }
    aliases = {"schema": "schemaStr", "tableSchema": "schemaStr"}
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

    def _upload(self, path, table, names):
        rows = self.value("rowDelimiter")
        options = [_option("fd", self.value("fieldDelimiter"))]
        if rows not in ("\n", "\r\n"):
            options.append(_option("rd", rows))
        if self.value("ignoreFirstLine"):
            options.append("-h true")
        if self.value("lenient"):
            options.append("-dbr true -mbr 9223372036854775807")
        with tempfile.TemporaryDirectory(prefix="paisql-alink-") as folder:
            given = path
            if self._is_rewritten(path):
                path, options = self._rewritten(path, folder), options[-1:] * self.value("lenient")
            hint = "setLenient(True) leaves such rows out"
            loading.upload(path, table, *options, names=names, called=given, hint=hint)

    def _is_rewritten(self, path):
        if self.value("quoteChar") != _QUOTE:
            return True
        # An empty line is a NULL in a file of one column, and no record in others.
        if not self.value("skipBlankLine") or self.value("rowDelimiter") not in ("\n", "\r\n"):
            return False
        return any(_holds(path, blank) for blank in (b"\n\n", b"\n\r\n"))

    def _rewritten(self, path, folder):
        """The records of the file as TUNNEL's own form, without the header."""
        made = os.path.join(folder, os.path.basename(path))
        mark, delimiter = self.value("quoteChar"), self.value("fieldDelimiter")
        if len(delimiter) != 1 or self.value("rowDelimiter") not in ("\n", "\r\n"):
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
                        kept.write(",".join(map(_field, record)) + "\n")
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
        quoting = {"quotechar": mark} if mark else {"quoting": csv.QUOTE_NONE, "escapechar": None}
        with open(plain, encoding="utf-8", newline="") as stream:
            with open(path, "w", encoding="utf-8", newline="") as kept:
                writer = csv.writer(kept, delimiter=fields, lineterminator=rows, **quoting)
                try:
                    writer.writerows(csv.reader(stream))
                except csv.Error as error:
                    raise ValueError(
                        "CsvSinkBatchOp: a value holds a delimiter, and without quoteChar nothing "
                        "keeps it together (%s)" % error
                    ) from None


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
