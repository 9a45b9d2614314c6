// The rows of Alink's predictors and Keras components.

#include <array>

#include "pai/algorithm/alink_algorithms.h"
#include "pai/job/alink_model_job.h"
#include "pai/job/job_builder.h"
#include "pai/parameter/parameter_tables.h"

namespace paisql::pai {

namespace {

template <ModelKind kKind>
constexpr auto kBuild = BuildPredictJobOf<kKind, PredictedRows::kBatch>;

constexpr std::array<std::string_view, 1> kTable = {"tf_table_model_predict"};
constexpr std::array<std::string_view, 1> kSavedModel = {"tf_savedmodel_predict"};
constexpr std::array<std::string_view, 1> kTorch = {"torch_model_predict"};
constexpr std::array<std::string_view, 1> kOnnx = {"onnx_model_predict"};
constexpr std::array<std::string_view, 1> kClassifier = {"keras_sequential_classifier_train"};
constexpr std::array<std::string_view, 1> kClassify = {"keras_sequential_classifier_predict"};
constexpr std::array<std::string_view, 1> kRegressor = {"keras_sequential_regressor_train"};
constexpr std::array<std::string_view, 1> kRegress = {"keras_sequential_regressor_predict"};

// Trains y = 2 x.
constexpr std::string_view kScript = R"(import tensorflow as tf
def main(task_config):
    with tf.compat.v1.Graph().as_default(), tf.compat.v1.Session() as session:
        x = tf.compat.v1.placeholder(tf.float32, [None], name="x")
        factor = tf.compat.v1.get_variable("factor", initializer=2.0)
        session.run(tf.compat.v1.global_variables_initializer())
        tf.compat.v1.saved_model.simple_save(
            session, task_config.saved_model_dir, {"x": x}, {"y": x * factor})
)";

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

constexpr std::string_view kTrainExample =
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

// Of the models that the two above write.
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

std::span<const AlgorithmFamily> AlinkModelFamilies() {
  static const std::array<AlgorithmFamily, 8> families = {
      AlgorithmFamily{"Alink TFTableModelPredictBatchOp", kTable, "", 0, "alink_predict",
                      "Computes a table's rows with a SavedModel that lies in a table, in batches.",
                      TableModelPredictParameters(), kBuild<ModelKind::kTable>, kScript,
                      kTableExample},
      AlgorithmFamily{"Alink TFSavedModelPredictBatchOp", kSavedModel, "", 0, "alink_predict",
                      "The same with a SavedModel in a folder or an archive; a cell is a whole "
                      "tensor, the batch's dimension included.",
                      SavedModelPredictParameters(), kBuild<ModelKind::kSavedModel>, "",
                      kSavedModelExample},
      AlgorithmFamily{"Alink TorchModelPredictBatchOp", kTorch, "", 0, "alink_predict",
                      "The same with a TorchScript file, row by row, where PyTorch is installed.",
                      TorchPredictParameters(), kBuild<ModelKind::kTorch>, "", kTorchExample},
      AlgorithmFamily{"Alink OnnxModelPredictBatchOp", kOnnx, "", 0, "alink_predict",
                      "The same with an ONNX file, where onnxruntime is installed.",
                      OnnxPredictParameters(), kBuild<ModelKind::kOnnx>, "", kOnnxExample},
      AlgorithmFamily{"Alink KerasSequentialClassifierTrainBatchOp", kClassifier, "", 0,
                      "alink_keras",
                      "Trains a network of the named Keras layers that tells labels apart; the "
                      "model becomes rows of a table.",
                      KerasTrainParameters(), BuildKerasClassifierTrainJob, "", kTrainExample},
      AlgorithmFamily{"Alink KerasSequentialClassifierPredictBatchOp", kClassify, "", 0,
                      "alink_predict", "Tells the labels of a table's rows with such a model.",
                      KerasClassifierPredictParameters(), kBuild<ModelKind::kClassifier>, "",
                      kClassifyExample},
      AlgorithmFamily{"Alink KerasSequentialRegressorTrainBatchOp", kRegressor, "", 0,
                      "alink_keras",
                      "Trains a network of the named Keras layers that tells a number; the model "
                      "becomes rows of a table.",
                      KerasTrainParameters(), BuildKerasRegressorTrainJob, "", kRegressionExample},
      AlgorithmFamily{"Alink KerasSequentialRegressorPredictBatchOp", kRegress, "", 0,
                      "alink_predict", "Tells the numbers of a table's rows with such a model.",
                      KerasRegressorPredictParameters(), kBuild<ModelKind::kRegressor>, "",
                      kRegressExample},
  };
  return families;
}

}  // namespace paisql::pai
