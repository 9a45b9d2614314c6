#include "functions/duckdb_macros.h"

#include "functions/duckdb_macro_tables.h"

namespace paisql::functions {

std::span<const std::span<const DuckdbMacro>> DuckdbMacroTables() {
  static const std::span<const DuckdbMacro> tables[] = {
      kCollectionMacros, kDateMacros, kNumberMacros, kRegexMacros, kStringMacros, kTimestampMacros,
  };
  return tables;
}

std::span<const std::string_view> EngineFunctions() {
  static constexpr std::string_view names[] = {"paisql_date_range", "paisql_datetime_between"};
  return names;
}

const DuckdbMacro* FindDuckdbMacro(std::string_view name) {
  for (const std::span<const DuckdbMacro>& table : DuckdbMacroTables()) {
    for (const DuckdbMacro& macro : table) {
      if (macro.name == name) return &macro;
    }
  }
  return nullptr;
}

}  // namespace paisql::functions
