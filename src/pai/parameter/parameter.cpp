#include "pai/parameter/parameter.h"

#include <algorithm>

#include "base/assert.h"
#include "base/text.h"

namespace paisql::pai {

namespace {

bool IsNamed(const Parameter& parameter, std::string_view name, bool any_case) {
  const auto same = [&](std::string_view own) {
    return any_case ? EqualsIgnoreCase(own, name) : own == name;
  };
  if (same(parameter.name)) return true;
  return !parameter.aliases.empty() && std::ranges::any_of(Split(parameter.aliases, ' '), same);
}

}  // namespace

using enum ParameterType;

const Parameter* FindParameter(std::span<const Parameter> table, std::string_view name,
                               bool any_case) {
  const auto found = std::ranges::find_if(
      table, [&](const Parameter& parameter) { return IsNamed(parameter, name, any_case); });
  return found == table.end() ? nullptr : &*found;
}

std::vector<std::string> ParameterNames(std::span<const Parameter> table) {
  std::vector<std::string> names;
  for (const Parameter& parameter : table) names.emplace_back(parameter.name);
  return names;
}

std::vector<std::string> WordsOf(const Parameter& parameter) {
  if (parameter.words.empty()) return {};
  return Split(parameter.words, ' ');
}

std::string_view TypeText(ParameterType type) {
  switch (type) {
    case kText:
      return "text";
    case kScript:
      return "script";
    case kTable:
      return "table";
    case kTables:
      return "tables";
    case kBuckets:
      return "OSS folders";
    case kOssFolder:
      return "OSS folder";
    case kVolumes:
      return "volumes";
    case kFile:
      return "file";
    case kFiles:
      return "files";
    case kInteger:
    case kGpu:
      return "integer";
    case kNumber:
      return "number";
    case kColumn:
      return "column";
    case kColumns:
      return "columns";
    case kJson:
      return "JSON";
    case kBoolean:
      return "true or false";
    case kArn:
      return "role";
    case kHost:
      return "host";
  }
  PAISQL_UNREACHABLE("a parameter type without a text");
}

}  // namespace paisql::pai
