#pragma once

// The tables that a PAI statement names, as its text says: what waits for what is found by it
// before the tables are there. Pure.

#include <string>
#include <vector>

#include "syntax/statement.h"

namespace paisql::pai {

struct NamedTables {
  std::vector<std::string> reads;    // "table" or "project.table"
  std::vector<std::string> writes;   // also models
  std::vector<std::string> queries;  // that it reads: SELECT …, without their parentheses
};

// Of an algorithm that is offered here by the types of its parameters; of any other by the names
// that the platform's algorithms give to theirs. What cannot be read counts for nothing.
NamedTables FindNamedTables(const syntax::PaiStatement& statement);

}  // namespace paisql::pai
