"""Random forests: PAI's randomforests, and feature_importance of such a model.

scikit-learn grows the trees, with the seed 0: the same rows make the same forest. Trees of ID3 and C4.5 split by
entropy, those of CART by the Gini impurity; all splits have two sides. Every tree sees all rows, or, of more rows than
maxRecordSize, as many by chance; columns are by chance at each split. A discrete column is split after its categories
are put in the order in which the classes' shares grow, which loses no split of two classes.
"""

import os

import numpy as np

from paisql.learners import forest_trees, mixed_features, model_folder, whole_rows
from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings

_FILE = "trees.npz"


def fit(task):
    """Trains on the rows of inputTableName."""
    settings = Settings(task.parameters)
    source = task.inputs["inputTableName"]
    label = whole_rows.label_of(settings, source)
    weight = settings.column("weightColName", source.columns)
    features = mixed_features.of_task(settings, source, [label, weight])
    features.learn(source)
    matrix, codes, labels, table = whole_rows.read_classes(
        settings, source, features, label, [weight] if weight else []
    )
    weights = whole_rows.weights_of(table, weight)
    order = category_order(features, matrix, codes, len(labels), weights)
    fitted = grow(in_order(matrix, order), codes, weights, settings)
    trees = forest_trees.Trees.of(fitted, max(settings.number("minNumPer", 0), 0))
    os.makedirs(task.model_folder, exist_ok=True)
    trees.save(os.path.join(task.model_folder, _FILE))
    model_folder.write(
        task.model_folder,
        "paisql.learners.forest",
        whole_rows.facts_of("classification", features, label, source.types[label]),
        features=features.description(),
        labels=labels.texts,
        order={str(index): places.tolist() for index, places in order.items()},
    )


def category_order(features, matrix, codes, classes, weights):
    """{column: the place of each category in the order of the classes' shares}, for discrete columns."""
    found = {}
    for index, name in enumerate(features.names):
        if not features.is_discrete(name):
            continue
        count = len(features.categories[name])
        places = matrix[:, index].astype(np.int64) * classes + codes
        counts = np.bincount(places, weights, minlength=count * classes).reshape(count, classes)
        shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1e-300)
        scores = shares[:, -1] if classes == 2 else _main_direction(shares, counts.sum(axis=1))
        order = np.empty(count, np.int64)
        order[np.argsort(scores, kind="stable")] = np.arange(count)
        found[index] = order
    return found


def _main_direction(shares, sizes):
    """Where each category stands along the direction in which the shares of several classes differ most."""
    centered = shares - np.average(shares, axis=0, weights=np.maximum(sizes, 1e-300))
    covariance = (centered * sizes[:, None]).T @ centered
    direction = np.linalg.eigh(covariance)[1][:, -1]
    # A direction may be told from either end: the first class that counts decides which is taken.
    return centered @ direction * (np.sign(direction[np.abs(direction) > 1e-9][:1].sum()) or 1)


def in_order(matrix, order):
    """The matrix with places in the order for categories; one that is not known stands in the middle."""
    made = matrix.copy()
    for index, places in order.items():
        codes = matrix[:, index].astype(np.int64)
        made[:, index] = np.where(codes >= 0, places[codes], (len(places) - 1) / 2)
    return made


def _kinds(settings, trees):
    """How many trees of ID3, CART and C4.5 there are, in this order; a third of each where nothing is said."""
    text = settings.text("algorithmTypes")
    if not text:
        return [(trees + 2) // 3, (trees + 1) // 3, trees // 3]
    try:
        first, second = (int(part) for part in text.split(","))
    except ValueError:
        raise LearnerError("algorithmTypes=%s is not two numbers of trees, such as 2,4" % text) from None
    if not 0 <= first <= second <= trees:
        raise LearnerError("algorithmTypes=%s is not two growing numbers from 0 to treeNum=%d" % (text, trees))
    return [first, second - first, trees - second]


def grow(matrix, codes, weights, settings):
    """Fitted trees of scikit-learn."""
    from sklearn.ensemble import RandomForestClassifier

    columns = matrix.shape[1]
    tried = settings.integer("randomColNum", -1)
    if tried > columns:
        raise LearnerError("randomColNum=%d is more than the %d features" % (tried, columns))
    depth = settings.integer("maxTreeDeep", -1)
    most = settings.integer("maxRecordSize", 100000)
    most = most if most > 0 else 100000
    fitted = []
    counts = _kinds(settings, settings.integer("treeNum", 100))
    for kind, (count, criterion) in enumerate(zip(counts, ("entropy", "gini", "entropy"))):
        if not count:
            continue
        forest = RandomForestClassifier(
            count,
            criterion=criterion,
            max_features=tried if tried > 0 else max(1, int(np.log2(columns))),
            min_samples_leaf=settings.integer("minNumObj", 2),
            max_depth=depth if depth > 0 else None,
            bootstrap=len(codes) > most,
            max_samples=most if len(codes) > most else None,
            random_state=kind,
            n_jobs=len(os.sched_getaffinity(0)),
        )
        fitted += forest.fit(matrix, codes, sample_weight=weights).estimators_
    return fitted


def importance(task):
    """Writes (col, gini, entropy) for each feature: what its splits take from the impurity of the table's rows."""
    settings = Settings(task.parameters)
    source = task.inputs["inputTableName"]
    model, description = model_folder.load(task.models["modelName"])
    model.features.bind(source, settings.columns("featureColNames", source.columns))
    label = whole_rows.label_of(settings, source)
    matrix, table = whole_rows.read(source, model.features, [label])
    codes = whole_rows.known_codes(description, table[label], label)
    found = model.trees.importances(in_order(matrix, model.order), codes)
    names = model.features.names
    task.outputs["outputTableName"].append(
        {"col": names, "gini": found["gini"].tolist(), "entropy": found["entropy"].tolist()}
    )


class _Model:
    def __init__(self, folder, description):
        self.features = mixed_features.load(description["features"])
        self.order = {int(index): np.array(places) for index, places in description["order"].items()}
        self.trees = forest_trees.Trees.load(os.path.join(folder, _FILE))

    def score(self, table):
        """(rows, classes): the mean of the trees' shares."""
        return self.trees.probabilities(in_order(self.features.matrix(table), self.order))


def load(folder, description):
    """The model that fit has written."""
    return _Model(folder, description)
