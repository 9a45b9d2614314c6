#include "oss/endpoints.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "oss/folders.h"

namespace paisql::oss {

namespace {

constexpr std::string_view kPlatformHost = ".aliyuncs.com";
constexpr std::string_view kRegionMark = "oss-";
constexpr std::string_view kInternal = "-internal";
constexpr std::string_view kCompatible = "s3.";  // what the platform puts before a host for S3

Error Wrong(const std::string& detail, std::string hint) {
  return Error{ErrorCode::kInvalidCommand, detail, {}, std::move(hint)};
}

// "cn-beijing" of "oss-cn-beijing-internal.aliyuncs.com"; "" for other hosts.
std::string RegionOfHost(std::string_view host) {
  if (!host.ends_with(kPlatformHost)) return "";
  if (host.starts_with(kCompatible)) host.remove_prefix(kCompatible.size());
  if (!host.starts_with(kRegionMark)) return "";
  std::string_view region = host.substr(kRegionMark.size());
  region.remove_suffix(kPlatformHost.size());
  if (region.ends_with(kInternal)) region.remove_suffix(kInternal.size());
  return std::string(region);
}

void TakeHost(Endpoint* endpoint, std::string_view host) {
  endpoint->host = host;
  endpoint->virtual_host = host.ends_with(kPlatformHost);
  if (endpoint->region.empty()) endpoint->region = RegionOfHost(host);
}

// Each gives what is wrong, "" for nothing.
std::string SetAddress(Endpoint* endpoint, std::string_view value) {
  constexpr std::string_view kHttp = "http://";
  constexpr std::string_view kHttps = "https://";
  const bool http = value.starts_with(kHttp);
  if (http || value.starts_with(kHttps)) value.remove_prefix(http ? kHttp.size() : kHttps.size());
  if (value.ends_with('/')) value.remove_suffix(1);
  if (value.find('@') != std::string_view::npos) {
    return "has no keys in it: they are properties of their own";
  }
  if (value.empty() || value.find_first_of("/?# ") != std::string_view::npos) {
    return "is http://host:port or https://host";
  }
  endpoint->plain_http = http;
  TakeHost(endpoint, value);
  return "";
}

std::string SetAddressing(Endpoint* endpoint, std::string_view value) {
  endpoint->virtual_host = EqualsIgnoreCase(value, "virtual");
  const bool known = endpoint->virtual_host || EqualsIgnoreCase(value, "path");
  return known ? "" : "is 'path' or 'virtual'";
}

std::string SetAnonymous(Endpoint* endpoint, std::string_view value) {
  endpoint->anonymous = EqualsIgnoreCase(value, "true");
  const bool known = endpoint->anonymous || EqualsIgnoreCase(value, "false");
  return known ? "" : "is 'true' or 'false'";
}

template <double Endpoint::*member>
std::string SetSeconds(Endpoint* endpoint, std::string_view value) {
  const std::optional<double> seconds = ParseNumber<double>(value, 1, 3600);
  if (!seconds.has_value()) return "is a number of seconds, 1 to 3600";
  endpoint->*member = *seconds;
  return "";
}

std::string SetAttempts(Endpoint* endpoint, std::string_view value) {
  const std::optional<int> attempts = ParseNumber(value, 1, 20);
  if (!attempts.has_value()) return "is a whole number, 1 to 20";
  endpoint->attempts = *attempts;
  return "";
}

template <std::string Endpoint::*member>
std::string SetText(Endpoint* endpoint, std::string_view value) {
  endpoint->*member = value;
  return value.empty() ? "has a value" : "";
}

struct Property {
  std::string_view name;
  std::string (*set)(Endpoint*, std::string_view);
};

constexpr Property kProperties[] = {
    {"endpoint", SetAddress},
    {"region", SetText<&Endpoint::region>},
    {"access_key_id", SetText<&Endpoint::access_key_id>},
    {"access_key_secret", SetText<&Endpoint::access_key_secret>},
    {"security_token", SetText<&Endpoint::security_token>},
    {"anonymous", SetAnonymous},
    {"addressing", SetAddressing},
    {"connect_timeout", SetSeconds<&Endpoint::connect_timeout_sec>},
    {"request_timeout", SetSeconds<&Endpoint::request_timeout_sec>},
    {"attempts", SetAttempts},
    {"ca_file", SetText<&Endpoint::ca_file>},
};

}  // namespace

bool IsEndpointLocation(std::string_view location) {
  const std::string scheme = ToLower(location.substr(0, location.find("://")));
  return location.find("://") != std::string_view::npos && (scheme == "s3" || scheme == "oss");
}

Result<Endpoint> EndpointAt(std::string_view location) {
  constexpr const char* kForm = "write 's3://bucket/prefix' or 'oss://bucket.host/prefix'";
  Endpoint endpoint;
  const size_t scheme = location.find("://");
  endpoint.scheme = ToLower(location.substr(0, scheme));
  const std::string_view rest = location.substr(scheme + 3);
  if (rest.find_first_of("@\x01\x02") != std::string_view::npos ||
      rest.find('?') != std::string_view::npos) {
    return Wrong("LOCATION holds more than a bucket and a prefix",
                 "keys and the like are PROPERTIES: PROPERTIES ('access_key_id'='…', "
                 "'access_key_secret'='…')");
  }
  const size_t slash = std::min(rest.find('/'), rest.size());
  const std::string_view authority = rest.substr(0, slash);
  // A bucket of the platform has no dot, one of Amazon may have some.
  const size_t dot = endpoint.scheme == "oss" ? authority.find('.') : std::string_view::npos;
  endpoint.bucket = authority.substr(0, dot);
  if (endpoint.bucket.empty() || endpoint.bucket.find_first_of(" \t:") != std::string::npos) {
    return Wrong("LOCATION names no bucket", kForm);
  }
  if (dot != std::string_view::npos) {
    const std::string host(authority.substr(dot + 1));
    const bool platform = host.starts_with(kRegionMark) && host.ends_with(kPlatformHost);
    TakeHost(&endpoint, platform ? std::string(kCompatible) + host : host);
  }
  std::vector<std::string> parts;
  for (const std::string& part : Split(rest.substr(slash), '/')) {
    if (part == "." || part == "..") return Wrong("LOCATION has '" + part + "' in it", kForm);
    if (!part.empty()) parts.push_back(part);
  }
  endpoint.prefix = Join(parts, "/");
  return endpoint;
}

Status SetProperty(Endpoint* endpoint, std::string_view name, std::string_view value) {
  std::vector<std::string> names;
  for (const Property& property : kProperties) {
    names.emplace_back(property.name);
    if (!EqualsIgnoreCase(property.name, name)) continue;
    const std::string wrong = property.set(endpoint, value);
    if (wrong.empty()) return Status::Ok();
    return Wrong("property '" + names.back() + "' " + wrong, "");
  }
  const std::string near = DidYouMean(std::string(name), names);
  return Wrong("a bucket has no property '" + std::string(name) + "'",
               near.empty() ? "there are " + Join(names, ", ") : near);
}

Status CheckProperties(const Endpoint& endpoint) {
  if (endpoint.access_key_id.empty() != endpoint.access_key_secret.empty()) {
    const bool id = endpoint.access_key_id.empty();
    return Wrong(std::string("the property '") + (id ? "access_key_id" : "access_key_secret") +
                     "' is missing",
                 "without both, the keys of the environment are taken (docs/oss.md)");
  }
  if (endpoint.anonymous && !endpoint.access_key_id.empty()) {
    return Wrong("keys and 'anonymous' exclude each other", "leave one of them out");
  }
  if (endpoint.scheme == "oss" && endpoint.host.empty()) {
    return Wrong("where the bucket '" + endpoint.bucket + "' lies is not said",
                 "write LOCATION 'oss://" + endpoint.bucket +
                     ".oss-cn-hangzhou.aliyuncs.com', or the property 'endpoint'");
  }
  return Status::Ok();
}

Result<NewDescription> NewDescription::Write(const store::Home& home, const std::string& name,
                                             const Endpoint& endpoint) {
  PAISQL_TRY(MakeFolders(home.OssPath()));
  NewDescription description;
  description.name_ = name;
  description.target_ = home.OssPath() + "/" + name;
  // No bucket has such a name.
  std::string path = home.OssPath() + "/." + name + "." + std::to_string(getpid());
  PAISQL_TRY(WriteNewFile(path, EndpointText(endpoint), NewFileKind::kOwn));
  description.path_ = std::move(path);
  return description;
}

NewDescription::NewDescription(NewDescription&& other) noexcept
    : name_(std::move(other.name_)),
      path_(std::exchange(other.path_, {})),
      target_(std::move(other.target_)) {}

NewDescription::~NewDescription() {
  if (!path_.empty()) unlink(path_.c_str());
}

Status NewDescription::Publish() {
  if (link(path_.c_str(), target_.c_str()) == 0) return Status::Ok();
  return errno == EEXIST ? BucketExists(name_) : FileError("make", target_, errno);
}

}  // namespace paisql::oss
