"""A small face of PyODPS: `o`, over the program itself.

Statements run in processes of the program (statements.py); rows that are written go through a file
that TUNNEL UPLOAD takes, so that they may be as many as there is room for.
"""

import itertools

from paisql.odps import errors
from paisql.odps.absent import Named
from paisql.odps.frames import DataFrame
from paisql.odps.functions import Functions
from paisql.odps.options import settings_of_statements
from paisql.odps.partitions import pairs_of, text_of
from paisql.odps.reading import Instance
from paisql.odps.resources import Resources
from paisql.odps.schema import Partition, Schema
from paisql.odps.statements import quoted_name, quoted_text
from paisql.odps.tables import Table, schema_of


class Account:
    """Keeps the keys that a script gave; nothing here asks for them."""

    def __init__(self, access_id=None, secret_access_key=None):
        self.access_id = access_id or ""
        self.secret_access_key = secret_access_key or ""


class Project(Named):
    """A project: its name, and `odps` of whom it is."""

    _face = "Project"

    def __init__(self, odps, name):
        self.odps = odps
        self.name = name

    def reload(self, all_props=False):
        pass

    def __repr__(self):
        return f"<Project {self.name}>"


class ODPS(Functions, Resources, Named):
    """What a node's script calls `o`."""

    _face = "o"
    current = None  # the one that the node was given
    # A service of the platform has these; scripts hand them on.
    endpoint = tunnel_endpoint = logview_host = ""
    region_id = default_tenant = schema = quota_name = None

    def __init__(self, access_id=None, secret_access_key=None, project=None, *_, runner=None, **__):
        # A script of the platform may make its own, with keys and an endpoint: it is the same here.
        self.account = Account(access_id, secret_access_key)
        self._runner = runner or ODPS.current._runner
        self.project = project or self._runner.project
        if ODPS.current is None:
            ODPS.current = DataFrame.default_odps = self

    default_project = property(lambda self: self.project)

    def _run(self, script, project=None, verbose=False, begun=None):
        return self._runner.run(script, _name_of(project) or self.project, verbose, begun)

    def as_account(self, access_id=None, secret_access_key=None, account=None, **_):
        """The same for another user: one user owns the home."""
        made = ODPS(access_id, secret_access_key, self.project, runner=self._runner)
        made.account = account or made.account
        return made

    @classmethod
    def from_global(cls):
        """The `o` of the node."""
        return cls.current

    from_environments = from_global

    def to_global(self, overwritable=False):
        ODPS.current = DataFrame.default_odps = self

    def is_schema_namespace_enabled(self, settings=None):
        return False

    def get_project(self, name=None, default_schema=None):
        return name if isinstance(name, Project) else Project(self, name or self.project)

    def list_projects(self, prefix=None, max_items=None, **_):
        names = [row[0] for row in self._run("SHOW PROJECTS;").rows if not prefix or row[0].startswith(prefix)]
        return (Project(self, name) for name in names[:max_items])

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
        return Instance(lambda begun: self._run(script, project, begun=begun), sql)

    def execute_sql(self, sql, project=None, hints=None, **options):
        """Runs statements to their end; raises odps.errors.ODPSError when one fails."""
        instance = self.run_sql(sql, project, hints, **options)
        instance.wait_for_success()
        return instance

    # A statement begins at once, with and without a session.
    execute_sql_interactive = execute_sql
    run_sql_interactive = run_sql_interactive_with_fallback = run_sql

    def _run_change(self, table, partition, change, **options):
        only = f" PARTITION ({text_of(partition)})" if partition else ""
        return self.run_sql(f"ALTER TABLE {self.get_table(table)._quoted}{only} {change};", **options)

    def run_merge_files(self, table, partition=None, project=None, **_):
        """Says that it has no effect: tables are stored in one way."""
        return self._run_change(self.get_table(table, project), partition, "MERGE SMALLFILES")

    def run_archive_table(self, table, partition=None, project=None, **_):
        """Says that it has no effect: tables are stored in one way."""
        return self._run_change(self.get_table(table, project), partition, "ARCHIVE")

    def execute_merge_files(self, *arguments, **options):
        return _finished(self.run_merge_files(*arguments, **options))

    def execute_archive_table(self, *arguments, **options):
        return _finished(self.run_archive_table(*arguments, **options))

    # --- instances of this script ---

    def list_instances(self, project=None, start_time=None, end_time=None, status=None, **_):
        """The latest instances of this script."""
        for one in list(Instance.known.values()):
            early = start_time is not None and one.start_time < start_time
            late = end_time is not None and one.start_time >= end_time
            if not early and not late and status in (None, one.status, one.status.value):
                yield one

    def exist_instance(self, id_, project=None):
        return str(id_) in Instance.known

    def get_instance(self, id_, project=None, quota_name=None):
        if isinstance(id_, Instance):
            return id_
        if id_ not in Instance.known:
            raise errors.NoSuchObject(f"this script has no instance {id_}: SHOW JOBS lists jobs of others")
        return Instance.known[id_]

    def stop_instance(self, id_, project=None):
        self.get_instance(id_).stop()

    stop_job = stop_instance

    def get_logview_address(self, instance_id, *_, **__):
        return self.get_instance(instance_id).get_logview_address()

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
        return _finished(self.run_xflow(*arguments, **options))

    def get_xflow_sub_instances(self, instance, project=None):
        """{}: an algorithm runs as one job."""
        return {}

    def iter_xflow_sub_instances(self, instance, interval=1, project=None, check=False):
        """Waits for the algorithm, which runs as one job; with `check` its failure is raised."""
        (instance.wait_for_success if check else instance.wait_for_completion)(interval)
        return iter(())

    # --- tables ---

    def list_tables(self, project=None, prefix=None, owner=None, schema=None, type=None, extended=False):
        for row in self._run("SHOW TABLES;", _name_of(project)).rows:
            table = Table(self, row[0].split(":")[-1], _name_of(project))
            if prefix and not table.name.startswith(prefix) or owner and table.owner != owner:
                continue
            if type and table.type != str(getattr(type, "value", type)).upper():
                continue
            yield table

    def get_table(self, name, project=None, schema=None):
        return name if isinstance(name, Table) else Table(self, name, _name_of(project))

    def exist_table(self, name, project=None, **_):
        try:
            return bool(self.get_table(name, project).table_schema.columns)
        except errors.ODPSError:
            return False

    def create_table(
        self,
        name,
        table_schema=None,
        project=None,
        schema=None,
        comment=None,
        if_not_exists=False,
        lifecycle=None,
        transactional=False,
        **_,
    ):
        """Makes a table; the schema is a Schema, "a bigint, b string", or a pair of such texts, of
        which the second is the partition's key."""
        table = Table(self, name, _name_of(project))
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
        self._drop("TABLE", name, project, if_exists)

    def delete_view(self, name, project=None, if_exists=False, **_):
        self._drop("VIEW", name, project, if_exists)

    def _drop(self, kind, name, project, if_exists):
        there = "IF EXISTS " if if_exists else ""
        self._run(f"DROP {kind} {there}{self.get_table(name, project)._quoted};")

    def read_table(
        self, name, limit=None, start=0, step=None, project=None, schema=None, partition=None, columns=None, **_
    ):
        start = start or 0
        most = None if limit is None else start + limit * (step or 1)
        reader = self.get_table(name, project).open_reader(partition, columns, most)
        return itertools.islice(reader, start, most, step)

    def write_table(
        self,
        name,
        *blocks,
        partition=None,
        create_partition=False,
        create_table=False,
        overwrite=False,
        project=None,
        **_,
    ):
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

    def write_sql_result_to_table(
        self,
        table_name,
        sql,
        partition=None,
        partition_cols=None,
        create_table=False,
        create_partition=False,
        overwrite=False,
        project=None,
        lifecycle=None,
        hints=None,
        **others,
    ):
        """Writes the rows of a query; its last columns name the partition with partition_cols."""
        for name in others:
            if name in ("append_missing_cols", "type_mapping", "table_schema_callback") and others[name]:
                raise AttributeError(
                    f"o.write_sql_result_to_table({name}=…) is not offered here: "
                    "CAST in the query, or table.add_columns (docs/flows.md, PyODPS)"
                )
        table = self.get_table(table_name, project)
        if partition and partition_cols:
            raise ValueError("partition or partition_cols, not both")
        keys = [partition_cols] if isinstance(partition_cols, str) else list(partition_cols or ())
        query = sql.strip().rstrip(";")
        if create_table and not self.exist_table(table):
            none = self.execute_sql(f"SELECT * FROM ({query}) paisql_query LIMIT 0;", project, hints)
            columns = none.open_reader().schema.simple_columns
            given = [name for name, _ in pairs_of(partition)] if partition else keys
            found = {one.name: one.type for one in columns}
            self.create_table(
                table.full_table_name,
                Schema(
                    [one for one in columns if one.name not in keys],
                    [Partition(name, found.get(name, "string")) for name in given],
                ),
                lifecycle=lifecycle,
            )
        if partition and create_partition:
            table.create_partition(partition, if_not_exists=True)
        where = text_of(partition) if partition else ", ".join(map(quoted_name, keys))
        where = f" PARTITION ({where})" if where else ""
        into = "OVERWRITE" if overwrite else "INTO"
        self.execute_sql(f"INSERT {into} TABLE {table._quoted}{where} {query};", project, hints)

    def to_df(self, name):
        return DataFrame(self.get_table(name))


def _finished(instance):
    instance.wait_for_success()
    return instance


def _name_of(project):
    return getattr(project, "name", project)


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
