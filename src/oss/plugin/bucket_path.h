#pragma once

// Where an oss:// path lies on this machine. The plugin stands alone in a Python process, so it
// does not share code with the program; oss/bucket.h says the same rule to the program.

#include <string>
#include <string_view>

namespace paisql::oss {

// oss://bucket[.host]/key, with an optional "?role_arn=…&host=…" query or embedded credentials
// (bytes \1, \2 behind the bucket), in its plain form: "oss://bucket/key", double slashes made
// single, "." and ".." resolved within the bucket, a trailing slash kept. "" for what is no oss://
// path or names no bucket.
std::string NormalizedUri(std::string_view uri);

// <root>/bucket/key of a normalized URI, without a trailing slash; "" when NormalizedUri gives "".
std::string LocalPath(std::string_view root, std::string_view uri);

}  // namespace paisql::oss
