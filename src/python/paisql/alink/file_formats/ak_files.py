"""Alink's own files, .ak, as operators: tables and models that Alink has saved, and the way back."""

import base64
import datetime
import zoneinfo

from paisql.alink import environment, files, loading
from paisql.alink.file_formats import ak_rows, ak_values
from paisql.alink.file_sink import FileSink
from paisql.alink.operator import BatchOperator
from paisql.alink.parameters import PATH, POSITIVE, TRUTH
from paisql.alink_models.alink_columns import parts_of, quoted, type_of

__all__ = ["AkSinkBatchOp", "AkSourceBatchOp"]

_DECIMAL = "DECIMAL(38,18)"
_TIMES = ("TIMESTAMP", "DATE")
# Type of a column here: kind of its values in a file, what Alink calls it, the expression that is read.
_WRITTEN = {
    "STRING": ("STRING", "VARCHAR", "%s"),
    "BINARY": ("BINARY", "VARBINARY", "BASE64(%s)"),
    "DATETIME": ("TIMESTAMP", "TIMESTAMP", "%s"),
    "DECIMAL": ("DECIMAL", "DECIMAL", "CAST(%s AS STRING)"),
}


def _column_kind(text):
    """(type of the column here, kind of its values in the file) of a type in a file's schema."""
    word = text.strip().upper()
    # Older files name the class: ANY<com.alibaba.alink.common.linalg.SparseVector>.
    for name in ("DENSE_VECTOR", "SPARSE_VECTOR", "VECTOR"):
        if word == name or ".LINALG.%s>" % name.replace("_", "") in word:
            return "STRING", name
    if word.startswith("DECIMAL"):
        return _DECIMAL, "DECIMAL"
    kind = None if "TENSOR" in word else type_of(text)
    return (kind, kind) if kind in ak_values.WRITTEN else None


def _described(path):
    """[(name, type, kind)] of a file; ValueError for one whose values are not known."""
    schema, columns = ak_rows.read_schema(path), []
    for part in parts_of(schema):
        name, _, kind = part.strip().partition(" ")
        try:
            found = _column_kind(kind)
        except ValueError:
            found = None
        if found is None:
            raise ValueError(
                "%s: column '%s' is %s, whose form in .ak files is Java's own; save it in Alink "
                "as a VARCHAR" % (path, name, kind.strip())
            )
        columns.append((name, *found))
    return columns


def columns_of(path):
    """[(name, type)] of a file; ValueError for one whose values are not known."""
    return [column[:2] for column in _described(path)]


class AkSourceBatchOp(BatchOperator):
    """An .ak file, or all files of a folder, which have the same columns.

    Times are instants in these files, and get the session's time zone.
    """

    parameters = {"filePath": PATH}
    keeps_rows = True

    def fill(self, table):
        paths = files.files_of(self.needed("filePath"))
        if not paths:
            raise ValueError("%s has no files" % self.needed("filePath"))
        loading.fill(table, columns_of(paths[0]), rows_of(paths))


def rows_of(paths):
    """Goes through the rows of files with the same columns; ValueError names the one that has others."""
    described = _described(paths[0])
    for path in paths[1:]:
        if _described(path) != described:
            raise ValueError("%s has other columns than %s" % (path, paths[0]))
    kinds = [kind for _, _, kind in described]
    times = [(at, kind) for at, kind in enumerate(kinds) if kind in _TIMES]
    zone = zoneinfo.ZoneInfo(environment.current().time_zone) if times else None
    for path in paths:
        for row in ak_rows.read_rows(path, kinds):
            for at, kind in times:
                if row[at] is not None:
                    local = row[at].replace(tzinfo=datetime.timezone.utc).astimezone(zone)
                    row[at] = local.date() if kind == "DATE" else local.replace(tzinfo=None)
            yield row


class AkSinkBatchOp(FileSink):
    """The rows as an .ak file, which Alink reads."""

    parameters = {"filePath": PATH, "overwriteSink": TRUTH(False), "numFiles": POSITIVE(1)}

    def write_files(self, paths):
        schema, kinds, parts = [], [], []
        for name, kind in self.one().schema():
            bare = kind.split("(")[0]
            bare = "STRING" if bare in ("VARCHAR", "CHAR") else bare
            written, called, text = _WRITTEN.get(bare, (bare, bare, "%s"))
            if written not in ak_values.WRITTEN:
                raise ValueError(
                    "AkSinkBatchOp: column '%s' is %s, which is not written here; CAST it to "
                    "STRING in a select" % (name, kind)
                )
            schema.append("%s %s" % (name, called))
            kinds.append(written)
            parts.append("%s AS %s" % (text % quoted(name), quoted(name)))
        rows = environment.current().run("SELECT %s FROM %s" % (", ".join(parts), self.of()))
        for number, path in enumerate(paths):
            try:
                ak_rows.write(path, ",".join(schema), kinds, for_file(rows[number :: len(paths)], kinds))
            except ak_values.AkError as error:
                raise ValueError("%s: %s" % (self.needed("filePath"), error)) from None


def for_file(rows, kinds):
    """Rows as they are written: bytes for base64, times of UTC for those of the session's zone."""
    zone = zoneinfo.ZoneInfo(environment.current().time_zone) if set(kinds) & set(_TIMES) else None
    for row in rows:
        row = list(row)
        for at, kind in enumerate(kinds):
            if row[at] is None:
                continue
            if kind == "BINARY" and isinstance(row[at], str):
                row[at] = base64.b64decode(row[at])
            elif kind in _TIMES:
                local = datetime.datetime.fromisoformat(str(row[at])).replace(tzinfo=zone)
                row[at] = local.astimezone(datetime.timezone.utc).replace(tzinfo=None)
        yield row
