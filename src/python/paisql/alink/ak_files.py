"""Alink's own files, .ak, as operators: tables and models that Alink has saved, and the way back."""

import os

from paisql.alink import ak_rows, files, loading
from paisql.alink.columns import parts_of, type_of
from paisql.alink.operator import BatchOperator
from paisql.alink.sinks import FileSink

__all__ = [
    "AkSinkBatchOp",
    "AkSourceBatchOp",
]

# MaxCompute's type: what Alink calls it in a schema.
_NAMES = {"STRING": "VARCHAR", "BINARY": "VARBINARY"}


def columns_of(path):
    """The columns of a file; ValueError for one whose values are not known."""
    schema, columns = ak_rows.read_schema(path), []
    for part in parts_of(schema):
        name, _, kind = part.strip().partition(" ")
        # Vectors and tensors are texts in tables, and in these files bytes of Java's objects.
        known = not any(word in kind.upper() for word in ("TENSOR", "VECTOR", "MTABLE", "ANY<"))
        if not known or type_of(kind) not in ak_rows.TYPES:
            raise ValueError(
                "%s: column '%s' is %s, whose form in .ak files is Java's own; save it in Alink "
                "as a VARCHAR" % (path, name, kind.strip())
            )
        columns.append((name, type_of(kind)))
    return columns


class AkSourceBatchOp(BatchOperator):
    """An .ak file, or all files of a folder, which have the same columns."""

    parameters = {"filePath": None, "flinkVersion": None}
    keeps_rows = True

    def fill(self, table):
        paths = files.files_of(self.needed("filePath"))
        if not paths:
            raise ValueError("%s has no files" % self.needed("filePath"))
        columns = columns_of(paths[0])
        for path in paths[1:]:
            if columns_of(path) != columns:
                raise ValueError("%s has other columns than %s" % (path, paths[0]))
        loading.fill(table, columns, self._rows(paths, [kind for _, kind in columns]))

    def _rows(self, paths, kinds):
        version = self.value("flinkVersion")
        try:
            if version is None:
                own_bits = ak_rows.own_bits_of(paths, kinds)
            else:
                own_bits = ak_rows.own_bits_with(version)
        except ak_rows.AkError as error:
            raise ValueError(str(error)) from None
        for path in paths:
            yield from ak_rows.read_rows(path, kinds, own_bits)


class AkSinkBatchOp(FileSink):
    """The rows as an .ak file, which Alink reads."""

    parameters = {"filePath": None, "overwriteSink": False, "numFiles": 1}

    def write(self):
        path = self.new_path()
        columns, rows = self.one().rows()
        for name, kind in columns:
            if kind not in ak_rows.TYPES:
                raise ValueError(
                    "AkSinkBatchOp: column '%s' is %s, which is not written here; CAST it to "
                    "STRING in a select" % (name, kind)
                )
        schema = ",".join("%s %s" % (name, _NAMES.get(kind, kind)) for name, kind in columns)
        part = path + ".part"
        try:
            ak_rows.write(part, schema, [kind for _, kind in columns], rows)
            os.replace(part, path)
        except ak_rows.AkError as error:
            raise ValueError("%s: %s" % (path, error)) from None
        finally:
            if os.path.exists(part):
                os.remove(part)
