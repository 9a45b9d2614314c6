#pragma once

// SQL macros that the table of spellings calls (engine/duckdb/spelling). A macro is created on the
// connection the first time that a printed statement, or the body of a macro that is created,
// contains its name.

#include <span>
#include <string_view>

namespace paisql::engine {

// CREATE MACRO name(parameters) AS body. Names begin with "paisql_"; parameters and the variables
// of lambdas begin with "_", which no column that the engine prints does.
struct Macro {
  std::string_view name;
  std::string_view parameters;  // "_s, _n"
  std::string_view body;
};

// nullptr for an unknown name; letter case matters.
const Macro* FindMacro(std::string_view name);

// Names that begin as the macros' do, but stand for functions that the engine makes itself, of C++
// over whole vectors.
std::span<const std::string_view> NativeNames();

// The tables, one a family, for tests.
std::span<const std::span<const Macro>> MacroTables();

}  // namespace paisql::engine
