#include "pai/job/job_settings.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "base/text.h"
#include "jobs/spec/quota_text.h"

namespace paisql::pai {

namespace {

// Keys, and beginnings of keys that end with a point.
constexpr std::array<std::string_view, 4> kCounting = {"odps.pai.property.", "odps.sql.timezone",
                                                       "odps.instance.priority", "paisql."};
// The settings that give an input its meaning when it is a query.
constexpr std::array<std::string_view, 2> kCountingForQueries = {"odps.sql.", "hive."};

// PAISQL_PYTHON2 of an algorithm whose name ran Python 2: a script that is valid in both is
// Python 2.
constexpr const char* kByName = "by_name";

bool Counts(std::string_view key, std::span<const std::string_view> counting) {
  return std::any_of(counting.begin(), counting.end(), [key](std::string_view one) {
    return key == one || (one.ends_with('.') && key.starts_with(one));
  });
}

}  // namespace

void ApplySettings(const BuildContext& context, bool ran_python2, jobs::JobSpec* spec) {
  if (ran_python2) spec->environment["PAISQL_PYTHON2"] = kByName;
  if (context.settings == nullptr) return;
  const bool has_queries =
      std::any_of(spec->tables.begin(), spec->tables.end(),
                  [](const jobs::TableBinding& input) { return input.is_query; });
  for (const auto& [key, value] : *context.settings) {
    const bool counts = Counts(key, kCounting) || (has_queries && Counts(key, kCountingForQueries));
    if (counts) spec->settings.emplace(key, value);
  }
  const auto value = [&context](const char* key) {
    const auto found = context.settings->find(key);
    return found == context.settings->end() ? std::string() : found->second;
  };
  if (const std::string zone = value("odps.sql.timezone"); !zone.empty())
    spec->environment["PAISQL_TIME_ZONE"] = zone;
  const std::string python2 = ToLower(value("paisql.python2"));
  if (!python2.empty() && !(ran_python2 && python2 == "auto"))
    spec->environment["PAISQL_PYTHON2"] = python2;
  if (const std::string texts = value("paisql.bytes.text"); !texts.empty())
    spec->environment["PAISQL_BYTES_TEXT"] = ToLower(texts);
  if (const std::string pins = value("paisql.requirements"); !pins.empty())
    spec->environment["PAISQL_REQUIREMENTS_PINS"] = ToLower(pins);
  spec->variables = jobs::ChooseEnvironment(*context.settings);
  spec->priority =
      jobs::ParsePriority(value("odps.instance.priority")).value_or(jobs::kLowestPriority);
  spec->quota.gpus = jobs::ParseCards(value("paisql.gpus"));
  spec->quota.cpu = jobs::ParseCores(value("paisql.quota.cpu"));
  spec->quota.memory_mb = jobs::ParseMegabytes(value("paisql.quota.memory"));
  spec->quota.fit = !EqualsIgnoreCase(value("paisql.quota.fit"), "false");
}

}  // namespace paisql::pai
