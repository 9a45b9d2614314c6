#pragma once

// How other systems write what this one writes in another way: tables of spellings and cures. An
// error that comes up at such a spelling gets the cure as its hint, whoever found it: the parser,
// the reader of types, the look-up of functions, columns and tables. What works here has no row.
// All functions are pure and safe from any thread.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace paisql::syntax {

// Which errors a table of spellings is for.
enum class DialectKind {
  kSyntax,    // the text is not a statement, or one that is not offered
  kType,      // a type's name
  kFunction,  // a function's name or its arguments
  kName,      // a name of a column or table
};

struct DialectRow {
  // Tokens with blanks between them, one of which is at the error's place. A word stands for itself
  // in either letter case, @name for a word or a name in back-ticks, @plain for one that is not a
  // keyword, @clause for a keyword that begins the next clause, @number, @string and @quoted (in
  // double quotes) for literals, @unit for a unit of time, @variable for @x, @any for any token,
  // @value for an expression up to the comma or bracket after it.
  // A token with '!' in front is the one at the error's place.
  // '^' in front: at the statement's beginning, '$' at the end: at its end. '…' stands between two
  // runs, of which the first stands anywhere before the second (or at the beginning), and the error
  // is in the second.
  std::string_view words;
  // {2} is the text of the second token of the run that has the error, {2:name} that within its
  // quotes, {2:type} its name as a type here, {2:format} its form of a date as TO_CHAR has it.
  std::string_view cure;
  std::string_view example;  // fails, on the tables of the test of this room's rows
  std::string_view cured;    // the example as it is written here, "" where nothing does the same
};

struct DialectTable {
  DialectKind kind;
  std::span<const DialectRow> rows;
};

std::span<const DialectTable> DialectTables();

// The cure for the error of the statement; "" when no row knows its place.
std::string DialectHint(std::string_view statement, const Error& error);

// Gives the error, and those beside it, the cures that there are. A row's cure stands in place of
// what the error's finder has guessed.
void AddDialectHints(std::string_view statement, Error& error);

}  // namespace paisql::syntax
