#include "tunnel/csv/header.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace paisql::tunnel {

namespace {

constexpr size_t kMaxNameBytes = 128;

bool IsNameCharacter(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
}

// By the column's name; else by its comment, where -create keeps what files call it; else by what
// -create would make of the field.
std::optional<size_t> ColumnOf(std::string_view field, const std::vector<store::Column>& columns) {
  const std::string_view written = Trim(field);
  if (written.empty()) return std::nullopt;
  const std::string name = ColumnNameOf(field);
  const auto place = [&columns](auto fits) -> std::optional<size_t> {
    const auto found = std::find_if(columns.begin(), columns.end(), fits);
    if (found == columns.end()) return std::nullopt;
    return found - columns.begin();
  };
  std::optional<size_t> at =
      place([&](const store::Column& column) { return EqualsIgnoreCase(column.name, written); });
  if (!at) at = place([&](const store::Column& column) { return column.comment == written; });
  if (!at) {
    at = place([&](const store::Column& column) { return EqualsIgnoreCase(column.name, name); });
  }
  return at;
}

std::string ShownField(std::string_view field) {
  constexpr int kShownColumns = 40;
  if (!IsValidUtf8(field)) return "a name that is not UTF-8";
  return "'" + std::string(FirstColumns(Trim(field), kShownColumns)) + "'";
}

Error UnknownName(std::string_view field, const CsvRecord& header, const store::Table& table,
                  const std::string& path) {
  std::vector<std::string> names;
  for (const store::Column& column : table.columns) names.push_back(column.name);
  for (const store::Column& column : table.partition_columns) {
    if (!EqualsIgnoreCase(column.name, Trim(field))) continue;
    return HeaderError(
        path, header, fmt::format("names {}, which is a partition column", ShownField(field)),
        "a partition's value stands in the command: " + table.name + "/" + column.name +
            "=…; take the column out of the file, or -ss false leaves "
            "it out");
  }
  const std::string near = DidYouMean(Trim(field), names);
  return HeaderError(
      path, header,
      fmt::format("names {}, which is not a column of {}", ShownField(field),
                  table.QualifiedName()),
      near.empty() ? "columns are " + Join(names, ", ") + "; -ss false leaves other fields out"
                   : near);
}

}  // namespace

Error HeaderError(const std::string& path, const CsvRecord& header, const std::string& what,
                  std::string hint) {
  return {ErrorCode::kTunnel,
          fmt::format("the header {} ({}:{})", what, path, header.line),
          {},
          std::move(hint)};
}

std::string ColumnNameOf(std::string_view field) {
  std::string name;
  for (const char c : ToLower(Trim(field))) {
    if (IsNameCharacter(c)) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name.substr(0, kMaxNameBytes);
}

FieldPlaces PlacesInOrder(size_t columns) {
  FieldPlaces places;
  places.fields = columns;
  for (size_t i = 0; i < columns; ++i) places.of_columns.emplace_back(i);
  return places;
}

Result<FieldPlaces> PlacesByHeader(const CsvRecord& header, const store::Table& table, bool strict,
                                   const std::string& path, std::string& warning) {
  if (!header.problem.empty()) {
    return HeaderError(path, header, "cannot be read: " + header.problem, "");
  }
  FieldPlaces places;
  places.fields = header.fields.size();
  places.of_columns.resize(table.columns.size());
  std::optional<size_t> unknown;
  std::optional<size_t> twice;
  bool any = false;
  for (size_t i = 0; i < header.fields.size(); ++i) {
    const std::optional<size_t> column = ColumnOf(header.fields[i].text, table.columns);
    if (!column.has_value()) {
      if (!unknown.has_value()) unknown = i;
      continue;
    }
    any = true;
    if (places.of_columns[*column].has_value()) twice = i;
    places.of_columns[*column] = i;
  }
  if (!any) {
    warning = fmt::format(
        "the header names no column of {}, fields are taken in the order of the columns "
        "({}:{})",
        table.QualifiedName(), path, header.line);
    return PlacesInOrder(table.columns.size());
  }
  if (twice.has_value()) {
    return HeaderError(path, header,
                       fmt::format("names {} twice", ShownField(header.fields[*twice].text)),
                       "rename one of them in the file");
  }
  if (unknown.has_value() && strict) {
    return UnknownName(header.fields[*unknown].text, header, table, path);
  }
  for (size_t i = 0; i < table.columns.size() && strict; ++i) {
    if (places.of_columns[i].has_value()) continue;
    return HeaderError(path, header, fmt::format("does not name column {}", table.columns[i].name),
                       "-ss false makes it NULL");
  }
  return places;
}

}  // namespace paisql::tunnel
