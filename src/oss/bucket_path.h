#pragma once

// The one rule for oss:// names: which bucket and key a name stands for. The program has it through
// oss/bucket.h, and the file system plugin that TensorFlow loads is built with it. The plugin
// stands alone in a Python process, so nothing but the standard library is used here. Pure
// functions.

#include <string>
#include <string_view>

namespace paisql::oss {

// oss://bucket[.host][/key][?query], the scheme in any letter case.
//
// A host begins at the bucket's first dot, embedded credentials at the first byte \1 or \2, and
// both end at the first slash; buckets of this machine need none. A query is a '?' in front of the
// first slash, at the name's end, or followed by a name of the platform's (role_arn, host,
// access_key_id, access_key_secret); any other '?' is part of the key, as TensorFlow's globs want
// it. In the key, slashes count once and "." and ".." are resolved; a ".." that would lead out of
// the bucket is a problem.
struct BucketPath {
  std::string problem;  // what is wrong with the name, "" for nothing: "names no bucket"
  std::string bucket;   // letters, digits, '-' and '_'
  std::string key;      // without slashes at its begin and end; "" for the bucket itself
  bool folder = false;  // the name ends with a slash, or names a bucket
};

BucketPath ReadBucketPath(std::string_view name);

// Whether the name begins with oss://, in any letter case.
bool HasOssScheme(std::string_view name);

// Where the query begins; the name's size when there is none.
size_t QueryBegin(std::string_view name);

// "oss://bucket/key", with a slash after the key when the name has one; "" for a name with a
// problem.
std::string NormalizedUri(std::string_view name);

// <root>/bucket[/key]; "" for a name with a problem.
std::string LocalPath(std::string_view root, std::string_view name);

}  // namespace paisql::oss
