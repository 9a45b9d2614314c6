#pragma once

// SQL macros that the rows' DuckDB templates call. The engine creates a macro on its connection the
// first time that a printed statement, or the body of a macro that it creates, contains the macro's
// name.

#include <span>
#include <string_view>

namespace paisql::functions {

// CREATE MACRO name(parameters) AS body. Names begin with "paisql_"; parameters and the variables
// of lambdas begin with "_", which no column that the engine prints does.
struct DuckdbMacro {
  std::string_view name;
  std::string_view parameters;  // "_s, _n"
  std::string_view body;
};

// nullptr for an unknown name; letter case matters.
const DuckdbMacro* FindDuckdbMacro(std::string_view name);

// Names that begin as the macros' do, but stand for functions that the engine makes itself, of C++
// over whole vectors.
std::span<const std::string_view> DuckdbNatives();

// The tables, one a family, for tests.
std::span<const std::span<const DuckdbMacro>> DuckdbMacroTables();

}  // namespace paisql::functions
