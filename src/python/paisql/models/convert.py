"""Makes a SavedModel of a model of another kind.

usage: convert.py REQUEST ANSWER

REQUEST is a JSON file {"kind", "source", "target", "work", "inputs", "outputs"}: `kind` is a name of _KINDS,
`source` the file (for savedmodel_text the folder), `target` the folder to make, `work` a folder for
files on the way. ANSWER becomes {"facts": {…}} or {"error", "hint"}. The file's name is given as
`name`, for messages. The process is started isolated (-I), so that no package of the user's comes
between.
"""

import hashlib
import importlib
import json
import os
import sys

_KINDS = {
    "keras": "paisql.models.keras_file",
    "graph": "paisql.models.frozen_graph",
    "savedmodel_text": "paisql.models.text_model",
}


def _sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _facts(path):
    import tensorflow as tf

    return {
        "file": os.path.basename(path),
        "bytes": os.path.getsize(path),
        "sha256": _sha256(path),
        "tensorflow": tf.__version__,
    }


def _convert(request):
    from paisql.models.refusal import Refusal, first_line

    name = request["name"]
    try:
        import tensorflow  # noqa: F401
    except ImportError as error:
        return {
            "error": "there is no TensorFlow to read %s with: %s" % (name, first_line(error)),
            "hint": "scripts/setup without --no-training installs it",
            "environment": True,
        }
    try:
        file = importlib.import_module(_KINDS[request["kind"]]).convert(request)
        return {"facts": _facts(file)}
    except Refusal as refusal:
        return {"error": refusal.detail, "hint": refusal.hint}
    except MemoryError:
        return {"error": "there is too little memory to read " + name, "hint": ""}
    except Exception as error:
        return {
            "error": "%s cannot be read: %s" % (name, first_line(error)),
            "hint": "save the model again, as a SavedModel: model.export(…)",
        }


def main(request_path, answer_path):
    with open(request_path, encoding="utf-8") as stream:
        request = json.load(stream)
    answer = _convert(request)
    with open(answer_path, "w", encoding="utf-8") as stream:
        json.dump(answer, stream)


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    main(*sys.argv[1:])
