#include "store/files/partition_key.h"

#include "base/assert.h"
#include "base/text.h"

namespace paisql::store {

std::string PartitionKey(const std::vector<std::string>& values) {
  std::string key;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) key += '/';
    key += PercentEncode(values[i]);
  }
  return key;
}

std::vector<std::string> PartitionValues(const std::string& key) {
  std::vector<std::string> values = Split(key, '/');
  for (std::string& value : values) {
    if (value.find('%') != std::string::npos) value = PercentDecode(value);
  }
  return values;
}

KeyRange PartitionKeyRange(const std::vector<std::optional<std::string>>& match, size_t levels) {
  PAISQL_ASSERT(match.size() <= levels, "no more values than partition columns");
  std::vector<std::string> leading;
  for (const auto& value : match) {
    if (!value.has_value()) break;
    leading.push_back(*value);
  }
  // Keys are made of ASCII only, and '0' is the character after '/'.
  if (leading.empty()) return {"", "\x7f"};
  const std::string prefix = PartitionKey(leading);
  if (leading.size() == levels) return {prefix, prefix + '\x01'};
  return {prefix + '/', prefix + '0'};
}

}  // namespace paisql::store
