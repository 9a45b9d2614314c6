#include "tunnel/csv/column_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "tunnel/csv/header.h"

namespace paisql::tunnel {

namespace {

// The name that the written one leads to: "" when nothing of a name is left.
std::string CandidateName(std::string_view written) {
  const std::string name = ColumnNameOf(written);
  const bool number =
      std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
  return number && !name.empty() ? "c_" + name : name;
}

// c1, c2, … by the place, and c1_2 where another column is called c1.
std::string ByPlace(size_t place, const std::set<std::string>& taken) {
  std::string name = fmt::format("c{}", place + 1);
  if (!taken.contains(name)) return name;
  int next = 2;
  while (taken.contains(fmt::format("{}_{}", name, next))) ++next;
  return fmt::format("{}_{}", name, next);
}

}  // namespace

Result<std::vector<NamedColumn>> NameColumns(const CsvRecord& header, const std::string& path) {
  std::vector<NamedColumn> columns;
  std::map<std::string, int> uses;
  std::set<std::string> written_names;
  for (size_t i = 0; i < header.fields.size(); ++i) {
    const std::string_view written = Trim(header.fields[i].text);
    if (written.empty()) {
      return HeaderError(path, header, fmt::format("has no name for column {}", i + 1),
                         "write one into the file, or -h false names the columns c1, c2, …");
    }
    if (!IsValidUtf8(written)) {
      return HeaderError(path, header, fmt::format("has no UTF-8 in name {}", i + 1),
                         "is it a CSV file? iconv -f … -t UTF-8 converts one of another charset");
    }
    if (!written_names.insert(ToLower(written)).second) {
      return HeaderError(path, header, fmt::format("names {} twice", ToLower(written)),
                         "rename one of them in the file, or -h false names the columns c1, c2, …");
    }
    NamedColumn& column = columns.emplace_back();
    column.name = CandidateName(written);
    if (!EqualsIgnoreCase(column.name, written)) column.title = std::string(written);
    ++uses[column.name];
  }
  // A name that the file writes as it is stays, whatever else leads to it.
  std::set<std::string> taken;
  const auto unclear = [&uses](const NamedColumn& column) {
    return !column.title.empty() && (column.name.empty() || uses[column.name] > 1);
  };
  for (const NamedColumn& column : columns) {
    if (!unclear(column)) taken.insert(column.name);
  }
  for (size_t i = 0; i < columns.size(); ++i) {
    if (!unclear(columns[i])) continue;
    columns[i].name = ByPlace(i, taken);
    taken.insert(columns[i].name);
  }
  return columns;
}

}  // namespace paisql::tunnel
