#pragma once

// The answer of SHOW, LIST, DESC and EXPLAIN.

#include <optional>
#include <string>
#include <vector>

namespace paisql::session {

// The same facts as rows for tools and laid out for people.
struct Answer {
  std::vector<std::string> columns;
  std::vector<std::vector<std::optional<std::string>>> rows;
  std::string text;  // whole lines, each ended by a newline
};

}  // namespace paisql::session
