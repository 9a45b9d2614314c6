"""The folder of a learner's model: model.json, and beside it the files of the learner's library.

    learner   the module whose load(folder, description) gives an object with score(table)
    facts     {name: text}: kind (classification, regression, clustering, ...), label, label_type, features, sparse;
              the columns of a prediction's output follow from them (src/pai/classic/learning/)
    features  what features.load() reads
    labels    the classes as texts, in the order of score()'s columns

A learner adds what it needs besides.
"""

import importlib
import json
import os

FILE = "model.json"


def write(folder, learner, facts, **more):
    """Writes model.json into a new model's folder."""
    description = {"learner": learner, "facts": {name: str(value) for name, value in facts.items()}, **more}
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, FILE), "w", encoding="utf-8") as stream:
        json.dump(description, stream, ensure_ascii=False)


def read(folder):
    """The object that write() has written."""
    with open(os.path.join(folder, FILE), encoding="utf-8") as stream:
        return json.load(stream)


def load(folder):
    """(model, description): the model as its learner's load() gives it."""
    description = read(folder)
    learner = importlib.import_module(description["learner"])
    return learner.load(folder, description), description
