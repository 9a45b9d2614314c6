#include "console/access/guard.h"

#include <algorithm>

#include "base/text.h"

namespace paisql::console {

namespace {

constexpr std::string_view kOwnNames[] = {"127.0.0.1", "localhost", "[::1]"};
constexpr std::string_view kBearer = "Bearer ";

// Takes the port off a host: "[::1]" for "[::1]:80".
std::string NameOf(std::string_view host) {
  const size_t bracket = host.find(']');
  const size_t colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
  return ToLower(host.substr(0, colon));
}

// Takes the scheme off an origin: "127.0.0.1:80" for "http://127.0.0.1:80". "" for "null" and for
// any text that is not an origin.
std::string_view HostOf(std::string_view origin) {
  const size_t mark = origin.find("://");
  return mark == std::string_view::npos ? "" : origin.substr(mark + 3);
}

}  // namespace

std::optional<std::string> WhyRefused(const http::Request& head, bool local) {
  std::string origin;
  bool has_origin = false;
  std::string site;
  head.parts->EachHeader([&](std::string_view name, std::string_view value) {
    if (EqualsIgnoreCase(name, "origin")) {
      origin = value;
      has_origin = true;
    }
    if (EqualsIgnoreCase(name, "sec-fetch-site")) site = value;
  });
  if (local && std::ranges::find(kOwnNames, NameOf(head.host)) == std::end(kOwnNames)) {
    return "the console is reached by 127.0.0.1 or localhost, not by '" + std::string(head.host) +
           "'";
  }
  if (has_origin && !EqualsIgnoreCase(HostOf(origin), head.host)) {
    return "a page of '" + origin + "' may not ask this console";
  }
  const bool foreign = site == "cross-site" || site == "same-site";
  if (foreign && head.method != "GET") return "a page of another site may not ask this console";
  return std::nullopt;
}

std::string_view BearerOf(std::string_view authorization) {
  if (!EqualsIgnoreCase(authorization.substr(0, kBearer.size()), kBearer)) return "";
  return Trim(authorization.substr(kBearer.size()));
}

}  // namespace paisql::console
