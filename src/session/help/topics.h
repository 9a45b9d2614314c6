#pragma once

// Everything that HELP knows, as one list: for search and for what is near to an unknown word.

#include <string>
#include <string_view>
#include <vector>

#include "session/state.h"
#include "syntax/statements/commands.h"

namespace paisql::session {

struct HelpEntry {
  std::string_view
      kind;  // "statement", "clause", "hint", "function", "setting", "algorithm", "error"
  std::string name;
  std::string summary;
  std::string_view words;  // other names, separated by '|'
};

std::vector<HelpEntry> HelpEntries(State& state);

// Finds entries whose name, other names or summary, in English or in the session's language, have
// all of the words. A word with * or % is a pattern.
std::vector<HelpEntry> FindHelp(State& state, const std::vector<std::string>& words);

// The handler of HELP.
Status RunHelp(const syntax::HelpStatement& statement, Run& run);

}  // namespace paisql::session
