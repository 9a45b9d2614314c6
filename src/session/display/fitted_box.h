#pragma once

// A box for a terminal that is too narrow for all of an answer: columns that say nothing in any row
// are left out, then those that matter less, and texts that may be cut are cut.

#include <span>
#include <string>
#include <string_view>

#include "session/answer.h"

namespace paisql::session {

struct ColumnRoom {
  std::string_view name;
  // Below it the column is left out instead of cut; 0: it is never cut.
  size_t least = 0;
  // An id is told from others by its end.
  bool keeps_end = false;
};

// `rooms` are the answer's columns, those that matter most first. The box is as Box's, at most
// `columns` wide, its columns in their own order. `left_out` are the names of those that are not in
// it. The first column of `rooms` always is.
std::string FittedBox(const Answer& answer, std::span<const ColumnRoom> rooms, int columns,
                      std::vector<std::string>* left_out);

}  // namespace paisql::session
