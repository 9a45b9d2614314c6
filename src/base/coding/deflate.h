#pragma once

// Bytes compressed by Deflate, in the forms of a file of gzip and of zlib (RFC 1950 to 1952). Pure
// functions.

#include <cstddef>
#include <string>
#include <string_view>

namespace paisql {

enum class DeflateForm { kGzip, kZlib };
enum class DeflateEffort { kFastest, kOrdinary };

std::string Deflate(std::string_view bytes, DeflateForm form, DeflateEffort effort);

enum class InflateForm { kGzip, kGzipOrZlib };
enum class Inflated {
  kWhole,
  kTooLarge,  // more than the limit
  kDamaged,   // also data that is cut off, or that goes on after its end
};

// Appends to `out`, which is not to be used unless the answer is kWhole.
Inflated Inflate(std::string_view bytes, InflateForm form, size_t limit_bytes, std::string& out);

}  // namespace paisql
