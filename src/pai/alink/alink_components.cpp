#include "pai/alink/alink_components.h"

#include <array>

#include "pai/alink/alink_jobs.h"
#include "pai/alink/alink_parameter_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kBatch1 = {"tensorflow_batch"};
constexpr std::array<std::string_view, 1> kBatch2 = {"tensorflow2_batch"};
constexpr std::array<std::string_view, 1> kTrain1 = {"tf_table_model_train"};
constexpr std::array<std::string_view, 1> kTrain2 = {"tf2_table_model_train"};

constexpr std::array kPorts = {
    Port{"inputTableName", PortKind::kInputTable},
    Port{"broadcastTableNames", PortKind::kInputTable},
    Port{"outputTableName", PortKind::kOutputTable},
};

constexpr std::string_view kBatchScript = R"(import tensorflow as tf
def main(task_config):
    feature = tf.train.Feature
    for name in ("rows", "workers"):
        number = task_config.dataset_length if name == "rows" else task_config.num_workers
        example = tf.train.Example(features=tf.train.Features(feature={
            "name": feature(bytes_list=tf.train.BytesList(value=[name.encode()])),
            "number": feature(int64_list=tf.train.Int64List(value=[number]))}))
        task_config.output_writer.write(example)
)";

constexpr std::string_view kBatchExample =
    R"(CREATE TABLE points (x DOUBLE);
INSERT INTO points VALUES (1.0), (2.0);
PAI -name {name} -DinputTableName=points
    -DoutputTableName=counts
    -DmainScriptFile="file://train.py"
    -DoutputSchemaStr="name string, number long";
)";

constexpr std::string_view kTrainExample =
    R"(CREATE TABLE points (x DOUBLE);
INSERT INTO points VALUES (1.0), (2.0);
PAI -name {name} -DinputTableName=points
    -DoutputTableName=model
    -DmainScriptFile="file://train.py";
)";

}  // namespace

std::span<const Component> AlinkComponents() {
  static const std::array<Component, 4> components = {
      Component{"Alink TensorFlowBatchOp", kBatch1, "", 0,
                "Calls main(task_config) of a script with a table's rows as "
                "tf.train.Example, under the TensorFlow 1 API; the script writes rows back.",
                AlinkBatchParameters(), kPorts, JobBuild{"alink1", BuildAlinkBatchJob},
                kBatchScript, kBatchExample},
      Component{"Alink TensorFlow2BatchOp", kBatch2, "", 0, "The same under the TensorFlow 2 API.",
                AlinkBatchParameters(), kPorts, JobBuild{"alink2", BuildAlinkBatchJob},
                kBatchScript, kBatchExample},
      Component{"Alink TFTableModelTrainBatchOp", kTrain1, "", 0,
                "Calls main(task_config) of a script that exports a SavedModel, under the "
                "TensorFlow 1 API; the model becomes rows of a table.",
                AlinkTrainParameters(), kPorts, JobBuild{"alink1", BuildAlinkTrainJob},
                kTrainScript, kTrainExample},
      Component{"Alink TF2TableModelTrainBatchOp", kTrain2, "", 0,
                "The same under the TensorFlow 2 API.", AlinkTrainParameters(), kPorts,
                JobBuild{"alink2", BuildAlinkTrainJob}, kTrainScript, kTrainExample},
  };
  return components;
}

}  // namespace paisql::pai
