#include "serving/settings/names.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace paisql::serving {

namespace {

bool IsName(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto fits = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), fits);
}

}  // namespace

bool IsServiceName(std::string_view name) {
  constexpr size_t kLongestName = 128;
  const auto fits = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '_' || letter == '-' || letter == '.';
  };
  return !name.empty() && name.size() <= kLongestName && name[0] != '.' && name[0] != '-' &&
         std::all_of(name.begin(), name.end(), fits);
}

bool IsLogTable(const std::string& name) {
  const std::vector<std::string> parts = Split(name, '.');
  return parts.size() <= 2 && std::all_of(parts.begin(), parts.end(), IsName);
}

}  // namespace paisql::serving
