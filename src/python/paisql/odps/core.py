"""A small face of PyODPS: `o`, over the program itself.

Statements run in processes of the program (statements.py); rows that are written go through a file
that TUNNEL UPLOAD takes, so that they may be as many as there is room for.
"""

from paisql.odps import errors
from paisql.odps.frames import DataFrame
from paisql.odps.options import settings_of_statements
from paisql.odps.reading import Instance
from paisql.odps.resources import Resources
from paisql.odps.schema import Schema
from paisql.odps.statements import quoted_name, quoted_text
from paisql.odps.tables import Table, schema_of


class ODPS(Resources):
    """What a node's script calls `o`."""

    current = None  # the one that the node was given

    def __init__(self, access_id=None, secret_access_key=None, project=None, *_, runner=None, **__):
        # A script of the platform may make its own, with keys and an endpoint: it is the same here.
        self._runner = runner or ODPS.current._runner
        self.project = project or self._runner.project
        if ODPS.current is None:
            ODPS.current = DataFrame.default_odps = self

    default_project = property(lambda self: self.project)

    def _run(self, script, project=None, verbose=False, begun=None):
        return self._runner.run(script, project or self.project, verbose, begun)

    def get_project(self, name=None, **_):
        return type("Project", (), {"name": name or self.project})()

    def exist_project(self, name, **_):
        try:
            self._run("SHOW TABLES;" if name == self.project else f"SHOW TABLES IN {name};")
        except errors.ODPSError:
            return False
        return True

    # --- statements ---

    def run_sql(self, sql, project=None, hints=None, **_):
        """Begins statements; Instance.wait_for_success waits for their end."""
        settings = {**settings_of_statements(), **(hints or {})}
        script = "".join(f"SET {name}={_setting(value)};\n" for name, value in settings.items()) + sql
        return Instance(lambda begun: self._run(script, project, begun=begun))

    def execute_sql(self, sql, project=None, hints=None, **options):
        """Runs statements to their end; raises odps.errors.ODPSError when one fails."""
        instance = self.run_sql(sql, project, hints, **options)
        instance.wait_for_success()
        return instance

    execute_sql_interactive = execute_sql

    def stop_instance(self, instance, **_):
        instance.stop()

    def run_xflow(self, xflow_name, xflow_project=None, parameters=None, project=None, **_):
        """Begins an algorithm as PAI -name does; `parameters` are its -D options."""
        words = [f"PAI -name {xflow_name}"]
        if xflow_project:
            words.append(f"-project {xflow_project}")
        for name, value in (parameters or {}).items():
            words.append(f"-D{name}={_option(value)}")
        script = " ".join(words) + ";"
        return Instance(lambda begun: self._run(script, project, True, begun))

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
        return name if isinstance(name, Table) else Table(self, name, project)

    def exist_table(self, name, project=None, **_):
        try:
            return bool(self.get_table(name, project).table_schema.columns)
        except errors.ODPSError:
            return False

    def create_table(self, name, table_schema=None, if_not_exists=False, lifecycle=None,
                     comment=None, project=None, schema=None, transactional=False, **_):
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
        if transactional:
            statement += " TBLPROPERTIES ('transactional'='true')"
        if lifecycle:
            statement += f" LIFECYCLE {int(lifecycle)}"
        self._run(statement + ";")
        return table

    def delete_table(self, name, project=None, if_exists=False, **_):
        there = "IF EXISTS " if if_exists else ""
        self._run(f"DROP TABLE {there}{self.get_table(name, project)._quoted};")

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
        if create_table and not self.exist_table(table):
            self.create_table(name, schema_of(blocks[0], partition), project=project)
        table._write(list(blocks), partition, create_partition, overwrite)

    def to_df(self, name):
        return DataFrame(self.get_table(name))

    # --- what is not offered ---

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        instead = _INSTEAD.get(name.partition("_")[2].rstrip("s"), "")
        raise AttributeError(f"o.{name} is not offered here{instead} (docs/flows.md, PyODPS)")


_INSTEAD = {
    "function": ": functions of users do not run in SQL here; SELECT TRANSFORM runs scripts",
    "offline_model": ": models are files of oss:// here",
}


def _setting(value):
    return str(value).lower() if isinstance(value, bool) else value


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
