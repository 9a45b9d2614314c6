#pragma once

// The log of a process: its end, for messages, and its bounds.

#include <cstddef>
#include <string>

namespace paisql::fleet {

// The last lines, 2 KiB at most, of the file from byte `from` on; "" for a file that cannot be
// read.
std::string LogTail(const std::string& path, size_t from = 0);
size_t LogSize(const std::string& path);

// Cuts a log longer than `limit_bytes` down to its last quarter. Processes that append to the log
// continue after that quarter.
void BoundLog(const std::string& path, size_t limit_bytes);

}  // namespace paisql::fleet
