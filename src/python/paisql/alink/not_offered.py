"""Names of Alink that are not offered here, and what to use instead.

Each stands for an object whose use raises NotOffered, so that a program says at its own line what it lacks.
A name ends in BatchOp, in StreamOp or in nothing as the classes of Alink do; {} stands for all three.
"""

_MODELS = (
    "train it in a script: TensorFlow2BatchOp or TF2TableModelTrainBatchOp run any TensorFlow "
    "program over the table"
)
_SQL = "select() and groupBy() take SQL expressions, which have this"
_UPLOAD = "TableSourceBatchOp reads a table by its name, and TUNNEL UPLOAD makes one of files"

_OVER_TABLES = "%s computes the rows of a stream that ends, as those of any other operator"

# (what to use instead, names)
_GROUPS = (
    (
        _MODELS,
        "KMeans{} BisectingKMeans{} Gmm{} Lda{} Dbscan{} LogisticRegression{} LinearReg{} "
        "RidgeReg{} LassoReg{} LinearSvm{} LinearSvr{} Softmax{} NaiveBayes{} NaiveBayesText{} "
        "DecisionTree{} DecisionTreeReg{} RandomForest{} RandomForestReg{} Gbdt{} GbdtReg{} "
        "GbdtRank{} C45{} Cart{} CartReg{} Id3{} Fm{} FmClassifier{} FmRegressor{} FmRecomm{} "
        "Als{} Swing{} ItemCf{} UserCf{} Word2Vec{} DocWordCount{} DocHashCountVectorizer{} "
        "DocCountVectorizer{} KnnClassifier{} MultilayerPerceptron{} OneVsRest{} IsotonicReg{} "
        "AftSurvivalReg{} Glm{} XGBoost{} XGBoostReg{} Pca{} IForest{} Lof{} Ftrl{} "
        "OnlineLearning{} BertTextClassifier{} BertTextPairClassifier{} BertTextRegressor{} "
        "DeepAR{} LSTNet{} Prophet{} Arima{} AutoArima{} HoltWinters{} TFT{}",
    ),
    (
        "TFTableModelTrainBatchOp writes the model that a script exports, and its predictors read it",
        "ModelExport{} ModelImport{} ExportModel{} ModelStreamFileSink{} AppendModelStreamFileSink{}",
    ),
    (
        _SQL,
        "Summarizer{} VectorSummarizer{} Correlation{} VectorCorrelation{} ChiSquareTest{} "
        "Quantile{} QuantileDiscretizer{} Binarizer{} Bucketizer{} MinMaxScaler{} MaxAbsScaler{} "
        "StandardScaler{} Imputer{} OneHot{} StringIndexer{} IndexToString{} MultiStringIndexer{} "
        "FeatureHasher{} VectorAssembler{} VectorElementwiseProduct{} VectorImputer{} "
        "VectorInteraction{} VectorMaxAbsScaler{} VectorMinMaxScaler{} VectorNormalizer{} "
        "VectorSizeHint{} VectorSlicer{} VectorStandardScaler{} Segment{} StopWordsRemover{} "
        "Tokenizer{} RegexTokenizer{} NGram{} WindowGroupBy{} OverWindow{} "
        "HopTimeWindow{} TumbleTimeWindow{} SessionTimeWindow{} LookupRecentDays{} GroupCollect{} "
        "StratifiedSampleWithReplacement{} TargetEncoder{} WoeEncoder{} BinningTrain{} Flatten{} "
        "AnyToTriple{} ColumnsToCsv{} ColumnsToKv{} ColumnsToTriple{} CsvToColumns{} CsvToJson{} "
        "CsvToKv{} CsvToTriple{} CsvToVector{} JsonToCsv{} JsonToKv{} JsonToTriple{} JsonToVector{} "
        "KvToColumns{} KvToCsv{} KvToJson{} KvToTriple{} KvToVector{} TripleToColumns{} TripleToCsv{} "
        "TripleToJson{} TripleToKv{} TripleToVector{} VectorToCsv{} VectorToJson{} VectorToKv{} "
        "VectorToTriple{} KeyToValue{} AggLookup{} SpeedControl{} ToMTable{} TensorReshape{} "
        "VectorFunction{} VectorBiFunction{} VectorNormalize{} VectorPolynomialExpand{} VectorSlice{} "
        "Pivot{} FlattenMTable{} FlattenKObject{} EvalBinaryClass{} EvalMultiClass{} EvalCluster{} "
        "EvalRegression{} EvalRanking{} EvalMultiLabel{} EvalOutlier{} EvalTimeSeries{}",
    ),
    (
        "select() with your own function: CREATE FUNCTION of MaxCompute, or SELECT TRANSFORM",
        "UDF{} UDTF{} PyScalarFn{} PyTableFn{} ScalarFn{} TableFn{} PyFileScalarFn{} "
        "PyFileTableFn{} MapPy{} udf udtf AlinkDataTypes ScalarFunction TableFunction",
    ),
    (
        _UPLOAD,
        "JdbcSource{} JdbcSink{} MySqlSource{} MySqlSink{} HiveSource{} OdpsSource{} OdpsSink{} "
        "CatalogSource{} CatalogSink{} HBaseSource{} HBaseSink{} LibSvmSource{} LibSvmSink{} "
        "TsvSource{} TsvSink{} XlsSource{} XlsSink{} SqlSource{} RedisSink{} RedisStringSink{} "
        "RedisRowSink{} LookupRedisRow{} LookupHBase{} InternalFullStats{} InternalCsvSource{} "
        "DatahubSource{} DatahubSink{} RandomVectorSource{}",
    ),
    (
        "a vector or a tensor is a text, '1.0 2.0' or 'FLOAT#2#1.0 2.0', in rows and in answers",
        "DenseVector SparseVector DenseMatrix MTable Tensor FloatTensor DoubleTensor IntTensor LongTensor "
        "BoolTensor ByteTensor UByteTensor StringTensor",
    ),
    ("TensorFlow2BatchOp runs a script over the rows", "DLLauncher{}"),
    (
        "useLocalEnv(parallelism): all runs on this machine",
        "usePyFlinkEnv useRemoteEnv useYarnEnv useK8sEnv useCustomEnv MLEnvironmentFactory",
    ),
    (
        "what scripts need is part of this installation",
        "PluginDownloader",
    ),
)


class NotOffered(AttributeError):
    """A name of Alink that is not offered here; the message has what to use instead."""


def message(name, instead):
    return "%s is not offered here: %s (docs/alink.md)" % (name, instead)


class _Missing:
    """Stands for a class or a function; whatever is done with it raises NotOffered."""

    def __init__(self, name, instead):
        self.__dict__["_what"] = message(name, instead)
        self.__dict__["__name__"] = name

    def __call__(self, *arguments, **named):
        raise NotOffered(self._what)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotOffered(self._what)

    def __repr__(self):
        return "<%s>" % self._what


def _names(pattern):
    if "{}" not in pattern:
        return [pattern]
    stem = pattern.replace("{}", "")
    ends = ("", "BatchOp", "StreamOp", "TrainBatchOp", "PredictBatchOp", "PredictStreamOp")
    return [stem + end for end in ends]


def table():
    """{name: what to use instead}."""
    return {
        name: instead
        for instead, patterns in _GROUPS
        for pattern in patterns.split()
        for name in _names(pattern)
    }


def stand_ins(offered):
    """{name: object} of the names that are not among the offered ones."""
    made = {name: _Missing(name, instead) for name, instead in table().items() if name not in offered}
    for name in offered:
        stream = name[: -len("BatchOp")] + "StreamOp"
        if name.endswith("BatchOp") and stream not in offered:
            made.setdefault(stream, _Missing(stream, _OVER_TABLES % name))
    return made
