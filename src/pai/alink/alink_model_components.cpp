// The rows of Alink's predictors and Keras components.

#include <array>

#include "pai/alink/alink_components.h"
#include "pai/alink/alink_jobs.h"
#include "pai/alink/alink_model_job.h"
#include "pai/alink/alink_parameter_tables.h"

namespace paisql::pai {

namespace {

template <ModelKind kKind>
constexpr auto kBuild = BuildPredictJobOf<kKind, PredictedRows::kBatch>;

constexpr std::array<std::string_view, 1> kTableNames = {"tf_table_model_predict"};
constexpr std::array<std::string_view, 1> kSavedModelNames = {"tf_savedmodel_predict"};
constexpr std::array<std::string_view, 1> kTorchNames = {"torch_model_predict"};
constexpr std::array<std::string_view, 1> kOnnxNames = {"onnx_model_predict"};
constexpr std::array<std::string_view, 1> kClassifierNames = {"keras_sequential_classifier_train"};
constexpr std::array<std::string_view, 1> kClassifyNames = {"keras_sequential_classifier_predict"};
constexpr std::array<std::string_view, 1> kRegressorNames = {"keras_sequential_regressor_train"};
constexpr std::array<std::string_view, 1> kRegressNames = {"keras_sequential_regressor_predict"};

using enum PortKind;

constexpr Port kRowsPort = {"inputTableName", kInputTable};
constexpr Port kAnswersPort = {"outputTableName", kOutputTable};
constexpr std::array kTablePorts = {Port{"modelTableName", kInputTable}, kRowsPort, kAnswersPort};
constexpr std::array kFolderPorts = {Port{"modelPath", kFolder}, kRowsPort, kAnswersPort};
constexpr std::array kTrainPorts = {kRowsPort, kAnswersPort, Port{"checkpointFilePath", kFolder}};

constexpr std::string_view kTableExample =
    R"(CREATE TABLE points (x DOUBLE);
INSERT INTO points VALUES (1.0), (2.0);
PAI -name tf2_table_model_train -DinputTableName=points -DoutputTableName=model
    -DmainScriptFile="file://train.py";
PAI -name {name} -DmodelTableName=model -DinputTableName=points
    -DoutputTableName=answers -DoutputSchemaStr="y double";
)";

constexpr std::string_view kSavedModelExample =
    R"(PAI -name {name} -DmodelPath="file://models/1617959973"
    -DinputTableName=points -DoutputTableName=answers
    -DselectedCols=x -DoutputSchemaStr="y double";
)";

constexpr std::string_view kTorchExample =
    R"(PAI -name {name} -DmodelPath="file://model.pt"
    -DinputTableName=points -DoutputTableName=answers
    -DselectedCols=x -DoutputSchemaStr="y double";
)";

constexpr std::string_view kOnnxExample =
    R"(PAI -name {name} -DmodelPath="file://model.onnx"
    -DinputTableName=points -DoutputTableName=answers
    -DselectedCols=x -DoutputSchemaStr="y double";
)";

constexpr std::string_view kKerasExample =
    R"sql(CREATE TABLE flowers (sizes STRING, kind STRING);
INSERT INTO flowers VALUES ('1.4 0.2', 'setosa'), ('4.7 1.4', 'versicolor');
PAI -name {name} -DinputTableName=flowers
    -DoutputTableName=kinds -DtensorCol=sizes -DlabelCol=kind
    -Dlayers="[\"Dense(8, activation='relu')\"]" -DnumEpochs=1;
)sql";

constexpr std::string_view kRegressionExample =
    R"sql(CREATE TABLE points (x DOUBLE, y DOUBLE);
INSERT INTO points VALUES (1.0, 2.0), (2.0, 4.0);
PAI -name {name} -DinputTableName=points
    -DoutputTableName=line -DtensorCol=x -DlabelCol=y
    -Dlayers="[\"Dense(8, activation='relu')\"]" -DnumEpochs=1;
)sql";

// The example for models that the two above write.
constexpr std::string_view kClassifyExample =
    R"(PAI -name {name} -DmodelTableName=kinds
    -DinputTableName=flowers -DoutputTableName=answers
    -DpredictionCol=answer;
)";

constexpr std::string_view kRegressExample =
    R"(PAI -name {name} -DmodelTableName=line
    -DinputTableName=points -DoutputTableName=answers
    -DpredictionCol=answer;
)";

}  // namespace

std::span<const Component> AlinkModelComponents() {
  static const std::array<Component, 8> components = {
      Component{"Alink TFTableModelPredictBatchOp", kTableNames, "", 0,
                "Computes a table's rows with a SavedModel that lies in a table, in batches.",
                TableModelPredictParameters(), kTablePorts,
                JobBuild{"alink_predict", kBuild<ModelKind::kTable>}, kTrainScript, kTableExample},
      Component{"Alink TFSavedModelPredictBatchOp", kSavedModelNames, "", 0,
                "The same with a SavedModel in a folder or an archive; a cell is a whole "
                "tensor, the batch's dimension included.",
                SavedModelPredictParameters(), kFolderPorts,
                JobBuild{"alink_predict", kBuild<ModelKind::kSavedModel>}, "", kSavedModelExample},
      Component{"Alink TorchModelPredictBatchOp", kTorchNames, "", 0,
                "The same with a TorchScript file, row by row, where PyTorch is installed.",
                TorchPredictParameters(), kFolderPorts,
                JobBuild{"alink_predict", kBuild<ModelKind::kTorch>}, "", kTorchExample},
      Component{"Alink OnnxModelPredictBatchOp", kOnnxNames, "", 0,
                "The same with an ONNX file, where onnxruntime is installed.",
                OnnxPredictParameters(), kFolderPorts,
                JobBuild{"alink_predict", kBuild<ModelKind::kOnnx>}, "", kOnnxExample},
      Component{"Alink KerasSequentialClassifierTrainBatchOp", kClassifierNames, "", 0,
                "Trains a network of the named Keras layers that tells labels apart; the "
                "model becomes rows of a table.",
                KerasTrainParameters(), kTrainPorts,
                JobBuild{"alink_keras", BuildKerasClassifierTrainJob}, "", kKerasExample},
      Component{"Alink KerasSequentialClassifierPredictBatchOp", kClassifyNames, "", 0,
                "Tells the labels of a table's rows with such a model.",
                KerasClassifierPredictParameters(), kTablePorts,
                JobBuild{"alink_predict", kBuild<ModelKind::kClassifier>}, "", kClassifyExample},
      Component{"Alink KerasSequentialRegressorTrainBatchOp", kRegressorNames, "", 0,
                "Trains a network of the named Keras layers that tells a number; the model "
                "becomes rows of a table.",
                KerasTrainParameters(), kTrainPorts,
                JobBuild{"alink_keras", BuildKerasRegressorTrainJob}, "", kRegressionExample},
      Component{"Alink KerasSequentialRegressorPredictBatchOp", kRegressNames, "", 0,
                "Tells the numbers of a table's rows with such a model.",
                KerasRegressorPredictParameters(), kTablePorts,
                JobBuild{"alink_predict", kBuild<ModelKind::kRegressor>}, "", kRegressExample},
  };
  return components;
}

}  // namespace paisql::pai
