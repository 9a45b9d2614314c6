"""CSV and text files as operators. TUNNEL reads and writes them; what it does not know is rewritten for it."""

import array
import bisect
import io
import mmap
import os
import shutil
import tempfile
from contextlib import ExitStack

from paisql.alink import environment, files, loading, pai_statement
from paisql.alink.file_sink import FileSink
from paisql.alink.operator import BatchOperator
from paisql.alink.parameters import INVALID, NAME, PATH, POSITIVE, SCHEMA, TEXT, TRUTH
from paisql.alink_models.alink_columns import columns_of, quoted
from paisql.alink_stream.row_lines import CsvForm
from paisql.job import csv_records

__all__ = ["CsvSinkBatchOp", "CsvSourceBatchOp", "TextSinkBatchOp", "TextSourceBatchOp"]

_QUOTE = '"'
_TUNNELS = CsvForm()  # what TUNNEL reads and writes without options


def _option(name, text):
    """An option of TUNNEL with a delimiter, which knows \\t and its like by these words."""
    escaped = text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
    return "-%s %s" % (name, pai_statement.word(escaped.replace("\r", "\\r")))


def form_of(operator):
    """The delimiters and the quote that an operator was given. ValueError names the parameter that is not valid."""

    def wrong(parameter, what):
        return ValueError("%s: %s is %s, not %r" % (name, parameter, what, operator.value(parameter)))

    name, quote = type(operator).__name__, operator.value("quoteChar") or None
    if quote is not None and (not isinstance(quote, str) or len(quote) != 1):
        raise wrong("quoteChar", "one letter, or None for files in which quotes mean nothing")
    for parameter in ("fieldDelimiter", "rowDelimiter"):
        text = operator.value(parameter)
        if not isinstance(text, str) or not text:
            raise wrong(parameter, "a text of one letter or more")
        if quote is not None and quote in text:
            raise ValueError("%s: the quoteChar %s occurs in %s" % (name, quote, parameter))
    fields, rows = operator.value("fieldDelimiter"), operator.value("rowDelimiter")
    if fields == rows:
        raise ValueError("%s: fieldDelimiter and rowDelimiter are the same" % name)
    return CsvForm(fields, rows, quote)


def _holds(path, text):
    """Whether the file holds these bytes."""
    if os.path.getsize(path) == 0:
        return False
    with open(path, "rb") as stream:
        with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            return mapped.find(text) >= 0


def _no_text(path, error):
    return ValueError("%s: the text is not UTF-8 (%s)" % (path, error.reason))


class CsvSourceBatchOp(BatchOperator):
    """A CSV file, or all files of a folder; those of gzip are unpacked.

    schemaStr        names and types of the columns, which go by their places
    fieldDelimiter, rowDelimiter  texts of one letter or more
    quoteChar        a letter, or None for files in which quotes mean nothing
    ignoreFirstLine  whether each file begins with a header; its names do not count
    skipBlankLine    whether lines without anything are passed over
    lenient          whether rows that do not fit the schema are left out, instead of an error
    handleInvalidMethod  SKIP is another word for it

    Fields after those of the schema are passed over.
    """

    parameters = {
        "filePath": PATH,
        "schemaStr": SCHEMA,
        "fieldDelimiter": TEXT(","),
        "rowDelimiter": TEXT("\n"),
        "quoteChar": TEXT(_QUOTE),
        "ignoreFirstLine": TRUTH(False),
        "skipBlankLine": TRUTH(True),
        "lenient": TRUTH(False),
        "handleInvalidMethod": INVALID,
    }
    aliases = {"handleInvalid": "handleInvalidMethod", "schema": "schemaStr", "tableSchema": "schemaStr"}
    keeps_rows = True

    def fill(self, table):
        columns, form = columns_of(self.needed("schemaStr")), form_of(self)
        paths = files.files_of(self.needed("filePath"))
        # A header is passed over where it names no column: so these names belong to no file.
        named = [("alink_csv_%d" % number, kind) for number, (_, kind) in enumerate(columns)]
        name = environment.current().new_table()
        loading.make(name, named)
        for path in paths:
            self._upload(path, name, list(zip(dict(named), dict(columns))), form)
        pairs = ["%s AS %s" % (quoted(old), quoted(new)) for (old, _), (new, _) in zip(named, columns)]
        run = environment.current().run
        run("CREATE TABLE %s LIFECYCLE 1 AS SELECT %s FROM %s" % (table, ", ".join(pairs), name))
        run("DROP TABLE %s PURGE" % name)

    def _is_lenient(self):
        return self.value("lenient") or self.value("handleInvalidMethod") == "SKIP"

    def _upload(self, path, table, names, form):
        lenient = ["-dbr true -mbr 9223372036854775807"] if self._is_lenient() else []
        said = {"names": names, "called": path, "hint": "setLenient(True) leaves such rows out"}
        with tempfile.TemporaryDirectory(prefix="paisql-alink-") as folder:
            plain = _unpacked(path, folder)
            if not self._is_rewritten(plain, form):
                try:
                    loading.upload(plain, table, *self._options(form), *lenient, **said)
                    return
                except loading.BadRecord:
                    made, lines = self._rewritten(plain, path, folder, len(names), form)
                    if not lines.have_lost_fields:
                        raise  # no record was refused for its further fields
            else:
                made, lines = self._rewritten(plain, path, folder, len(names), form)
            loading.upload(made, table, *lenient, line_of=lines.original, **said)

    def _options(self, form):
        """TUNNEL's options for files that it reads as they are."""
        options = [_option("fd", form.fields)]
        if form.rows not in csv_records.LINE_ENDS:
            options.append(_option("rd", form.rows))
        return options + (["-h true"] if self.value("ignoreFirstLine") else [])

    def _is_rewritten(self, path, form):
        # In lenient ones a record with more fields is a good one.
        if form.quote != _QUOTE or self._is_lenient():
            return True
        # An empty line is a NULL in a file of one column, and no record in others.
        if not self.value("skipBlankLine"):
            return False
        ends = ("\n", "\r\n") if form.rows in csv_records.LINE_ENDS else (form.rows,)
        return any(_holds(path, (ends[0] + end).encode()) or _begins(path, end.encode()) for end in ends)

    def _rewritten(self, path, called, folder, count, form):
        """(file, _Lines): the first `count` fields of the records in TUNNEL's own form, without the header."""
        made, lines = os.path.join(folder, "records.csv"), _Lines()
        blank, first = self.value("skipBlankLine"), self.value("ignoreFirstLine")
        try:
            with open(path, "rb") as stream:
                with open(made, "w", encoding="utf-8", newline="") as kept:
                    for number, record in csv_records.records(stream, form.fields, form.rows, form.quote):
                        if first:
                            first = False
                        elif isinstance(record, csv_records.BadRecord):
                            self._refuse(called, number, record)
                        elif record or not blank:
                            lines.have_lost_fields = lines.have_lost_fields or len(record) > count
                            line = _TUNNELS.line(record[:count])
                            kept.write(line + "\n")
                            lines.add(number, 1 + line.count("\n"))
        except UnicodeDecodeError as error:
            raise _no_text(called, error) from None
        except ValueError as error:
            raise ValueError("%s: %s" % (called, error)) from None
        return made, lines

    def _refuse(self, called, number, bad):
        if not self._is_lenient():
            raise environment.AlinkError(
                "ODPS-0123198", "%s:%d: %s" % (called, number, bad), "setLenient(True) leaves such rows out"
            )


class _Lines:
    """Which line of a file a line of the rewritten one was, and whether there all of it is."""

    def __init__(self):
        self._next = 1
        self.have_lost_fields = False  # whether a record had more than there are columns
        # Where lines were left out: the first line after them, in the new file and in the old one.
        self._new, self._old = array.array("Q"), array.array("Q")

    def add(self, number, count):
        """The next `count` lines are a record that begins in line `number`."""
        if not self._new or number - self._next != self._old[-1] - self._new[-1]:
            self._new.append(self._next)
            self._old.append(number)
        self._next += count

    def original(self, line):
        at = bisect.bisect_right(self._new, line) - 1
        return self._old[at] + line - self._new[at] if at >= 0 else line


def _begins(path, text):
    with open(path, "rb") as stream:
        return stream.read(len(text)) == text


def _unpacked(path, folder):
    """The file itself, or one of gzip unpacked into the folder."""
    with files.opened(path) as stream:
        if not files.is_packed(stream):
            return path
        made = os.path.join(folder, "unpacked.csv")
        with open(made, "wb") as kept:
            shutil.copyfileobj(stream, kept, 1 << 20)
    return made


class CsvSinkBatchOp(FileSink):
    """The rows as CSV, without a header, as Alink's has none; NULL is an empty field.

    fieldDelimiter, rowDelimiter  of one letter or more, as they are: "\\\\t" of Python is a backslash and a t
    quoteChar                     a letter, or None: then a text that holds a delimiter is an error
    """

    parameters = {
        "filePath": PATH,
        "fieldDelimiter": TEXT(","),
        "rowDelimiter": TEXT("\n"),
        "quoteChar": TEXT(_QUOTE),
        "overwriteSink": TRUTH(False),
        "numFiles": POSITIVE(1),
    }

    def write_files(self, paths):
        form = form_of(self)
        if form.quote == _QUOTE and len(paths) == 1:
            self._download(paths[0], [_option("fd", form.fields), _option("rd", form.rows)])
            return
        with tempfile.TemporaryDirectory(prefix="paisql-alink-") as folder:
            plain = os.path.join(folder, "rows.csv")
            self._download(plain, [])
            self._dealt(plain, paths, form)

    def _download(self, path, options):
        words = " ".join(options)
        statement = "TUNNEL DOWNLOAD %s %s %s" % (words, self.one().table(), pai_statement.word(path))
        environment.current().run(statement, quiet=True)

    @staticmethod
    def _dealt(plain, paths, form):
        """Writes what TUNNEL has written in another form, or into several files."""
        with ExitStack() as stack:
            stream = stack.enter_context(open(plain, "rb"))
            kept = [stack.enter_context(open(one, "w", encoding="utf-8", newline="")) for one in paths]
            read = csv_records.records(stream, _TUNNELS.fields, _TUNNELS.rows, _TUNNELS.quote)
            for row, (_, values) in enumerate(read):
                try:
                    line = form.line(values or [None])  # a row of one column that is NULL
                except ValueError as error:
                    raise ValueError("CsvSinkBatchOp: %s; setQuoteChar gives one" % error) from None
                kept[row % len(kept)].write(line + form.rows)


class TextSourceBatchOp(BatchOperator):
    """The lines of a file, or of all files of a folder, as rows of one column."""

    parameters = {"filePath": PATH, "textCol": NAME("text"), "ignoreFirstLine": TRUTH(False)}
    keeps_rows = True

    def fill(self, table):
        loading.fill(table, [(self.value("textCol"), "STRING")], self._lines())

    def _lines(self):
        for path in files.files_of(self.needed("filePath")):
            try:
                with io.TextIOWrapper(files.opened(path), encoding="utf-8-sig", newline="\n") as stream:
                    if self.value("ignoreFirstLine"):
                        next(stream, None)
                    for line in stream:
                        yield (line.rstrip("\n").rstrip("\r"),)
            except UnicodeDecodeError as error:
                raise _no_text(path, error) from None


class TextSinkBatchOp(FileSink):
    """The rows of one column as lines; NULL is an empty one. A text with line ends is several of them."""

    parameters = {"filePath": PATH, "overwriteSink": TRUTH(False), "numFiles": POSITIVE(1)}

    def write_files(self, paths):
        columns, rows = self.one().rows()
        if len(columns) != 1:
            raise ValueError("TextSinkBatchOp: a line is one column, and there are %d" % len(columns))
        for number, path in enumerate(paths):
            with open(path, "w", encoding="utf-8", newline="") as stream:
                for (value,) in rows[number :: len(paths)]:
                    stream.write("%s\n" % (value if isinstance(value, str) else _TUNNELS.field(value)))
