#pragma once

// Reads the kernel's files of /proc about processes into the caller's own memory, since the caller
// may have none left. Any thread.

#include <cstdint>
#include <span>
#include <string_view>

namespace paisql {

std::string_view ReadStatusFile(const char* path, std::span<char> buffer);

// How much memory the process holds; 0 where the kernel does not say.
int64_t ResidentBytes();

// How many bytes the process has read from files and pipes so far; 0 where the kernel does not say.
int64_t BytesRead();

}  // namespace paisql
