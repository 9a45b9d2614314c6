#pragma once

// What HELP tells of beside functions, settings and algorithms.

#include <string>
#include <vector>

namespace paisql::session {

std::vector<std::string> HelpTopics();

}  // namespace paisql::session
