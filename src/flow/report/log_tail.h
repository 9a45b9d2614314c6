#pragma once

// What the end of a node's log tells while it runs. A log may be of any size: its last kTailBytes
// are read.

#include <cstddef>
#include <string>

namespace paisql::flow {

inline constexpr size_t kTailBytes = 4096;

struct LogTail {
  std::string line;  // the last whole one with something in it, without control characters
  std::string rows;  // that the last statement told of, "12" or "1.2 M"; "" for none
};

// Empty for a log that cannot be read.
LogTail ReadLogTail(const std::string& path);
// Of a text: the log's end.
LogTail TailOf(const std::string& text);

}  // namespace paisql::flow
