// What workflows know of a PAI statement's tables from its text is what lineage tells of the
// checked statement, and so what its job reads and writes: for every component that is offered,
// with all its table ports.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "base/text.h"
#include "pai/components.h"
#include "session/data_flow.h"
#include "session/session.h"
#include "session/sink.h"
#include "session/touched_tables.h"
#include "syntax/parser.h"

namespace paisql::session {
namespace {

namespace fs = std::filesystem;

class FlowSink : public Sink {
 public:
  Status Rows(engine::ResultStream&) override { return Status::Ok(); }
  Status Show(const Answer&) override { return Status::Ok(); }
  void Message(std::string_view) override {}
  void JobOutput(std::string_view) override {}
  bool WantsFlow() const override { return true; }
  void Flow(const DataFlow& flow) override {
    for (const FlowTable& table : flow.reads) reads.insert(ToLower(table.name));
    for (const FlowTable& table : flow.writes) writes.insert(ToLower(table.name));
  }

  std::set<std::string> reads;
  std::set<std::string> writes;
};

class PortsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = (fs::temp_directory_path() / "paisql-ports-XXXXXX").string();
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    fs::create_directories(folder_ + "/model");
    for (const char* file : {"train.py", "model.bin", "model/saved_model.pb"}) {
      std::ofstream(folder_ + "/" + file) << "\n";
    }
    SessionOptions options;
    options.home_path = folder_ + "/home";
    options.check_only = true;
    auto session = Session::Open(std::move(options));
    ASSERT_TRUE(session.ok()) << session.error().ToString();
    session_ = std::move(session).value();
    session_->SetScriptFolder(folder_);
  }
  void TearDown() override {
    session_.reset();
    fs::remove_all(folder_);
  }

  void Run(const std::string& text, FlowSink& sink) {
    for (const syntax::StatementText& statement : syntax::SplitStatements(text)) {
      const auto run = session_->Execute(statement, sink);
      ASSERT_TRUE(run.ok()) << statement.text << ": " << run.error().ToString();
    }
  }

  std::string folder_;
  std::unique_ptr<Session> session_;
};

// A value for a required parameter that is not a port.
std::string ValueOf(const std::string& parameter) {
  const std::map<std::string, std::string> values = {{"script", "file://train.py"},
                                                     {"mainScriptFile", "train.py"},
                                                     {"outputSchemaStr", "y long"},
                                                     {"tensorCol", "v"},
                                                     {"labelCol", "w"},
                                                     {"predictionCol", "y"},
                                                     {"layers", R"([\"Dense(8)\"])"},
                                                     {"selectedCols", "v"},
                                                     {"summaryDir", "oss://logs/"}};
  return values.contains(parameter) ? values.at(parameter) : "";
}

std::string ColumnsFor(const std::string& component, const std::string& parameter) {
  if (parameter != "modelTableName") return "v BIGINT, w BIGINT";
  const bool keras = component.starts_with("keras");
  return std::string("model_id BIGINT, model_info STRING") + (keras ? ", label_value BIGINT" : "");
}

struct Statement {
  std::string text;
  std::string tables;  // the statements that make its tables
};

// One of the component with all its table ports. With `queries`, inputs are queries where one may
// stand.
Statement StatementOf(const std::string& name, const pai::Component& component, bool queries) {
  Statement made{"PAI -name " + name, ""};
  std::set<std::string_view> given;
  for (const pai::Port& port : component.ports) {
    const std::string parameter(port.parameter);
    const bool input = port.kind == pai::PortKind::kInputTable;
    if (!input && port.kind != pai::PortKind::kOutputTable) continue;
    if (!given.insert(port.parameter).second) continue;
    // A stream of several sources reads no query.
    if (queries && !port.key.empty()) continue;
    const std::string table = name + (queries ? "_q_" : "_") + parameter;
    const bool exists = input || parameter == "outputs";
    if (exists) {
      made.tables += "DROP TABLE IF EXISTS " + table + "; CREATE TABLE " + table + " (" +
                     ColumnsFor(name, parameter) + ");";
    }
    const bool url = parameter == "tables" || parameter == "outputs";
    std::string value = url ? "odps://default_project/tables/" + table : table;
    if (queries && (parameter == "tables" || parameter == "inputTableName")) {
      value = "(SELECT v, w FROM " + table + ")";
    }
    if (!port.key.empty())
      value = R"([{\")" + std::string(port.key) + R"(\": \")" + table + R"(\"}])";
    made.text += " -D" + parameter + "=\"" + value + "\"";
  }
  for (const pai::Parameter& parameter : component.parameters) {
    if (!parameter.required || given.contains(parameter.name)) continue;
    std::string value = ValueOf(std::string(parameter.name));
    if (parameter.name == "modelPath") {
      value = name.find("savedmodel") == std::string::npos ? "model.bin" : "model";
    }
    made.text += " -D" + std::string(parameter.name) + "=\"" + value + "\"";
  }
  made.text += ";";
  return made;
}

// Who reads a model is tested where there is one (tests/pai).
bool ReadsModels(const pai::Component& component) {
  return std::ranges::find(component.ports, pai::PortKind::kModelIn, &pai::Port::kind) !=
         component.ports.end();
}

std::set<std::string> Qualified(const std::vector<std::string>& names) {
  std::set<std::string> qualified;
  for (const std::string& name : names) {
    const bool whole = name.find('.') != std::string::npos;
    qualified.insert(ToLower(whole ? name : "default_project." + name));
  }
  return qualified;
}

// The PAI statements of a classic component's example, after what makes their tables.
TEST_F(PortsTest, ATextTellsWhatAnExampleReadsAndWrites) {
  for (const pai::Component& component : pai::OfferedComponents().rows()) {
    if (!component.classic || ReadsModels(component)) continue;
    TearDown();  // an example has a home of its own
    SetUp();
    std::string example(component.example);
    for (size_t at = example.find("{name}"); at != std::string::npos; at = example.find("{name}")) {
      example.replace(at, 6, component.names.front());
    }
    for (const syntax::StatementText& statement : syntax::SplitStatements(example)) {
      FlowSink sink;
      const auto run = session_->Execute(statement, sink);
      const auto parsed = syntax::ParseStatement(statement.text);
      ASSERT_TRUE(parsed.ok()) << statement.text;
      if (!syntax::IsA<syntax::PaiStatement>(**parsed)) continue;
      ASSERT_TRUE(run.ok()) << statement.text << ": " << run.error().ToString();
      const TouchedTables tables = FindTouchedTables(**parsed);
      if (!tables.models_read.empty()) continue;  // a check knows no model that is not there
      EXPECT_EQ(Qualified(tables.reads), sink.reads) << statement.text;
      EXPECT_EQ(Qualified(tables.writes), sink.writes) << statement.text;
    }
  }
}

TEST_F(PortsTest, ATextTellsWhatAStatementReadsAndWrites) {
  FlowSink ignored;
  for (const pai::Component& component : pai::OfferedComponents().rows()) {
    if (component.classic) continue;
    for (const bool queries : {false, true}) {
      const std::string name(component.names.front());
      const Statement statement = StatementOf(name, component, queries);
      Run(statement.tables, ignored);
      FlowSink sink;
      Run(statement.text, sink);
      const auto parsed = syntax::ParseStatement(statement.text);
      ASSERT_TRUE(parsed.ok()) << statement.text;
      const TouchedTables tables = FindTouchedTables(**parsed);
      EXPECT_EQ(Qualified(tables.reads), sink.reads) << statement.text;
      EXPECT_EQ(Qualified(tables.writes), sink.writes) << statement.text;
    }
  }
}

// Whatever names a table is a port, and nothing else is.
TEST_F(PortsTest, EveryParameterOfTablesIsAPort) {
  using pai::ParameterType;
  for (const pai::Component& component : pai::OfferedComponents().rows()) {
    for (const pai::Parameter& parameter : component.parameters) {
      const bool names_any =
          parameter.type == ParameterType::kTable || parameter.type == ParameterType::kTables ||
          parameter.type == ParameterType::kBuckets || parameter.type == ParameterType::kVolumes ||
          parameter.type == ParameterType::kOssFolder ||
          ToLower(parameter.name).find("tablename") != std::string::npos;
      if (!names_any || !parameter.used()) continue;
      EXPECT_TRUE(std::ranges::any_of(
          component.ports, [&](const pai::Port& port) { return port.parameter == parameter.name; }))
          << component.title << ": " << parameter.name;
    }
    for (const pai::Port& port : component.ports) {
      EXPECT_NE(pai::FindParameter(component.parameters, port.parameter), nullptr)
          << component.title << ": " << port.parameter;
    }
  }
}

}  // namespace
}  // namespace paisql::session
