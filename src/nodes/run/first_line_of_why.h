#pragma once

// Why a node has failed, as its log says.

#include <string>

namespace paisql::nodes {

// The first line of why: an error of a statement, else the last line. Of a log of any length only
// the begin and the end are read. "" for a log that cannot be read.
std::string FirstLineOfWhy(const std::string& log);

}  // namespace paisql::nodes
