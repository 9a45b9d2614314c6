"""Tables, their partitions, and what is written to them."""

import itertools
import os
import tempfile
import uuid

import pyarrow as pa

from paisql.odps import errors
from paisql.odps.schema import (
    Column,
    Partition,
    Record,
    Schema,
    text_value,
    type_of_arrow,
)
from paisql.odps.statements import quoted_name, quoted_text

# All other fields are quoted.
_NULL = "NULL"


def _is_frame(value):
    return type(value).__module__.split(".")[0] == "pandas" and hasattr(value, "columns")


def _partition_pairs(partition):
    """[("ds", "1")] of "ds=1,hh='2'", "ds=1/hh=2" or a dict."""
    if isinstance(partition, dict):
        return [(name, str(value)) for name, value in partition.items()]
    pairs = []
    for part in str(partition).replace("/", ",").split(","):
        name, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"{partition!r} is no partition: ds=20260101")
        pairs.append((name.strip(), value.strip().strip("'\"")))
    return pairs


def _partition_text(partition):
    return ",".join(f"{name}={quoted_text(value)}" for name, value in _partition_pairs(partition))


class Writer:
    """Takes Records, lists of values, DataFrames and Arrow's tables; `close` writes them."""

    def __init__(self, table, partition, create_partition, overwrite):
        self._table = table
        self._partition = partition
        self._create = create_partition
        self._overwrite = overwrite
        self._blocks = []

    def write(self, *values):
        """Of a Record, of records, of a DataFrame, or of a block's number and any of them."""
        if len(values) > 1 and isinstance(values[0], int):
            values = values[1:]
        for value in values:
            self._blocks.append([value] if isinstance(value, Record) else value)

    def close(self):
        blocks, self._blocks = self._blocks, []
        self._table._write(blocks, self._partition, self._create, self._overwrite)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.close()


class Table:
    """A table or a view of a project."""

    def __init__(self, odps, name, project=None):
        self._odps = odps
        whole = name.split(".")
        self.name = whole[-1]
        self.project_name = whole[0] if len(whole) > 1 else project or odps.project
        self._schema = None

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
        self._schema = None

    def get_ddl(self, **_):
        """The statement that makes the table."""
        return self._odps._run(f"SHOW CREATE TABLE {self._quoted};").rows[0][0]

    @property
    def record_num(self):
        return int(self._odps.execute_sql(f"SELECT COUNT(*) FROM {self._quoted};",
                                          hints={"odps.sql.allow.fullscan": "true"}).open_reader()[0][0])

    def _read_schema(self):
        answer = self._odps._run(f"DESC {self._quoted};")
        names = [name.lower() for name, _ in answer.columns]
        rows = [dict(zip(names, row)) for row in answer.rows]
        columns, partitions = [], []
        for row in rows:
            made = (Partition if row["partition"] == "true" else Column)(
                row["field"], row.get("type"), row.get("comment"))
            (partitions if isinstance(made, Partition) else columns).append(made)
        return Schema(columns, partitions)

    @property
    def partitions(self):
        return list(self.iterate_partitions())

    def iterate_partitions(self, spec=None):
        """Partitions' keys, "ds='1',hh='2'"."""
        behind = f" PARTITION ({_partition_text(spec)})" if spec else ""
        for row in self._odps._run(f"SHOW PARTITIONS {self._quoted}{behind};").rows:
            yield TablePartition(self, _partition_text(row[0]))

    def exist_partition(self, spec):
        wanted = dict(_partition_pairs(spec))
        return any(wanted.items() <= dict(_partition_pairs(one.name)).items()
                   for one in self.iterate_partitions())

    def get_max_partition(self, spec=None, **_):
        """The last partition by its keys, of those that `spec` names the first keys of; or None."""
        return max(self.iterate_partitions(spec), default=None,
                   key=lambda one: [value for _, value in _partition_pairs(one.name)])

    def get_partition(self, spec):
        if not self.exist_partition(spec):
            raise errors.NoSuchObject(f"{self.full_table_name} has no partition {spec}")
        return TablePartition(self, _partition_text(spec))

    def create_partition(self, spec, if_not_exists=False, **_):
        there = "IF NOT EXISTS " if if_not_exists else ""
        self._odps._run(f"ALTER TABLE {self._quoted} ADD {there}PARTITION ({_partition_text(spec)});")
        return TablePartition(self, _partition_text(spec))

    def delete_partition(self, spec, if_exists=False, **_):
        there = "IF EXISTS " if if_exists else ""
        self._odps._run(f"ALTER TABLE {self._quoted} DROP {there}PARTITION ({_partition_text(spec)});")

    def truncate(self, partition=None, **_):
        behind = f" PARTITION ({_partition_text(partition)})" if partition else ""
        self._odps._run(f"TRUNCATE TABLE {self._quoted}{behind};")

    def drop(self, if_exists=False, **_):
        self._odps.delete_table(self.full_table_name, if_exists=if_exists)

    def open_reader(self, partition=None, columns=None, limit=None, **_):
        """A Reader of the rows of the table, or of one of its partitions."""
        names = ", ".join(map(quoted_name, columns)) if columns else "*"
        where = ""
        if partition:
            where = " WHERE " + " AND ".join(
                f"{quoted_name(name)} = {quoted_text(value)}"
                for name, value in _partition_pairs(partition))
        rows = f" LIMIT {int(limit)}" if limit is not None else ""
        return self._odps.execute_sql(f"SELECT {names} FROM {self._quoted}{where}{rows};",
                                      hints={"odps.sql.allow.fullscan": "true"}).open_reader()

    def head(self, limit, partition=None, columns=None, **_):
        return list(self.open_reader(partition, columns, limit))

    def to_pandas(self, partition=None, columns=None, **_):
        return self.open_reader(partition, columns).to_pandas()

    def to_df(self, **_):
        from paisql.odps.frames import DataFrame

        return DataFrame(self)

    def new_record(self, values=None):
        return Record(schema=self.table_schema, values=values)

    def open_writer(self, partition=None, blocks=None, create_partition=False, overwrite=False,
                    **_):
        return Writer(self, partition, create_partition, overwrite)

    def _write(self, blocks, partition, create_partition, overwrite):
        columns = self.table_schema.simple_columns
        if self.table_schema.partitions and not partition:
            raise ValueError(f"{self.full_table_name} is partitioned: partition='ds=…'")
        if partition and create_partition:
            self.create_partition(partition, if_not_exists=True)
        target = self.full_table_name
        if partition:
            target += "/" + ",".join(f"{name}={value}" for name, value in _partition_pairs(partition))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rows.csv")
            with open(path, "w", encoding="utf-8", newline="") as file:
                for row in itertools.chain.from_iterable(
                        _rows_of(block, columns) for block in blocks):
                    file.write(",".join(map(_field, row)) + "\n")
            if any(_is_nested(column) for column in columns):
                return self._insert(path, partition, overwrite)
            clear = ""
            if overwrite:
                behind = f" PARTITION ({_partition_text(partition)})" if partition else ""
                clear = f"TRUNCATE TABLE {self._quoted}{behind};\n"
            self._odps._run(clear + _upload(path, target))

    def _insert(self, path, partition, overwrite):
        """Nested types come as JSON, by way of a table of texts, which TUNNEL does write to."""
        columns = self.table_schema.simple_columns
        passing = Table(self._odps, f"paisql_rows_{uuid.uuid4().hex}", self.project_name)
        texts = ", ".join(f"c{i} {'string' if _is_nested(column) else column.type}"
                          for i, column in enumerate(columns))
        values = ", ".join(f"FROM_JSON(c{i}, {quoted_text(column.type)})" if _is_nested(column) else f"c{i}"
                           for i, column in enumerate(columns))
        into = "OVERWRITE TABLE" if overwrite else "INTO TABLE"
        where = f" PARTITION ({_partition_text(partition)})" if partition else ""
        try:
            self._odps._run(
                f"CREATE TABLE {passing._quoted} ({texts}) LIFECYCLE 1;\n"
                f"{_upload(path, passing.full_table_name)}\n"
                f"INSERT {into} {self._quoted}{where} SELECT {values} FROM {passing._quoted};")
        finally:
            passing.drop(if_exists=True)


class TablePartition:
    """One partition: `name` is "ds='1'"."""

    def __init__(self, table, name):
        self.table = table
        self.name = name
        self.partition_spec = name

    def open_reader(self, columns=None, limit=None, **_):
        return self.table.open_reader(self.name, columns, limit)

    def head(self, limit, columns=None, **_):
        return self.table.head(limit, self.name, columns)

    def to_pandas(self, columns=None, **_):
        return self.table.to_pandas(self.name, columns)

    def open_writer(self, **options):
        return self.table.open_writer(self.name, **options)

    def truncate(self, **_):
        self.table.truncate(self.name)

    def drop(self, if_exists=False, **_):
        self.table.delete_partition(self.name, if_exists)

    def __repr__(self):
        return f"<Partition {self.table.full_table_name}({self.name})>"


def _is_nested(column):
    return column.type.startswith(("array", "map", "struct"))


def _upload(path, target):
    return (f"TUNNEL UPLOAD -h false -ni '{_NULL}' -dfp 'yyyy-MM-dd HH:mm:ss' {quoted_text(path)}"
            f" {target};")


def _field(value):
    text = text_value(value)
    return _NULL if text is None else '"' + text.replace('"', '""') + '"'


def schema_of(block, partition):
    table = pa.Table.from_pandas(block, preserve_index=False) if _is_frame(block) else block
    if not isinstance(table, (pa.Table, pa.RecordBatch)):
        raise TypeError("a table is made of the columns of a DataFrame or of an Arrow table")
    columns = [Column(field.name, type_of_arrow(field.type)) for field in table.schema]
    keys = _partition_pairs(partition) if partition else []
    return Schema(columns, [Partition(name, "string") for name, _ in keys])


def _rows_of(block, columns):
    """The rows of what somebody writes, in the order of the table's columns."""
    from paisql.odps import frames

    if isinstance(block, frames.DataFrame):
        block = block.to_arrow()
    if _is_frame(block):
        block = pa.Table.from_pandas(block, preserve_index=False)
    if isinstance(block, (pa.Table, pa.RecordBatch)):
        names = {name.lower(): name for name in block.schema.names}
        cells = [block.column(names[column.name]).to_pylist() if column.name in names
                 else itertools.repeat(None, block.num_rows) for column in columns]
        yield from zip(*cells)
        return
    for row in block:
        values = row.values if isinstance(row, Record) else list(row)
        if len(values) < len(columns):
            raise ValueError(f"a row has {len(values)} values, and the table {len(columns)} columns")
        yield values[:len(columns)]
