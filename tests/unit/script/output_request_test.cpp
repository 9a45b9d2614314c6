#include "script/destination/output_request.h"

#include <gtest/gtest.h>

#include "session/settings/settings.h"

namespace paisql::script {
namespace {

std::string Mistake(std::string_view ending) {
  const Result<OutputRequest> request = ParseOutputRequest(ending);
  return request.ok() ? "" : request.error().detail + " / " + request.error().hint;
}

TEST(OutputRequestTest, OptionsAndTargets) {
  EXPECT_EQ(ParseOutputRequest("")->target, TargetKind::kNone);
  EXPECT_FALSE(ParseOutputRequest("\\g")->format.has_value());
  EXPECT_EQ(ParseOutputRequest("\\G")->expanded, render::Expanded::kOn);
  EXPECT_EQ(ParseOutputRequest("\\gx;")->expanded, render::Expanded::kOn);
  const Result<OutputRequest> csv =
      ParseOutputRequest("\\g format=CSV header=off expanded=auto > out/x.csv;");
  ASSERT_TRUE(csv.ok()) << csv.error().ToString();
  EXPECT_EQ(csv->format, render::Format::kCsv);
  EXPECT_EQ(csv->header, false);
  EXPECT_EQ(csv->expanded, render::Expanded::kAuto);
  EXPECT_EQ(csv->target, TargetKind::kFile);
  EXPECT_EQ(csv->where, "out/x.csv");
  EXPECT_EQ(ParseOutputRequest("\\g>x")->where, "x");
  EXPECT_EQ(ParseOutputRequest("\\g >>'my file'")->where, "my file");
  EXPECT_EQ(ParseOutputRequest("\\g >> x")->target, TargetKind::kAppend);
  const Result<OutputRequest> command = ParseOutputRequest("\\g format=tsv | sort -k 2 > y; echo");
  EXPECT_EQ(command->target, TargetKind::kCommand);
  EXPECT_EQ(command->where, "sort -k 2 > y; echo");
}

TEST(OutputRequestTest, MistakesNameTheCure) {
  EXPECT_EQ(Mistake("\\g format=cvs"), "there is no format 'cvs' / did you mean 'csv'?");
  EXPECT_NE(Mistake("\\g format="), "");
  EXPECT_NE(Mistake("\\g format=xml").find("the formats are auto, table"), std::string::npos);
  EXPECT_NE(Mistake("\\g fromat=csv").find("did you mean 'format'"), std::string::npos);
  EXPECT_NE(Mistake("\\g out.csv").find("write a file after >"), std::string::npos);
  EXPECT_NE(Mistake("\\g header=maybe"), "");
  EXPECT_NE(Mistake("\\g expanded=3"), "");
  EXPECT_NE(Mistake("\\g >"), "");
  EXPECT_NE(Mistake("\\g > a b"), "");
  EXPECT_NE(Mistake("\\g > 'a"), "");
  EXPECT_NE(Mistake("\\g > ''"), "");
  EXPECT_NE(Mistake("\\g |"), "");
  EXPECT_NE(Mistake("\\gg"), "");
  EXPECT_NE(Mistake("\\watcj 2").find("no statement ends with \\watcj"), std::string::npos);
}

TEST(OutputRequestTest, MistakesHaveTheirPlaces) {
  const auto place = [](std::string_view ending) {
    const SourceRange range = ParseOutputRequest(ending).error().range;
    return std::string(ending.substr(range.begin, range.end - range.begin)) + "@" +
           std::to_string(range.column);
  };
  EXPECT_EQ(place("\\g format=csv fromat=x > y"), "fromat=x@15");
  EXPECT_EQ(place("\\g format=中 > y"), "format=中@4");
  EXPECT_EQ(place("\\g header=off > a b"), "> a b@15");
  EXPECT_EQ(place("\\gg x"), "\\gg@1");
}

TEST(OutputRequestTest, TheSettingKnowsEveryFormat) {
  session::Settings settings;
  for (const std::string& name : render::FormatNames()) {
    EXPECT_TRUE(settings.Set("paisql.format", name, {}).ok()) << name;
    EXPECT_EQ(render::FormatName(*render::FindFormat(name)), name);
  }
  const Status unknown = settings.Set("paisql.format", "makrdown", {});
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().hint, "did you mean 'markdown'?");
  for (const char* rows : {"0", "-1", "", "many", "1e3", "99999999999999999999"}) {
    EXPECT_FALSE(settings.Set("paisql.rows", rows, {}).ok()) << rows;
  }
  for (const char* rows : {"1", "all", "ALL", "1000000"}) {
    EXPECT_TRUE(settings.Set("paisql.rows", rows, {}).ok()) << rows;
  }
}

}  // namespace
}  // namespace paisql::script
