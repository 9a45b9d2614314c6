#pragma once

// The log of a process: its end, for messages, and its bounds.

#include <cstddef>
#include <string>

namespace paisql::fleet {

// The last lines, 2 KiB at most, of what stands behind the first bytes; "" for a file that cannot
// be read.
std::string LogTail(const std::string& path, size_t from = 0);
size_t LogSize(const std::string& path);

// Cuts a log that has grown beyond so many bytes down to its last quarter; whoever appends to it
// goes on behind that.
void BoundLog(const std::string& path, size_t limit_bytes);

}  // namespace paisql::fleet
