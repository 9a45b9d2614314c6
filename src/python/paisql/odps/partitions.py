"""Partitions of tables."""

from paisql.odps import facts
from paisql.odps.absent import Named
from paisql.odps.statements import quoted_text


class PartitionSpec(str):
    """A partition's keys as a text, "ds='1',hh='2'"; `kv` has them by their names."""

    def __new__(cls, spec):
        pairs = pairs_of(spec)
        made = super().__new__(cls, text_of(pairs))
        made.kv = dict(pairs)
        return made

    def keys(self):
        return list(self.kv)

    def values(self):
        return list(self.kv.values())

    def items(self):
        return list(self.kv.items())

    def __getitem__(self, name):
        return self.kv[name] if isinstance(name, str) and name in self.kv else super().__getitem__(name)


def pairs_of(partition):
    """[("ds", "1")] of "ds=1,hh='2'", "ds=1/hh=2", a dict or a partition."""
    if isinstance(partition, TablePartition):
        partition = partition.partition_spec
    if isinstance(partition, PartitionSpec):
        return list(partition.kv.items())
    if isinstance(partition, dict):
        return [(name, str(value)) for name, value in partition.items()]
    if isinstance(partition, (list, tuple)):
        return [(name, str(value)) for name, value in partition]
    pairs = []
    for part in str(partition).replace("/", ",").split(","):
        name, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"{partition!r} is not a partition: ds=20260101")
        pairs.append((name.strip(), value.strip().strip("'\"")))
    return pairs


def text_of(partition):
    return ",".join(f"{name}={quoted_text(value)}" for name, value in pairs_of(partition))


class TablePartition(Named):
    """One partition: `name` is "ds='1'"."""

    _face = "Partition"

    def __init__(self, table, spec):
        self.table = table
        self.partition_spec = PartitionSpec(spec)
        self.name = str.__str__(self.partition_spec)
        self._facts = None

    project = property(lambda self: self.table.project)
    columns = property(lambda self: self.table.table_schema.partitions)
    size = property(lambda self: facts.whole(self._fact("size"), 0))
    physical_size = property(lambda self: self.size)
    record_num = property(lambda self: facts.whole(self._fact("records"), 0))
    file_num = property(lambda self: facts.whole(self._fact("files"), 0))
    last_data_modified_time = property(lambda self: facts.moment(self._fact("modified")))
    last_modified_time = last_data_modified_time

    def _fact(self, name):
        if self._facts is None:
            answer = self.table._odps._run(f"DESC {self.table._quoted} PARTITION ({self.name});")
            names = [column.lower() for column, _ in answer.columns]
            self._facts = dict(zip(names, map(str, answer.rows[0])))
        return self._facts.get(name)

    def reload(self):
        self._facts = None

    reload_extend_info = reload

    @classmethod
    def get_partition_spec(cls, columns=None, spec=None):
        return PartitionSpec(spec)

    def open_reader(self, *arguments, **options):
        return self.table.open_reader(self.partition_spec, *arguments, **options)

    def head(self, limit, columns=None, **_):
        return self.table.head(limit, self.partition_spec, columns)

    def to_pandas(self, columns=None, **options):
        return self.table.to_pandas(self.partition_spec, columns, **options)

    def iter_pandas(self, columns=None, **options):
        return self.table.iter_pandas(self.partition_spec, columns, **options)

    def to_df(self):
        from paisql.odps.frames import DataFrame

        return DataFrame(self.open_reader().to_arrow(), odps=self.table._odps)

    def open_writer(self, blocks=None, **options):
        return self.table.open_writer(self.partition_spec, blocks, **options)

    def truncate(self, **_):
        self.table.truncate(self.partition_spec)

    def drop(self, if_exists=False, **_):
        self.table.delete_partition(self.partition_spec, if_exists)

    def __str__(self):
        return self.name

    def __repr__(self):
        return f"<Partition {self.table.full_table_name}({self.name})>"
