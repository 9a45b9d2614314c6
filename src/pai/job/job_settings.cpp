#include "pai/job/job_settings.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "base/text.h"
#include "training/spec/quota_text.h"

namespace paisql::pai {

namespace {

// Keys, and beginnings of keys that end with a point.
constexpr std::array<std::string_view, 4> kCounting = {"odps.pai.property.", "odps.sql.timezone",
                                                       "odps.instance.priority", "paisql."};
// Those that say what an input means that is a query.
constexpr std::array<std::string_view, 2> kCountingForQueries = {"odps.sql.", "hive."};

bool Counts(std::string_view key, std::span<const std::string_view> counting) {
  return std::any_of(counting.begin(), counting.end(), [key](std::string_view one) {
    return key == one || (one.ends_with('.') && key.starts_with(one));
  });
}

}  // namespace

void ApplySettings(const BuildContext& context, training::JobSpec* spec) {
  if (context.settings == nullptr) return;
  const bool has_queries =
      std::any_of(spec->tables.begin(), spec->tables.end(),
                  [](const training::TableBinding& input) { return input.is_query; });
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
  if (const std::string python2 = value("paisql.python2"); !python2.empty())
    spec->environment["PAISQL_PYTHON2"] = ToLower(python2);
  spec->variables = training::ChooseEnvironment(*context.settings);
  spec->priority =
      training::ParsePriority(value("odps.instance.priority")).value_or(training::kLowestPriority);
  spec->quota.gpus = training::ParseCards(value("paisql.gpus"));
  spec->quota.cpu = training::ParseCores(value("paisql.quota.cpu"));
  spec->quota.memory_mb = training::ParseMegabytes(value("paisql.quota.memory"));
  spec->quota.fit = !EqualsIgnoreCase(value("paisql.quota.fit"), "false");
}

}  // namespace paisql::pai
