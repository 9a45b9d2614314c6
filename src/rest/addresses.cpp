#include "rest/addresses.h"

#include <algorithm>
#include <cctype>

namespace paisql::rest {

namespace {

constexpr size_t kHostBytes = 300;

bool CanBeHost(const std::string& text) {
  const auto fits = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
           std::string_view(".-_:[]").find(letter) != std::string_view::npos;
  };
  return !text.empty() && text.size() < kHostBytes && std::ranges::all_of(text, fits);
}

}  // namespace

std::string HostOf(const Call& call, const Service& service) {
  const std::string host = call.Header("host");
  return CanBeHost(host) ? service.scheme + "://" + host : service.Url();
}

std::string EndpointOf(const Call& call, const Service& service) {
  return HostOf(call, service) + service.prefix;
}

}  // namespace paisql::rest
