#pragma once

// The beginning of a file of /proc, in the caller's own memory: who asks may have none left. Empty
// where it cannot be read. Any thread.

#include <span>
#include <string_view>

namespace paisql {

std::string_view ReadStatusFile(const char* path, std::span<char> buffer);

}  // namespace paisql
