"""A small face of PyODPS: `o`, over the program itself.

Statements run in processes of the program (statements.py); rows that are written go through a file
that TUNNEL UPLOAD takes, so that they may be as many as there is room for.
"""

from paisql.odps import errors
from paisql.odps.reading import Instance
from paisql.odps.schema import Schema
from paisql.odps.statements import quoted_name, quoted_text
from paisql.odps.tables import DataFrame, Table, schema_of


class ODPS:
    """What a node's script calls `o`."""

    current = None  # the one that the node was given

    def __init__(self, *_, runner=None, project=None, **__):
        # A script of the platform may make its own, with keys and an endpoint: it is the same here.
        self._runner = runner or ODPS.current._runner
        self.project = project or self._runner.project
        if ODPS.current is None:
            ODPS.current = DataFrame.default_odps = self

    default_project = property(lambda self: self.project)

    def _run(self, script, project=None, verbose=False):
        return self._runner.run(script, project or self.project, verbose)

    def get_project(self, name=None):
        return type("Project", (), {"name": name or self.project})()

    # --- statements ---

    def run_sql(self, sql, project=None, hints=None, **_):
        """Begins statements; Instance.wait_for_success waits for their end."""
        script = "".join(f"SET {name}={value};\n" for name, value in (hints or {}).items()) + sql
        return Instance(lambda: self._run(script, project))

    def execute_sql(self, sql, project=None, hints=None, **options):
        """Runs statements to their end; raises odps.errors.ODPSError when one fails."""
        instance = self.run_sql(sql, project, hints, **options)
        instance.wait_for_success()
        return instance

    execute_sql_interactive = execute_sql

    def run_xflow(self, xflow_name, xflow_project=None, parameters=None, project=None, **_):
        """Begins an algorithm as PAI -name does; `parameters` are its -D options."""
        words = [f"PAI -name {xflow_name}"]
        if xflow_project:
            words.append(f"-project {xflow_project}")
        for name, value in (parameters or {}).items():
            words.append(f"-D{name}={_option(value)}")
        script = " ".join(words) + ";"
        return Instance(lambda: self._run(script, project, verbose=True))

    def execute_xflow(self, *arguments, **options):
        instance = self.run_xflow(*arguments, **options)
        instance.wait_for_success()
        return instance

    # --- tables ---

    def list_tables(self, project=None, prefix=None, **_):
        for row in self._run("SHOW TABLES;", project).rows:
            name = row[0].split(":")[-1]
            if not prefix or name.startswith(prefix):
                yield Table(self, name, project)

    def get_table(self, name, project=None, **_):
        return Table(self, name, project)

    def exist_table(self, name, project=None, **_):
        try:
            return bool(Table(self, name, project).table_schema.columns)
        except errors.ODPSError:
            return False

    def create_table(self, name, table_schema=None, if_not_exists=False, lifecycle=None,
                     comment=None, project=None, schema=None, **_):
        """Makes a table; the schema is a Schema, "a bigint, b string", or a pair of such texts, of
        which the second is the partition's key."""
        table = Table(self, name, project)
        wanted = table_schema if table_schema is not None else schema
        there = "IF NOT EXISTS " if if_not_exists else ""
        statement = f"CREATE TABLE {there}{table._quoted} ({_columns_text(wanted)})"
        if comment:
            statement += f" COMMENT {quoted_text(comment)}"
        keys = _keys_text(wanted)
        if keys:
            statement += f" PARTITIONED BY ({keys})"
        if lifecycle:
            statement += f" LIFECYCLE {int(lifecycle)}"
        self._run(statement + ";")
        return table

    def delete_table(self, name, project=None, if_exists=False, **_):
        there = "IF EXISTS " if if_exists else ""
        self._run(f"DROP TABLE {there}{Table(self, name, project)._quoted};")

    def read_table(self, name, limit=None, partition=None, project=None, **_):
        return iter(self.get_table(name, project).open_reader(partition, limit=limit))

    def write_table(self, name, *blocks, partition=None, create_partition=False,
                    create_table=False, overwrite=False, project=None, **_):
        """Writes rows: lists of values or Records, a pandas.DataFrame, an Arrow table.

        partition         "ds=20260101"
        create_partition  it is made when it is not there
        create_table      the table is made of the first block's columns when it is not there
        overwrite         the rows that are there go
        """
        if len(blocks) > 1 and isinstance(blocks[0], int):
            blocks = blocks[1:]
        table = self.get_table(name, project)
        if create_table and not self.exist_table(name, project):
            self.create_table(name, schema_of(blocks[0], partition), project=project)
        table._write(list(blocks), partition, create_partition, overwrite)

    def to_df(self, name):
        return DataFrame(self.get_table(name))


def _option(value):
    text = str(value)
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _columns_text(schema):
    if isinstance(schema, Schema):
        return ", ".join(f"{quoted_name(one.name)} {one.type}" for one in schema.simple_columns)
    return schema[0] if isinstance(schema, (tuple, list)) else schema


def _keys_text(schema):
    if isinstance(schema, Schema):
        return ", ".join(f"{quoted_name(one.name)} {one.type}" for one in schema.partitions)
    return schema[1] if isinstance(schema, (tuple, list)) else ""
