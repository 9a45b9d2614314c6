"""One workflow in the forms that FlowSpec has for it: a document of 1.x, a folder of 2.0.

Nodes are made by node(); write() makes files of them as DataWorks lays them out.
"""

import json
import zlib

FORMS = ("1.1.0", "2.0.0")
_ENDS = {"odps-sql": ".sql", "python": ".py", "python2": ".py", "python3": ".py", "shell": ".sh", "": ".json"}


def output(name, project="shop"):
    return {"data": f"{project}.{name}", "artifactType": "NodeOutput", "refTableName": name}


def taken(name, giver, variable="outputs"):
    """A variable of `inputs`: what the node `giver` gives, under the name that it has here."""
    return {
        "name": variable,
        "inputName": name,
        "artifactType": "Variable",
        "scope": "NodeContext",
        "type": "NodeOutput",
        "value": "${%s}" % variable,
        "node": {"output": f"shop.{giver}"},
    }


def shell_parameters(text):
    return [
        {
            "name": "-",
            "artifactType": "Variable",
            "scope": "NodeParameter",
            "type": "NoKvVariableExpression",
            "value": text,
        }
    ]


def node(name, command, language="", content="", depends=(), inputs=(), parameters=(), gives=(), **members):
    """A node, and what it waits for: outputs of others, without their project."""
    made = {
        "name": name,
        "id": f"7{zlib.crc32(name.encode()):018d}",
        "recurrence": "Normal",
        "instanceMode": "T+1",
        "rerunMode": "Allowed",
        "script": {
            "path": f"flows/{name}",
            **({"language": language} if language else {}),
            "runtime": {"command": command},
            "content": content,
            **({"parameters": list(parameters)} if parameters else {}),
        },
        "inputs": {"nodeOutputs": [output(one) for one in depends], **({"variables": list(inputs)} if inputs else {})},
        "outputs": {"nodeOutputs": [output(name)], "variables": list(gives)},
        **members,
    }
    if command == "CONTROLLER_ASSIGNMENT":
        made["outputs"]["variables"].append(
            {
                "name": "outputs",
                "artifactType": "Variable",
                "scope": "NodeContext",
                "type": "NodeOutput",
                "value": "${outputs}",
            }
        )
    return made, [{"type": "Normal", "output": f"shop.{one}", "refTableName": one} for one in depends]


def body(*nodes, **members):
    """The inner nodes of a loop."""
    return {
        **members,
        "nodes": [one for one, _ in nodes],
        "flow": [{"nodeId": one["id"], "depends": depends} for one, depends in nodes if depends],
    }


def write(folder, form, *nodes):
    """The path of what an import reads: a file for 1.x, a folder of three files a node for 2.0."""
    folder.mkdir()
    if form == "1.1.0":
        path = folder / "flow.json"
        path.write_text(
            json.dumps(
                {
                    "version": form,
                    "kind": "CycleWorkflow",
                    "spec": {
                        "name": "contracts",
                        "nodes": [one for one, _ in nodes],
                        "flow": [{"nodeId": one["id"], "depends": depends} for one, depends in nodes],
                    },
                },
                indent=2,
                ensure_ascii=False,
            )
            + "\n"
        )
        return path
    (folder / "dataworks.properties").write_text("projectIdentifier=shop\n")
    (folder / "contracts.spec.json").write_text(
        json.dumps(
            {
                "version": form,
                "kind": "CycleWorkflow",
                "spec": {
                    "workflows": [
                        {"name": "contracts", "script": {"path": "contracts", "runtime": {"command": "WORKFLOW"}}}
                    ]
                },
            },
            indent=2,
        )
        + "\n"
    )
    for one, depends in nodes:
        place = folder / one["name"]
        place.mkdir()
        (place / "dataworks.properties").write_text("projectIdentifier=shop\n")
        code = one["script"]["content"]
        if code:
            end = _ENDS[one["script"].get("language", "")]
            (place / (one["name"] + end)).write_text(code)
        kept = {**one, "script": {**one["script"], "content": ""}}
        (place / (one["name"] + ".spec.json")).write_text(
            json.dumps(
                {
                    "version": form,
                    "kind": "Node",
                    "spec": {"nodes": [kept], "dependencies": [{"nodeId": one["id"], "depends": depends}]},
                },
                indent=2,
                ensure_ascii=False,
            ).replace('"shop.', '"${projectIdentifier}.')
            + "\n"
        )
    return folder
