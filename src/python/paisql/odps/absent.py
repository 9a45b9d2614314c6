"""Names of PyODPS that are not offered, and what to use instead.

An unknown name is reported by itself; one of a known family also names its cure.
"""

import re

_PERMISSIONS = "one user owns the home, and nothing is forbidden: leave it out"
_SCHEMAS = "write o.execute_sql('CREATE SCHEMA s'), and project.s.table in statements"
_VOLUMES = "statements make, fill and read volumes: FS -mkv, FS -put, FS -get"
_MODELS = "models are files: PAI writes them to oss://, and CREATE MODEL names them for PREDICT"
_STORAGE = "tables are stored in one way: leave it out"
_LOGS = "`paisql flow log RUN NODE` shows what the node printed"
_QUOTAS = "the machine is the quota: leave it out"

# [(pattern of the whole name, cure)] of each class; the first that matches is taken.
FAMILIES = {
    "o": [
        (r".*_(role|user|policy|security|roles|users)(_.*)?|.*security.*", _PERMISSIONS),
        (r".*volume.*", _VOLUMES),
        (r".*_(offline_)?models?$", _MODELS),
        (r"(list|get|exist|create|delete)_schemas?", _SCHEMAS),
        (r".*quotas?(_.*)?", _QUOTAS),
        (
            r"(list|get|exist|delete)_xflows?|get_xflow_results",
            "HELP PAI lists the algorithms, and o.execute_xflow runs them",
        ),
        (r".*_session", "statements run at once: o.execute_sql_interactive needs no session"),
        (r".*queueing.*", "SHOW JOBS in o.execute_sql lists waiting jobs"),
        (r"execute_sql_cost", "nothing costs anything here: o.execute_sql('EXPLAIN …') shows what a query reads"),
        (r".*materialized_view", "write o.execute_sql('CREATE TABLE … AS SELECT …'), or a view"),
        (r".*freeze.*", _STORAGE),
        (r"projects|.*catalog.*|.*_host|.*endpoint.*", "nothing is reached over a network: leave it out"),
    ],
    "Table": [
        (
            r".*storage_tier.*|.*cluster_info|shard|physical_size|is_archived|storage_handler|location"
            r"|serde_properties|reserved|resources"
            r"|table_properties",
            _STORAGE,
        ),
        (
            r"change_partition_spec",
            "write INSERT OVERWRITE of the new partition from the old one, and delete_partition",
        ),
        (r".*label.*", _PERMISSIONS),
        (r".*materialized.*|view_expanded_text", "get_ddl() has the text of a view"),
        (
            r"table_resource|format|table_id|last_access_time",
            "get_ddl(), size, record_num and the times tell of a table",
        ),
    ],
    "Partition": [
        (r".*storage_tier.*", _STORAGE),
        (r"change_partition_spec", "write INSERT OVERWRITE of the new partition from the old one, and drop()"),
        (r"touch", "table.touch() touches the table"),
        (r"creation_time|last_meta_modified_time", "last_data_modified_time is known"),
    ],
    "Instance": [
        (r".*quota.*|.*_cost|.*queueing.*", _QUOTAS),
        (r".*(progress|progresses|detail|detail2|workers|worker_log|task_info)", _LOGS),
    ],
    "Reader": [(r"download_id|upload_id", "rows come by no session: read() takes start and count")],
    "Record": [],
    "Schema": [],
    "Project": [(r".*", "o has list_tables, list_resources, run_sql and the like for a project")],
    "Function": [(r".*", "name, class_type, resources, owner, creation_time, update() and drop() are there")],
    "Resource": [(r".*", "open(), update(file_obj=…), drop(), name and type are there")],
}


def reason(face, name):
    """The text of the error for a name of a class that is not offered."""
    cure = next((cure for pattern, cure in FAMILIES[face] if re.fullmatch(pattern, name)), "")
    return "%s.%s is not offered here%s (docs/flows.md, PyODPS)" % (face, name, cure and ": " + cure)


class Named:
    """A class whose missing names are reported by themselves. `_face` is its key in FAMILIES."""

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(reason(self._face, name))
