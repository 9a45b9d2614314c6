#pragma once

// HELP's topics besides functions, settings and algorithms: statements, clauses, hints and codes of
// errors. Pure.

#include <string>
#include <vector>

namespace paisql::session {

std::vector<std::string> HelpTopics();

}  // namespace paisql::session
