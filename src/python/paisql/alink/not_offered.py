"""Names of Alink that are not offered here, and what to use instead.

Each stands for an object whose use raises NotOffered, so that a program says at its own line what it lacks.
The names are those of alink_names.txt; what is said of one follows from its parts.
"""

import os
import re

_MODELS = (
    "train it in a script: TensorFlow2BatchOp or TF2TableModelTrainBatchOp run any TensorFlow program over the table"
)
_SQL = "select() and groupBy() take SQL expressions, which have this"
_TABLES = "TableSourceBatchOp reads a table by its name, and TUNNEL UPLOAD makes one of files"
_FUNCTIONS = (
    "TensorFlow2BatchOp runs a script over the rows, and SELECT TRANSFORM a program; select() takes SQL expressions"
)
_VALUES = "a vector or a tensor is a text, '1.0 2.0' or 'FLOAT#2#1.0 2.0', in rows and in answers"
_ROWS = "collect() and lazyCollect() give the rows, and groupBy() computes SQL's statistics of them"
_OTHERS = "select() and groupBy() take SQL expressions, and TensorFlow2BatchOp runs any program of Python over the rows"

_NAMED = {
    "VectorAssembler": "ColumnsToVector is the stage that makes a vector of columns",
    "StringIndexer": "StringIndexerTrainBatchOp and StringIndexerPredictBatchOp compute this of rows before they come into the pipeline",
}

# Of a name with an offered one in it: {end of the name: (end of the offered one, what is said)}.
_OFFERED = {
    "StreamOp": ("BatchOp", "%s computes the rows of a stream that ends, as those of any other operator"),
    "BatchOp": ("StreamOp", "%s has this for streams"),
    "": ("BatchOp", "%s computes this of rows before they come into the pipeline"),
}

# (a regular expression that fits the whole name, what to use instead); the first one that fits counts.
_RULES = (
    (r"(Py)?SqlCmd\w+", "BatchOperator.sqlQuery runs a SELECT over rows with a name, which registerTableName gives"),
    (r"Print\w+Op", "print() of an operator prints its rows"),
    (r"MemSink\w+Op", "collect() gives the rows"),
    (r"\w*FileSystem|FilePath", "a filePath is one of this machine, a text"),
    (r"use\w+Env|MLEnvironmentFactory", "useLocalEnv(parallelism): all runs on this machine"),
    (r"PluginDownloader", "what scripts need is part of this installation"),
    (
        r"(Append)?ModelStream\w+|\w*(Export|Import)\w*Model\w*|Export2FileSinkStreamOp",
        "TFTableModelTrainBatchOp writes the model that a script exports, and its predictors read it",
    ),
    (
        r"udt?f|\w*DataTypes|(Scalar|Table)Function|UDT?F\w+|(Py)?(File)?(Scalar|Table)Fn\w+|MapPy\w+|DLLauncher\w+",
        _FUNCTIONS,
    ),
    (r"\w*Catalog\w*|ObjectPath|\w*(Source|Sink)\w*Op|\w*(Redis|HBase)\w*|Internal\w+", _TABLES),
    (r"(Dense|Sparse)(Vector|Matrix)|MTable|\w*Tensor", _VALUES),
    (
        r"\w*(SearchCV|SearchTVSplit|TuningEvaluator|Param(Dist|Grid)|ValueDist|(Grid|Random|Bayes)Search)\w*",
        "a loop of your program trains with each of the values, and compares what groupBy() says of the answers",
    ),
    (r"\w*(Metrics|Summary|Results?|Info|FullStats|ModelData|ModelInfoBatchOp)", _ROWS),
    (
        r"Eval\w+|\w*(Scaler|Discretizer|Binarizer|Bucketizer|Tokenizer|Normalize|Slice|Imputer|Indexer|IndexToString|"
        r"Summarizer|Correlation|ChiSquareTest|Quantile|Window|Hasher|StopWords|NGram|Segment|Lookup|OneHot|MultiHot|"
        r"To(Csv|Json|Kv|Triple|Columns|Vector|MTable)|Flatten|Sample|Rank(ing)?List|WordCount)\w*",
        _SQL,
    ),
    (
        r"\w*(Train|Predict|Classif|Regress|Recomm|Cluster|KMeans|Mixture|Outlier|Bert|XGBoost|Embedding|Model|Encoder|"
        r"Selector|Prophet|Arima|Garch|HoltWinters|PCA|Lda|Lof|IForest|Fm|Word2Vec|Forest|Gbdt|Bayes|Svm|Svr|Softmax|"
        r"OneVsRest|DecisionTree|Cart|C45|Id3|Knn|TFT|DeepAR|LSTNet|Neighbor|Dbscan|KModes|Som|Ftrl)\w*",
        _MODELS,
    ),
)

# Methods that operators, stages and pipelines of Alink have.
_STATIC_METHODS = {"registerFunction": _FUNCTIONS}
_METHODS = (
    (r"udt?f", _FUNCTIONS),
    (
        r"(lazyPrint|lazyViz|lazyCollect|collect|enableLazyPrint)"
        r"(Statistics|Dive|Metrics|ModelInfo|TrainInfo|FullStats|TransformData|TransformStat|\w*(Summary|Correlation|ChiSquareTest))"
        r"|get(Model|Train)InfoBatchOp",
        _ROWS,
    ),
)


class NotOffered(AttributeError):
    """A name of Alink that is not offered here; the message has what to use instead."""


def message(name, instead):
    return "%s is not offered here: %s (docs/alink.md)" % (name, instead)


class StandIn:
    """Stands for a class or a function; whatever is done with it raises NotOffered."""

    def __init__(self, name, instead):
        self.__dict__["_what"] = message(name, instead)
        self.__dict__["__name__"] = name

    def __call__(self, *arguments, **named):
        raise NotOffered(self._what)

    def __mro_entries__(self, bases):
        raise NotOffered(self._what)  # of a class that derives from it

    def __instancecheck__(self, value):
        raise NotOffered(self._what)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotOffered(self._what)

    def __repr__(self):
        return "<%s>" % self._what


def _fitting(rules, name):
    return next((instead for pattern, instead in rules if re.fullmatch(pattern, name)), None)


def instead_of(name, offered):
    """What to use instead of a name of Alink, where these names are offered."""
    if name in _NAMED:
        return _NAMED[name]
    for end, (other, said) in _OFFERED.items():
        near = name[: len(name) - len(end)] + other
        if name.endswith(end) and near in offered:
            return said % near
    return _fitting(_RULES, name) or _OTHERS


def stand_ins(offered):
    """{name: StandIn} of Alink's names that are not among the offered ones."""
    with open(os.path.join(os.path.dirname(__file__), "alink_names.txt"), encoding="utf-8") as stream:
        names = set(stream.read().split())
    # An operator over tables has one on streams in many programs, whether Alink has it or not.
    names.update(name[: -len("BatchOp")] + "StreamOp" for name in offered if name.endswith("BatchOp"))
    return {name: StandIn(name, instead_of(name, offered)) for name in sorted(names) if name not in offered}


def operator_name(name, offered):
    """A StandIn for a name that no list has, and which is one of an operator; AttributeError for another one."""
    if re.fullmatch(r"[A-Z]\w*(Batch|Stream)Op", name):
        return StandIn(name, instead_of(name, offered))
    raise AttributeError("there is not a valid %s" % name)


def put_static_methods(owner):
    """Gives a class what stands for Alink's methods that are called without an object."""
    for name, instead in _STATIC_METHODS.items():
        setattr(owner, name, StandIn("%s.%s" % (owner.__name__, name), instead))


def refuse_method(owner, name):
    """NotOffered where a class of Alink has a method of this name."""
    instead = _fitting(_METHODS, name)
    if instead is not None:
        raise NotOffered(message("%s.%s" % (owner.__name__, name), instead))
