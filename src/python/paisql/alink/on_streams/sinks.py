"""Sinks of streams into files. Lines are added as rows come; other files are written of rows that end."""

import csv
import json

from paisql.alink import files
from paisql.alink.file_formats import ak_files, csv_files, data_files
from paisql.alink.streams import Sink

__all__ = [
    "AkSinkStreamOp",
    "CsvSinkStreamOp",
    "JsonSinkStreamOp",
    "TFRecordDatasetSinkStreamOp",
    "TextSinkStreamOp",
]


class _LinesSink(Sink):
    """Adds the rows to a file.

    overwriteSink  the file is emptied first; of rows that end
    """

    parameters = {"filePath": None, "overwriteSink": False}

    def is_plain(self):
        """Whether the lines are those that a statement writes."""
        return not self.value("overwriteSink")

    def keep(self):
        path = files.path_of(self.needed("filePath"))
        endless = self.inputs[0].is_endless
        if endless and not self.is_plain():
            raise ValueError(
                "%s: the rows of an endless stream are added to the file in the form of "
                "docs/alink.md; filePath alone says how" % type(self).__name__
            )
        flow = self.coming_flow() if self.is_plain() else None
        if flow is not None:
            flow.run(outputPath=path)
            return
        columns, rows = self.inputs[0].rows()
        mode = "w" if self.value("overwriteSink") else "a"
        with open(path, mode, encoding="utf-8", newline="") as stream:
            self.write(stream, [name for name, _ in columns], rows)


class CsvSinkStreamOp(_LinesSink):
    """Lines of CSV without a header; NULL is an empty field."""

    parameters = {
        **_LinesSink.parameters,
        "fieldDelimiter": ",",
        "rowDelimiter": "\n",
        "quoteChar": '"',
        "numFiles": 1,
    }

    def is_plain(self):
        given = [name for name in self._values if name != "filePath"]
        return all(self._values[name] == self.parameters[name] for name in given)

    def write(self, stream, names, rows):
        mark = self.value("quoteChar")
        quoting = {"quotechar": mark} if mark else {"quoting": csv.QUOTE_NONE}
        form = {"delimiter": self.value("fieldDelimiter"), "lineterminator": self.value("rowDelimiter")}
        csv.writer(stream, **form, **quoting).writerows(rows)


class JsonSinkStreamOp(_LinesSink):
    """Lines of JSON."""

    def write(self, stream, names, rows):
        for row in rows:
            stream.write(json.dumps(dict(zip(names, row)), ensure_ascii=False) + "\n")


class _WholeFileSink(Sink):
    """Writes a file as the operator over tables does."""

    over_tables = None

    def keep(self):
        if self.inputs[0].is_endless:
            raise ValueError(
                "%s writes its file when the rows end, and these have no end; JsonSinkStreamOp and "
                "CsvSinkStreamOp add lines as they come" % type(self).__name__
            )
        made = self.over_tables()
        made._values.update(self._values)
        made.inputs = self.inputs
        made.write()


class AkSinkStreamOp(_WholeFileSink):
    over_tables = ak_files.AkSinkBatchOp
    parameters = over_tables.parameters


class TFRecordDatasetSinkStreamOp(_WholeFileSink):
    over_tables = data_files.TFRecordDatasetSinkBatchOp
    parameters = over_tables.parameters


class TextSinkStreamOp(_WholeFileSink):
    over_tables = csv_files.TextSinkBatchOp
    parameters = over_tables.parameters
