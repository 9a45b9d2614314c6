#include "pai/algorithm/algorithms.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "pai/algorithm/alink_algorithms.h"
#include "pai/algorithm/alink_stream_algorithms.h"
#include "pai/algorithm/version_name.h"
#include "pai/job/job_builder.h"
#include "pai/parameter/parameter_tables.h"

namespace paisql::pai {

namespace {

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

const std::array<AlgorithmFamily, 3>& OwnFamilies() {
  static const std::array<AlgorithmFamily, 3> families = {
      AlgorithmFamily{"TensorFlow 1", kVersion1Names, "", 1, "tensorflow1",
                      "`import tensorflow` gives the TensorFlow 1 API, on TensorFlow 2.15.",
                      TensorFlowParameters(), BuildScriptJob, kVersion1Script, kTensorFlowExample},
      AlgorithmFamily{"TensorFlow 2", kVersion2Names,
                      "tensorflow<v>, tensorflow_v<v>, either with _ext after it; <v> is 200, "
                      "210, 220, ... 290, 2100, 2110, ... 2150",
                      2, "tensorflow2", "`import tensorflow` gives TensorFlow 2.15 as it is.",
                      TensorFlowParameters(), BuildScriptJob, kVersion2Script, kTensorFlowExample},
      AlgorithmFamily{"TensorBoard", kTensorBoardNames, "", 0, "tensorboard",
                      "Serves TensorBoard on 127.0.0.1 until the job is killed.",
                      TensorBoardParameters(), BuildBoardJob, "", kTensorBoardExample},
  };
  return families;
}

const std::vector<AlgorithmFamily>& Families() {
  static const std::vector<AlgorithmFamily> families = [] {
    std::vector<AlgorithmFamily> all(OwnFamilies().begin(), OwnFamilies().end());
    all.insert(all.end(), AlinkFamilies().begin(), AlinkFamilies().end());
    all.insert(all.end(), AlinkModelFamilies().begin(), AlinkModelFamilies().end());
    all.insert(all.end(), AlinkStreamFamilies().begin(), AlinkStreamFamilies().end());
    return all;
  }();
  return families;
}

const std::vector<Algorithm>& AllAlgorithms() {
  static const std::vector<Algorithm> algorithms = [] {
    std::vector<Algorithm> all;
    for (const AlgorithmFamily& family : Families()) {
      for (const std::string_view name : family.names) all.push_back({std::string(name), &family});
    }
    return all;
  }();
  return algorithms;
}

struct OtherFamily {
  std::string_view prefix;
  Elsewhere elsewhere;
};

constexpr std::string_view kNoCure = "TensorFlow scripts run here; HELP PAI; lists the algorithms";

constexpr std::array kOtherFamilies = {
    OtherFamily{"pytorch", {"PyTorch", kNoCure}},
    OtherFamily{"easy_rec",
                {"EasyRec, models for recommendations",
                 "run EasyRec's own archive: PAI -name tensorflow1120_cpu_ext "
                 "-Dscript=<easy_rec_ext_..._res.tar.gz> -DentryFile=run.py "
                 "-DuserDefinedParameters=\"--cmd=train --config=oss://...\" (docs/pai-scripts.md, "
                 "\"EasyRec\")"}},
    OtherFamily{"easytransfer", {"EasyTransfer, transfer learning on texts", kNoCure}},
    OtherFamily{"easynlp", {"EasyNLP, models of language on PyTorch", kNoCure}},
    OtherFamily{"jupyter", {"a Jupyter notebook", kNoCure}},
};

constexpr std::array<std::string_view, 4> kProjects = {"algo_public", "algo_public_dev",
                                                       "algo_platform", "algo_platform_dev"};

}  // namespace

std::span<const AlgorithmFamily> AlgorithmFamilies() { return Families(); }

std::optional<Algorithm> FindAlgorithm(std::string_view name) {
  const std::vector<Algorithm>& all = AllAlgorithms();
  const auto found = std::find_if(all.begin(), all.end(), [name](const Algorithm& algorithm) {
    return EqualsIgnoreCase(algorithm.name, name);
  });
  if (found != all.end()) return *found;
  const std::optional<int> version = MajorVersionOf(name);
  if (!version.has_value()) return std::nullopt;
  const auto family =
      std::find_if(Families().begin(), Families().end(),
                   [&version](const AlgorithmFamily& one) { return one.tensorflow == *version; });
  return Algorithm{ToLower(name), &*family};
}

std::vector<std::string> AlgorithmNames() {
  std::vector<std::string> names;
  for (const Algorithm& algorithm : AllAlgorithms()) names.emplace_back(algorithm.name);
  return names;
}

Elsewhere KnownElsewhere(std::string_view name) {
  for (const OtherFamily& family : kOtherFamilies) {
    if (EqualsIgnoreCase(name.substr(0, family.prefix.size()), family.prefix))
      return family.elsewhere;
  }
  return {};
}

std::span<const std::string_view> AlgorithmProjects() { return kProjects; }

}  // namespace paisql::pai
