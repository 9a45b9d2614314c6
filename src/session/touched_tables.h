#pragma once

// Which tables a statement names, as its text says: the base of --dry-run. Views count as tables,
// and names are not resolved. Subqueries are found in FROM, WITH, WHERE and HAVING.

#include <string>
#include <vector>

#include "syntax/statement.h"

namespace paisql::session {

struct TouchedTables {
  std::vector<std::string> reads;   // each once, in the order of the text
  std::vector<std::string> writes;  // also those that are made, changed and dropped
};

TouchedTables FindTouchedTables(const syntax::Statement& statement);

}  // namespace paisql::session
