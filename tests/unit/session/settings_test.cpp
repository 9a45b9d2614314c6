#include "session/settings/settings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "committed_file.h"

namespace paisql::session {
namespace {

TEST(SettingsTest, TheTableIsSortedAndItsDefaultsAreValid) {
  const auto known = KnownSettings();
  EXPECT_TRUE(std::is_sorted(known.begin(), known.end(),
                             [](const Setting& a, const Setting& b) { return a.name < b.name; }));
  for (const Setting& setting : known) {
    if (setting.default_value.empty()) continue;
    Settings settings;
    EXPECT_TRUE(
        settings.Set(std::string(setting.name), std::string(setting.default_value), {}).ok())
        << setting.name;
  }
}

// The table of all settings for docs/settings.md.
std::string SettingsMarkdown() {
  std::string text = "| setting | default | values | effect |\n|---|---|---|---|\n";
  const auto cell = [](std::string_view value) {
    return value.empty() ? std::string("-") : "`" + std::string(value) + "`";
  };
  for (const Setting& setting : KnownSettings()) {
    std::vector<std::string> values = Split(setting.choices, '|');
    if (setting.choices.empty()) values.clear();
    if (setting.type == SettingType::kBoolean) values = {"true", "false"};
    for (std::string& value : values) {
      if (value == setting.refused) value += " is refused";
    }
    text += "| `" + std::string(setting.name) + "` | " + cell(setting.default_value) + " | " +
            (values.empty() ? "-" : Join(values, ", ")) + " | " + std::string(setting.help) +
            " |\n";
  }
  return text;
}

TEST(SettingsTest, TheReferenceIsUpToDate) {
  ExpectTables("settings.md", {{"## All settings", SettingsMarkdown()}}, "session_test");
}

TEST(SettingsTest, DefaultsAreThoseOfEditionTwo) {
  const Settings settings;
  EXPECT_TRUE(settings.Types().odps2);
  EXPECT_TRUE(settings.Types().decimal_odps2);
  EXPECT_FALSE(settings.Types().hive_compatible);
  EXPECT_EQ(settings.Execution().time_zone, "Asia/Shanghai");
}

TEST(SettingsTest, WrongValuesAreRefusedAndUnknownKeysKept) {
  Settings settings;
  EXPECT_FALSE(settings.Set("odps.sql.allow.fullscan", "yes", {}).ok());
  EXPECT_FALSE(settings.Set("paisql.threads", "-1", {}).ok());
  EXPECT_FALSE(settings.Set("paisql.threads", "99999999999", {}).ok());
  for (const char* size :
       {"8", "0GB", "0.0.0GB", "1.2.3GB", "GB", ".GB", "8XB", "50%", "-1GB", "1e3GB"}) {
    EXPECT_FALSE(settings.Set("paisql.memory_limit", size, {}).ok()) << size;
  }
  for (const char* size : {"8GB", "1.5 gib", "0.5TB", "512MB"}) {
    EXPECT_TRUE(settings.Set("paisql.memory_limit", size, {}).ok()) << size;
  }
  EXPECT_EQ(settings.Set("odps.sql.map.key.dedup.policy", "Exception", {}).error().code,
            ErrorCode::kUnsupported);
  EXPECT_EQ(settings.Set("odps.sql.submit.mode", "x", {}).error().code, ErrorCode::kInvalidCommand);
  EXPECT_TRUE(settings.Set("Odps.Sql.Allow.Fullscan", "TRUE", {}).ok());
  EXPECT_TRUE(settings.GetBoolean("odps.sql.allow.fullscan"));
  EXPECT_TRUE(settings.Set("some.Other.key", "x", {}).ok());
  EXPECT_EQ(settings.Get("some.Other.key"), "x");
  settings.Unset("odps.sql.allow.fullscan");
  EXPECT_FALSE(settings.GetBoolean("odps.sql.allow.fullscan"));
}

}  // namespace
}  // namespace paisql::session
