#pragma once

// The table of nodes that stands on a terminal while a workflow runs, and is drawn again in its
// place. It is never higher than the screen, and what stood above it stays. No time, no terminal:
// every function is told both, and gives the bytes to write.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "terminal/terminal.h"

namespace paisql::flow {

struct NodeRow {
  std::string day;  // "20260101"; "" where there is one day alone
  std::string name;
  std::string state;
  int64_t started_ms = 0;  // 0: not yet
  int64_t ended_ms = 0;    // 0: not yet
  std::string rows;
  std::string message;
};

class NodeTable {
 public:
  // The rows in their order. Where they are too many for the screen, those that run come first,
  // then those that failed, that wait, that have ended, that have not begun.
  std::string Draw(const std::vector<NodeRow>& rows, const std::string& title, int64_t now_ms,
                   const terminal::Screen& screen);
  // Takes the table away: what is written next stands in its place.
  std::string Clear();

 private:
  size_t shown_ = 0;  // lines on the screen; the cursor is at the begin of the first
};

// The lines of the table, each at most so wide; `most` of them.
std::vector<std::string> NodeLines(const std::vector<NodeRow>& rows, int64_t now_ms,
                                   const terminal::Screen& screen, size_t most);

}  // namespace paisql::flow
