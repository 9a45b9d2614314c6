// Numbers and curves come out of the tables of evaluations, whatever component has written them.

#include "console/designer/evaluation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace paisql::console::canvas {
namespace {

using nlohmann::json;

TableRows Table(const std::vector<std::string>& columns,
                std::vector<std::vector<std::optional<std::string>>> rows) {
  TableRows table;
  for (const std::string& name : columns) table.columns.push_back({name, "STRING"});
  table.rows = std::move(rows);
  return table;
}

TEST(EvaluationTest, TwoClassesHaveNumbersAndFourCurves) {
  const TableRows measures = Table({"name", "value"}, {{"AUC", "0.75"}, {"KS", "0.5"}});
  const TableRows intervals = Table(
      {"data_range", "total", "positive", "negative", "precision", "recall", "fpr", "ks", "lift"},
      {{"[0.2,0.6)", "2", "0", "2", "0.5", "1.0", "1.0", "0.0", "1.0"},
       {"[0.9,0.9]", "2", "2", "0", "1.0", "1.0", "0.0", "1.0", "2.0"}});
  const json made = EvaluationJson({measures, intervals});
  EXPECT_EQ(made["kind"], "binary");
  EXPECT_EQ(made["numbers"][0]["name"], "AUC");
  EXPECT_DOUBLE_EQ(made["numbers"][0]["value"].get<double>(), 0.75);
  ASSERT_EQ(made["curves"].size(), 4U);
  EXPECT_EQ(made["curves"][0]["points"].dump(), "[[0.0,0.0],[0.0,1.0],[1.0,1.0]]");
  EXPECT_EQ(made["curves"][2]["name"], "Lift");
  EXPECT_EQ(made["curves"][2]["points"].dump(), "[[0.5,2.0],[1.0,1.0]]");
}

TEST(EvaluationTest, ThresholdsAreACurveToo) {
  const TableRows table = Table({"thresh", "tp", "fn", "tn", "fp"},
                                {{"0.9", "1", "1", "2", "0"}, {"0.2", "2", "0", "0", "2"}});
  const json made = EvaluationJson({table});
  EXPECT_EQ(made["curves"][0]["points"].dump(), "[[0.0,0.0],[0.0,0.5],[1.0,1.0]]");
}

TEST(EvaluationTest, ConfusionsComeAsTablesAndAsJson) {
  const json one =
      EvaluationJson({Table({"labels", "label", "c0", "c1"},
                            {{"{\"c0\":\"A\"}", std::nullopt, std::nullopt, std::nullopt},
                             {std::nullopt, "A", "1", "2"},
                             {std::nullopt, "B", "3", "4"}})});
  EXPECT_EQ(one["confusion"]["labels"].dump(), R"(["A","B"])");
  EXPECT_EQ(one["confusion"]["counts"].dump(), "[[1.0,2.0],[3.0,4.0]]");
  const json other = EvaluationJson({Table(
      {"data"},
      {{R"({"LabelList":["a"],"ConfusionMatrix":[[5]],"OverallMeasures":{"Accuracy":0.9,"MacroAveraged":{"F1":0.8}}})"}})});
  EXPECT_EQ(other["kind"], "multiclass");
  EXPECT_EQ(other["confusion"]["counts"].dump(), "[[5]]");
  EXPECT_EQ(other["numbers"].size(), 2U);
}

TEST(EvaluationTest, NumbersOfRegressionsAndHistograms) {
  const json made =
      EvaluationJson({Table({"regressionevaluationindex"}, {{R"({"R2":0.9,"MAE":0.5,"x":"y"})"}}),
                      Table({"colname", "histogram"}, {{"residual", "[-1,0):3;[0,1]:4"}})});
  EXPECT_EQ(made["kind"], "regression");
  EXPECT_EQ(made["numbers"].size(), 2U);
  const std::string bins = "[{'count':3.0,'range':'[-1,0)'},{'count':4.0,'range':'[0,1]'}]";
  std::string told = made["histograms"][0]["bins"].dump();
  std::ranges::replace(told, '"', '\'');
  EXPECT_EQ(told, bins);
}

TEST(EvaluationTest, OtherTablesAreNoEvaluation) {
  EXPECT_TRUE(EvaluationJson({}).is_null());
  EXPECT_TRUE(EvaluationJson({Table({"a", "b"}, {{"1", "2"}})}).is_null());
  EXPECT_TRUE(EvaluationJson({Table({"data"}, {{"[[[["}})}).is_null());
  EXPECT_TRUE(EvaluationJson({Table({"data"}, {{std::nullopt}})}).is_null());
  EXPECT_TRUE(EvaluationJson({Table({"summary"}, {})}).is_null());
}

TEST(EvaluationTest, LongCurvesAreThinned) {
  std::vector<std::vector<std::optional<std::string>>> rows;
  for (int i = 0; i < 5000; ++i) {
    const std::string share = std::to_string(i / 5000.0);
    rows.push_back({"1", share, share, "0.5"});
  }
  const json made = EvaluationJson({Table({"total", "recall", "fpr", "precision"}, rows)});
  EXPECT_LE(made["curves"][0]["points"].size(), 1001U);
  EXPECT_NEAR(made["curves"][0]["points"].back()[0].get<double>(), 0.9998, 1e-9);
}

}  // namespace
}  // namespace paisql::console::canvas
