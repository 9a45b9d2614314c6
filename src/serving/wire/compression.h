#pragma once

// Compressed bodies of requests and answers. Pure functions.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace paisql::serving {

// The body as it was before it was compressed; nullopt when it is not compressed. `encoding` is the
// header Content-Encoding: gzip, deflate or zlib, zstd, snappy, or identity. The SDKs for Go and
// Java compress without a header, so bodies that begin as gzip, zlib or zstd write them are
// recognised, too; Snappy's begin as anything may (Unsnappy). More than
// `limit_bytes` is refused, as are damaged bytes (kRuntimeArguments) and other encodings
// (kUnsupported).
Result<std::optional<std::string>> Decompress(std::string_view body, std::string_view encoding,
                                              size_t limit_bytes);

// Compresses the body in a way that the client takes, as its header Accept-Encoding says. Returns
// the value of Content-Encoding; "" when the body is left as it is, because it is short or the
// client takes no such way.
std::string_view Compress(std::string_view accept_encoding, std::string& body);

// A block of Snappy, as the SDKs for Java and Python write it, without a header that says so.
// nullopt for what is not one whole block of at most `limit_bytes`. Damage goes unseen where it
// makes another block: the form has no checksum.
std::optional<std::string> Unsnappy(std::string_view block, size_t limit_bytes);

}  // namespace paisql::serving
