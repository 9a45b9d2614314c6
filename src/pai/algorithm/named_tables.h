#pragma once

// The tables that the text of a PAI statement names. Workflows order their nodes by them before the
// tables exist. Pure.

#include <string>
#include <vector>

#include "syntax/statement.h"

namespace paisql::pai {

struct NamedTables {
  std::vector<std::string> reads;    // "table" or "project.table"
  std::vector<std::string> writes;   // also models
  std::vector<std::string> queries;  // that it reads: SELECT …, without their parentheses
};

// Goes by the parameter types of an algorithm that is offered here, for any other by the parameter
// names of the platform's algorithms. Ignores what it cannot read.
NamedTables FindNamedTables(const syntax::PaiStatement& statement);

}  // namespace paisql::pai
