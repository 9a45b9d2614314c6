"""Sources of streams that a statement reads as they are: tables, files, folders; with follow also what comes."""

from paisql.alink import environment, files, stream_flow, tensor_columns
from paisql.alink.parameters import PATH, SCHEMA, TEXT, TRUTH
from paisql.alink.streams import StreamOperator
from paisql.alink.table_operators import TableSourceBatchOp
from paisql.alink_models.alink_columns import columns_of

__all__ = ["JsonSourceStreamOp", "TableSourceStreamOp"]


class TableSourceStreamOp(StreamOperator, TableSourceBatchOp):
    """A table of the home; with follow also the rows that come into it, until the stream is stopped."""

    parameters = {"tableName": TEXT, "follow": TRUTH(False)}

    @property
    def is_endless(self):
        return self.value("follow")

    def table(self):
        self._refuse_endless()
        return super().table()

    source = table

    def coming_schema(self):
        statement = "SELECT * FROM %s LIMIT 0" % self.needed("tableName")
        return environment.current().run(statement, with_columns=True)[0]

    def tensors(self):
        statement = "SELECT * FROM %s LIMIT 1" % self.needed("tableName")
        columns, first = environment.current().run(statement, with_columns=True)
        return tensor_columns.found(columns, first[0]) if first else []

    def flow(self):
        values = {"inputTableName": self.needed("tableName"), "follow": self.value("follow")}
        return stream_flow.Flow(values, self.is_endless)


class PathSource(StreamOperator):
    """A file, or the files of a folder; with follow also those that come."""

    parameters = {"filePath": PATH, "schemaStr": SCHEMA, "follow": TRUTH(False), "badRows": TEXT}
    aliases = {"schema": "schemaStr", "tableSchema": "schemaStr"}
    form = ""
    keeps_rows = True

    @property
    def is_endless(self):
        return self.value("follow")

    def is_line(self):
        """Whether a statement's inputPath reads these files as they are."""
        return True

    def coming_schema(self):
        return columns_of(self.needed("schemaStr"))

    def tensors(self):
        return tensor_columns.of_schema(self.needed("schemaStr"))

    def flow(self):
        values = {
            "inputPath": self._place(),
            "inputFormat": self.form,
            "inputSchemaStr": self._schema_text(),
            "follow": self.value("follow"),
            "badRows": self.value("badRows"),
        }
        return stream_flow.Flow(values, self.is_endless)

    def _place(self):
        """What a statement calls the path; URLs of the web are looked up as by operators over tables."""
        path = str(self.needed("filePath"))
        return path if path.lower().startswith("tcp://") else files.path_of(path)

    def fill(self, table):
        self._refuse_endless()
        self.flow().fill(table)

    def _schema_text(self):
        """schemaStr with texts for tensors."""
        schema, names = self.needed("schemaStr"), self.tensors()
        if not names:
            return schema
        return ", ".join("%s %s" % column for column in columns_of(schema))

    def query(self):
        return "SELECT * FROM %s" % self.table()


class JsonSourceStreamOp(PathSource):
    """Also a named pipe, and tcp://<host>:<port> of a server that sends lines of JSON."""

    form = "jsonl"
