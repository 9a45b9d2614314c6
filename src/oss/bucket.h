#pragma once

// oss:// names on this machine, as the program sees them: a bucket is a folder of the home's oss/,
// a key a path below it. Which name stands for which is said in oss/bucket_path.h, for the program
// and for TensorFlow's file system plugin alike. Pure functions; nothing here touches the disk.

#include <string>
#include <string_view>

#include "base/result.h"
#include "store/home/home.h"

namespace paisql::oss {

// "oss://" in any letter case.
bool IsOssUrl(std::string_view text);

struct OssUrl {
  std::string bucket;   // without the host: "b" of "oss://b.oss-cn-beijing.aliyuncs.com/k"
  std::string key;      // "dir/file"; "" for the bucket itself
  bool folder = false;  // the name ends with a slash, or names a bucket
};

// kInvalidCommand for a text that is not an oss:// name, has no bucket, or would leave its bucket
// by "..".
Result<OssUrl> ParseOssUrl(std::string_view text);

// The file or folder that the name stands for, without a trailing slash.
std::string LocalPath(const store::Home& home, const OssUrl& url);

// Both in one step.
Result<std::string> LocalPathOf(const store::Home& home, std::string_view text);

// The name as a script gets it: without its query, and with the scheme in lower case, by which
// TensorFlow knows it. The rest, a trailing slash included, stays as it is.
std::string WithoutQuery(std::string_view text);

}  // namespace paisql::oss
