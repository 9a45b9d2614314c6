#include "pai/algorithm/alink_stream_algorithms.h"

#include <array>

#include "pai/job/job_builder.h"
#include "pai/parameter/parameter_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kStream1 = {"tensorflow_stream"};
constexpr std::array<std::string_view, 1> kStream2 = {"tensorflow2_stream"};

constexpr std::string_view kScript = R"(import tensorflow as tf
def main(task_config):
    for record in tf.compat.v1.data.make_one_shot_iterator(task_config.dataset_fn()) \
            if not tf.executing_eagerly() else task_config.dataset_fn():
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

}  // namespace

std::span<const AlgorithmFamily> AlinkStreamFamilies() {
  static const std::array<AlgorithmFamily, 2> families = {
      AlgorithmFamily{"Alink TensorFlowStreamOp", kStream1, "", 0, "alink1",
                      "Calls main(task_config) of a script with rows as they come, each a "
                      "tf.train.Example, under the TensorFlow 1 API; what it writes goes on at "
                      "once.",
                      AlinkStreamParameters(), BuildAlinkStreamJob, kScript, kExample},
      AlgorithmFamily{"Alink TensorFlow2StreamOp", kStream2, "", 0, "alink2",
                      "The same under the TensorFlow 2 API.", AlinkStreamParameters(),
                      BuildAlinkStreamJob, kScript, kExample},
  };
  return families;
}

}  // namespace paisql::pai
