"""odps.tunnel.TableTunnel over the readers and writers of tables.

What is written becomes visible with `commit`, all of it, as on the platform.
"""

import uuid

from paisql.odps.tables import Writer


class TableTunnel:
    """Makes sessions on tables; the endpoint means nothing here."""

    def __init__(self, odps=None, *_, **__):
        from paisql.odps.core import ODPS

        self._odps = odps or ODPS.current

    def create_download_session(self, table, partition_spec=None, **_):
        return DownloadSession(self._odps.get_table(table), partition_spec)

    def create_upload_session(self, table, partition_spec=None, overwrite=False, create_partition=False, **_):
        return UploadSession(self._odps.get_table(table), partition_spec, overwrite, create_partition)


class DownloadSession:
    """The rows of a table or a partition as they are when it begins."""

    def __init__(self, table, partition):
        self.id = uuid.uuid4().hex
        self.schema = table.table_schema
        self._rows = table.open_reader(partition)

    @property
    def count(self):
        return self._rows.count

    def open_record_reader(self, start=0, count=None, columns=None, **_):
        """A Reader of `count` rows, the first of which is row `start`."""
        return self._rows.part(start, self.count if count is None else count, columns)

    open_arrow_reader = open_record_reader


class UploadSession:
    """Rows of any number of blocks; `commit` writes them."""

    def __init__(self, table, partition, overwrite, create_partition):
        self.id = uuid.uuid4().hex
        self.schema = table.table_schema
        self._table = table
        self._all = Writer(table, partition, create_partition, overwrite)

    def new_record(self, values=None):
        return self._table.new_record(values)

    def open_record_writer(self, block_id=0, **_):
        return _Block(self._all)

    open_arrow_writer = open_record_writer

    def commit(self, blocks=None):
        self._all.close()


class _Block:
    """Takes records, or tables of Arrow, until the session's commit."""

    def __init__(self, writer):
        self._writer = writer

    def write(self, *values):
        self._writer.write(*values)

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass
