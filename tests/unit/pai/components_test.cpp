#include "pai/components.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.h"
#include "committed_file.h"
#include "jobs/spec/runtime.h"
#include "pai/alink/alink_components.h"
#include "pai/tensorflow/version_name.h"
#include "test_data.h"

namespace paisql::pai {
namespace {

using ::testing::HasSubstr;

using ::testing::SizeIs;

std::string Face(const std::string& name) {
  const auto algorithm = OfferedComponents().Find(name);
  return algorithm.has_value() ? std::string(RuntimeOf(*algorithm->component)) : "none";
}

TEST(AlgorithmsTest, NamesAreFoundInAnyLetterCase) {
  EXPECT_EQ(Face("TensorFlow1120_EXT"), "tensorflow1");
  EXPECT_EQ(OfferedComponents().Find("TensorFlow1120_EXT")->name, "tensorflow1120_ext");
  EXPECT_EQ(FindParameter(OfferedComponents().Find("tensorflow")->component->parameters, "Script"),
            nullptr);
}

TEST(AlgorithmsTest, NamesUpTo112RanPython2) {
  for (const char* name :
       {"tensorflow", "tensorflow_ext", "tensorflow121", "tensorflow140", "tensorflow140_lite",
        "tensorflow180_ext", "tensorflow112_boosting", "tensorflow1120", "TensorFlow1120_cpu_ext"})
    EXPECT_TRUE(RanPython2(name)) << name;
  for (const char* name : {"tensorflow1120_py3", "tensorflow1120_py3_ext", "tensorflow1130",
                           "tensorflow1150", "tensorflow1150_ext", "tensorflow200",
                           "tensorflow_v2150", "tensorboard", "tensorflow_batch"})
    EXPECT_FALSE(RanPython2(name)) << name;
}

TEST(AlgorithmsTest, EveryTensorFlowHasItsFace) {
  for (const char* name :
       {"tensorflow", "tensorflow121", "tensorflow140", "tensorflow140_lite",
        "tensorflow140_lite_beta_kd", "tensorflow140_hvd_test", "tensorflow180",
        "tensorflow180_hvd_test", "tensorflow112_boosting", "tensorflow1120", "tensorflow1120_ext",
        "tensorflow1120_cpu_ext", "tensorflow1120_py3", "tensorflow1150"})
    EXPECT_EQ(Face(name), "tensorflow1") << name;
  for (int minor = 0; minor <= 15; ++minor) {
    const std::string digits = "2" + std::to_string(minor) + "0";
    for (const std::string& name : {"tensorflow" + digits, "tensorflow" + digits + "_ext",
                                    "tensorflow_v" + digits, "tensorflow_v" + digits + "_ext"})
      EXPECT_EQ(Face(name), "tensorflow2") << name;
  }
  EXPECT_EQ(Face("tensorflow2160"), "none");
  EXPECT_EQ(RuntimeOf(*OfferedComponents().Find("tensorboard")->component), "tensorboard");
  std::vector<std::string_view> others;
  for (const Component& component : OfferedComponents().rows()) {
    if (component.classic) continue;
    others.insert(others.end(), component.names.begin(), component.names.end());
  }
  EXPECT_THAT(others, SizeIs(18 + 64 + 1 + 4 + 8 + 9));
}

TEST(AlgorithmsTest, AVersionIsWrittenInEveryWayOfThePlatform) {
  for (const char* name :
       {"tensorflow_v215", "tensorflow_v2150", "tensorflow215", "TensorFlow_V215",
        "tensorflow_v215_ext", "tensorflow2151", "tensorflow_v24", "tensorflow241",
        "tensorflow_v20", "tensorflow_v2100_gpu_ext"})
    EXPECT_EQ(Face(name), "tensorflow2") << name;
  for (const char* name :
       {"tensorflow_v1150", "tensorflow_v115", "tensorflow115_ext", "tensorflow1155",
        "tensorflow_v14", "tensorflow_v112_py3", "tensorflow1120_gpu", "tensorflow_v1120_cpu_ext"})
    EXPECT_EQ(Face(name), "tensorflow1") << name;
  for (const char* name :
       {"tensorflow216", "tensorflow_v2160", "tensorflow_v219", "tensorflow_v300", "tensorflow_v",
        "tensorflow_v2", "tensorflow_v2015", "tensorflow215_xyz", "tensorflow_v215 ",
        "tensorflow1999", "tensorflow0150", "tensorflowv215", "tensorflow_215"})
    EXPECT_EQ(Face(name), "none") << name;
  EXPECT_EQ(OfferedComponents().Find("TensorFlow_V215")->name, "tensorflow_v215");
}

TEST(AlgorithmsTest, EveryFamilyHasItsRuntimeAndItsBuilder) {
  for (const Component& component : OfferedComponents().rows()) {
    if (const auto* const sql = std::get_if<SqlBuild>(&component.run)) {
      EXPECT_NE(sql->build, nullptr) << component.title;
      continue;
    }
    const jobs::Runtime* const runtime = jobs::FindRuntime(RuntimeOf(component));
    ASSERT_NE(runtime, nullptr) << component.title;
    if (const auto* const job = std::get_if<JobBuild>(&component.run)) {
      ASSERT_NE(job->build, nullptr) << component.title;
    }
    // What names tables runs where they can be read.
    for (const Parameter& parameter : component.parameters) {
      EXPECT_TRUE(parameter.type != ParameterType::kTables || runtime->reads_tables);
    }
  }
}

TEST(AlgorithmsTest, OtherFamiliesOfThePlatformAreKnown) {
  EXPECT_EQ(KnownElsewhere("PyTorch180").what, "PyTorch");
  EXPECT_THAT(KnownElsewhere("easy_rec_py3_ext").what, HasSubstr("EasyRec"));
  EXPECT_THAT(KnownElsewhere("easy_rec_ext").cure, HasSubstr("-DentryFile=run.py"));
  EXPECT_EQ(KnownElsewhere("jupyter121").what, "a Jupyter notebook");
  EXPECT_EQ(KnownElsewhere("tensorflow1121").what, "");
}

// What the help says of a parameter: its name, its type, whether it must be given, its default,
// and what it means; words and aliases stand among the last.
std::string LinesOf(const Parameter& parameter) {
  std::string text = "\n  -D" + std::string(parameter.name) + " (";
  text += TypeText(parameter.type);
  if (parameter.required) text += ", required";
  if (!parameter.default_value.empty()) text += ", default " + std::string(parameter.default_value);
  text += ")\n      " + std::string(parameter.help);
  return text;
}

TEST(AlgorithmsTest, HelpNamesEveryParameterAndShowsAnExample) {
  for (const std::string& name : OfferedComponents().Names()) {
    const Algorithm algorithm = *OfferedComponents().Find(name);
    const std::string help = HelpText(algorithm);
    for (const Parameter& parameter : algorithm.component->parameters) {
      EXPECT_THAT(help, HasSubstr(LinesOf(parameter))) << name;
      for (const std::string& word : WordsOf(parameter)) EXPECT_THAT(help, HasSubstr(word));
      for (const std::string& alias : Split(parameter.aliases, ' '))
        EXPECT_THAT(help, HasSubstr(alias));
    }
    EXPECT_THAT(help, HasSubstr("PAI -name " + name + " "));
  }
  const std::string help = HelpText(*OfferedComponents().Find("tensorflow1120_ext"));
  EXPECT_THAT(help, HasSubstr("-Dscript (script, required)"));
  EXPECT_THAT(help, HasSubstr("-DgpuRequired (integer, default 100)"));
  EXPECT_THAT(help, HasSubstr("No effect here: local buckets need no host."));
  EXPECT_THAT(AlgorithmsHelp(), HasSubstr("TensorBoard: Serves"));
}

std::string ParametersOf(const char* name) {
  return ParametersMarkdown(OfferedComponents().Find(name)->component->parameters);
}

TEST(AlgorithmsTest, TheReferenceIsUpToDate) {
  ExpectTables("pai.md",
               {
                   {"## Algorithms", AlgorithmsMarkdown()},
                   {"## Parameters", ParametersOf("tensorflow")},
                   {"## TensorBoard", ParametersOf("tensorboard")},
               },
               "pai_test");
  ExpectTables(
      "alink.md",
      {{"## Parameters of the statements", ParametersOf("tensorflow_batch")},
       {"### Parameters of predictors", ParametersOf("tf_table_model_predict")},
       {"### Parameters of Keras components", ParametersOf("keras_sequential_classifier_train")}},
      "pai_test");
  ExpectTables("alink-streams.md",
               {{"## Parameters of streams", ParametersOf("tensorflow_stream")}}, "pai_test");
}

// What the examples print: tests/pai/classic/test_component_examples.py runs them, and writes the
// file.
std::map<std::string, std::string> ShownByExamples() {
  std::map<std::string, std::string> shown;
  std::ifstream file(TestData() / "components" / "examples.txt");
  std::string name;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("== ")) {
      name = line.substr(3);
      shown[name];
    } else {
      shown[name] += line + "\n";
    }
  }
  return shown;
}

TEST(AlgorithmsTest, ThePageOfClassicComponentsIsUpToDate) {
  ExpectCommitted("docs/components.md", ClassicMarkdown(ShownByExamples()), "pai_test");
}

TEST(AlgorithmsTest, GettersOfOperatorsKnowTheDefaults) {
  ExpectCommitted("src/python/paisql/alink/statement_defaults.json", AlinkDefaultsJson(),
                  "pai_test");
}

}  // namespace
}  // namespace paisql::pai
