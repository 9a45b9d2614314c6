#include "tunnel/download.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/coding/deflate.h"
#include "base/coding/zstd_reader.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "store/place.h"
#include "syntax/literal_text.h"

namespace paisql::tunnel {

namespace {

using syntax::QuoteLiteral;
using syntax::QuoteName;

std::string PartitionCondition(const store::Column& column, const std::string& value) {
  const std::string literal = column.type.IsInteger() ? value : QuoteLiteral(value);
  return QuoteName(column.name) + "=" + literal;
}

Result<std::vector<std::string>> NamedColumns(const store::Table& table, const syntax::Word& list) {
  std::vector<std::string> known;
  for (const auto* columns : {&table.columns, &table.partition_columns}) {
    for (const store::Column& column : *columns) known.push_back(column.name);
  }
  std::vector<std::string> chosen;
  for (const std::string& text : Split(list.text, ',')) {
    const std::string name(Trim(text));
    const auto found = std::find_if(known.begin(), known.end(), [&](const std::string& column) {
      return EqualsIgnoreCase(column, name);
    });
    if (found == known.end()) {
      return Error{ErrorCode::kInvalidColumn, "column " + name + " cannot be resolved", list.range,
                   DidYouMean(name, known)};
    }
    chosen.push_back(*found);
  }
  return chosen;
}

// The columns that -cn or -ci choose, else the data columns, and the partition columns that are not
// fixed.
Result<std::vector<std::string>> ChosenColumns(const TunnelTable& source,
                                               const TunnelOptions& options) {
  if (!options.column_names.text.empty()) return NamedColumns(source.table, options.column_names);
  std::vector<std::string> all;
  for (const store::Column& column : source.table.columns) all.push_back(column.name);
  for (size_t i = 0; i < source.partition.size(); ++i) {
    if (!source.partition[i].has_value()) all.push_back(source.table.partition_columns[i].name);
  }
  if (options.column_indexes.text.empty()) return all;
  std::vector<std::string> chosen;
  for (const std::string& text : Split(options.column_indexes.text, ',')) {
    const std::string_view digits = Trim(text);
    const std::optional<size_t> index = ParseNumber<size_t>(digits);
    if (!index.has_value() || *index >= all.size()) {
      return Error{
          ErrorCode::kInvalidColumn, fmt::format("there is no column with index {}", digits),
          options.column_indexes.range, fmt::format("indexes are 0 to {}", all.size() - 1)};
    }
    chosen.push_back(all[*index]);
  }
  return chosen;
}

std::string PackGzip(std::string_view bytes) {
  return Deflate(bytes, DeflateForm::kGzip, DeflateEffort::kOrdinary);
}

RowWriter::Pack PackingOf(const std::string& name) {
  const std::string lower = ToLower(name);
  if (lower.ends_with(".gz")) return PackGzip;
  return lower.ends_with(".zst") ? PackZstd : nullptr;
}

}  // namespace

std::string NameInQueries(const store::Table& table) {
  const store::Place place = store::PlaceOf(table.project);
  return QuoteName(place.project) + "." + QuoteName(place.schema) + "." + QuoteName(table.name);
}

Result<std::string> DownloadQuery(const TunnelTable& source, const std::string& from,
                                  const TunnelOptions& options) {
  PAISQL_ASSIGN(const std::vector<std::string> columns, ChosenColumns(source, options));
  std::vector<std::string> items;
  for (const std::string& column : columns) items.push_back(QuoteName(column));
  std::vector<std::string> conditions;
  for (size_t i = 0; i < source.partition.size(); ++i) {
    if (!source.partition[i].has_value()) continue;
    conditions.push_back(
        PartitionCondition(source.table.partition_columns[i], *source.partition[i]));
  }
  std::string sql = "SELECT " + Join(items, ", ") + " FROM " + from;
  if (!conditions.empty()) sql += " WHERE " + Join(conditions, " AND ");
  if (options.limit >= 0) sql += fmt::format(" LIMIT {}", options.limit);
  return sql;
}

RowWriter::Options RowsOfFile(const std::string& name, RowForm form, const TunnelOptions& options,
                              const DatePattern& pattern) {
  RowWriter::Options rows;
  rows.format.form = form;
  rows.format.csv.field_delimiter = options.field_delimiter;
  if (!options.record_delimiter.empty()) {
    rows.format.csv.record_delimiter = options.record_delimiter;
  }
  rows.format.csv.null_text = options.null_indicator;
  rows.format.csv.quotes = options.csv_format;
  rows.format.header = options.header;
  rows.format.pattern = &pattern;
  rows.charset = options.charset;
  rows.pack = PackingOf(name);
  rows.threads = options.Threads();
  return rows;
}

}  // namespace paisql::tunnel
