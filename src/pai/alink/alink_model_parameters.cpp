// The parameters of Alink's predictors and Keras components (docs/alink.md).

#include <array>

#include "pai/alink/alink_parameter_tables.h"
#include "pai/alink/alink_parameters.h"

namespace paisql::pai {

namespace {

using enum ParameterType;

constexpr Parameter kModelTable = {
    "modelTableName",
    kTable,
    true,
    "",
    "",
    "The table with the model: model_id, model_info, and label_value of a Keras component."};
constexpr Parameter kModelPath = {
    "modelPath",
    kText,
    true,
    "",
    "",
    "Where the model lies: file://, oss://, a path, or https:// where SET "
    "paisql.alink.url.<prefix>=<folder> says where it lies. Of TensorFlow a folder or an archive "
    "(.zip, .tar.gz, .tgz), of ONNX and PyTorch a file."};
constexpr Parameter kComputedInput = {
    "inputTableName",
    kTable,
    true,
    "",
    "",
    "The table whose rows are computed: <table>, <project>.<table>, "
    "odps://<project>/tables/<table>[/<key>=<value>...], or a query in parentheses."};
constexpr Parameter kComputedOutput = {
    "outputTableName",
    kTable,
    true,
    "",
    "",
    "The table that is replaced when the job succeeds. One that does not exist is made."};
constexpr Parameter kSchema = {
    "outputSchemaStr",
    kText,
    true,
    "",
    "",
    "The columns of answers after the input's, \"name type, name type\": string, float, double, "
    "tinyint, smallint, int, long, boolean, vector, tensor, float_tensor and its like."};
constexpr Parameter kSelected = {
    "selectedCols",
    kText,
    false,
    "",
    "",
    "The columns that are inputs of the model, separated by commas; all without it."};
constexpr Parameter kSelectedInOrder = {
    "selectedCols",
    kText,
    true,
    "",
    "",
    "The columns that are the arguments of the model's forward(), in their order."};
constexpr Parameter kReserved = {
    "reservedCols",
    kText,
    false,
    "",
    "",
    "The input's columns that the output has, too, separated by commas; all without it, and none "
    "where it is empty."};
constexpr Parameter kInputNames = {
    "inputNames", kText,
    false,        "",
    "",           "The model's inputs, one for each of selectedCols; their names without it."};
constexpr Parameter kOutputNames = {
    "outputNames",
    kText,
    false,
    "",
    "",
    "The model's outputs, one for each column of outputSchemaStr; their names without it."};

constexpr Parameter kBatchAxes = {
    "outputBatchAxes",
    kText,
    false,
    "",
    "",
    "The dimension of each output that is the batch's, a number from 0 for each column of "
    "outputSchemaStr; the first one without it."};

constexpr std::array kSignature = {
    Parameter{"inputSignatureDefs", kText, false, "", "",
              "The signature's inputs, one for each of selectedCols; their names without it."},
    Parameter{
        "outputSignatureDefs", kText, false, "", "",
        "The signature's outputs, one for each column of outputSchemaStr; their names without "
        "it."},
    Parameter{"signatureDefKey", kText, false, "serving_default", "",
              "The signature; exports of tf.estimator often have predict alone."},
    Parameter{"graphDefTag", kText, false, "serve", "", "The tag of the graph in the SavedModel."},
};

constexpr std::array kComputing = {
    Parameter{"nullValues", kText, false, "error", "",
              "What a NULL among the inputs is: error, or null, which is an answer of NULL.",
              "error null"},
    Parameter{"inferBatchSize", kInteger, false, "", "",
              "Rows that are computed at once at most; without it as many as are fast."},
    alink::kIntraOp,
};

constexpr std::array kKerasRest = {
    kComputing[0],   kComputing[1],       kComputing[2],
    alink::kJobName, alink::kHungSeconds, alink::kTrainingHours,
};

constexpr std::array kDetail = {
    Parameter{"predictionCol", kText, true, "", "", "The column of the answer."},
    Parameter{"predictionDetailCol", kText, false, "", "",
              "A STRING column with the probability of each label, as JSON; none without it."},
};

constexpr std::array kKeras = {
    Parameter{"inputTableName", kTable, true, "", "",
              "The table with the rows to train on: <table>, <project>.<table>, "
              "odps://<project>/tables/<table>[/<key>=<value>...], or a query in parentheses."},
    Parameter{"outputTableName", kTable, true, "", "",
              "The table that becomes the model: model_id, model_info, label_value. One that does "
              "not exist is made."},
    Parameter{"tensorCol", kText, true, "", "",
              "The column of tensors or vectors, ARRAYs of numbers, or numbers."},
    Parameter{"labelCol", kText, true, "", "",
              "The column of labels; of numbers for a regression."},
    Parameter{
        "layers", kText, true, "", "",
        "A JSON list of Keras layers, such as [\"Dense(64, activation='relu')\"]; the layer of "
        "the answer is added."},
    Parameter{"optimizer", kText, false, "Adam()", "", "A Keras optimizer, such as SGD(0.1)."},
    Parameter{"learningRate", kText, false, "", "",
              "The optimizer's learning rate, where its own text gives none."},
    Parameter{"numEpochs", kInteger, false, "10", "",
              "How often the rows are gone through. Also called numIter.", "", "numIter"},
    Parameter{"batchSize", kInteger, false, "128", "", "Rows of a step, of each worker."},
    Parameter{"checkpointFilePath", kText, false, "", "",
              "A folder for checkpoints, file:// or a path, from which a later training goes on. "
              "Also called estimatorModelDir.",
              "", "estimatorModelDir"},
    Parameter{"removeCheckpointBeforeTraining", kBoolean, false, "true", "",
              "Whether checkpoints that lie there are removed first; false: training goes on from "
              "the newest."},
    Parameter{"validationSplit", kText, false, "0", "",
              "The share of rows, the last ones, that only judge the training; for one worker."},
    Parameter{"saveBestOnly", kBoolean, false, "false", "",
              "Whether the model of the best epoch by bestMetric is kept and not the last; for one "
              "worker."},
    Parameter{"bestMetric", kText, false, "loss", "",
              "What the best epoch is known by: loss, accuracy, auc, precision, recall, mse, mae.",
              "loss accuracy auc precision recall mse mae"},
    Parameter{"earlyStoppingEpochs", kInteger, false, "0", "",
              "Ends the training after so many epochs in which bestMetric has become no better; 0: "
              "never."},
    Parameter{"saveCheckpointsEpochs", kText, false, "1", "", "Epochs between two checkpoints."},
    Parameter{"saveCheckpointsSecs", kText, false, "", "",
              "Seconds between two checkpoints, in place of epochs."},
    Parameter{"numWorkers", kInteger, false, "", "",
              "Worker processes; without it as Alink counts them from parallelism."},
    Parameter{"numPSs", kInteger, false, "", "workers average their gradients themselves",
              "Parameter servers."},
    Parameter{"parallelism", kInteger, false, "1", "",
              "Alink's parallelism of the whole job, which says what numWorkers leaves open."},
    alink::kIntraOp,
    Parameter{"pythonEnv", kText, false, "", "Keras is that of this installation",
              "A Python environment to run in."},
    alink::kJobName,
    alink::kHungSeconds,
    alink::kTrainingHours,
};

using alink::Joined;

constexpr auto kTableModel = Joined(Joined(std::array{kModelTable, kComputedInput, kComputedOutput,
                                                      kSchema, kSelected, kReserved, kBatchAxes},
                                           kSignature),
                                    kKerasRest);
constexpr auto kSavedModel = Joined(
    Joined(std::array{kModelPath, kComputedInput, kComputedOutput, kSchema, kSelected, kReserved},
           kSignature),
    kKerasRest);
constexpr auto kTorch = Joined(
    std::array{kModelPath, kComputedInput, kComputedOutput, kSchema, kSelectedInOrder, kReserved},
    kKerasRest);
constexpr auto kOnnx = Joined(std::array{kModelPath, kComputedInput, kComputedOutput, kSchema,
                                         kSelected, kReserved, kInputNames, kOutputNames},
                              kKerasRest);
constexpr auto kKerasClassifier =
    Joined(Joined(std::array{kModelTable, kComputedInput, kComputedOutput, kReserved}, kDetail),
           kKerasRest);
constexpr auto kKerasRegressor = Joined(
    std::array{kModelTable, kComputedInput, kComputedOutput, kReserved, kDetail[0]}, kKerasRest);

constexpr std::array kWorkers = {
    Parameter{
        "numWorkers", kInteger, false, "1", "",
        "Worker processes, each of which opens the model and computes its share of the rows."},
};
constexpr auto kStreamRest =
    Joined(Joined(kComputing, kWorkers), Joined(alink::kStreamChoices, alink::kStreamLimits));
constexpr auto kAnswers = Joined(alink::kStreamPlaces, std::array{kSchema, kSelected, kReserved});
constexpr auto kTableModelStream = Joined(
    Joined(Joined(std::array{kModelTable}, kAnswers), Joined(std::array{kBatchAxes}, kSignature)),
    kStreamRest);
constexpr auto kSavedModelStream =
    Joined(Joined(Joined(std::array{kModelPath}, kAnswers), kSignature), kStreamRest);
constexpr auto kTorchStream = Joined(Joined(Joined(std::array{kModelPath}, alink::kStreamPlaces),
                                            std::array{kSchema, kSelectedInOrder, kReserved}),
                                     kStreamRest);
constexpr auto kOnnxStream =
    Joined(Joined(Joined(std::array{kModelPath}, kAnswers), std::array{kInputNames, kOutputNames}),
           kStreamRest);
constexpr auto kLabelledPlaces =
    Joined(Joined(std::array{kModelTable}, alink::kStreamPlaces), std::array{kReserved});
constexpr auto kKerasClassifierStream = Joined(Joined(kLabelledPlaces, kDetail), kStreamRest);
constexpr auto kKerasRegressorStream =
    Joined(Joined(kLabelledPlaces, std::array{kDetail[0]}), kStreamRest);

}  // namespace

std::span<const Parameter> TableModelStreamParameters() { return kTableModelStream; }

std::span<const Parameter> SavedModelStreamParameters() { return kSavedModelStream; }

std::span<const Parameter> TorchStreamParameters() { return kTorchStream; }

std::span<const Parameter> OnnxStreamParameters() { return kOnnxStream; }

std::span<const Parameter> KerasClassifierStreamParameters() { return kKerasClassifierStream; }

std::span<const Parameter> KerasRegressorStreamParameters() { return kKerasRegressorStream; }

std::span<const Parameter> TableModelPredictParameters() { return kTableModel; }

std::span<const Parameter> SavedModelPredictParameters() { return kSavedModel; }

std::span<const Parameter> TorchPredictParameters() { return kTorch; }

std::span<const Parameter> OnnxPredictParameters() { return kOnnx; }

std::span<const Parameter> KerasClassifierPredictParameters() { return kKerasClassifier; }

std::span<const Parameter> KerasRegressorPredictParameters() { return kKerasRegressor; }

std::span<const Parameter> KerasTrainParameters() { return kKeras; }

}  // namespace paisql::pai
