#include <charconv>

#include "base/text.h"
#include "nodes/read/read_flow.h"

namespace paisql::nodes {

std::optional<int64_t> ReadDuration(std::string_view text) {
  struct Unit {
    std::string_view name;
    int64_t milliseconds;
  };
  constexpr Unit kUnits[] = {
      {"ms", 1},          {"", 1000},         {"s", 1000},       {"sec", 1000},
      {"second", 1000},   {"seconds", 1000},  {"m", 60000},      {"min", 60000},
      {"minute", 60000},  {"minutes", 60000}, {"h", 3600000},    {"hour", 3600000},
      {"hours", 3600000}, {"d", 86400000},    {"day", 86400000}, {"days", 86400000},
  };
  constexpr int64_t kMost = 1000000;
  int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || number < 0 || number > kMost) return std::nullopt;
  const std::string_view unit = Trim({read.ptr, static_cast<size_t>(end - read.ptr)});
  for (const Unit& one : kUnits) {
    if (EqualsIgnoreCase(one.name, unit)) return number * one.milliseconds;
  }
  return std::nullopt;
}

}  // namespace paisql::nodes
