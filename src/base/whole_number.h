#pragma once

// Numbers as texts, which people, files and other processes of ours write.

#include <charconv>
#include <optional>
#include <string_view>

namespace paisql {

// The whole text as a number of the type; nullopt for any other text.
template <typename Number>
std::optional<Number> ParseNumber(std::string_view text) {
  Number number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

// The same of a number from `least` to `most`.
template <typename Number>
std::optional<Number> ParseNumber(std::string_view text, Number least, Number most) {
  const std::optional<Number> number = ParseNumber<Number>(text);
  return number >= least && number <= most ? number : std::nullopt;
}

// The whole text as a number, or `otherwise` for any other text.
inline int WholeNumberOr(std::string_view text, int otherwise) {
  return ParseNumber<int>(text).value_or(otherwise);
}

}  // namespace paisql
