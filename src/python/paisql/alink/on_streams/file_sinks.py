"""Sinks of streams into files. Lines are added as rows come; other files are written of rows that end."""

import os

from paisql.alink import files
from paisql.alink.file_formats import ak_files, csv_files, data_files
from paisql.alink.file_sink import FileSink
from paisql.alink.on_streams.stream_sinks import Sink
from paisql.alink.parameters import PATH, POSITIVE, TRUTH
from paisql.alink_stream import cursor_files, row_lines

__all__ = ["AkSinkStreamOp", "CsvSinkStreamOp", "JsonSinkStreamOp", "TFRecordDatasetSinkStreamOp", "TextSinkStreamOp"]


class _WholeFileSink(Sink):
    """Writes a file as the operator over tables does."""

    over_tables = None

    def keep(self):
        if self.one().is_endless:
            raise ValueError(
                "%s writes its file when the rows end, and these have no end; JsonSinkStreamOp and "
                "CsvSinkStreamOp add lines as they come" % type(self).__name__
            )
        self.made().write()

    def made(self):
        """The operator over tables."""
        made = self.over_tables()
        made._values.update(self._values)
        made.inputs = self.inputs
        return made


class AkSinkStreamOp(_WholeFileSink):
    over_tables = ak_files.AkSinkBatchOp
    parameters = over_tables.parameters


class TFRecordDatasetSinkStreamOp(_WholeFileSink):
    over_tables = data_files.TFRecordDatasetSinkBatchOp
    parameters = over_tables.parameters


class TextSinkStreamOp(_WholeFileSink):
    over_tables = csv_files.TextSinkBatchOp
    parameters = over_tables.parameters


class _LinesSink(_WholeFileSink):
    """Lines of a file, whatever it is called: of an endless stream they are added to it as they come.

    A folder that is there, or a path that ends with /, gets them in new files, one for each commit. Of rows
    that end the file is a new one, or with overwriteSink takes the place of one.
    form  what a statement calls these lines
    """

    form = ""

    def keep(self):
        given = [name for name, value in self._values.items() if value != self.default(name)]
        others = sorted(set(given) - {"filePath"})
        if not self.one().is_endless:
            super().keep()
            return
        if others:
            raise ValueError(
                "%s: %s is for rows that end; those of an endless stream are added to the file in the "
                "form of docs/alink-streams.md" % (type(self).__name__, others[0])
            )
        given = files.path_of(self.needed("filePath"))
        path = os.path.abspath(given)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if given.endswith("/"):
            path += "/"  # what makes a path that of a folder, which need not be there
        self.coming_flow().run(outputPath=path, outputFormat=self.form)


class CsvSinkStreamOp(_LinesSink):
    """CSV without a header; NULL is an empty field."""

    form, over_tables = "csv", csv_files.CsvSinkBatchOp
    parameters = over_tables.parameters


class _JsonLines(FileSink):
    parameters = {"filePath": PATH, "overwriteSink": TRUTH(False), "numFiles": POSITIVE(1)}
    flow = None  # of rows that a statement can write as they come

    def write_files(self, paths):
        if self.flow is not None and len(paths) == 1:
            self._write_flow(paths[0])
            return
        columns, rows = self.one().rows()
        names = [name for name, _ in columns]
        for number, path in enumerate(paths):
            with open(path, "w", encoding="utf-8") as stream:
                for row in rows[number :: len(paths)]:
                    stream.write(row_lines.json_line(dict(zip(names, row))) + "\n")

    def _write_flow(self, path):
        try:
            self.flow.run(outputPath=path, outputFormat="jsonl")
        finally:
            cursor_files.remove(path + ".cursor")


class JsonSinkStreamOp(_LinesSink):
    """Lines of JSON."""

    form, over_tables = "jsonl", _JsonLines
    parameters = over_tables.parameters

    def made(self):
        made = super().made()
        made.flow = self.coming_flow()
        return made
