"""odps.df.DataFrame, as far as it stands for rows: from a table, from pandas, from Arrow, and back."""

import pyarrow as pa


class DataFrame:
    """Rows of a table, of a pandas.DataFrame or of an Arrow table, to be taken or kept.

    Its operations on columns (filter, groupby, join, …) are not offered: NotImplementedError.
    """

    default_odps = None  # that keeps the rows when none is given

    def __init__(self, data, odps=None, **_):
        self._data = data._data if isinstance(data, DataFrame) else data
        self._odps = odps or getattr(data, "_odps", None)

    def to_pandas(self, **_):
        if isinstance(self._data, pa.Table) or _is_table(self._data):
            return self._data.to_pandas()
        return self._data

    execute = to_pandas

    def to_arrow(self):
        if _is_table(self._data):
            return self._data.open_reader().to_arrow()
        return (
            self._data if isinstance(self._data, pa.Table) else pa.Table.from_pandas(self._data, preserve_index=False)
        )

    def head(self, count=5, **_):
        if _is_table(self._data):
            return self._data.open_reader(limit=count).to_pandas()
        return self.to_pandas().head(count)

    def count(self):
        if _is_table(self._data):
            return self._data.open_reader().count
        return len(self.to_pandas())

    def persist(self, name, partition=None, odps=None, create_partition=True, overwrite=True, **_):
        """Writes the rows to a table, which is made when it is not there."""
        odps = odps or self._odps or DataFrame.default_odps
        odps.write_table(
            name,
            self.to_arrow(),
            partition=partition,
            create_table=True,
            create_partition=create_partition,
            overwrite=overwrite,
        )
        return DataFrame(odps.get_table(name))

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        raise _not_offered(f"DataFrame.{name}")

    def __getitem__(self, key):
        raise _not_offered("DataFrame[…]")

    def __setitem__(self, key, value):
        raise _not_offered("DataFrame[…] = …")

    def __len__(self):
        return self.count()

    def __repr__(self):
        return f"<DataFrame of {self._data!r}>" if _is_table(self._data) else repr(self._data)


def _is_table(data):
    """Whether these are the rows of a table of the home, and not yet here."""
    return hasattr(data, "open_reader")


def _not_offered(what):
    return NotImplementedError(
        f"{what} of odps.df is not offered here: to_pandas() gives all rows to pandas, and "
        "o.execute_sql(…) has the program work on them"
    )
