#pragma once

// The description of an external table: where its files lie, and how they are read and written. It
// is kept among the table's properties, under keys of its own. An external table lists no data
// files.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/types.h"

namespace paisql::store {

inline constexpr std::string_view kExternalProperty = "paisql.external";

enum class ExternalFormat { kDelimited, kJson, kParquet, kOrc };
// Whether files of the format hold columns with types of their own, and no text.
inline bool IsColumnar(ExternalFormat format) {
  return format == ExternalFormat::kParquet || format == ExternalFormat::kOrc;
}

// What becomes of a field that is not a value of its column.
enum class BadField { kFail, kSkipRecord, kNull };
// What becomes of a record with another number of fields than the table has columns.
enum class FieldCount { kFail, kFit, kSkipRecord };

struct ExternalSource {
  ExternalFormat format = ExternalFormat::kDelimited;
  std::string location;  // "oss://bucket/folder", or the absolute path of a folder
  std::string clauses;   // those of CREATE TABLE without LOCATION, as SQL

  // Of text.
  std::string delimiter = ",";
  std::string record_delimiter;          // "": LF or CRLF
  std::string quote;                     // "": quotes mean nothing
  std::optional<std::string> null_text;  // nullopt: no text stands for NULL
  std::string encoding = "UTF-8";
  int64_t header_lines = 0;  // that reading leaves out
  bool skip_empty_lines = true;
  bool writes_header = false;
  bool writes_gzip = false;
  BadField bad_field = BadField::kFail;
  FieldCount field_count = FieldCount::kFail;

  // Of partitions that lie elsewhere than in their folder of the location, by PartitionFolders.
  // Each is a property of its own (PartitionLocationKey).
  std::map<std::string, std::string> partition_locations;
};

// nullopt for a table whose rows lie in the home.
std::optional<ExternalSource> ExternalOf(const Table& table);
void SetExternal(Table& table, const ExternalSource& source);
// The value of kExternalProperty, for a change of it.
std::string ExternalText(const ExternalSource& source);
inline bool IsExternal(const Table& table) {
  return table.traits.properties.contains(std::string(kExternalProperty));
}

// The property that keeps where the partition of these folders lies.
std::string PartitionLocationKey(const std::string& folders);

// "ds=20260101/hour=08": the folders of a partition below the location.
std::string PartitionFolders(const Table& table, const std::vector<std::string>& values);

}  // namespace paisql::store
