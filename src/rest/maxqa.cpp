#include "rest/maxqa.h"

#include <algorithm>
#include <cctype>

namespace paisql::rest {

namespace {

constexpr std::string_view kConnectionBegin = "paisql-maxqa:";
constexpr size_t kQuotaBytes = 128;

}  // namespace

bool CanBeMaxQaQuota(std::string_view name) {
  const auto fits = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' ||
           letter == '-' || letter == '.';
  };
  return !name.empty() && name.size() <= kQuotaBytes && std::ranges::all_of(name, fits);
}

std::string MaxQaConnection(std::string_view quota) {
  return std::string(kConnectionBegin) + std::string(quota);
}

bool IsMaxQaConnection(std::string_view text) {
  return text.starts_with(kConnectionBegin) &&
         CanBeMaxQaQuota(text.substr(kConnectionBegin.size()));
}

}  // namespace paisql::rest
