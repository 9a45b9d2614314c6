#pragma once

// The settings that SET changes. Known settings stand in one table with their type, default and
// help; the table feeds SET, SHOW FLAGS, HELP SET and the documentation. Other keys are kept as
// they are, because the platform takes any key and PAI passes them on.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "analysis/analyzer.h"
#include "base/result.h"
#include "engine/engine.h"

namespace paisql::session {

enum class SettingType {
  kBoolean,
  kCount,  // a whole number, not negative, at most 1024
  kSteps,  // a whole number from 1 to 100
  kDays,   // a whole number from 0 to 30
  kRows,   // a whole number, not negative
  kSize,   // "8GB"
  kPath,
  kText,      // anything
  kRowLimit,  // "all", or a whole number above 0
  kNames,     // separated by commas
  kTimeZone,  // an IANA name
  kChoice,    // one of `choices`
  kDay,       // "20251031"
  kMoment,    // "20251101023045"
  kPriority,  // this one and the following as jobs/spec/quota_text.h reads them
  kCards,
  kCores,
  kMegabytes,
};

struct Setting {
  std::string_view name;
  SettingType type;
  std::string_view default_value;
  // Values that this program does not offer, separated by '|'; "" when all are.
  std::string_view refused;
  std::string_view help;
  std::string_view choices = {};  // of kChoice, separated by '|'
};

std::span<const Setting> KnownSettings();
const Setting* FindSetting(std::string_view name);  // letter case does not matter

// How long what statements replace and drop can come back.
inline constexpr std::string_view kRetentionSetting = "odps.timemachine.retention.days";
inline constexpr std::string_view kPrintedSetting =
    "odps.sql.runtime.flag.executionengine_PythonStdoutMaxsize";

class Settings {
 public:
  // Checks the value of a known setting. `range` is the place for the error.
  Status Set(const std::string& key, const std::string& value, const SourceRange& range);
  void Unset(const std::string& key);
  void Clear() { values_.clear(); }

  // The value set, else the default of the table, else "".
  std::string Get(std::string_view key) const;
  bool GetBoolean(std::string_view key) const;
  // The value of a setting of whole numbers; nullopt when it has none.
  std::optional<int64_t> GetCount(std::string_view key) const;
  // The keys and values that were SET.
  const std::map<std::string, std::string>& values() const { return values_; }

  TypeMode Types() const;
  engine::ExecutionSettings Execution() const;
  // The flags of an analysis; catalog, project and time are the caller's.
  void Fill(analysis::AnalysisContext& context) const;
  // True for the settings that the engine reads once, when it is loaded.
  static bool NeedsFreshEngine(std::string_view key);

 private:
  std::map<std::string, std::string> values_;
};

}  // namespace paisql::session
