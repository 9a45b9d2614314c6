// Where the files of Alink's script components lie.

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/result.h"
#include "base/text.h"
#include "oss/bucket.h"
#include "pai/alink/values/alink_values.h"
#include "pai/value/copies/file_digest.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUrlSetting = "paisql.alink.url.";
constexpr std::array<std::string_view, 4> kFarSchemes = {"https://", "http://", "hdfs://",
                                                         "res://"};

bool IsFarUrl(std::string_view text) {
  return std::any_of(kFarSchemes.begin(), kFarSchemes.end(), [text](std::string_view scheme) {
    return EqualsIgnoreCase(text.substr(0, scheme.size()), scheme);
  });
}

// A URL of the web without its scheme, which prefixes may leave out; others as they are.
std::string_view WithoutWebScheme(std::string_view text) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (EqualsIgnoreCase(text.substr(0, scheme.size()), scheme)) return text.substr(scheme.size());
  }
  return text;
}

bool IsBelow(std::string_view url, std::string_view prefix) {
  while (prefix.ends_with('/')) prefix.remove_suffix(1);
  return !prefix.empty() && url.starts_with(prefix) &&
         (url.size() == prefix.size() || url[prefix.size()] == '/');
}

// The value of "md5=" among the words after the URL's '?'; "" without one.
std::string AskedDigest(std::string_view url) {
  const size_t query = url.find('?');
  if (query == std::string_view::npos) return "";
  url.remove_prefix(query + 1);
  while (!url.empty()) {
    const size_t end = std::min(url.find('&'), url.size());
    constexpr std::string_view kName = "md5=";
    if (url.starts_with(kName)) return ToLower(url.substr(kName.size(), end - kName.size()));
    url.remove_prefix(std::min(end + 1, url.size()));
  }
  return "";
}

Status CheckDigest(const Part& part, const std::string& path) {
  const std::string asked = AskedDigest(part.text);
  if (asked.empty()) return Status::Ok();
  const bool is_digest =
      asked.size() == 32 && asked.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!is_digest) {
    return ErrorAt(ErrorCode::kInvalidCommand, part, "'" + asked + "' is not a MD5",
                   "write ?md5=<32 hexadecimal digits>, or leave it out");
  }
  PAISQL_ASSIGN_AT(part.range, const std::string found, Md5OfFile(path));
  if (found == asked) return Status::Ok();
  return ErrorAt(
      ErrorCode::kInvalidCommand, part,
      path + " is not the file that is asked for: its MD5 is " + found + ", and not " + asked,
      "put the right file there, or leave ?md5= out");
}

// The file of a URL in the folder of the longest prefix that fits it.
Result<NamedFile> ResolveFarFile(const Part& part, const BuildContext& context) {
  const std::string_view text = part.text;
  const std::string_view url = WithoutWebScheme(text.substr(0, text.find('?')));
  std::string_view best;
  std::string folder;
  for (const auto& [key, value] : *context.settings) {
    if (!EqualsIgnoreCase(std::string_view(key).substr(0, kUrlSetting.size()), kUrlSetting)) {
      continue;
    }
    const std::string_view prefix =
        WithoutWebScheme(std::string_view(key).substr(kUrlSetting.size()));
    if (!IsBelow(url, prefix) || prefix.size() <= best.size()) continue;
    best = prefix;
    folder = value;
  }
  if (best.empty()) {
    return ErrorAt(ErrorCode::kInvalidCommand, part,
                   "'" + part.text + "' is not fetched: a statement uses no network",
                   "SET paisql.alink.url.<prefix>=<folder>; says in which folder the files of "
                   "such URLs lie");
  }
  std::string_view rest = url.substr(std::min(best.size(), url.size()));
  while (rest.starts_with('/')) rest.remove_prefix(1);
  const fs::path path = (fs::path(folder) / rest).lexically_normal();
  Part found = part;
  found.text = "file://" + path.string();
  PAISQL_ASSIGN(NamedFile file, ResolveFile(found, context));
  PAISQL_TRY(CheckDigest(part, file.path));
  return file;
}

}  // namespace

Result<NamedFile> ResolveUserFile(const Part& part, const BuildContext& context) {
  if (IsFarUrl(part.text) && context.settings != nullptr) return ResolveFarFile(part, context);
  if (oss::IsOssUrl(part.text)) {
    // After the name stand an endpoint and its keys, which the home's bucket has itself.
    return ResolveFile({oss::WithoutQuery(part.text), part.range}, context);
  }
  if (part.text.find("://") == std::string::npos &&
      part.text.find("/resources/") == std::string::npos) {
    Part file = part;
    file.text.insert(0, "file://");
    return ResolveFile(file, context);
  }
  return ResolveFile(part, context);
}

}  // namespace paisql::pai
