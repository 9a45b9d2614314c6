#pragma once

// How DuckDB writes each overload of the function table, one row an overload, a file a family
// (rows/), as in functions/rows/. functions/ says what a call means; these texts are nobody's
// business but the printer's.
//
// A text is an expression in which $1 $2 … are the arguments, already cast to the parameters'
// types, $* all of them separated by commas, $2* those from the second on, $type the result's type,
// $tz the session's time zone as a string literal, $now the statement's start as an instant. Where
// the second parameter is a LAMBDA, $2(a, b) is its body with the texts a and b in place of its
// parameters; $v1 $v2 … are names for lambdas of the text's own, fresh in each call. $mode is null,
// error or hive, by the call's EvaluationMode, so that "paisql_add_$mode($1, $2)" is one of three
// functions.
//
// Of an aggregate or window function the text is the plain call without OVER, FILTER and DISTINCT,
// which the printer puts in; "a / b" is the DECIMAL quotient of two such calls. Of a table function
// it is the list of the rows that one input row makes, each a STRUCT of the result's fields.
// "$decimal($1 * $2)" and "$decimal($1 / $2)" are the exact product and quotient of DECIMALs,
// "$decimal($1 d $2)" what DIV leaves of the quotient; a function is made for each by the types.
// "$near($1 = $2)", "$to_json($1)", "$from_json($1)" and "$predict($2*)" likewise.
//
// Names that begin with "paisql_" are macros (macros/macros.h) or functions of C++ (native/,
// functions/), made when a statement first needs them.
//
// A second engine brings a table like this in its own folder: rows with the same three keys, which
// functions::FindOverload turns into overloads, with texts of its own dialect, and a test like
// tests/unit/engine/spelling_test.cpp, which goes through AllFunctions(), Operators() and
// HiddenFunctions() and holds the table complete. What it cannot do it says in a row as well, with
// kRefused for its text: such a call is an error of the user's that names the function. What a
// guard answers and says (functions::Guard) is the platform's; the condition is the engine's.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "functions/function.h"

namespace paisql::engine {

// A list whose elements are computed from their position: a table function over it makes its rows
// one after the other, and the list is never there as a whole.
struct GeneratedList {
  std::string_view count;  // how many elements it has
  // The element at the position $p, which counts from 0.
  std::string_view element;
};

// A joined text whose separator, a constant to the platform, is not a literal: DuckDB does not
// compute every constant before it makes the call. The texts become a list, which `finish` joins.
struct JoinedLater {
  size_t separator;  // its place among the arguments
  std::string_view text;
  std::string_view finish;
};

inline constexpr std::string_view kRefused;

struct Spelling {
  // The members that few rows have.
  struct Extra {
    // Only for an aggregate: the expression around the complete call, which stands in it as $0.
    std::string_view finish = {};
    // Where the overload has a guard: the condition for it. Where it is NULL the arguments are
    // fine.
    std::string_view bad = {};
    const GeneratedList* generated = nullptr;
    const JoinedLater* later = nullptr;
    // Part of the key where several overloads of the function have this signature.
    functions::Modes modes = functions::modes::kAny;
  };

  std::string_view function;  // by its first name, not by an alias
  std::string_view signature;
  std::string_view text;
  Extra extra = {};
};

// A family of rows, and where their functions are looked up.
struct SpellingTable {
  std::span<const Spelling> rows;
  const functions::Function* (*find)(std::string_view name) = functions::FindFunction;
};
std::span<const SpellingTable> SpellingTables();

// The overload that a row spells; nullptr where the function table has none such, which
// spelling_test.cpp forbids.
const functions::Overload* SpelledOverload(const SpellingTable& table, const Spelling& row);

// nullptr for an overload that has no row, or is refused. An index of all rows is made by the first
// call and only read afterwards, by any thread.
const Spelling* FindSpelling(const functions::Overload& overload);

// The text for a call in this mode, with the overload's guard around it.
std::string GuardedText(const Spelling& spelling, const functions::Overload& overload,
                        EvaluationMode mode);

}  // namespace paisql::engine
