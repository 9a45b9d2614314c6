"""Pipelines as Alink keeps them: rows of one table, in .ak files or in a model that has one before it.

The columns are id BIGINT, p0 STRING, p1, p2, ... The row with id -1 has in p0 a JSON object, whose
"stages" is the text of a JSON list: of a tree in preorder, the root without a name, then a stage each with
identifier, its class in Alink; params, {"params": {name: JSON text}}; schemaIndices and colNames, which of
p0, p1, ... are the columns of its model, and how they are called; parent, a place in the list. After
the object and a word of its own stand parameters of the whole pipeline. The rows of a stage's model have
its place in the list as their id. (Alink, pipeline/ModelExporterUtils.java.)
"""

import json

_BEHIND_STAGES = "__ALINK_META_ROW_DELIMITER__"
_META_ID = -1
_NESTED = "com.alibaba.alink.pipeline.PipelineModel"


class Stage:
    """A stage as Alink has it.

    identifier  the full name of its class
    values      {name: value} of its parameters
    columns     [(name, type)] of its model and rows, a list of each row's values; None without a model
    """

    def __init__(self, identifier, values, columns=None, rows=None):
        self.identifier, self.values, self.columns, self.rows = identifier, values, columns, rows

    @property
    def name(self):
        return self.identifier.rpartition(".")[2]


def stages_of(columns, rows):
    """The [Stage] of the rows of [(name, type)] columns, in any order. ValueError for other rows."""
    rows = [list(row) for row in rows]
    names = [name for name, _ in columns]
    if names[:2] != ["id", "p0"] or names[2:] != ["p%d" % place for place in range(1, len(names) - 1)]:
        raise ValueError("its columns are %s and not id, p0, p1, ..." % ", ".join(names))
    metas = [row[1] for row in rows if row[0] == _META_ID]
    if len(metas) != 1:
        raise ValueError("%d rows have id -1, which says what the stages are" % len(metas))
    try:
        nodes = json.loads(json.loads(metas[0].split(_BEHIND_STAGES)[0])["stages"]) or []
        parents = {node["parent"] for node in nodes}
        found, expected = [], {_META_ID}
        for place, node in enumerate(nodes):
            if place in parents or node["identifier"] in (None, _NESTED):
                if node["identifier"] not in (None, _NESTED):
                    raise ValueError("stage %s has not been fitted" % node["identifier"])
                continue
            if not isinstance(node["identifier"], str):
                raise KeyError("identifier")
            values = _values(node["params"])
            if node["schemaIndices"] is None:
                found.append(Stage(node["identifier"], values))
                continue
            expected.add(place)
            places = [index + 1 for index in node["schemaIndices"]]
            of_model = [(name, columns[at][1]) for name, at in zip(node["colNames"], places)]
            own = [[row[at] for at in places] for row in rows if row[0] == place]
            found.append(Stage(node["identifier"], values, of_model, own))
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise ValueError("the row with id -1 does not say what the stages are (%r)" % error) from None
    lost = next((row[0] for row in rows if row[0] not in expected), None)
    if lost is not None:
        raise ValueError("a row has id %s, which is not a stage with a model" % lost)
    return found


def _values(params):
    """{name: value} of Alink's Params, whose values are JSON texts."""
    texts = (params or {}).get("params") or {}
    values = {name: None if text is None else json.loads(text) for name, text in texts.items()}
    return {name: value for name, value in values.items() if value is not None}


def rows_of(stages):
    """(columns, rows) of the stages, as Alink makes them of a PipelineModel."""
    types = ["STRING"]
    nodes = [_node(None, None, [], -1)]
    placed = []
    for stage in stages:
        taken = []
        for _, kind in stage.columns or ():
            free = [at for at, one in enumerate(types) if one == kind and at not in taken]
            if not free:
                free = [len(types)]
                types.append(kind)
            taken.append(free[0])
        placed.append(taken)
        params = {"params": {name: json.dumps(value) for name, value in stage.values.items()}}
        names = None if stage.columns is None else [name for name, _ in stage.columns]
        nodes.append(_node(stage.identifier, params, taken, 0, names))
    nodes[0]["schemaIndices"] = sorted({at for taken in placed for at in taken}) or None
    meta = json.dumps({"stages": json.dumps(nodes)}) + _BEHIND_STAGES + "{}"
    rows = [[_META_ID, meta] + [None] * (len(types) - 1)]
    for number, (stage, taken) in enumerate(zip(stages, placed), 1):
        for row in stage.rows or ():
            made = [number] + [None] * len(types)
            for at, value in zip(taken, row):
                made[at + 1] = value
            rows.append(made)
    columns = [("id", "BIGINT")] + [("p%d" % at, kind) for at, kind in enumerate(types)]
    return columns, rows


def _node(identifier, params, indices, parent, names=None):
    return {
        "identifier": identifier,
        "params": params,
        "schemaIndices": indices or None,
        "colNames": names,
        "parent": parent,
    }
