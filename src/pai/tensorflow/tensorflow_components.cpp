#include "pai/tensorflow/tensorflow_components.h"

#include <array>

#include "pai/tensorflow/job_builder.h"
#include "pai/tensorflow/tensorflow_parameters.h"

namespace paisql::pai {

namespace {

using enum PortKind;

constexpr std::array<std::string_view, 18> kVersion1Names = {
    "tensorflow",
    "tensorflow_ext",
    "tensorflow121",
    "tensorflow140",
    "tensorflow140_ext",
    "tensorflow140_lite",
    "tensorflow140_lite_beta_kd",
    "tensorflow140_hvd_test",
    "tensorflow180",
    "tensorflow180_ext",
    "tensorflow180_hvd_test",
    "tensorflow112_boosting",
    "tensorflow1120",
    "tensorflow1120_ext",
    "tensorflow1120_cpu_ext",
    "tensorflow1120_py3",
    "tensorflow1150",
    "tensorflow1150_ext",
};

// The platform writes 2.2.0 as 220, with and without a v.
#define PAISQL_VERSION_2(digits)                                          \
  "tensorflow" digits, "tensorflow" digits "_ext", "tensorflow_v" digits, \
      "tensorflow_v" digits "_ext"

constexpr std::array<std::string_view, 64> kVersion2Names = {
    PAISQL_VERSION_2("200"),  PAISQL_VERSION_2("210"),  PAISQL_VERSION_2("220"),
    PAISQL_VERSION_2("230"),  PAISQL_VERSION_2("240"),  PAISQL_VERSION_2("250"),
    PAISQL_VERSION_2("260"),  PAISQL_VERSION_2("270"),  PAISQL_VERSION_2("280"),
    PAISQL_VERSION_2("290"),  PAISQL_VERSION_2("2100"), PAISQL_VERSION_2("2110"),
    PAISQL_VERSION_2("2120"), PAISQL_VERSION_2("2130"), PAISQL_VERSION_2("2140"),
    PAISQL_VERSION_2("2150"),
};

#undef PAISQL_VERSION_2

constexpr std::array<std::string_view, 1> kTensorBoardNames = {"tensorboard"};

constexpr std::array kTensorFlowPorts = {
    Port{"tables", kInputTable},    Port{"outputs", kOutputTable}, Port{"buckets", kFolder},
    Port{"checkpointDir", kFolder}, Port{"volumes", kFolder},
};

constexpr std::array kTensorBoardPorts = {Port{"summaryDir", kFolder}};

constexpr std::string_view kVersion1Script = R"(import tensorflow as tf
FLAGS = tf.app.flags.FLAGS
def main(_):
    reader = tf.python_io.TableReader(FLAGS.tables)
    rows = reader.read(reader.get_row_count())
    with tf.python_io.TableWriter(FLAGS.outputs) as writer:
        writer.write([(x, 2 * x) for x, in rows], [0, 1])
tf.app.run()
)";

constexpr std::string_view kVersion2Script = R"(import argparse
import tensorflow as tf
parser = argparse.ArgumentParser()
parser.add_argument("--tables")
parser.add_argument("--outputs")
arguments, _ = parser.parse_known_args()
reader = tf.python_io.TableReader(arguments.tables)
rows = reader.read(reader.get_row_count())
with tf.python_io.TableWriter(arguments.outputs) as writer:
    writer.write([(x, float(tf.constant(x) * 2)) for x, in rows], [0, 1])
)";

constexpr std::string_view kTensorFlowExample =
    R"(CREATE TABLE points (x DOUBLE);
INSERT INTO points VALUES (1.0), (2.0);
CREATE TABLE doubled (x DOUBLE, y DOUBLE);
PAI -name {name} -project algo_public
    -Dscript="file://train.py"
    -Dtables="odps://default_project/tables/points"
    -Doutputs="odps://default_project/tables/doubled"
    -DgpuRequired=0;
)";

constexpr std::string_view kTensorBoardExample =
    R"(PAI -name tensorboard -DsummaryDir="oss://models/first/";
)";

}  // namespace

std::span<const Component> TensorFlowComponents() {
  static const std::array<Component, 3> components = {
      Component{"TensorFlow 1", kVersion1Names, "", 1,
                "`import tensorflow` gives the TensorFlow 1 API, on TensorFlow 2.15.",
                TensorFlowParameters(), kTensorFlowPorts, JobBuild{"tensorflow1", BuildScriptJob},
                kVersion1Script, kTensorFlowExample},
      Component{"TensorFlow 2", kVersion2Names,
                "tensorflow<v>, tensorflow_v<v>, either with _ext after it; <v> is 200, "
                "210, 220, ... 290, 2100, 2110, ... 2150",
                2, "`import tensorflow` gives TensorFlow 2.15 as it is.", TensorFlowParameters(),
                kTensorFlowPorts, JobBuild{"tensorflow2", BuildScriptJob}, kVersion2Script,
                kTensorFlowExample},
      Component{"TensorBoard", kTensorBoardNames, "", 0,
                "Serves TensorBoard on 127.0.0.1 until the job is killed.", TensorBoardParameters(),
                kTensorBoardPorts, JobBuild{"tensorboard", BuildBoardJob}, "", kTensorBoardExample},
  };
  return components;
}

}  // namespace paisql::pai
