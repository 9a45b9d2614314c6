#include "session/settings/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "base/byte_size.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "jobs/spec/quota_text.h"
#include "types/time/zone.h"
#include "variables/schedule.h"

namespace paisql::session {

namespace {

// Each thread of the engine costs memory before it does anything.
constexpr int kMaxCount = 1024;
constexpr int kMaxSteps = 100;
constexpr int kMaxDays = 30;

Error Refusal(const Setting& setting, std::string_view value, std::string_view wanted,
              const SourceRange& range) {
  return {ErrorCode::kInvalidCommand,
          fmt::format("{} does not take '{}', expect {}", setting.name, value, wanted), range, ""};
}

// What values of the type look like when this is not one; "" when it is. Zones and choices are not
// read here.
std::string Missed(SettingType type, const std::string& value) {
  const auto unless = [](bool good, std::string wanted) { return good ? "" : std::move(wanted); };
  const bool empty = value.empty();
  switch (type) {
    case SettingType::kBoolean:
      return unless(EqualsIgnoreCase(value, "true") || EqualsIgnoreCase(value, "false"),
                    "true or false");
    case SettingType::kCount:
      return unless(ParseNumber(value, 0, kMaxCount).has_value(),
                    fmt::format("a whole number up to {}", kMaxCount));
    case SettingType::kSteps:
      return unless(value.size() <= 3 && ParseNumber(value, 1, kMaxSteps).has_value(),
                    fmt::format("a whole number from 1 to {}", kMaxSteps));
    case SettingType::kDays:
      return unless(value.size() <= 2 && ParseNumber(value, 0, kMaxDays).has_value(),
                    fmt::format("a whole number from 0 to {}", kMaxDays));
    case SettingType::kRows:
      return unless(ParseNumber<int64_t>(value, 0, INT64_MAX).has_value(), "a whole number");
    case SettingType::kRowLimit:
      return unless(
          ParseNumber<int64_t>(value, 1, INT64_MAX).has_value() || EqualsIgnoreCase(value, "all"),
          "all or a whole number above 0");
    case SettingType::kSize:
      return unless(ParseByteSize(value).has_value(), "a size such as 8GB");
    case SettingType::kDay:
      return unless(empty || variables::ReadBizdate(value).has_value(), "a day such as 20251031");
    case SettingType::kMoment:
      return unless(empty || variables::ReadCyctime(value).has_value(),
                    "a time such as 20251101023045");
    case SettingType::kPriority:
      return unless(jobs::ParsePriority(value).has_value(), "a whole number from 0 to 9");
    case SettingType::kCards:
      return unless(empty || jobs::ParseCards(value).has_value(),
                    "numbers of cards (0,2 or 2,), how many (2), or none");
    case SettingType::kCores:
      return unless(empty || jobs::ParseCores(value).has_value(),
                    "a number of cores such as 4 or 1.5");
    case SettingType::kMegabytes:
      return unless(empty || jobs::ParseMegabytes(value).has_value(), "a size such as 16GB");
    case SettingType::kTimeZone:
    case SettingType::kChoice:
    case SettingType::kPath:
    case SettingType::kNames:
    case SettingType::kText:
      break;
  }
  return "";
}

Status CheckZone(const std::string& value, const SourceRange& range) {
  auto zone = TimeZone::Load(value);
  if (zone.ok()) return Status::Ok();
  Error error = std::move(zone).error();
  error.range = range;
  return error;
}

Status CheckChoice(const Setting& setting, const std::string& value, const SourceRange& range) {
  const std::vector<std::string> choices = Split(setting.choices, '|');
  const auto known = [&](const std::string& choice) { return EqualsIgnoreCase(choice, value); };
  if (value.empty() || std::any_of(choices.begin(), choices.end(), known)) return Status::Ok();
  Error error = Refusal(setting, value, Join(choices, " or "), range);
  error.hint = DidYouMean(value, choices);
  return error;
}

Status CheckValue(const Setting& setting, const std::string& value, const SourceRange& range) {
  for (const std::string& refused : Split(setting.refused, '|')) {
    if (!refused.empty() && EqualsIgnoreCase(refused, value)) {
      return Error{ErrorCode::kUnsupported,
                   fmt::format("{}={} is not supported yet", setting.name, value), range, ""};
    }
  }
  if (setting.type == SettingType::kTimeZone) return CheckZone(value, range);
  if (setting.type == SettingType::kChoice) return CheckChoice(setting, value, range);
  const std::string wanted = Missed(setting.type, value);
  if (!wanted.empty()) return Refusal(setting, value, wanted, range);
  return Status::Ok();
}

}  // namespace

Status Settings::Set(const std::string& key, const std::string& value, const SourceRange& range) {
  const Setting* setting = FindSetting(key);
  if (setting == nullptr) {
    values_[key] = value;
    return Status::Ok();
  }
  PAISQL_TRY(CheckValue(*setting, value, range));
  values_[std::string(setting->name)] = value;
  return Status::Ok();
}

void Settings::Unset(const std::string& key) {
  const Setting* setting = FindSetting(key);
  values_.erase(setting == nullptr ? key : std::string(setting->name));
}

std::string Settings::Get(std::string_view key) const {
  const auto found = values_.find(std::string(key));
  if (found != values_.end()) return found->second;
  const Setting* setting = FindSetting(key);
  return setting == nullptr ? "" : std::string(setting->default_value);
}

bool Settings::GetBoolean(std::string_view key) const { return EqualsIgnoreCase(Get(key), "true"); }

std::optional<int64_t> Settings::GetCount(std::string_view key) const {
  const std::string text = Get(key);
  int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || read.ec != std::errc()) return std::nullopt;
  return number;
}

TypeMode Settings::Types() const {
  TypeMode mode;
  mode.odps2 = GetBoolean("odps.sql.type.system.odps2");
  mode.decimal_odps2 = GetBoolean("odps.sql.decimal.odps2");
  mode.hive_compatible = GetBoolean("odps.sql.hive.compatible");
  mode.extended_scale = GetBoolean("odps.sql.decimal2.extended.scale.enable");
  mode.strict = GetBoolean("odps.function.strictmode");
  mode.json = GetBoolean("odps.sql.type.json.enable");
  return mode;
}

engine::ExecutionSettings Settings::Execution() const {
  engine::ExecutionSettings execution;
  execution.time_zone = Get("odps.sql.timezone");
  execution.bigquery_compatible = GetBoolean("odps.sql.bigquery.compatible");
  execution.trim_decimal_zeros = GetBoolean("odps.sql.decimal.tostring.trimzero");
  execution.date_from_full_format =
      GetBoolean("odps.sql.executionengine.enable.string.to.date.full.format");
  return execution;
}

void Settings::Fill(analysis::AnalysisContext& context) const {
  context.types = Types();
  context.allow_cartesian = GetBoolean("odps.sql.allow.cartesian");
  context.max_iterations = std::stoi(Get("odps.sql.rcte.max.iterate.num"));
  context.allow_full_scan = GetBoolean("odps.sql.allow.fullscan");
  context.order_by_needs_limit = GetBoolean("odps.sql.validate.orderby.limit");
  const bool both_positions = GetBoolean("odps.sql.groupby.orderby.position.alias");
  context.group_by_position = both_positions || GetBoolean("hive.groupby.position.alias") ||
                              GetBoolean("odps.sql.groupby.position.alias");
  context.order_by_position = both_positions || GetBoolean("hive.orderby.position.alias") ||
                              GetBoolean("odps.sql.orderby.position.alias");
  context.bigquery_compatible = GetBoolean("odps.sql.bigquery.compatible");
  context.timestamp_ntz = GetBoolean("odps.sql.timestamp.function.ntz");
  context.rewrites_to_materialized = GetBoolean("odps.sql.materialized.view.enable.auto.rewriting");
  context.materializes_volatile =
      GetBoolean("odps.sql.materialized.view.support.nondeterministic.function");
  context.time_zone = Get("odps.sql.timezone");
  context.session_resources = Get("odps.sql.session.resources");
  context.python.python = ToLower(Get("odps.sql.python.version"));
  // So that milliseconds and bytes of them fit into 64 bits.
  const auto bounded = [this](std::string_view key, int64_t otherwise) {
    return std::min<int64_t>(GetCount(key).value_or(otherwise), INT32_MAX);
  };
  context.python.timeout_s = bounded("odps.sql.udf.timeout", 1800);
  context.python.memory_mb = bounded("odps.sql.udf.python.memory", 1024);
  context.python.java_memory_mb = bounded("odps.sql.udf.jvm.memory", 1024);
  context.python.confine = GetBoolean("paisql.job.confine");
  if (!context.python.confine) return;
  for (const std::string& folder : Split(Get("paisql.job.confine.folders"), ':')) {
    if (!Trim(folder).empty()) context.python.readable.emplace_back(Trim(folder));
  }
}

bool Settings::NeedsFreshEngine(std::string_view key) {
  return EqualsIgnoreCase(key, "paisql.memory_limit") || EqualsIgnoreCase(key, "paisql.threads") ||
         EqualsIgnoreCase(key, "paisql.temp_directory");
}

}  // namespace paisql::session
