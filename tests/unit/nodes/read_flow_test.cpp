#include "nodes/read/read_flow.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "nodes/code/code_text.h"
#include "nodes/model/cron.h"

namespace paisql::nodes {
namespace {

// A folder with files, away with the test.
class Folder {
 public:
  Folder() {
    std::string name = testing::TempDir() + "flowXXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code failure;
    std::filesystem::remove_all(path_, failure);
  }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ + "/" + name) << text;
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string Told(const std::vector<Problem>& problems, const std::string& folder) {
  std::string text;
  for (const Problem& problem : problems) {
    std::string one = problem.ToString();
    const size_t at = one.find(folder);
    if (at != std::string::npos) one.erase(at, folder.size() + 1);
    text += one;
  }
  return text;
}

// What is wrong with a flow.yaml; each line "flow.yaml:L:C: …".
std::string ProblemsOf(const std::string& text) {
  const Folder folder;
  folder.Write("flow.yaml", text);
  folder.Write("a.sql", "SELECT 1;");
  std::vector<Problem> problems;
  const Result<Flow> flow = ReadFlow(folder.path(), problems);
  if (!flow.ok()) return flow.error().detail;
  return Told(problems, folder.path());
}

TEST(ReadFlowTest, AFolderAloneIsAWorkflow) {
  const Folder folder;
  folder.Write("a.sql", "SELECT 1;");
  folder.Write("b.sh", "echo");
  folder.Write("readme.txt", "");
  std::vector<Problem> problems;
  const Result<Flow> flow = ReadFlow(folder.path(), problems);
  ASSERT_TRUE(flow.ok());
  EXPECT_TRUE(problems.empty());
  ASSERT_EQ(flow->nodes.size(), 2U);
  EXPECT_EQ(flow->nodes[0].name, "a");
  EXPECT_EQ(flow->nodes[0].kind->name, "ODPS_SQL");
  EXPECT_EQ(flow->nodes[0].code, "SELECT 1;");
  EXPECT_EQ(flow->nodes[1].kind->name, "DIDE_SHELL");
}

TEST(ReadFlowTest, AllThatANodeMaySay) {
  const Folder folder;
  folder.Write("a.sql", "SELECT 1;");
  folder.Write("flow.yaml", R"(name: churn
project: shop
cron: 00 30 02 * * ?
parallel: 3
parameters: {day: $bizdate}
defaults: {timeout: 2h}
nodes:
  a:
  b:
    file: a.sql
    kind: odps_sql
    depends: [a, shop.x]
    outputs: shop.y
    parameters: {n: 1, m: ''}
    tags: [daily]
    recurrence: skip
    rerun-mode: Denied
    rerun-times: 3
    rerun-interval: 90 s
    timeout: 10min
    priority: 8
  c: {kind: VIRTUAL, color: red}
  d: {kind: SHELL, file: a.sql, parameters: "$bizdate $[yyyymmdd-1]"}
)");
  std::vector<Problem> problems;
  const Result<Flow> flow = ReadFlow(folder.path() + "/flow.yaml", problems);
  ASSERT_TRUE(flow.ok());
  EXPECT_EQ(Told(problems, folder.path()), "");
  EXPECT_EQ(flow->name, "churn");
  EXPECT_EQ(flow->parallel, 3);
  ASSERT_EQ(flow->nodes.size(), 4U);
  EXPECT_EQ(flow->nodes[0].timeout_ms, 7200000);
  const Node& b = flow->nodes[1];
  EXPECT_EQ(b.timeout_ms, 600000);
  EXPECT_EQ(b.rerun_interval_ms, 90000);
  EXPECT_EQ(b.priority, 8);
  EXPECT_EQ(b.recurrence, Recurrence::kSkip);
  ASSERT_TRUE(b.depends.has_value());
  EXPECT_EQ(b.depends->size(), 2U);
  EXPECT_EQ(b.depends->at(1).place.line, 12);
  EXPECT_EQ(b.outputs.front().name, "shop.y");
  EXPECT_EQ(b.parameters.size(), 2U);
  ASSERT_EQ(flow->nodes[3].parameters.size(), 2U);
  EXPECT_EQ(flow->nodes[3].parameters[1].name, "2");
  EXPECT_EQ(flow->nodes[3].parameters[1].expression, "$[yyyymmdd-1]");
  // What nobody knows stays in the document.
  EXPECT_NE(WriteYaml(flow->document).find("color: red"), std::string::npos);
}

TEST(ReadFlowTest, WhatIsWrongIsToldAtItsPlace) {
  struct Row {
    const char* text;
    const char* told;
  };
  const Row rows[] = {
      {"nodes: {a: {kind: ODPS_SQ}}",
       "flow.yaml:1:19: error: there is no kind of node called "
       "'ODPS_SQ'\n  hint: did you mean 'ODPS_SQL', 'ODPS_MR' or "
       "'odps_pl'?\n"},
      {"nodes: {b: }", "flow.yaml:1:9: error: nothing says what node b is"},
      {"nodes: {a: {timeout: soon}}",
       "flow.yaml:1:22: error: `timeout` is a time such as 90s, 3min or 4h\n"},
      {"nodes: {a: {priority: 9}}",
       "flow.yaml:1:23: error: `priority` is a whole number from 1 to 8\n"},
      {"nodes: {a: {recurrence: never}}",
       "flow.yaml:1:25: error: `recurrence` is one of Normal, Pause, Skip\n"},
      {"nodes: {a: {depend: [b]}}",
       "flow.yaml:1:13: warning: 'depend' means nothing here, and is kept\n  hint: did you mean "
       "'depends'?\n"},
      {"nodes: {a: b.sql}", "flow.yaml:1:9: error: node a: cannot"},
      {"nodes: [a]", "flow.yaml:1:8: error: `nodes` is a map of names to nodes"},
      {"nodes: {a: , a: }", "flow.yaml:1:14: error: 'a' stands here twice\n"},
      {"cron: 00 61 * * * ?\nnodes: {a: }",
       "flow.yaml:1:7: error: '61' is not a valid minute of a schedule"},
      {"nodes:\n  a: [\n", "flow.yaml:"},
      {"- a\n", "flow.yaml:1:1: error: a workflow is a map"},
      {"parameters: {1a: x}\nnodes: {a: }",
       "flow.yaml:1:14: error: '1a' cannot be the name of a variable"},
  };
  for (const Row& row : rows) {
    EXPECT_TRUE(ProblemsOf(row.text).starts_with(row.told)) << row.text << "\n"
                                                            << ProblemsOf(row.text);
  }
}

TEST(ReadFlowTest, AFileThatIsNoYamlOrTooMuch) {
  std::string deep = "nodes: ";
  for (int i = 0; i < 300; ++i) deep += "[";
  EXPECT_NE(ProblemsOf(deep).find("flow.yaml:1:"), std::string::npos);
  // A value that stands for a million others.
  std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\n";
  for (char c = 'b'; c < 'i'; ++c) {
    bomb += std::string(1, c) + ": &" + c + " [";
    for (int i = 0; i < 10; ++i)
      bomb += std::string(i > 0 ? "," : "") + "*" + std::string(1, static_cast<char>(c - 1));
    bomb += "]\n";
  }
  EXPECT_NE(ProblemsOf(bomb).find("the file has too many values"), std::string::npos);
}

TEST(ReadFlowTest, ResourcesThatCodeRefersTo) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(ResourceReferences("##@resource_reference{\"a.py\"}\n  ##@resource_reference{b}\nx\n"
                               "##@resource_reference{\"a.py\"}"),
            (Names{"a.py", "b"}));
  for (const char* code :
       {"", "# ##@resource_reference{a}", "##@resource_reference{a\n}", "##@resource_reference{}",
        "##@resource_reference{../a}", "##@resource_reference{..}", "##@resource_reference{"}) {
    EXPECT_EQ(ResourceReferences(code), Names()) << code;
  }
}

TEST(ReadFlowTest, Durations) {
  EXPECT_EQ(ReadDuration("90"), 90000);
  EXPECT_EQ(ReadDuration("90 s"), 90000);
  EXPECT_EQ(ReadDuration("3min"), 180000);
  EXPECT_EQ(ReadDuration("4h"), 14400000);
  EXPECT_EQ(ReadDuration("500ms"), 500);
  EXPECT_EQ(ReadDuration("2 days"), 172800000);
  for (const char* text : {"", "x", "-1s", "1 x", "99999999h"}) {
    EXPECT_FALSE(ReadDuration(text).has_value()) << text;
  }
}

TEST(CronTest, DaysOnWhichANodeIsDue) {
  const auto due = [](const char* text, int64_t day) {
    const Result<Cron> cron = ReadCron(text);
    EXPECT_TRUE(cron.ok()) << text;
    return cron.ok() && cron->DueOn(day);
  };
  constexpr int64_t kMonday = 4;          // 1970-01-05
  constexpr int64_t kLastOfJanuary = 30;  // 1970-01-31
  EXPECT_TRUE(due("00 30 02 * * ?", 17));
  EXPECT_TRUE(due("00 00 01 ? * MON", kMonday));
  EXPECT_FALSE(due("00 00 01 ? * MON", kMonday + 1));
  EXPECT_TRUE(due("00 00 01 ? * MON-FRI", kMonday + 4));
  EXPECT_TRUE(due("00 00 02 L * ?", kLastOfJanuary));
  EXPECT_FALSE(due("00 00 02 L * ?", kLastOfJanuary - 1));
  EXPECT_TRUE(due("00 00 02 1,31 * ?", kLastOfJanuary));
  EXPECT_FALSE(due("00 00 02 1 2 ?", 0));
  EXPECT_EQ(ReadCron("45 30 02 * * ?")->FirstSecond(), 9045);
  EXPECT_EQ(ReadCron("00 */30 08-23 * * ?")->minutes, (std::vector<int>{0, 30}));
  for (const char* text :
       {"", "* * *", "60 * * * * ?", "0 0 0 32 * ?", "0 0 0 ? * XYZ", "0 0/0 * * * ?"}) {
    EXPECT_FALSE(ReadCron(text).ok()) << text;
  }
}

TEST(YamlTest, WhatIsWrittenReadsAsTheSame) {
  const std::string text = "a: 007\nb: \"007\"\nc: [1, {d: ~}]\ne: \"two\\nlines\"\nf: {}\n";
  const Result<Value> once = ReadYaml(text);
  ASSERT_TRUE(once.ok());
  const std::string written = WriteYaml(*once);
  const Result<Value> twice = ReadYaml(written);
  ASSERT_TRUE(twice.ok()) << written;
  EXPECT_EQ(WriteYaml(*twice), written);
  EXPECT_TRUE(twice->Find("b")->quoted);
  EXPECT_FALSE(twice->Find("a")->quoted);
  EXPECT_EQ(twice->Find("e")->text, "two\nlines");
}

}  // namespace
}  // namespace paisql::nodes
