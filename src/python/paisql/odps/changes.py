"""Changes of a table that statements make: columns, names, lifecycle, comment."""

from paisql.odps.schema import Column, Schema
from paisql.odps.statements import quoted_name, quoted_text


class Changes:
    """The part of a Table that runs ALTER TABLE."""

    def _alter(self, change):
        self._odps._run(f"ALTER TABLE {self._quoted} {change};")
        self.reload()

    def add_columns(self, columns, if_not_exists=False, **_):
        """Adds a Column, several, or "a bigint, b string"."""
        there = "IF NOT EXISTS " if if_not_exists else ""
        self._alter(f"ADD COLUMNS {there}({_clauses(columns)})")

    def delete_columns(self, columns, **_):
        names = [columns] if isinstance(columns, (str, Column)) else columns
        shown = ", ".join(quoted_name(getattr(one, "name", one)) for one in names)
        self._alter(f"DROP COLUMNS {shown}")

    def rename_column(self, old_column_name, new_column_name, comment=None, **_):
        self._alter(f"CHANGE COLUMN {quoted_name(old_column_name)} RENAME TO {quoted_name(new_column_name)}")
        if comment is not None:
            self._alter(f"CHANGE COLUMN {quoted_name(new_column_name)} COMMENT {quoted_text(comment)}")

    def set_lifecycle(self, days, **_):
        self._alter(f"SET LIFECYCLE {int(days)}")

    def set_comment(self, new_comment, **_):
        self._alter(f"SET COMMENT {quoted_text(new_comment)}")

    def set_owner(self, new_owner, **_):
        """Says that it has no effect: one user owns the home."""
        self._alter(f"CHANGEOWNER TO {quoted_text(new_owner)}")

    def rename(self, new_name, **_):
        self._alter(f"RENAME TO {quoted_name(new_name)}")
        self.name = new_name

    def touch(self, partition_spec=None, **_):
        """Sets the time of the last change; one partition alone has none of its own."""
        if partition_spec is not None:
            raise AttributeError(
                "Table.touch(partition_spec) is not offered here: touch() touches the table (docs/flows.md, PyODPS)"
            )
        self._alter("TOUCH")


def _clauses(columns):
    if isinstance(columns, str):
        return columns
    if isinstance(columns, Schema):
        columns = columns.simple_columns
    columns = [columns] if isinstance(columns, Column) else columns
    return ", ".join(one.to_sql_clause() for one in columns)
