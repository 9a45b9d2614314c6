#include "rest/identity/origins.h"

#include <algorithm>
#include <string>

#include "base/text.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kPrivateEnds[] = {".local", ".internal", ".localhost", ".test"};

bool IsAddress(std::string_view name) {
  return name.starts_with('[') ||
         std::ranges::all_of(name, [](char c) { return IsDigit(c) || c == '.'; });
}

}  // namespace

bool IsAskedByPage(std::string_view origin, std::string_view host) {
  if (!origin.empty()) return true;
  const std::string name = ToLower(host.starts_with('[') ? host : host.substr(0, host.find(':')));
  if (IsAddress(name) || name.find('.') == std::string::npos) return false;
  return std::ranges::none_of(kPrivateEnds,
                              [&](std::string_view end) { return name.ends_with(end); });
}

}  // namespace paisql::rest
