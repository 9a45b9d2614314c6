#include "rest/identity/signature.h"

#include <algorithm>

#include "base/coding/base64.h"
#include "base/coding/hmac.h"
#include "base/text.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kScheme = "ODPS ";
constexpr std::string_view kOwnHeaders = "x-odps-";
constexpr std::string_view kService = "odps";
constexpr std::string_view kRequestSuffix = "_request";

using Parameters = std::map<std::string, std::string>;

std::string QueryDecoded(std::string text) {
  std::ranges::replace(text, '+', ' ');
  return PercentDecode(text);
}

Parameters ParametersOf(std::string_view query) {
  Parameters parameters;
  for (const std::string& pair : Split(query, '&')) {
    if (pair.empty()) continue;
    const size_t equals = pair.find('=');
    const std::string value = equals == std::string::npos ? "" : pair.substr(equals + 1);
    parameters[QueryDecoded(pair.substr(0, equals))] = QueryDecoded(value);
  }
  return parameters;
}

std::string CanonicalText(const SignedHead& head, std::string_view path,
                          const Parameters& parameters) {
  Parameters lines = {{"content-md5", ""}, {"content-type", ""}, {"date", ""}};
  for (const auto& [name, value] : head.headers) {
    if (lines.contains(name) || name.starts_with(kOwnHeaders)) lines[name] = value;
  }
  for (const auto& [name, value] : parameters) {
    if (name.starts_with(kOwnHeaders)) lines[name] = value;
  }
  std::string text = head.method + "\n";
  for (const auto& [name, value] : lines) {
    text += (name.starts_with(kOwnHeaders) ? name + ":" : "") + value + "\n";
  }
  text += path;
  char mark = '?';
  for (const auto& [name, value] : parameters) {
    text += mark + name + (value.empty() ? "" : "=" + value);
    mark = '&';
  }
  return text;
}

std::string Key4(std::string_view secret, const Authorization& asked) {
  std::string key = HmacSha256(asked.prefix + std::string(secret), asked.day);
  key = HmacSha256(key, asked.region);
  key = HmacSha256(key, kService);
  return HmacSha256(key, asked.prefix + std::string(kRequestSuffix));
}

}  // namespace

std::vector<std::string> CanonicalTexts(const SignedHead& head, std::string_view prefix) {
  const size_t mark = head.target.find('?');
  const std::string path = PercentDecode(head.target.substr(0, mark));
  const std::string query = mark == std::string::npos ? "" : head.target.substr(mark + 1);
  std::vector<std::string> paths = {path};
  if (!prefix.empty() && path.starts_with(prefix)) {
    paths.insert(paths.begin(), path.substr(prefix.size()));
  }
  std::vector<std::string> texts;
  for (const std::string& one : paths) {
    // PyODPS decodes the whole query before it splits it, and then each part once more.
    for (const Parameters& read : {ParametersOf(query), ParametersOf(PercentDecode(query))}) {
      std::string text = CanonicalText(head, one, read);
      if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
    }
  }
  return texts;
}

std::string QueryValue(std::string_view target, std::string_view name) {
  const size_t mark = target.find('?');
  if (mark == std::string_view::npos) return "";
  const Parameters parameters = ParametersOf(target.substr(mark + 1));
  const auto found = parameters.find(std::string(name));
  return found == parameters.end() ? "" : found->second;
}

std::optional<Authorization> ReadAuthorization(std::string_view header) {
  const std::string_view whole = Trim(header);
  if (!whole.starts_with(kScheme)) return std::nullopt;
  const std::string_view rest = Trim(whole.substr(kScheme.size()));
  const size_t colon = rest.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  Authorization read;
  read.signature = rest.substr(colon + 1);
  const std::vector<std::string> parts = Split(rest.substr(0, colon), '/');
  read.access_id = parts.front();
  if (parts.size() == 1) return read;
  if (parts.size() != 5 || parts[3] != kService || !parts[4].ends_with(kRequestSuffix)) {
    return std::nullopt;
  }
  read.day = parts[1];
  read.region = parts[2];
  read.prefix = parts[4].substr(0, parts[4].size() - kRequestSuffix.size());
  return read;
}

std::string SignatureOf(std::string_view text, std::string_view secret,
                        const Authorization& asked) {
  const std::string key = asked.day.empty() ? std::string(secret) : Key4(secret, asked);
  return ToBase64(HmacSha1(key, text));
}

}  // namespace paisql::rest
