#include "pai/parameter/parameter.h"

#include <algorithm>

#include "base/assert.h"
#include "base/text.h"

namespace paisql::pai {

namespace {

bool StandsIn(std::string_view words, std::string_view word) {
  const std::vector<std::string> all = Split(words, ' ');
  return std::find(all.begin(), all.end(), word) != all.end();
}

}  // namespace

using enum ParameterType;

const Parameter* FindParameter(std::span<const Parameter> table, std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [name](const Parameter& parameter) {
    return parameter.name == name ||
           (!parameter.aliases.empty() && StandsIn(parameter.aliases, name));
  });
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
