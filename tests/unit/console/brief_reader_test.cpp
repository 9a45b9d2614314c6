// A look at rows ends by itself.

#include "console/designer/brief_reader.h"

#include <gtest/gtest.h>

#include "instances/service_fixture.h"

namespace paisql::console::canvas {
namespace {

class BriefReaderTest : public instances::ServiceFixture {};

TEST_F(BriefReaderTest, RowsComeAndWhatTakesTooLongEnds) {
  auto session = session::Session::Open(context_, options_);
  ASSERT_TRUE(session.ok());
  {
    BriefReader patient(**session, std::chrono::hours(1));
    const auto rows = patient.Read("SELECT 1 AS x");
    ASSERT_TRUE(rows.ok()) << rows.error().ToString();
    EXPECT_EQ(rows->rows[0][0], "1");
  }
  BriefReader brief(**session, std::chrono::milliseconds(50));
  const auto endless = brief.Read(instances::kEndless);
  ASSERT_FALSE(endless.ok());
  EXPECT_EQ(endless.error().code, ErrorCode::kInstanceCancelled);
  EXPECT_NE(endless.error().hint, "");
  EXPECT_FALSE(brief.Read("SELECT 1").ok());
}

}  // namespace
}  // namespace paisql::console::canvas
