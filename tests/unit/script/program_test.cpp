#include "script/program.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace paisql::script {
namespace {

SourcePtr FileSource() { return std::make_shared<const Source>(Source{"job.sql", ".", true}); }

Program ProgramOf(const std::string& text) {
  ProgramBuilder builder;
  builder.Add({"job.sql", text}, FileSource());
  return builder.Take();
}

TEST(ProgramTest, StatementsAreNumberedAndParsed) {
  const Program program = ProgramOf("SELECT 1;\n;;SELECT 2; -- ; none\n # ; neither\n;SELECT 3");
  ASSERT_EQ(program.steps.size(), 3U);
  EXPECT_NE(program.steps[1].parsed, nullptr);
  EXPECT_EQ(program.steps[2].number, 3U);
  EXPECT_EQ(program.steps[1].client_number, 4U);
  EXPECT_EQ(program.steps[2].client_number, 6U);
  EXPECT_EQ(program.steps[2].statement.line, 4);
}

TEST(ProgramTest, MistakesHaveTheirPlaces) {
  const Program program = ProgramOf("SELECT 1;\n\n SELEC 2;\nSELECT 3;");
  ASSERT_EQ(program.problems.size(), 1U);
  EXPECT_EQ(program.problems[0].statement.line, 3);
  EXPECT_EQ(program.problems[0].statement.column, 2);
  EXPECT_EQ(program.problems[0].error.code, ErrorCode::kParse);
}

TEST(ProgramTest, MistakesOfEndingsHaveTheirPlaces) {
  const Program program = ProgramOf("SELECT 1;\n SELECT '中' /* x\n */ \\g fromat=csv\nSELECT 3;");
  ASSERT_EQ(program.problems.size(), 1U);
  EXPECT_EQ(program.problems[0].statement.line, 2);
  EXPECT_EQ(program.problems[0].error.range.line, 2);
  EXPECT_EQ(program.problems[0].error.range.column, 8);
  EXPECT_TRUE(ProgramOf("SELECT 1 \\g format=${x}\n").problems.empty());
}

TEST(ProgramTest, WhatNobodyTakesIsRefused) {
  ProgramBuilder builder({.accepts = [](const OutputRequest& asked) {
    return asked.format ? Status(Error{ErrorCode::kInvalidCommand, "no", {}, ""}) : Status::Ok();
  }});
  builder.Add(Script{"job.sql", "SELECT 1 \\g\nSELECT 2\n\\g format=csv\n"}, FileSource());
  const Program program = builder.Take();
  ASSERT_EQ(program.problems.size(), 1U);
  EXPECT_EQ(program.problems[0].error.range.line, 2);
  EXPECT_EQ(program.problems[0].error.range.column, 1);
}

TEST(ProgramTest, AStopEndsTheBuilding) {
  std::stop_source stop;
  stop.request_stop();
  ProgramBuilder builder({.stop = stop.get_token()});
  builder.Add(Script{"job.sql", "SELECT 1; SELEC 2;"}, FileSource());
  EXPECT_TRUE(builder.interrupted());
  const Program program = builder.Take();
  EXPECT_TRUE(program.steps.empty());
  EXPECT_TRUE(program.problems.empty());
}

TEST(ProgramTest, WhatDependsOnVariablesIsParsedLater) {
  const Program program = ProgramOf("SELECT ${columns} FROM t;");
  ASSERT_EQ(program.steps.size(), 1U);
  EXPECT_EQ(program.steps[0].parsed, nullptr);
  EXPECT_TRUE(program.problems.empty());
}

TEST(ProgramTest, AFileThatIsNotThereHasTheFolderThatWasLookedIn) {
  const std::string here = std::filesystem::current_path().string();
  ProgramBuilder typed;
  typed.Add(Script{"", "source no_such.sql;"}, std::make_shared<const Source>());
  EXPECT_EQ(typed.Take().problems.at(0).error.hint,
            "relative paths start at the current folder, " + here);
  ProgramBuilder file;
  file.Add(Script{"job.sql", "source no_such.sql;"}, FileSource());
  EXPECT_EQ(file.Take().problems.at(0).error.hint,
            "relative paths start at the folder of the file that includes");
}

TEST(ProgramTest, LinesBehindAnIncludeKeepTheirNumbers) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "paisql_program_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "b.sql") << "SELECT 'b';\n";
  ProgramBuilder builder;
  const Script script = {"job.sql",
                         "SELECT 1;\n\\i b.sql\n\\i 'b.sql'\n\nSELECT 2; source b.sql; SELECT 3;"};
  builder.Add(script, std::make_shared<const Source>(Source{"job.sql", folder.string(), true}));
  const Program program = builder.Take();
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(program.problems.empty()) << program.problems[0].error.ToString();
  ASSERT_EQ(program.steps.size(), 6U);
  EXPECT_EQ(program.steps[1].source->name, (folder / "b.sql").string());
  EXPECT_EQ(program.steps[3].statement.line, 5);
  EXPECT_EQ(program.steps[5].statement.line, 5);
  EXPECT_EQ(program.steps[5].source->name, "job.sql");
}

TEST(ProgramTest, AnIncludeEndsWithItsLine) {
  const auto texts = [](const std::string& script) {
    std::string all;
    for (const syntax::StatementText& one : syntax::SplitStatements(script)) {
      all += one.text + (one.terminated ? "|" : "");
    }
    return all;
  };
  EXPECT_EQ(texts("\\i a.sql\nSELECT 1;"), "\\i a.sql|SELECT 1|");
  EXPECT_EQ(texts("\\i o'b.sql -- it's; c\n\\i 'b;c.sql'; SELECT 'x'"),
            "\\i o'b.sql|\\i 'b;c.sql'|SELECT 'x'");
  EXPECT_EQ(texts("\\i\nSELECT 1;\n\\index\n;\\i a"), "\\i|SELECT 1|\\index|\\i a");
  EXPECT_TRUE(syntax::IsComplete("\\i a.sql\n"));
  EXPECT_FALSE(syntax::IsComplete("\\i a.sql"));
}

TEST(ProgramTest, MistakesKnowTheirPlaceAmongTheSteps) {
  const Program program = ProgramOf("SELECT 1; SELEC 2; SELECT 3; SELEC 4;");
  ASSERT_EQ(program.problems.size(), 2U);
  EXPECT_EQ(program.problems[0].steps_before, 1U);
  EXPECT_EQ(program.problems[1].steps_before, 2U);
}

TEST(ProgramTest, IncludedFiles) {
  EXPECT_EQ(IncludedFile("source a.sql"), "a.sql");
  EXPECT_EQ(IncludedFile("SOURCE  'a b.sql' "), "a b.sql");
  EXPECT_EQ(IncludedFile("\\i a.sql"), "a.sql");
  EXPECT_EQ(IncludedFile("sourced a.sql"), "");
  EXPECT_EQ(IncludedFile("SELECT source FROM t"), "");
}

TEST(ProgramTest, FirstWordsAreOneLine) {
  EXPECT_EQ(FirstWords("SELECT a,\n\t b\nFROM t", 40), "SELECT a, b FROM t");
  EXPECT_EQ(FirstWords("SELECT aaaaaaaaaaaaaaaa", 12), "SELECT aaa …");
  EXPECT_EQ(FirstWords("SELECT '中文中文中文'", 14), "SELECT '中文 …");
  EXPECT_EQ(FirstWords("SET odps.access.key=s3cretKey", 60).find("s3cret"), std::string::npos);
}

}  // namespace
}  // namespace paisql::script
