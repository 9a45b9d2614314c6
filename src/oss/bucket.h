#pragma once

// oss:// names on this machine: a bucket is a folder of the home's oss/, a key a path below it. The
// same rule stands in the file system plugin that TensorFlow loads (src/oss/plugin). Pure
// functions; nothing here touches the disk.

#include <string>
#include <string_view>

#include "base/result.h"
#include "store/home.h"

namespace paisql::oss {

// "oss://" in any letter case.
bool IsOssUrl(std::string_view text);

struct OssUrl {
  std::string bucket;  // without the host: "b" of "oss://b.oss-cn-beijing.aliyuncs.com/k"
  std::string
      key;  // without leading, doubled and trailing slashes: "dir/file"; "" for the bucket itself
  bool folder = false;  // the text ends with a slash, or names a bucket
};

// Reads "oss://bucket[.host][/key][?query]". The query (role_arn, host, access keys) and
// credentials embedded after the bucket's name are left out: buckets of this machine need none.
// kInvalidCommand for what is no oss:// name, has no bucket, or would lead out of its bucket by
// "..".
Result<OssUrl> ParseOssUrl(std::string_view text);

// The file or folder that the name stands for, without a trailing slash.
std::string LocalPath(const store::Home& home, const OssUrl& url);

// Both in one step.
Result<std::string> LocalPathOf(const store::Home& home, std::string_view text);

// The name without its query, as a script gets it: the rest, a trailing slash included, stays as it
// is.
std::string WithoutQuery(std::string_view text);

}  // namespace paisql::oss
