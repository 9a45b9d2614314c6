#include "oss/bucket.h"

#include "base/text.h"
#include "oss/bucket_path.h"

namespace paisql::oss {

bool IsOssUrl(std::string_view text) { return HasOssScheme(text); }

std::string WithoutQuery(std::string_view text) {
  const std::string_view rest = text.substr(0, QueryBegin(text));
  if (!HasOssScheme(rest)) return std::string(rest);
  const size_t scheme = rest.find(':');
  return ToLower(rest.substr(0, scheme)) + std::string(rest.substr(scheme));
}

Result<OssUrl> ParseOssUrl(std::string_view text) {
  BucketPath path = ReadBucketPath(text);
  if (path.problem.empty()) return OssUrl{std::move(path.bucket), std::move(path.key), path.folder};
  return Error{ErrorCode::kInvalidCommand,
               "'" + std::string(text.substr(0, text.find('\0'))) + "' " + path.problem,
               {},
               "write oss://bucket/folder/file"};
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
