#include "oss/plugin/bucket_path.h"

#include <vector>

namespace paisql::oss {

namespace {

constexpr std::string_view kScheme = "oss://";

}  // namespace

std::string NormalizedUri(std::string_view uri) {
  if (!uri.starts_with(kScheme)) return "";
  std::string_view rest = uri.substr(kScheme.size());
  const size_t bucket_end = rest.find_first_of(std::string_view("/?\x01\x02.", 5));
  const std::string_view bucket = rest.substr(0, bucket_end);
  if (bucket.empty()) return "";
  // Credentials and hosts end at the first slash; their own values ("role/name") stand in queries
  // only.
  std::string_view key;
  if (bucket_end != std::string_view::npos) {
    const size_t slash = rest.find('/', bucket_end);
    const size_t question = rest.find('?', bucket_end);
    if (slash != std::string_view::npos && slash < question) key = rest.substr(slash);
  }
  // A '?' is part of a key for TensorFlow's globs, so only what looks like the platform's query is
  // cut off.
  for (const std::string_view name :
       {"?role_arn=", "?host=", "?access_key_id=", "?access_key_secret="}) {
    key = key.substr(0, key.find(name));
  }

  std::vector<std::string_view> parts;
  for (size_t begin = 0; begin < key.size();) {
    size_t end = key.find('/', begin);
    if (end == std::string_view::npos) end = key.size();
    const std::string_view part = key.substr(begin, end - begin);
    if (part == "..") {
      if (!parts.empty()) parts.pop_back();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
    begin = end + 1;
  }
  std::string normalized(kScheme);
  normalized += bucket;
  for (const std::string_view part : parts) {
    normalized += '/';
    normalized += part;
  }
  if (key.ends_with('/')) normalized += '/';
  return normalized;
}

std::string LocalPath(std::string_view root, std::string_view uri) {
  const std::string normalized = NormalizedUri(uri);
  if (normalized.empty()) return "";
  std::string path(root);
  path += '/';
  path += std::string_view(normalized).substr(kScheme.size());
  while (path.ends_with('/')) path.pop_back();
  return path;
}

}  // namespace paisql::oss
