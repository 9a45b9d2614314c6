#include "serving/settings/service_name.h"

#include <algorithm>

namespace paisql::serving {

bool IsServiceName(std::string_view name) {
  constexpr size_t kLongestName = 128;
  const auto fits = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '_' || letter == '-' || letter == '.';
  };
  return !name.empty() && name.size() <= kLongestName && name[0] != '.' && name[0] != '-' &&
         std::all_of(name.begin(), name.end(), fits);
}

}  // namespace paisql::serving
