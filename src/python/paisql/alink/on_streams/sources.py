"""Sources of streams beside tables and lines of JSON: rows of the program, of chance, and of files."""

from paisql.alink import ak_files, csv_files, data_files, tables, tensor_columns
from paisql.alink.streams import PathSource, StreamOperator

__all__ = [
    "AkSourceStreamOp",
    "CsvSourceStreamOp",
    "MemSourceStreamOp",
    "NumSeqSourceStreamOp",
    "ParquetSourceStreamOp",
    "RandomTableSourceStreamOp",
    "TFRecordDatasetSourceStreamOp",
    "TextSourceStreamOp",
]

# Alink's: the seconds from one row to the next. Rows are as fast here as what they go to takes them.
_PACE = {"timePerSample": None, "timeZones": None}


class MemSourceStreamOp(StreamOperator, tables.MemSourceBatchOp):
    """Rows of this program: a list of rows, or of values for one column."""


class NumSeqSourceStreamOp(StreamOperator, tables.NumSeqSourceBatchOp):
    """The integers from `from` to `to`, both included, in outputCol. timePerSample has no effect."""

    parameters = dict(tables.NumSeqSourceBatchOp.parameters, **_PACE)


class RandomTableSourceStreamOp(StreamOperator, tables.RandomTableSourceBatchOp):
    """maxRows rows of numCols columns with random numbers in [0, 1), behind their number in idCol, "num".

    idCol          None: no column of numbers
    timePerSample  has no effect
    """

    parameters = dict(tables.RandomTableSourceBatchOp.parameters, idCol="num", **_PACE)
    aliases = {"maxRows": "numRows", "idColName": "idCol", "outputColNames": "outputCols"}


class TFRecordDatasetSourceStreamOp(StreamOperator, data_files.TFRecordDatasetSourceBatchOp):
    """The records that are there."""


class TextSourceStreamOp(StreamOperator, csv_files.TextSourceBatchOp):
    """The lines that are there."""


class AkSourceStreamOp(StreamOperator, ak_files.AkSourceBatchOp):
    """The rows that are there."""


class _FilesSource(PathSource):
    """Files that a statement follows, and that are read as over tables where they do not grow.

    over_tables  the operator over tables, whose parameters an endless stream does not have
    """

    over_tables = None

    def is_line(self):
        return self.is_endless

    def fill(self, table):
        self._refuse_endless()
        made = self.over_tables()
        made._values.update(
            (name, value) for name, value in self._values.items() if name in made.parameters
        )
        if self.value("badRows") == "skip" and "lenient" in made.parameters:
            made._values["lenient"] = True
        made.fill(table)

    def flow(self):
        if not self.is_endless:
            return StreamOperator.flow(self)
        for name in self._values:
            if name not in PathSource.parameters and self._values[name] != self.parameters[name]:
                raise ValueError(
                    "%s: %s is for files that do not grow; a stream that follows a folder reads files "
                    "in the form of docs/alink.md" % (type(self).__name__, name)
                )
        return super().flow()


class CsvSourceStreamOp(_FilesSource):
    """CSV files; all parameters of CsvSourceBatchOp where they do not grow.

    lenient  as badRows="skip"
    """

    form, over_tables = "csv", csv_files.CsvSourceBatchOp
    parameters = {**csv_files.CsvSourceBatchOp.parameters, **PathSource.parameters}
    aliases = csv_files.CsvSourceBatchOp.aliases

    def flow(self):
        if self.value("lenient") and self.value("badRows") is None:
            self._values["badRows"] = "skip"
        self._values.pop("lenient", None)
        return super().flow()


class ParquetSourceStreamOp(_FilesSource):
    """Parquet files; schemaStr is needed to follow a folder, and says nothing otherwise."""

    form, over_tables = "parquet", data_files.ParquetSourceBatchOp
    parameters = {**data_files.ParquetSourceBatchOp.parameters, **PathSource.parameters}

    def tensors(self):
        return tensor_columns.of_schema(self.value("schemaStr")) if self.value("schemaStr") else []
