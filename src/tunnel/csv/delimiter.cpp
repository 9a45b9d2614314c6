#include "tunnel/csv/delimiter.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "tunnel/csv/csv_reader.h"

namespace paisql::tunnel {

namespace {

constexpr LikelyDelimiter kKnown[] = {
    {",", "commas", "','"},
    {";", "semicolons", "';'"},
    {"\t", "tabs", "'\\t'"},
    {"|", "bars", "'|'"},
    {"\x01", "the character \\u0001", "'\\u0001'"},
};

// How many fields both of the first two records have; 0 when they differ or there is none.
Result<size_t> CountFields(const std::string& path, const CsvDialect& dialect) {
  PAISQL_ASSIGN(CsvReader reader, CsvReader::Open(path, dialect));
  CsvRecord record;
  PAISQL_ASSIGN(bool more, reader.Next(record));
  if (!more || !record.problem.empty()) return size_t{0};
  const size_t fields = record.fields.size();
  PAISQL_ASSIGN(more, reader.Next(record));
  return more && (!record.problem.empty() || record.fields.size() != fields) ? 0 : fields;
}

Result<size_t> FieldsOfFirst(const std::string& path, const CsvDialect& dialect) {
  PAISQL_ASSIGN(CsvReader reader, CsvReader::Open(path, dialect));
  CsvRecord record;
  PAISQL_ASSIGN(const bool more, reader.Next(record));
  return more ? record.fields.size() : 0;
}

std::string NameOf(const std::string& delimiter) {
  const auto* const known = std::ranges::find(kKnown, delimiter, &LikelyDelimiter::text);
  return known == std::end(kKnown) ? "'" + delimiter + "'" : std::string(known->name);
}

bool IsEmpty(const std::string& path) {
  std::error_code failure;
  return std::filesystem::file_size(path, failure) == 0;
}

}  // namespace

Result<std::optional<LikelyDelimiter>> FindDelimiter(const std::string& path,
                                                     const TunnelOptions& options) {
  std::optional<LikelyDelimiter> best;
  CsvDialect dialect = options.Dialect();
  PAISQL_ASSIGN(const size_t now, FieldsOfFirst(path, dialect));
  if (now != 1) return best;
  for (const LikelyDelimiter& known : kKnown) {
    dialect.field_delimiter = known.text;
    PAISQL_ASSIGN(const size_t fields, CountFields(path, dialect));
    if (fields < 2 || (best.has_value() && best->fields >= fields)) continue;
    best = known;
    best->fields = fields;
  }
  return best;
}

Result<std::optional<LikelyDelimiter>> FindDelimiterOfAll(const std::vector<InputFile>& files,
                                                          TunnelOptions options,
                                                          const std::function<Status()>& check) {
  std::optional<LikelyDelimiter> chosen;
  const InputFile* first = nullptr;
  for (const InputFile& file : files) {
    PAISQL_TRY(check());
    if (IsEmpty(file.path)) continue;
    PAISQL_ASSIGN(const std::optional<LikelyDelimiter> likely, FindDelimiter(file.path, options));
    if (first == nullptr) {
      first = &file;
      chosen = likely;
      if (likely.has_value()) options.field_delimiter = likely->text;
    } else if (likely.has_value()) {
      return Error{
          ErrorCode::kTunnel,
          fmt::format("fields of {} are separated by {}, those of {} by {}", first->name,
                      NameOf(options.field_delimiter), file.name, likely->name),
          {},
          "upload the files of each delimiter from a folder of their own; -fd says that all have "
          "the same"};
    }
  }
  return chosen;
}

}  // namespace paisql::tunnel
