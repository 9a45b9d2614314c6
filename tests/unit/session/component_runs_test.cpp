// Components of each kind of run, which this test brings: SQL that makes two tables, and a learner
// that fits and predicts in a Python. What runs a script is tests/pai/jobs' business.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

#include "base/text.h"
#include "pai/components.h"
#include "pai/job/component_tables.h"
#include "session/session_fixture.h"
#include "session/touched_tables.h"
#include "syntax/parser.h"
#include "syntax/statements/pai.h"
#include "test_data.h"

namespace paisql::session {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using enum pai::ParameterType;
using enum pai::PortKind;

constexpr pai::Parameter Needed(std::string_view name, pai::ParameterType type) {
  return {name, type, true, "", "", "What the test needs."};
}

// SQL: rows with an even and with an odd number.

constexpr std::array kHalvesParameters = {
    Needed("inputTableName", kTable),
    Needed("evenTableName", kTable),
    Needed("oddTableName", kTable),
    pai::Parameter{"odd", kText, false, "`x` % 2 = 1", "", "Which rows are odd."},
};
constexpr std::array kHalvesPorts = {
    pai::Port{"inputTableName", kInputTable},
    pai::Port{"evenTableName", kOutputTable},
    pai::Port{"oddTableName", kOutputTable},
};
constexpr std::array<std::string_view, 1> kHalvesNames = {"stub_halves"};

Result<std::vector<pai::SqlStep>> BuildHalves(const pai::Parameters& parameters,
                                              const pai::BuildContext& context) {
  PAISQL_ASSIGN(const pai::SqlInput input,
                pai::OneSqlInput(*parameters.Find("inputTableName"), context));
  std::vector<std::string> columns;
  for (const store::Column& column : input.columns) columns.push_back(pai::QuotedName(column.name));
  const auto query = [&](const std::string& condition) {
    return pai::FillSql(
        "SELECT {columns} FROM {input} t WHERE {condition}",
        {{"columns", Join(columns, ", ")}, {"input", input.relation}, {"condition", condition}});
  };
  const syntax::PaiParameter* const odd = parameters.Find("odd");
  return std::vector<pai::SqlStep>{
      {"evenTableName", query("`x` % 2 = 0")},
      {"oddTableName", query(odd == nullptr ? "`x` % 2 = 1" : odd->value)},
  };
}

// A learner: tests/data/learners/mean_learner.py.

constexpr std::array kTrainParameters = {
    Needed("inputTableName", kTable),
    Needed("modelName", kText),
    Needed("labelCol", kText),
};
constexpr std::array kTrainPorts = {
    pai::Port{"inputTableName", kInputTable},
    pai::Port{"modelName", kModelOut},
};
constexpr std::array<std::string_view, 1> kTrainNames = {"stub_mean_train"};

Result<std::vector<store::Column>> WithPrediction(const pai::Parameters&, const pai::BuildContext&,
                                                  const pai::SchemaSource& source) {
  std::vector<store::Column> columns = source.first;
  columns.push_back(pai::NewColumn("prediction", TypeId::kDouble));
  for (size_t i = 0; i < columns.size(); ++i) columns[i].id = static_cast<int64_t>(i) + 1;
  return columns;
}

constexpr std::array kPredictParameters = {
    Needed("inputTableName", kTable),
    Needed("modelName", kText),
    Needed("outputTableName", kTable),
};
constexpr std::array kPredictPorts = {
    pai::Port{"inputTableName", kInputTable},
    pai::Port{"modelName", kModelIn},
    pai::Port{"outputTableName", kOutputTable, "", "", WithPrediction},
};
constexpr std::array<std::string_view, 1> kPredictNames = {"stub_mean_predict"};
constexpr std::array<std::string_view, 1> kOtherNames = {"stub_other_predict"};

const pai::Components& Stubs() {
  static const pai::Components stubs({
      {"Halves", kHalvesNames, "", 0, "", kHalvesParameters, kHalvesPorts,
       pai::SqlBuild{BuildHalves}, "", ""},
      {"Mean", kTrainNames, "", 0, "", kTrainParameters, kTrainPorts,
       pai::LearnerBuild{"mean_learner", pai::LearnerCall::kFit, "stub_mean"}, "", ""},
      {"Mean", kPredictNames, "", 0, "", kPredictParameters, kPredictPorts,
       pai::LearnerBuild{"mean_learner", pai::LearnerCall::kPredict, "stub_mean"}, "", ""},
      {"Other", kOtherNames, "", 0, "", kPredictParameters, kPredictPorts,
       pai::LearnerBuild{"mean_learner", pai::LearnerCall::kPredict, "stub_other"}, "", ""},
  });
  return stubs;
}

constexpr const char* kPoints =
    "CREATE TABLE points (x BIGINT, y DOUBLE);"
    "INSERT INTO points VALUES (1, 1.0), (2, 2.0), (3, 6.0);";

class ComponentRunsTest : public SessionFixture {
 protected:
  void Fill(SessionOptions& options) override {
    const std::filesystem::path checkout = TestData().parent_path().parent_path();
    options.components = &Stubs();
    options.installation.program = std::filesystem::read_symlink("/proc/self/exe");
    options.installation.python = checkout / ".deps/venv/bin/python";
    options.installation.python_folder = checkout / "src/python";
    options.settings = {{"paisql.job.env.PYTHONPATH", TestData() / "learners"},
                        {"paisql.warm", "false"}};
  }

  void Must(std::string_view script) {
    const auto run = Run(script);
    ASSERT_TRUE(run.ok()) << script << ": " << run.error().ToString();
  }
  std::string Failure(std::string_view script) {
    const auto run = Run(script);
    return run.ok() ? "no error" : run.error().ToString();
  }
};

TEST_F(ComponentRunsTest, SqlMakesTwoTables) {
  Must(kPoints);
  Must(
      "PAI -name stub_halves -DinputTableName=points -DevenTableName=even -DoddTableName=odd;"
      "SELECT * FROM even;");
  EXPECT_THAT(sink_.rows, ElementsAre("2\t2.0"));
  Must("SELECT * FROM odd ORDER BY x LIMIT 9;");
  EXPECT_THAT(sink_.rows, ElementsAre("1\t1.0", "3\t6.0"));
  // What is there is replaced, and an input may be a query.
  Must(
      "PAI -name stub_halves -DinputTableName=\"(SELECT x + 1 AS x, y FROM points)\" "
      "-DevenTableName=even -DoddTableName=odd; SELECT x FROM even ORDER BY x LIMIT 9;");
  EXPECT_THAT(sink_.rows, ElementsAre("2", "4"));
}

TEST_F(ComponentRunsTest, SqlMakesAllTablesOrNone) {
  Must(kPoints);
  const std::string start = "PAI -name stub_halves -DinputTableName=points -DevenTableName=even ";
  EXPECT_THAT(Failure(start + "-DoddTableName=odd -Dodd=\"ASSERT_TRUE(x < 3) IS NULL\";"),
              HasSubstr("ODPS"));
  EXPECT_THAT(Failure("SELECT * FROM even;"), HasSubstr("even"));
  EXPECT_THAT(Failure(start + "-DoddTableName=even;"), HasSubstr("two outputs write to table"));
  EXPECT_THAT(Failure(start + "-DoddTableName=odd -Dodd=nix;"), HasSubstr("nix"));
  Must("CREATE TABLE odd (z STRING);");
  EXPECT_THAT(Failure(start + "-DoddTableName=odd;"), HasSubstr("has the columns z STRING"));
}

TEST_F(ComponentRunsTest, ALearnerFitsAndPredicts) {
  if (::access((TestData().parent_path().parent_path() / ".deps/venv/bin/python").c_str(), X_OK) !=
      0)
    GTEST_SKIP() << "there is no Python: scripts/setup --no-training";
  Must(kPoints);
  const std::string train = "PAI -name stub_mean_train -DmodelName=mean -DlabelCol=y ";
  const std::string predict =
      "PAI -name stub_mean_predict -DmodelName=mean -DinputTableName=points "
      "-DoutputTableName=answers;";
  EXPECT_THAT(Failure(predict), HasSubstr("model default_project.mean cannot be resolved"));
  Must(train + "-DinputTableName=points;" + predict + "SELECT * FROM answers ORDER BY x LIMIT 9;");
  EXPECT_THAT(sink_.rows, ElementsAre("1\t1.0\t3.0", "2\t2.0\t3.0", "3\t6.0\t3.0"));
  // A second training is the version that counts from then on.
  Must(train + "-DinputTableName=\"(SELECT y * 2 AS y FROM points)\";" + predict +
       "SELECT DISTINCT prediction FROM answers;");
  EXPECT_THAT(sink_.rows, ElementsAre("6.0"));
  // No other program computes with it.
  EXPECT_THAT(Failure("SELECT predict('mean', 1);"), HasSubstr("its format is stub_mean"));
  EXPECT_THAT(Failure("PAI -name stub_other_predict -DmodelName=mean -DinputTableName=points "
                      "-DoutputTableName=others;"),
              HasSubstr("has the format stub_mean"));
  EXPECT_THAT(Failure(train + "-DinputTableName=\"(SELECT y FROM points WHERE x > 9)\";"),
              HasSubstr("Algo Job Failed - the column y has no values"));
  EXPECT_THAT(Failure(train + "-DmodelName=9 -DinputTableName=points;"), HasSubstr("modelName"));
}

TEST_F(ComponentRunsTest, PortsTellWhatIsTouched) {
  const auto touched = [](const std::string& text) {
    const auto parsed = syntax::ParseStatement(text);
    EXPECT_TRUE(parsed.ok());
    return FindTouchedTables(**parsed, Stubs());
  };
  const TouchedTables sql =
      touched("PAI -name stub_halves -DinputTableName=a -DevenTableName=b -DoddTableName=p.c");
  EXPECT_THAT(sql.reads, ElementsAre("a"));
  EXPECT_THAT(sql.writes, ElementsAre("b", "p.c"));
  EXPECT_THAT(touched("PAI -name stub_mean_train -DinputTableName=a -DmodelName=m").models_written,
              ElementsAre("m"));
  const TouchedTables predict =
      touched("PAI -name stub_mean_predict -DinputTableName=a -DmodelName=m -DoutputTableName=b");
  EXPECT_THAT(predict.models_read, ElementsAre("m"));
  EXPECT_THAT(predict.writes, ElementsAre("b"));
}

// What this test brings is not offered.
TEST_F(ComponentRunsTest, UsersGetNoStub) {
  for (const std::string& name : pai::OfferedComponents().Names()) {
    EXPECT_THAT(name, testing::Not(testing::StartsWith("stub_")));
  }
}

}  // namespace
}  // namespace paisql::session
