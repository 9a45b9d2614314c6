#include "oss/endpoint.h"

#include <nlohmann/json.hpp>

namespace paisql::oss {

namespace {

using Json = nlohmann::json;

constexpr int kFormat = 1;

// Hands each member to `visit` with its name in the file.
template <typename E, typename Visit>
void VisitMembers(E& endpoint, Visit visit) {
  visit("scheme", endpoint.scheme);
  visit("bucket", endpoint.bucket);
  visit("prefix", endpoint.prefix);
  visit("host", endpoint.host);
  visit("plain_http", endpoint.plain_http);
  visit("region", endpoint.region);
  visit("access_key_id", endpoint.access_key_id);
  visit("access_key_secret", endpoint.access_key_secret);
  visit("security_token", endpoint.security_token);
  visit("anonymous", endpoint.anonymous);
  visit("virtual_host", endpoint.virtual_host);
  visit("connect_timeout_sec", endpoint.connect_timeout_sec);
  visit("request_timeout_sec", endpoint.request_timeout_sec);
  visit("attempts", endpoint.attempts);
  visit("ca_file", endpoint.ca_file);
}

}  // namespace

std::string Endpoint::Location() const {
  return scheme + "://" + bucket + (prefix.empty() ? "" : "/" + prefix);
}

std::string Endpoint::Url() const {
  if (host.empty()) return "https://s3." + region + ".amazonaws.com";
  return (plain_http ? "http://" : "https://") + host;
}

std::string EndpointText(const Endpoint& endpoint) {
  Json json = {{"format", kFormat}};
  VisitMembers(endpoint, [&json](const char* name, const auto& value) { json[name] = value; });
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<Endpoint> ParseEndpoint(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("format", Json()) != kFormat) return std::nullopt;
  Endpoint endpoint;
  bool fits = true;
  VisitMembers(endpoint, [&](const char* name, auto& value) {
    const auto found = json.find(name);
    if (found == json.end()) return;
    const Json mine = value;
    fits = fits && (found->type() == mine.type() || (found->is_number() && mine.is_number()));
    if (fits) value = found->template get<std::remove_reference_t<decltype(value)>>();
  });
  const bool whole =
      !endpoint.bucket.empty() && (endpoint.scheme == "s3" || endpoint.scheme == "oss");
  return fits && whole ? std::optional(std::move(endpoint)) : std::nullopt;
}

std::string WhyNoEndpoint(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  const Json format = json.is_object() ? json.value("format", Json()) : Json();
  if (!format.is_number_integer() || format == kFormat) return "does not describe a bucket";
  return "has format " + format.dump() + ", and this version reads format " +
         std::to_string(kFormat);
}

}  // namespace paisql::oss
