#include "nodes/code/code_text.h"

#include <gtest/gtest.h>

namespace paisql::nodes {
namespace {

TEST(SetOrderTest, SettingsBehindOtherStatements) {
  EXPECT_FALSE(FindLateSetting("SET a=1;\n-- why\nuse p;\nSELECT 1;", "f").has_value());
  const std::optional<Place> late = FindLateSetting("SET a=1;\nSELECT 1;\n  set b=2;", "f.sql");
  ASSERT_TRUE(late.has_value());
  EXPECT_EQ(late->ToString(), "f.sql:3:3");
}

TEST(SetOrderTest, TheEditorRunsThemFirst) {
  EXPECT_EQ(SettingsFirst("SELECT 1;\nSET b=2;\nSELECT 2;"),
            "SET b=2; SELECT 1;\n       ;\nSELECT 2;");
  EXPECT_EQ(SettingsFirst("SELECT 'SET a=1;';"), "SELECT 'SET a=1;';");
}

}  // namespace
}  // namespace paisql::nodes
