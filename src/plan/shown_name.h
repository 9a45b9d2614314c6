#pragma once

// How people read the name of a table in a plan.

#include <string>
#include <string_view>

#include "plan/table.h"

namespace paisql::plan {

// With it begins the schema of a session's temporary tables, which nobody sees.
inline constexpr std::string_view kTemporarySchema = "temporary-";

// "project.name" also of a temporary table.
inline std::string ShownName(const TableSchema& table) {
  const size_t dot = table.project.find('.');
  const bool temporary =
      dot != std::string::npos &&
      std::string_view(table.project).substr(dot + 1).starts_with(kTemporarySchema);
  return temporary ? table.project.substr(0, dot) + "." + table.name : table.QualifiedName();
}

}  // namespace paisql::plan
