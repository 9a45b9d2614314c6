#include "oss/bucket_path.h"

#include <algorithm>
#include <vector>

namespace paisql::oss {

namespace {

constexpr std::string_view kScheme = "oss://";
constexpr std::string_view kQueryNames[] = {
    "role_arn=", "host=", "access_key_id=", "access_key_secret="};

bool IsBucketCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_';
}

bool BeginsQuery(std::string_view behind) {
  if (behind.empty()) return true;
  return std::any_of(std::begin(kQueryNames), std::end(kQueryNames),
                     [behind](std::string_view name) { return behind.starts_with(name); });
}

// The key without "." and ".."; false when it leads out of the bucket.
bool ResolveKey(std::string_view text, std::string* key) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const size_t slash = std::min(text.find('/'), text.size());
    const std::string_view part = text.substr(0, slash);
    text.remove_prefix(std::min(slash + 1, text.size()));
    if (part == "..") {
      if (parts.empty()) return false;
      parts.pop_back();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
  }
  for (const std::string_view part : parts) {
    if (!key->empty()) *key += '/';
    *key += part;
  }
  return true;
}

}  // namespace

bool HasOssScheme(std::string_view name) {
  if (name.size() < kScheme.size()) return false;
  for (size_t i = 0; i < kScheme.size(); ++i) {
    const char c = name[i];
    if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != kScheme[i]) return false;
  }
  return true;
}

size_t QueryBegin(std::string_view name) {
  const size_t slash = name.find('/', std::min(kScheme.size(), name.size()));
  for (size_t at = name.find('?'); at != std::string_view::npos; at = name.find('?', at + 1)) {
    if (at < slash || BeginsQuery(name.substr(at + 1))) return at;
  }
  return name.size();
}

BucketPath ReadBucketPath(std::string_view name) {
  BucketPath path;
  if (!HasOssScheme(name)) {
    path.problem = "does not begin with oss://";
    return path;
  }
  if (name.find('\0') != std::string_view::npos) {
    path.problem = "goes on after a zero byte";
    return path;
  }
  const std::string_view rest = name.substr(0, QueryBegin(name)).substr(kScheme.size());
  const size_t slash = std::min(rest.find('/'), rest.size());
  const std::string_view authority = rest.substr(0, slash);
  path.bucket = authority.substr(0, authority.find_first_of(".\x01\x02"));
  if (path.bucket.empty()) {
    path.problem = "names no bucket";
  } else if (!std::all_of(path.bucket.begin(), path.bucket.end(), IsBucketCharacter)) {
    path.problem = "names a bucket with characters other than letters, digits, '-' and '_'";
  } else if (!ResolveKey(rest.substr(slash), &path.key)) {
    path.problem = "leads out of its bucket by '..'";
  }
  path.folder = path.key.empty() || rest.ends_with('/');
  return path;
}

std::string NormalizedUri(std::string_view name) {
  const BucketPath path = ReadBucketPath(name);
  if (!path.problem.empty()) return "";
  std::string uri = std::string(kScheme) + path.bucket;
  if (!path.key.empty()) uri += "/" + path.key;
  if (name.substr(0, QueryBegin(name)).ends_with('/')) uri += '/';
  return uri;
}

std::string LocalPath(std::string_view root, std::string_view name) {
  const BucketPath path = ReadBucketPath(name);
  if (!path.problem.empty()) return "";
  std::string local = std::string(root) + "/" + path.bucket;
  if (!path.key.empty()) local += "/" + path.key;
  return local;
}

}  // namespace paisql::oss
