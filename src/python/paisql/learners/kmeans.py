"""K-means: PAI's kmeans, with its tables of clusters, counts and centers, and a model for prediction."""

import os

import numpy as np
import pyarrow as pa

from paisql.learners import features as feature_columns
from paisql.learners import kmeans_fit, model_folder, whole_rows
from paisql.learners.learner_task import LearnerError
from paisql.learners.selected_columns import JoinedTexts, SelectedColumns
from paisql.learners.settings import Settings

_FILE = "centers.npz"
_FAILED = "Algo Job Failed-System Error-"
_MOST_FEATURES = 2000000
_MOST_NUMBERS = 270000000  # of a model: columns * centers


def fit(task):
    """Finds clusters of the rows of inputTableName, and writes the tables that the statement names."""
    settings = Settings(task.parameters)
    source = task.inputs["inputTableName"]
    appended = _appended(settings, source)
    source, features = _features_of(settings, source)
    matrix, table = _read(source, features, appended)
    kind = settings.word("distanceType", "euclidean")
    centers = _first_centers(task, settings, features, matrix, kind)
    centers, nearest, distance = kmeans_fit.lloyd(
        matrix, centers, kind, settings.integer("loop", 100), settings.number("accuracy", 0.1), whole_rows.report
    )
    _write_tables(task, features, appended, table, centers, nearest, distance)
    if settings.has("modelName"):
        if centers.size > _MOST_NUMBERS:
            raise LearnerError(
                _FAILED + "kIOError:Write failed for message: comparison_measure; the model has %d columns and %d "
                "centers: leave out modelName" % (centers.shape[1], centers.shape[0])
            )
        os.makedirs(task.model_folder, exist_ok=True)
        np.savez(
            os.path.join(task.model_folder, _FILE), centers=centers, counts=np.bincount(nearest, minlength=len(centers))
        )
        facts = whole_rows.facts_of("clustering", features, "cluster_index", "BIGINT")
        model_folder.write(
            task.model_folder, "paisql.learners.kmeans", facts, features=features.description(), distance=kind
        )


def _appended(settings, source):
    """The columns that idxTableName has, too: by their names, or by their numbers."""
    if settings.has("appendColsIndex"):
        return [source.columns[int(number)] for number in settings.text("appendColsIndex").split(",")]
    return settings.columns("appendColNames", source.columns) or []


def _features_of(settings, source):
    """(the input, its features): those of selectedColNames, by the rules of featureColNames. The key:value texts of
    several sparse columns count as one."""
    names = settings.columns("selectedColNames", source.columns)
    if not settings.boolean("enableSparse") or names is None or len(names) < 2:
        return source, feature_columns.of_task(SelectedColumns(settings, "selectedColNames"), source)
    for name in names:
        if source.types[name] != "STRING":
            raise LearnerError("column %s is %s, and enableSparse=true reads texts" % (name, source.types[name]))
    items = settings.text("itemDelimiter", ",")
    joined = JoinedTexts(source, names, items)
    return joined, feature_columns.SparseFeatures(joined.name, items, settings.text("kvDelimiter", ":"))


def _read(source, features, appended):
    """The matrix of all rows and their appended columns, in the order of the table."""
    if features.sparse:
        features.learn(source)
        if features.size > _MOST_FEATURES:
            raise LearnerError(_FAILED + "Feature count can't be more than %d" % _MOST_FEATURES)
    matrices, tables = [], []
    for table in source.chunks(list(dict.fromkeys(features.columns + appended))):
        matrix = features.matrix(table)
        if not features.sparse:
            _check_no_nulls(matrix, features.columns)
        matrices.append(matrix)
        tables.append(table.select(appended))
    if not sum(matrix.shape[0] for matrix in matrices):
        raise LearnerError("the input has no rows, so there are no clusters")
    return whole_rows.joined(matrices), pa.concat_tables(tables)


def _check_no_nulls(matrix, names):
    for index in np.flatnonzero(np.isnan(matrix).any(axis=0)):
        raise LearnerError(
            _FAILED + "Null feature value found: column %s has NULL or NaN, fill it first, as with PAI -name "
            "FillMissingValues" % names[index]
        )


def _first_centers(task, settings, features, matrix, kind):
    method = {"sample": "random", "matrix": "external"}.get(
        settings.word("initCenterMethod"), settings.word("initCenterMethod")
    )
    count = settings.integer("centerCount", 10)
    if method == "external":
        return _external(task, features, count)
    if count > matrix.shape[0]:
        raise LearnerError("centerCount=%d is more than the %d rows of the input" % (count, matrix.shape[0]))
    seed = settings.integer("seed", 0) % (1 << 32)
    if method == "topk":
        return kmeans_fit.first_rows(matrix, count)
    if method == "uniform":
        return kmeans_fit.evenly_spread(matrix, count)
    if method == "kmpp":
        return kmeans_fit.plus_plus(matrix, count, kind, seed)
    return kmeans_fit.random_rows(matrix, count, seed)


def _external(task, features, count):
    """The rows of initCenterTableName: its columns have the names of the features, or come in their order."""
    source = task.inputs.get("initCenterTableName")
    if source is None:
        raise LearnerError(
            "initCenterMethod=external reads the first centers from initCenterTableName, which is not given"
        )
    reader = feature_columns.load(features.description())
    if not features.sparse:
        known = {name.lower() for name in source.columns}
        fitting = len(source.columns) == len(features.names)
        reader.bind(source, source.columns if fitting and not known >= {n.lower() for n in features.names} else None)
    else:
        reader.bind(source, source.columns if len(source.columns) == 1 else None)
    matrices = []
    for table in source.chunks(reader.columns):
        matrix = reader.matrix(table)
        if not reader.sparse:
            _check_no_nulls(matrix, reader.columns)
        matrices.append(matrix if isinstance(matrix, np.ndarray) else matrix.toarray())
    centers = np.concatenate(matrices) if matrices else np.empty((0, features.size))
    if len(centers) != count:
        raise LearnerError("initCenterTableName has %d rows, and centerCount is %d" % (len(centers), count))
    return centers


def _write_tables(task, features, appended, table, centers, nearest, distance):
    columns = {name: table[name] for name in appended}
    columns.update(cluster_index=pa.array(nearest), distance=pa.array(distance))
    task.outputs["idxTableName"].append(columns)
    numbers = pa.array(np.arange(len(centers)))
    if "clusterCountTableName" in task.outputs:
        counts = np.bincount(nearest, minlength=len(centers))
        task.outputs["clusterCountTableName"].append({"cluster_index": numbers, "cluster_count": pa.array(counts)})
    if "centerTableName" in task.outputs:
        output = task.outputs["centerTableName"]
        if features.sparse:
            values = [pa.array([_sparse_text(center) for center in centers])]
        else:
            values = [pa.array(np.ascontiguousarray(column)) for column in centers.T]
        output.append(dict(zip(output.columns, [numbers, *values])))


def _sparse_text(center):
    return ",".join("%d:%r" % (index, float(center[index])) for index in np.flatnonzero(center))


class _Model(whole_rows.MatrixModel):
    def __init__(self, folder, description):
        super().__init__(description)
        self.distance = description["distance"]
        with np.load(os.path.join(folder, _FILE)) as stored:
            self.centers = stored["centers"]

    @property
    def cluster_count(self):
        return len(self.centers)

    def clusters_of(self, matrix):
        """The cluster of each row of a matrix."""
        return kmeans_fit.nearest_of(matrix, self.centers, self.distance)[0]

    def answers(self, table):
        """What prediction tells: the cluster, the distance, and all distances."""
        from paisql.learners.prediction import details

        found = kmeans_fit.distances(self.rows(table), self.centers, self.distance)
        index = found.argmin(axis=1)
        chosen = found[np.arange(len(index)), index]
        return pa.array(index), pa.array(chosen), details([str(i) for i in range(found.shape[1])], found)


def load(folder, description):
    """The model that fit has written."""
    return _Model(folder, description)
