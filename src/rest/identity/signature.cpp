#include "rest/identity/signature.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/coding/base64.h"
#include "base/coding/hmac.h"
#include "base/text.h"
#include "base/whole_number.h"

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

std::optional<int> MonthNumber(std::string_view name) {
  constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto found = std::ranges::find(kMonths, name);
  if (found == kMonths.end()) return std::nullopt;
  return static_cast<int>(found - kMonths.begin()) + 1;
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

std::optional<int64_t> ReadHttpDate(std::string_view text) {
  const std::vector<std::string> parts = Split(Trim(text), ' ');
  if (parts.size() != 6 || (parts[5] != "GMT" && parts[5] != "UTC" && parts[5] != "+0000")) {
    return std::nullopt;
  }
  const auto day = ParseNumber<unsigned>(parts[1]);
  const auto month = MonthNumber(parts[2]);
  const auto year = ParseNumber<int>(parts[3], 1970, 9999);
  const std::vector<std::string> clock = Split(parts[4], ':');
  if (!day || !month || !year || clock.size() != 3) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(*day)};
  const auto hour = ParseNumber<int>(clock[0], 0, 23);
  const auto minute = ParseNumber<int>(clock[1], 0, 59);
  const auto second = ParseNumber<int>(clock[2], 0, 60);
  if (!date.ok() || !hour || !minute || !second) return std::nullopt;
  const std::chrono::sys_time<std::chrono::seconds> time =
      std::chrono::sys_days(date) + std::chrono::hours(*hour) + std::chrono::minutes(*minute) +
      std::chrono::seconds(*second);
  return int64_t{1000} * time.time_since_epoch().count();
}

}  // namespace paisql::rest
