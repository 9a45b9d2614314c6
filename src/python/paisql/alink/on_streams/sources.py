"""Sources of streams beside tables and lines of JSON: rows of the program, of chance, and of files."""

from paisql.alink import table_operators
from paisql.alink.file_formats import ak_files, csv_files, data_files
from paisql.alink.on_streams.followed import PathSource
from paisql.alink.parameters import ANY, NAME, NUMBER
from paisql.alink.streams import StreamOperator, on_streams

# Alink's: the seconds from one row to the next. Rows are as fast here as what they go to takes them.
_PACE = {"timePerSample": NUMBER, "timeZones": ANY}


class NumSeqSourceStreamOp(StreamOperator, table_operators.NumSeqSourceBatchOp):
    """The integers from `from` to `to`, both included, in outputCol. timePerSample has no effect."""

    parameters = dict(table_operators.NumSeqSourceBatchOp.parameters, **_PACE)


class RandomTableSourceStreamOp(StreamOperator, table_operators.RandomTableSourceBatchOp):
    """maxRows rows of numCols columns with random numbers in [0, 1), after their number in idCol, "num".

    idCol          None: no column of numbers
    timePerSample  has no effect
    """

    parameters = dict(table_operators.RandomTableSourceBatchOp.parameters, idCol=NAME("num"), **_PACE)
    aliases = {"maxRows": "numRows", "idColName": "idCol", "outputColNames": "outputCols"}


class _FilesSource(PathSource):
    """Files that a statement reads as they are, or, with parameters that it has not, as over tables.

    over_tables  the operator over tables; what it alone has is for files that do not grow
    """

    over_tables = None

    def more(self):
        """The names of parameters that were set, and that a statement has not."""
        return [
            name
            for name, value in self._values.items()
            if name not in PathSource.parameters and value != self.default(name)
        ]

    def is_line(self):
        return not self.more()

    def fill(self, table):
        self._refuse_endless()
        if self.is_line():
            super().fill(table)
            return
        made = self.over_tables()
        made._values.update((name, value) for name, value in self._values.items() if name in made.parameters)
        if self.value("badRows") == "skip" and "lenient" in made.parameters:
            made._values["lenient"] = True
        made.fill(table)

    def flow(self):
        if self.is_line():
            return super().flow()
        if not self.is_endless:
            return StreamOperator.flow(self)
        raise ValueError(
            "%s: %s is for files that do not grow; a stream that follows a folder reads files in the "
            "form of docs/alink-streams.md" % (type(self).__name__, self.more()[0])
        )


class CsvSourceStreamOp(_FilesSource):
    """CSV files; lenient is badRows="skip"."""

    form, over_tables = "csv", csv_files.CsvSourceBatchOp
    parameters = {**csv_files.CsvSourceBatchOp.parameters, **PathSource.parameters}
    aliases = csv_files.CsvSourceBatchOp.aliases

    def value(self, parameter):
        if parameter == "badRows" and super().value("lenient"):
            return "skip"
        return super().value(parameter)

    def more(self):
        return [name for name in super().more() if name != "lenient"]


class ParquetSourceStreamOp(_FilesSource):
    """Parquet files. Without schemaStr, which a stream that follows a folder needs, they have their own columns."""

    form, over_tables = "parquet", data_files.ParquetSourceBatchOp
    parameters = {**data_files.ParquetSourceBatchOp.parameters, **PathSource.parameters}

    def is_line(self):
        return super().is_line() and (self.is_endless or self.value("schemaStr") is not None)

    def tensors(self):
        return super().tensors() if self.value("schemaStr") else []


# Those whose rows are there, as they are over tables.
_BY_NAME = {
    made.__name__: made
    for made in on_streams(
        StreamOperator,
        ak_files.AkSourceBatchOp,
        csv_files.TextSourceBatchOp,
        data_files.TFRecordDatasetSourceBatchOp,
        table_operators.MemSourceBatchOp,
    ).values()
}
globals().update(_BY_NAME)
__all__ = ["CsvSourceStreamOp", "NumSeqSourceStreamOp", "ParquetSourceStreamOp", "RandomTableSourceStreamOp", *_BY_NAME]
