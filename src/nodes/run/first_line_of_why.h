#pragma once

#include <string>

namespace paisql::nodes {

// The first line of why in the log of a node: an error of a statement, else its last line. Of a log
// of any length only the begin and the end are read. "" for a log that cannot be read.
std::string FirstLineOfWhy(const std::string& log);

}  // namespace paisql::nodes
