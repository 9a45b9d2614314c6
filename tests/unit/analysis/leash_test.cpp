// An analysis ends where the statement's leash does, with that error alone.

#include "unit/analysis/analysis_fixture.h"

namespace paisql::analysis {
namespace {

TEST_F(AnalysisTest, AnInterruptEndsTheAnalysis) {
  std::string sql = "SELECT nosuch FROM VALUES (1";
  for (int i = 0; i < 1'500; ++i) sql += " + " + std::to_string(i);
  sql += ") AS t(a)";
  std::stop_source stop;
  Leash leash(stop.get_token(), 0);
  context_.leash = &leash;
  EXPECT_NE(Analyze(sql).find("nosuch"), std::string::npos);
  stop.request_stop();
  const std::string outcome = Analyze(sql);
  EXPECT_NE(outcome.find("interrupted"), std::string::npos) << outcome;
  EXPECT_EQ(outcome.find("nosuch"), std::string::npos) << outcome;
}

}  // namespace
}  // namespace paisql::analysis
