// PMML: XML that is read and refused, models of other exporters, and what is not computed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/coding/xml_reader.h"
#include "inference/pmml/pmml_model.h"

namespace paisql::inference {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Xml, ReadsElements) {
  const auto read = XmlDocument::Parse(
      "\xEF\xBB\xBF<?xml version=\"1.0\"?><!-- c --><p:a x='1 &lt; &#x4e2d;' y=\"'\">"
      " t &amp; u <b/><b z = \"2\"></b><![CDATA[<]]></p:a>\n");
  ASSERT_TRUE(read.ok()) << read.error().ToString();
  const XmlElement& root = read->root();
  EXPECT_EQ(root.name, "a");
  EXPECT_EQ(root.Get("x"), "1 < \u4e2d");
  EXPECT_EQ(root.Get("y"), "'");
  EXPECT_EQ(root.text, "t & u <");
  ASSERT_EQ(root.children.size(), 2u);
  EXPECT_EQ(root.children[1].Get("z"), "2");
  EXPECT_EQ(root.children[1].Get("q", "none"), "none");
}

TEST(Xml, RefusesWhatIsNotXml) {
  for (const char* const text :
       {"", "a", "<a", "<a>", "<a></b>", "<a x></a>", "<a x=1/>", "<a x='1/>", "<a>&no;</a>",
        "<a/><b/>", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "<a><!DOCTYPE b></a>",
        "<a>&#xD800;</a>", "<a><!-- </a>"}) {
    const auto read = XmlDocument::Parse(text);
    EXPECT_FALSE(read.ok()) << text;
  }
  std::string deep;
  for (int i = 0; i < 3000; ++i) deep += "<a>";
  EXPECT_FALSE(XmlDocument::Parse(deep).ok());
  EXPECT_THAT(XmlDocument::Parse("<a>\n\n<b></a>").error().detail, HasSubstr("line 3"));
}

class Pmml : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("pmml_test_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Result<std::unique_ptr<Model>> Load(const std::string& dictionary, const std::string& model) {
    std::ofstream file(folder_ / "model.pmml");
    file << "<PMML version=\"4.4\" xmlns=\"http://www.dmg.org/PMML-4_4\"><Header/>"
         << "<DataDictionary>" << dictionary << "</DataDictionary>" << model << "</PMML>";
    file.close();
    return LoadPmml(folder_, {});
  }

  std::string Refusal(const std::string& model) {
    const auto loaded = Load(kNumbers, model);
    return loaded.ok() ? "no error" : loaded.error().detail;
  }

  static Tensor Numbers(const std::vector<double>& values) {
    Tensor tensor = Tensor::Allocate(ElementType::kDouble, {static_cast<int64_t>(values.size())});
    std::copy(values.begin(), values.end(), tensor.data.as<double>());
    return tensor;
  }

  static std::vector<double> Values(const Tensor& tensor) {
    const double* const begin = tensor.data.as<double>();
    return {begin, begin + tensor.element_count()};
  }

  static constexpr const char* kNumbers =
      "<DataField name=\"x\" optype=\"continuous\" dataType=\"double\"/>"
      "<DataField name=\"y\" optype=\"continuous\" dataType=\"double\"/>";
  static constexpr const char* kSchema =
      "<MiningSchema><MiningField name=\"y\" usageType=\"target\"/><MiningField name=\"x\"/>"
      "</MiningSchema>";
  std::filesystem::path folder_;
};

TEST_F(Pmml, TheTargetIsTheAnswerWithoutAnOutput) {
  const auto model =
      Load(kNumbers, std::string("<RegressionModel functionName=\"regression\">") + kSchema +
                         "<RegressionTable intercept=\"1\"><NumericPredictor name=\"x\" "
                         "exponent=\"2\" coefficient=\"3\"/></RegressionTable></RegressionModel>");
  ASSERT_TRUE(model.ok()) << model.error().ToString();
  const Signature& signature = (*model)->signatures()[0];
  ASSERT_EQ(signature.inputs.size(), 1u);
  EXPECT_EQ(signature.outputs[0].name, "y");
  const auto answer = (*model)->Run(signature, std::vector{Numbers({0, 2, NAN})}, {});
  ASSERT_TRUE(answer.ok()) << answer.error().ToString();
  // A model that says nothing of missing values takes them for 0.
  EXPECT_THAT(Values((*answer)[0]), ElementsAre(1, 13, 1));
  EXPECT_FALSE(
      (*model)->Run(signature, std::vector{Numbers({0})}, std::vector<std::string>{"z"}).ok());
}

TEST_F(Pmml, TextsMissingValuesAndClassesOfATree) {
  const auto model = Load(
      "<DataField name=\"c\" optype=\"categorical\" dataType=\"string\"/>"
      "<DataField name=\"x\" optype=\"continuous\" dataType=\"double\"/>"
      "<DataField name=\"y\" optype=\"categorical\" dataType=\"string\"><Value value=\"no\"/>"
      "<Value value=\"yes\"/></DataField>",
      "<TreeModel functionName=\"classification\" missingValueStrategy=\"lastPrediction\">"
      "<MiningSchema><MiningField name=\"y\" usageType=\"predicted\"/><MiningField name=\"c\"/>"
      "<MiningField name=\"x\"/></MiningSchema>"
      "<Node score=\"no\"><True/>"
      "<Node score=\"yes\"><SimpleSetPredicate field=\"c\" booleanOperator=\"isIn\">"
      "<Array n=\"2\" type=\"string\">\"a b\" c</Array></SimpleSetPredicate>"
      "<ScoreDistribution value=\"no\" recordCount=\"1\"/>"
      "<ScoreDistribution value=\"yes\" recordCount=\"3\"/></Node>"
      "<Node score=\"yes\"><CompoundPredicate booleanOperator=\"and\">"
      "<SimplePredicate field=\"x\" operator=\"greaterThan\" value=\"1\"/>"
      "<SimplePredicate field=\"x\" operator=\"lessOrEqual\" value=\"2\"/></CompoundPredicate>"
      "</Node></Node></TreeModel>");
  ASSERT_TRUE(model.ok()) << model.error().ToString();
  const Signature& signature = (*model)->signatures()[0];
  EXPECT_EQ(signature.inputs[0].type, ElementType::kString);
  Tensor texts = Tensor::Allocate(ElementType::kString, {4});
  texts.strings = {"a b", "other", "other", "other"};
  const auto answer = (*model)->Run(signature, std::vector{texts, Numbers({9, 2, NAN, 3})},
                                    std::vector<std::string>{"y", "p_yes"});
  ASSERT_TRUE(answer.ok()) << answer.error().ToString();
  // The last row meets no condition, and such a tree has no answer for it.
  EXPECT_THAT((*answer)[0].strings, ElementsAre("yes", "yes", "no", ""));
  EXPECT_EQ(Values((*answer)[1])[0], 0.75);
  EXPECT_EQ(Values((*answer)[1])[2], 0);
}

TEST_F(Pmml, SegmentsVoteAndAverage) {
  const std::string head = "<Segment><True/><RegressionModel functionName=\"regression\">";
  const auto one = [&](const char* intercept) {
    return head + kSchema + "<RegressionTable intercept=\"" + intercept +
           "\"/></RegressionModel></Segment>";
  };
  const auto model =
      Load(kNumbers, std::string("<MiningModel functionName=\"regression\">") + kSchema +
                         "<Targets><Target rescaleFactor=\"2\" rescaleConstant=\"1\"/></Targets>"
                         "<Segmentation multipleModelMethod=\"average\">" +
                         one("1") + one("4") + "</Segmentation></MiningModel>");
  ASSERT_TRUE(model.ok()) << model.error().ToString();
  const auto answer = (*model)->Run((*model)->signatures()[0], std::vector{Numbers({0})}, {});
  EXPECT_THAT(Values((*answer)[0]), ElementsAre(6));
}

TEST_F(Pmml, SaysWhatItDoesNotCompute) {
  EXPECT_THAT(Refusal("<NeuralNetwork/>"), HasSubstr("no model"));
  EXPECT_THAT(Refusal(std::string("<SupportVectorMachineModel>") + kSchema +
                      "</SupportVectorMachineModel>"),
              HasSubstr("SupportVectorMachineModel"));
  EXPECT_THAT(Refusal("<RegressionModel functionName=\"regression\"><MiningSchema>"
                      "<MiningField name=\"z\"/></MiningSchema></RegressionModel>"),
              HasSubstr("field z"));
  EXPECT_THAT(Refusal(std::string("<RegressionModel functionName=\"regression\" "
                                  "normalizationMethod=\"probit\">") +
                      kSchema + "<RegressionTable/></RegressionModel>"),
              HasSubstr("probit"));
  EXPECT_THAT(Refusal(std::string("<TreeModel functionName=\"regression\">") + kSchema +
                      "<Node score=\"x\"><True/></Node></TreeModel>"),
              HasSubstr("'x'"));
  EXPECT_THAT(Refusal(std::string("<TreeModel functionName=\"regression\" "
                                  "missingValueStrategy=\"weightedConfidence\">") +
                      kSchema + "<Node><True/></Node></TreeModel>"),
              HasSubstr("weightedConfidence"));
  EXPECT_FALSE(LoadPmml(folder_ / "none", {}).ok());
}

}  // namespace
}  // namespace paisql::inference
