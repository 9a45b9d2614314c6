#include "engine/duckdb/report/profile.h"

#include <charconv>

namespace paisql::engine {
namespace {

std::string Metric(const DuckdbApi& api, duckdb_profiling_info info, const char* key) {
  duckdb_value value = api.profiling_info_get_value(info, key);
  if (value == nullptr) return "";
  char* text = api.get_varchar(value);
  std::string result = text == nullptr ? "" : text;
  api.free(text);
  api.destroy_value(&value);
  return result;
}

template <typename T>
T NumberOf(const std::string& text) {
  T number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

ProfileNode ReadNode(const DuckdbApi& api, duckdb_profiling_info info) {
  ProfileNode node;
  node.name = Metric(api, info, "OPERATOR_NAME");
  node.rows = NumberOf<int64_t>(Metric(api, info, "OPERATOR_CARDINALITY"));
  node.seconds = NumberOf<double>(Metric(api, info, "OPERATOR_TIMING"));
  node.details = ParseDetails(Metric(api, info, "EXTRA_INFO"));
  const idx_t count = api.profiling_info_get_child_count(info);
  for (idx_t i = 0; i < count; ++i) {
    node.children.push_back(ReadNode(api, api.profiling_info_get_child(info, i)));
  }
  while (!node.name.empty() && node.name.back() == ' ') node.name.pop_back();
  return node;
}

// One key or value, up to `end` or the comma; a quoted one keeps what its backslashes protect.
std::string TakePart(std::string_view& text, char end) {
  std::string part;
  if (text.starts_with('\'')) {
    text.remove_prefix(1);
    while (!text.empty() && text.front() != '\'') {
      if (text.front() == '\\' && text.size() > 1) text.remove_prefix(1);
      part += text.front();
      text.remove_prefix(1);
    }
    text.remove_prefix(text.empty() ? 0 : 1);
    return part;
  }
  while (!text.empty() && text.front() != end && !text.starts_with(", ")) {
    part += text.front();
    text.remove_prefix(1);
  }
  return part;
}

}  // namespace

std::map<std::string, std::string> ParseDetails(std::string_view text) {
  std::map<std::string, std::string> details;
  if (!text.starts_with('{') || !text.ends_with('}')) return details;
  text = text.substr(1, text.size() - 2);
  while (!text.empty()) {
    std::string key = TakePart(text, '=');
    if (!text.starts_with('=')) break;
    text.remove_prefix(1);
    details[std::move(key)] = TakePart(text, '\0');
    if (!text.starts_with(", ")) break;
    text.remove_prefix(2);
  }
  return details;
}

std::optional<ProfileNode> ReadProfile(const DuckdbApi& api, duckdb_connection connection) {
  duckdb_profiling_info info = api.get_profiling_info(connection);
  if (info == nullptr) return std::nullopt;
  // The root stands for the whole query, the only operator below it for the topmost one.
  if (api.profiling_info_get_child_count(info) == 0) return ReadNode(api, info);
  return ReadNode(api, api.profiling_info_get_child(info, 0));
}

}  // namespace paisql::engine
