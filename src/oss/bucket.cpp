#include "oss/bucket.h"

#include <algorithm>

#include "base/text.h"

namespace paisql::oss {
namespace {

constexpr std::string_view kScheme = "oss://";

Error BadName(std::string_view text, const std::string& why) {
  return Error{ErrorCode::kInvalidCommand,
               "'" + std::string(text) + "' " + why,
               {},
               "write oss://bucket/folder/file"};
}

bool IsBucketCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_';
}

}  // namespace

bool IsOssUrl(std::string_view text) {
  return EqualsIgnoreCase(text.substr(0, kScheme.size()), kScheme);
}

std::string WithoutQuery(std::string_view text) {
  return std::string(text.substr(0, text.find('?')));
}

Result<OssUrl> ParseOssUrl(std::string_view text) {
  if (!IsOssUrl(text)) return BadName(text, "does not begin with oss://");
  if (text.find('\0') != std::string_view::npos) {
    return BadName(text.substr(0, text.find('\0')), "goes on behind a zero byte");
  }
  std::string_view rest = text.substr(kScheme.size());
  rest = rest.substr(0, rest.find('?'));

  const size_t slash = rest.find('/');
  const std::string_view authority = rest.substr(0, slash);
  OssUrl url;
  // The host begins at the first dot, embedded credentials at the first byte \x01.
  url.bucket = authority.substr(0, authority.find_first_of(std::string_view(".\x01", 2)));
  if (url.bucket.empty()) return BadName(text, "names no bucket");
  if (!std::all_of(url.bucket.begin(), url.bucket.end(), IsBucketCharacter)) {
    return BadName(text, "names a bucket with characters other than letters, digits, '-' and '_'");
  }

  const std::string_view key = slash == std::string_view::npos ? "" : rest.substr(slash);
  std::vector<std::string> parts;
  for (std::string& part : Split(key, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == "..") return BadName(text, "leads out of its folder by '..'");
    parts.push_back(std::move(part));
  }
  url.key = Join(parts, "/");
  url.folder = url.key.empty() || key.ends_with('/');
  return url;
}

std::string LocalPath(const store::Home& home, const OssUrl& url) {
  std::string path = home.OssPath() + "/" + url.bucket;
  if (!url.key.empty()) path += "/" + url.key;
  return path;
}

Result<std::string> LocalPathOf(const store::Home& home, std::string_view text) {
  PAISQL_ASSIGN(const OssUrl url, ParseOssUrl(text));
  return LocalPath(home, url);
}

}  // namespace paisql::oss
