#include "store/external.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace paisql::store {
namespace {

using Json = nlohmann::json;

// A member and the name under which it is kept.
template <typename T>
struct Row {
  const char* name;
  T ExternalSource::*member;
};

constexpr Row<std::string> kTexts[] = {
    {"location", &ExternalSource::location},
    {"clauses", &ExternalSource::clauses},
    {"delimiter", &ExternalSource::delimiter},
    {"record_delimiter", &ExternalSource::record_delimiter},
    {"quote", &ExternalSource::quote},
    {"encoding", &ExternalSource::encoding},
};
constexpr Row<bool> kFlags[] = {
    {"skip_empty_lines", &ExternalSource::skip_empty_lines},
    {"writes_header", &ExternalSource::writes_header},
    {"writes_gzip", &ExternalSource::writes_gzip},
};

}  // namespace

std::optional<ExternalSource> ExternalOf(const Table& table) {
  const auto found = table.traits.properties.find(std::string(kExternalProperty));
  if (found == table.traits.properties.end()) return std::nullopt;
  // What is missing has its default; a text that is not ours says nothing at all.
  const Json kept = Json::parse(found->second, nullptr, false);
  ExternalSource source;
  if (!kept.is_object()) return source;
  for (const auto& row : kTexts) source.*row.member = kept.value(row.name, source.*row.member);
  for (const auto& row : kFlags) source.*row.member = kept.value(row.name, source.*row.member);
  source.format = static_cast<ExternalFormat>(kept.value("format", 0));
  source.header_lines = kept.value("header_lines", int64_t{0});
  source.bad_field = static_cast<BadField>(kept.value("bad_field", 0));
  source.field_count = static_cast<FieldCount>(kept.value("field_count", 0));
  if (kept.contains("null_text")) source.null_text = kept.value("null_text", "");
  const std::string prefix = PartitionLocationKey("");
  for (const auto& [key, value] : table.traits.properties) {
    if (key.starts_with(prefix)) source.partition_locations[key.substr(prefix.size())] = value;
  }
  return source;
}

std::string ExternalText(const ExternalSource& source) {
  Json kept = Json::object();
  for (const auto& row : kTexts) kept[row.name] = source.*row.member;
  for (const auto& row : kFlags) kept[row.name] = source.*row.member;
  kept["format"] = static_cast<int>(source.format);
  kept["header_lines"] = source.header_lines;
  kept["bad_field"] = static_cast<int>(source.bad_field);
  kept["field_count"] = static_cast<int>(source.field_count);
  if (source.null_text.has_value()) kept["null_text"] = *source.null_text;
  return kept.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void SetExternal(Table& table, const ExternalSource& source) {
  table.traits.properties[std::string(kExternalProperty)] = ExternalText(source);
}

std::string PartitionLocationKey(const std::string& folders) {
  return std::string(kExternalProperty) + ":" + folders;
}

std::string PartitionFolders(const Table& table, const std::vector<std::string>& values) {
  std::string folders;
  for (size_t i = 0; i < values.size() && i < table.partition_columns.size(); ++i) {
    if (i > 0) folders += '/';
    folders += ToLower(table.partition_columns[i].name) + "=" + PercentEncode(values[i]);
  }
  return folders;
}

}  // namespace paisql::store
