"""Tables, their partitions, and what is written to them."""

import itertools
import os
import re
import tempfile
import uuid

import pyarrow as pa

from paisql.odps import errors, facts
from paisql.odps.absent import Named
from paisql.odps.changes import Changes
from paisql.odps.partitions import TablePartition, pairs_of, text_of
from paisql.odps.schema import Column, Partition, Record, Schema, text_value, type_of_arrow
from paisql.odps.options import allows_bytes_texts
from paisql.odps.statements import quoted_name, quoted_text
from paisql.tables import bytes_texts

# All other fields are quoted.
_NULL = "NULL"


def _is_frame(value):
    return type(value).__module__.split(".")[0] == "pandas" and hasattr(value, "columns")


class Writer:
    """Takes Records, lists of values, DataFrames and Arrow's tables; `close` writes them."""

    status = "Normal"

    def __init__(self, table, partition, create_partition, overwrite, commit=True):
        self._table = table
        self._partition = partition
        self._create = create_partition
        self._overwrite = overwrite
        self._commit = commit
        self._blocks = []

    schema = property(lambda self: self._table.table_schema)

    def write(self, *values):
        """Of a Record, of records, of a DataFrame, or of a block's number and any of them."""
        if len(values) > 1 and isinstance(values[0], int):
            values = values[1:]
        for value in values:
            self._blocks.append([value] if isinstance(value, Record) else value)

    def close(self):
        """Writes what has come; a writer of commit=False waits for commit()."""
        if self._commit:
            self.commit()

    def commit(self, *_):
        blocks, self._blocks = self._blocks, []
        self._table._write(blocks, self._partition, self._create, self._overwrite)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.close()


class Table(Changes, Named):
    """A table or a view of a project."""

    _face = "Table"

    def __init__(self, odps, name, project=None):
        self._odps = odps
        whole = name.split(".")
        self.name = whole[-1]
        # With three names the middle one is the schema, which is `default`.
        self.project_name = whole[0] if len(whole) > 1 else project or odps.project
        self._schema = None
        self._facts = None

    @property
    def full_table_name(self):
        return f"{self.project_name}.{self.name}"

    @property
    def _quoted(self):
        return quoted_name(self.full_table_name)

    def __repr__(self):
        return f"<Table {self.full_table_name}>"

    @property
    def table_schema(self):
        if self._schema is None:
            self._schema = self._read_schema()
        return self._schema

    schema = table_schema

    @property
    def columns(self):
        return self.table_schema.columns

    def reload(self):
        self._schema = self._facts = None

    reset = reload_extend_info = reload

    # --- what is known of it ---

    def _fact(self, name):
        if self._facts is None:
            said = self._odps._runner.text(f"DESC EXTENDED {self._quoted};")
            self._facts = facts.of_text(said)
        return self._facts.get(name)

    project = property(lambda self: self._odps.get_project(self.project_name))
    owner = property(lambda self: self._fact("Owner"))
    creation_time = property(lambda self: facts.moment(self._fact("CreateTime")))
    last_meta_modified_time = property(lambda self: facts.moment(self._fact("LastDDLTime")))
    last_data_modified_time = property(lambda self: facts.moment(self._fact("LastModifiedTime")))
    last_modified_time = last_data_modified_time
    lifecycle = property(lambda self: facts.whole(self._fact("Lifecycle"), -1))
    size = property(lambda self: facts.whole(self._fact("Size"), 0))
    file_num = property(lambda self: facts.whole(self._fact("FileNum"), 0))
    is_virtual_view = property(lambda self: self._fact("VirtualView") == "YES")
    is_transactional = property(lambda self: "'transactional'='true'" in self.get_ddl())

    @property
    def type(self):
        return "VIRTUAL_VIEW" if self.is_virtual_view else "MANAGED_TABLE"

    @property
    def comment(self):
        """The whole comment, which DESC may show on several lines."""
        found = _COMMENT.search(self.get_ddl())
        return _unquoted(found[1]) if found else ""

    @property
    def view_text(self):
        return self.get_ddl().partition(" AS\n")[2].rstrip(";") if self.is_virtual_view else None

    def get_schema(self):
        """None: a project has one schema."""

    def get_ddl(self, with_comments=True, if_not_exists=True, force_table_ddl=False):
        """The statement that makes the table."""
        if not with_comments or force_table_ddl:
            return self.table_schema.get_table_ddl(self.name, with_comments)
        text = self._odps._run(f"SHOW CREATE TABLE {self._quoted};").rows[0][0]
        return text if if_not_exists else text.replace(" IF NOT EXISTS", "", 1)

    @classmethod
    def gen_create_table_sql(
        cls,
        table_name,
        table_schema,
        comment=None,
        if_not_exists=False,
        lifecycle=None,
        with_column_comments=True,
        transactional=False,
        project=None,
        **_,
    ):
        """The CREATE TABLE of a name and a Schema."""
        text = table_schema.get_table_ddl(f"{project}.{table_name}" if project else table_name, with_column_comments)
        if if_not_exists:
            text = text.replace("CREATE TABLE ", "CREATE TABLE IF NOT EXISTS ", 1)
        head, by, keys = text.partition("\nPARTITIONED BY")
        text = head + (f"\nCOMMENT {quoted_text(comment)}" if comment else "") + by + keys
        if transactional:
            text += "\nTBLPROPERTIES ('transactional'='true')"
        return text + (f"\nLIFECYCLE {int(lifecycle)}" if lifecycle else "")

    @property
    def record_num(self):
        return int(
            self._odps.execute_sql(
                f"SELECT COUNT(*) FROM {self._quoted};", hints={"odps.sql.allow.fullscan": "true"}
            ).open_reader()[0][0]
        )

    def _read_schema(self):
        answer = self._odps._run(f"DESC {self._quoted};")
        names = [name.lower() for name, _ in answer.columns]
        rows = [dict(zip(names, row)) for row in answer.rows]
        columns, partitions = [], []
        for row in rows:
            made = (Partition if row["partition"] == "true" else Column)(
                row["field"], row.get("type"), row.get("comment")
            )
            (partitions if isinstance(made, Partition) else columns).append(made)
        return Schema(columns, partitions)

    @property
    def partitions(self):
        return list(self.iterate_partitions())

    def iterate_partitions(self, spec=None, reverse=False):
        """The table's partitions, or those whose first keys `spec` names."""
        only = f" PARTITION ({text_of(spec)})" if spec else ""
        rows = self._odps._run(f"SHOW PARTITIONS {self._quoted}{only};").rows
        for row in reversed(rows) if reverse else rows:
            yield TablePartition(self, row[0])

    def exist_partition(self, spec=None, partition_spec=None):
        wanted = dict(pairs_of(spec if partition_spec is None else partition_spec))
        return any(wanted.items() <= one.partition_spec.kv.items() for one in self.iterate_partitions())

    def exist_partitions(self, prefix_spec=None):
        return next(self.iterate_partitions(prefix_spec), None) is not None

    def get_max_partition(self, spec=None, skip_empty=True, reverse=False):
        """The last partition by its keys, the first with `reverse`, of those whose first keys
        `spec` names; one without rows only without `skip_empty`. None where there is not one."""
        found = sorted(self.iterate_partitions(spec), reverse=not reverse, key=lambda one: one.partition_spec.values())
        return next((one for one in found if not skip_empty or one.record_num), None)

    def get_partition(self, partition_spec):
        if not self.exist_partition(partition_spec):
            raise errors.NoSuchPartition(f"{self.full_table_name} has no partition {partition_spec}")
        return TablePartition(self, partition_spec)

    def create_partition(self, partition_spec, if_not_exists=False, **_):
        there = "IF NOT EXISTS " if if_not_exists else ""
        self._odps._run(f"ALTER TABLE {self._quoted} ADD {there}PARTITION ({text_of(partition_spec)});")
        return TablePartition(self, partition_spec)

    def delete_partition(self, partition_spec, if_exists=False, **_):
        there = "IF EXISTS " if if_exists else ""
        self._odps._run(f"ALTER TABLE {self._quoted} DROP {there}PARTITION ({text_of(partition_spec)});")

    def truncate(self, partition_spec=None, partition=None, **_):
        one = partition_spec or partition
        only = f" PARTITION ({text_of(one)})" if one else ""
        self._odps._run(f"TRUNCATE TABLE {self._quoted}{only};")

    def drop(self, async_=False, if_exists=False, **_):
        delete = self._odps.delete_view if _is_view(self) else self._odps.delete_table
        delete(self.full_table_name, if_exists=if_exists)

    def open_reader(self, partition=None, columns=None, limit=None, *, arrow=False, append_partitions=True, **_):
        """A Reader of the rows of the table, or of one of its partitions."""
        if not append_partitions and not columns:
            columns = self.table_schema.names
        names = ", ".join(map(quoted_name, columns)) if columns else "*"
        where = ""
        if partition:
            where = " WHERE " + " AND ".join(
                f"{quoted_name(name)} = {quoted_text(value)}" for name, value in pairs_of(partition)
            )
        rows = f" LIMIT {int(limit)}" if limit is not None else ""
        return self._odps.execute_sql(
            f"SELECT {names} FROM {self._quoted}{where}{rows};", hints={"odps.sql.allow.fullscan": "true"}
        ).open_reader(arrow=arrow)

    def head(self, limit, partition=None, columns=None, **_):
        return list(self.open_reader(partition, columns, limit))

    def to_pandas(self, partition=None, columns=None, start=None, count=None, *, append_partitions=True, **_):
        return self._few(partition, columns, start, count, append_partitions).to_pandas(start)

    def iter_pandas(
        self, partition=None, columns=None, batch_size=None, start=None, count=None, *, append_partitions=True, **_
    ):
        """pandas.DataFrames of batch_size rows each."""
        rows = self._few(partition, columns, start, count, append_partitions)
        return rows.iter_pandas(batch_size, start=start)

    def _few(self, partition, columns, start, count, append_partitions):
        """A reader of no more rows than those that are asked for, and those before them."""
        most = None if count is None else (start or 0) + count
        return self.open_reader(partition, columns, most, append_partitions=append_partitions)

    def to_df(self, **_):
        from paisql.odps.frames import DataFrame

        return DataFrame(self)

    def new_record(self, values=None):
        return Record(schema=self.table_schema, values=values)

    def open_writer(
        self, partition=None, blocks=None, reopen=False, create_partition=False, commit=True, *, overwrite=False, **_
    ):
        return Writer(self, partition, create_partition, overwrite, commit)

    def _write(self, blocks, partition, create_partition, overwrite):
        columns = self.table_schema.simple_columns
        if self.table_schema.partitions and not partition:
            raise ValueError(f"{self.full_table_name} is partitioned: partition='ds=…'")
        if partition and create_partition:
            self.create_partition(partition, if_not_exists=True)
        target = self.full_table_name
        if partition:
            target += "/" + ",".join(f"{name}={value}" for name, value in pairs_of(partition))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rows.csv")
            with open(path, "w", encoding="utf-8", newline="") as file:
                for row in itertools.chain.from_iterable(_rows_of(block, columns) for block in blocks):
                    file.write(",".join(map(_field, row, columns)) + "\n")
            if any(_is_nested(column) for column in columns):
                return self._insert(path, partition, overwrite)
            clear = ""
            if overwrite:
                only = f" PARTITION ({text_of(partition)})" if partition else ""
                clear = f"TRUNCATE TABLE {self._quoted}{only};\n"
            self._odps._run(clear + _upload(path, target))

    def _insert(self, path, partition, overwrite):
        """Nested types come as JSON, by way of a table of texts, which TUNNEL does write to."""
        columns = self.table_schema.simple_columns
        passing = Table(self._odps, f"paisql_rows_{uuid.uuid4().hex}", self.project_name)
        texts = ", ".join(f"c{i} {'string' if _is_nested(column) else column.type}" for i, column in enumerate(columns))
        values = ", ".join(
            f"FROM_JSON(c{i}, {quoted_text(column.type)})" if _is_nested(column) else f"c{i}"
            for i, column in enumerate(columns)
        )
        into = "OVERWRITE TABLE" if overwrite else "INTO TABLE"
        where = f" PARTITION ({text_of(partition)})" if partition else ""
        try:
            self._odps._run(
                f"CREATE TABLE {passing._quoted} ({texts}) LIFECYCLE 1;\n"
                f"{_upload(path, passing.full_table_name)}\n"
                f"INSERT {into} {self._quoted}{where} SELECT {values} FROM {passing._quoted};"
            )
        finally:
            passing.drop(if_exists=True)


def _is_nested(column):
    return column.type.startswith(("array", "map", "struct"))


def _upload(path, target):
    return f"TUNNEL UPLOAD -h false -ni '{_NULL}' -dfp 'yyyy-MM-dd HH:mm:ss' {quoted_text(path)} {target};"


def _field(value, column):
    text = text_value(value)
    if text is not None and isinstance(value, str) and not allows_bytes_texts():
        why = bytes_texts.why_not(text)
        if why is not None:
            raise ValueError(f"column {column.name!r}: {why}")
    return _NULL if text is None else '"' + text.replace('"', '""') + '"'


def schema_of(block, partition):
    table = pa.Table.from_pandas(block, preserve_index=False) if _is_frame(block) else block
    if not isinstance(table, (pa.Table, pa.RecordBatch)):
        raise TypeError("a table is made of the columns of a DataFrame or of an Arrow table")
    columns = [Column(field.name, type_of_arrow(field.type)) for field in table.schema]
    keys = pairs_of(partition) if partition else []
    return Schema(columns, [Partition(name, "string") for name, _ in keys])


# The comment of a table in SHOW CREATE TABLE, after the parenthesis that ends its columns.
_COMMENT = re.compile(r"^\)(?: AS)?\s+COMMENT '((?:[^'\\]|\\.)*)'", re.MULTILINE | re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


def _unquoted(text):
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), text, flags=re.DOTALL)


def _is_view(table):
    try:
        return table.is_virtual_view
    except errors.NoSuchObject:
        return False


def _rows_of(block, columns):
    """The rows of what somebody writes, in the order of the table's columns."""
    from paisql.odps import frames

    if isinstance(block, frames.DataFrame):
        block = block.to_arrow()
    if _is_frame(block):
        block = pa.Table.from_pandas(block, preserve_index=False)
    if isinstance(block, (pa.Table, pa.RecordBatch)):
        names = {name.lower(): name for name in block.schema.names}
        cells = [
            block.column(names[column.name]).to_pylist()
            if column.name in names
            else itertools.repeat(None, block.num_rows)
            for column in columns
        ]
        yield from zip(*cells)
        return
    for row in block:
        values = row.values if isinstance(row, Record) else list(row)
        if len(values) < len(columns):
            raise ValueError(f"a row has {len(values)} values, and the table {len(columns)} columns")
        yield values[: len(columns)]
