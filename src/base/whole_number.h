#pragma once

// Numbers that one process of ours hands to another as text: descriptors, process ids.

#include <charconv>
#include <string_view>

namespace paisql {

// The whole text as a number, or `otherwise` for any other text.
inline int WholeNumberOr(std::string_view text, int otherwise) {
  int number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end ? number : otherwise;
}

}  // namespace paisql
