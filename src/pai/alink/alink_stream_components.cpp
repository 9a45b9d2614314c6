#include "pai/alink/alink_components.h"

#include <array>

#include "pai/alink/alink_jobs.h"
#include "pai/alink/alink_model_job.h"
#include "pai/alink/alink_parameter_tables.h"

namespace paisql::pai {

namespace {

template <ModelKind kKind>
constexpr auto kBuildStream = BuildPredictJobOf<kKind, PredictedRows::kStream>;

constexpr std::array<std::string_view, 1> kStream1 = {"tensorflow_stream"};
constexpr std::array<std::string_view, 1> kStream2 = {"tensorflow2_stream"};

constexpr std::array<std::string_view, 1> kTableModelStreamNames = {
    "tf_table_model_predict_stream"};
constexpr std::array<std::string_view, 1> kSavedModelStreamNames = {"tf_savedmodel_predict_stream"};
constexpr std::array<std::string_view, 1> kTorchStreamNames = {"torch_model_predict_stream"};
constexpr std::array<std::string_view, 1> kOnnxStreamNames = {"onnx_model_predict_stream"};
constexpr std::array<std::string_view, 1> kClassifyStreamNames = {
    "keras_sequential_classifier_predict_stream"};
constexpr std::array<std::string_view, 1> kRegressStreamNames = {
    "keras_sequential_regressor_predict_stream"};

constexpr std::array<std::string_view, 1> kSqlStreamNames = {"sql_stream"};

using enum PortKind;

constexpr Port kStreamRows = {"inputTableName", kInputTable};
constexpr Port kMoreRows = {"moreSources", kInputTable, "inputTableName"};
constexpr Port kStreamAnswers = {"outputTableName", kOutputTable};
constexpr Port kCursor = {"outputTableName", kOutputTable, "", "_cursor"};
constexpr std::array kStreamPorts = {kStreamRows, kMoreRows, kStreamAnswers, kCursor};
constexpr std::array kTableStreamPorts = {Port{"modelTableName", kInputTable}, kStreamRows,
                                          kMoreRows, kStreamAnswers, kCursor};
constexpr std::array kFolderStreamPorts = {Port{"modelPath", kFolder}, kStreamRows, kMoreRows,
                                           kStreamAnswers, kCursor};

// Each doubles x, as scripts of its version go through a dataset.
constexpr std::string_view kScript1 = R"(import tensorflow as tf
def main(task_config):
    records = tf.compat.v1.data.make_one_shot_iterator(task_config.dataset_fn())
    following = records.get_next()
    with tf.compat.v1.Session() as session:
        while True:
            try:
                example = tf.train.Example.FromString(session.run(following))
            except tf.errors.OutOfRangeError:
                break
            x = example.features.feature["x"].float_list.value
            x[0] = 2 * x[0]
            task_config.output_writer.write(example)
)";

constexpr std::string_view kScript2 = R"(import tensorflow as tf
def main(task_config):
    for record in task_config.dataset_fn():
        example = tf.train.Example.FromString(record.numpy())
        x = example.features.feature["x"].float_list.value
        x[0] = 2 * x[0]
        task_config.output_writer.write(example)
)";

constexpr std::string_view kExample =
    R"(CREATE TABLE points (x DOUBLE);
INSERT INTO points VALUES (1.0), (2.0);
PAI -name {name} -DinputTableName=points
    -DoutputTableName=twice
    -DmainScriptFile="file://train.py"
    -DoutputSchemaStr="x double";
)";

constexpr std::string_view kTableModelExample =
    R"(PAI -name {name} -DmodelTableName=model
    -DinputTableName=points -Dfollow=true -DoutputTableName=answers
    -DselectedCols=x -DoutputSchemaStr="y double";
)";

constexpr std::string_view kSavedModelStreamExample =
    R"(PAI -name {name} -DmodelPath="file://models/1617959973"
    -DinputTableName=points -Dfollow=true -DoutputTableName=answers
    -DselectedCols=x -DoutputSchemaStr="y double";
)";

constexpr std::string_view kTorchStreamExample =
    R"(PAI -name {name} -DmodelPath="file://model.pt"
    -DinputTableName=points -Dfollow=true -DoutputTableName=answers
    -DselectedCols=x -DoutputSchemaStr="y double";
)";

constexpr std::string_view kOnnxStreamExample =
    R"(PAI -name {name} -DmodelPath="file://model.onnx"
    -DinputTableName=points -Dfollow=true -DoutputTableName=answers
    -DselectedCols=x -DoutputSchemaStr="y double";
)";

constexpr std::string_view kSqlExample =
    R"sql(CREATE TABLE clicks (id BIGINT, text STRING);
INSERT INTO clicks VALUES (3, 'a'), (4, 'b');
PAI -name {name} -DinputTableName=clicks
    -DinputQuery="SELECT id, UPPER(text) AS text FROM input WHERE id > 3"
    -DoutputTableName=texts;
)sql";

// The example for models that the examples of training write.
constexpr std::string_view kClassifyStreamExample =
    R"(PAI -name {name} -DmodelTableName=kinds
    -DinputTableName=flowers -Dfollow=true -DoutputTableName=answers
    -DpredictionCol=answer;
)";

constexpr std::string_view kRegressStreamExample =
    R"(PAI -name {name} -DmodelTableName=line
    -DinputTableName=points -Dfollow=true -DoutputTableName=answers
    -DpredictionCol=answer;
)";

}  // namespace

std::span<const Component> AlinkStreamComponents() {
  static const std::array<Component, 9> components = {
      Component{"Alink TensorFlowStreamOp", kStream1, "", 0,
                "Calls main(task_config) of a script with rows as they come, each a "
                "tf.train.Example, under the TensorFlow 1 API; what it writes goes on at "
                "once.",
                AlinkStreamParameters(), kStreamPorts, JobBuild{"alink1", BuildAlinkStreamJob},
                kScript1, kExample},
      Component{"Alink TensorFlow2StreamOp", kStream2, "", 0,
                "The same under the TensorFlow 2 API.", AlinkStreamParameters(), kStreamPorts,
                JobBuild{"alink2", BuildAlinkStreamJob}, kScript2, kExample},
      Component{"Alink TFTableModelPredictStreamOp", kTableModelStreamNames, "", 0,
                "Computes rows as they come with a SavedModel that lies in a table.",
                TableModelStreamParameters(), kTableStreamPorts,
                JobBuild{"alink_predict", kBuildStream<ModelKind::kTable>}, "", kTableModelExample},
      Component{"Alink TFSavedModelPredictStreamOp", kSavedModelStreamNames, "", 0,
                "The same with a SavedModel in a folder or an archive; a cell is a whole "
                "tensor, the batch's dimension included.",
                SavedModelStreamParameters(), kFolderStreamPorts,
                JobBuild{"alink_predict", kBuildStream<ModelKind::kSavedModel>}, "",
                kSavedModelStreamExample},
      Component{"Alink TorchModelPredictStreamOp", kTorchStreamNames, "", 0,
                "The same with a TorchScript file, where PyTorch is installed.",
                TorchStreamParameters(), kFolderStreamPorts,
                JobBuild{"alink_predict", kBuildStream<ModelKind::kTorch>}, "",
                kTorchStreamExample},
      Component{"Alink OnnxModelPredictStreamOp", kOnnxStreamNames, "", 0,
                "The same with an ONNX file, where onnxruntime is installed.",
                OnnxStreamParameters(), kFolderStreamPorts,
                JobBuild{"alink_predict", kBuildStream<ModelKind::kOnnx>}, "", kOnnxStreamExample},
      Component{"Alink KerasSequentialClassifierPredictStreamOp", kClassifyStreamNames, "", 0,
                "Tells the labels of rows as they come with a model of "
                "keras_sequential_classifier_train.",
                KerasClassifierStreamParameters(), kTableStreamPorts,
                JobBuild{"alink_predict", kBuildStream<ModelKind::kClassifier>}, "",
                kClassifyStreamExample},
      Component{"Alink KerasSequentialRegressorPredictStreamOp", kRegressStreamNames, "", 0,
                "Tells the numbers of rows as they come with a model of "
                "keras_sequential_regressor_train.",
                KerasRegressorStreamParameters(), kTableStreamPorts,
                JobBuild{"alink_predict", kBuildStream<ModelKind::kRegressor>}, "",
                kRegressStreamExample},
      Component{"SQL on streams", kSqlStreamNames, "", 0,
                "Rows as they come into a table, a file or the session, as a query makes "
                "them; without a script.",
                SqlStreamParameters(), kStreamPorts, JobBuild{"alink_predict", BuildSqlStreamJob},
                "", kSqlExample},
  };
  return components;
}

}  // namespace paisql::pai
