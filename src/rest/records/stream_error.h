#pragma once

// What is wrong with rows that a client has sent, by the platform's names.

#include <string>
#include <string_view>

#include "base/error.h"

namespace paisql::rest {

enum class StreamFault {
  kCorrupted,  // a checksum is wrong
  kMalformed,  // the bytes have another form, or values do not fit the columns
};

inline std::string_view NameOf(StreamFault fault) {
  return fault == StreamFault::kCorrupted ? "CorruptedDataStream" : "MalformedDataStream";
}

// The name stands in front of the detail; TunnelErrorOf (rest/tunnel/tunnel_errors.h) takes it off.
inline Error StreamError(StreamFault fault, std::string_view detail) {
  return {ErrorCode::kTunnel,
          std::string(NameOf(fault)) + ": " + std::string(detail),
          {},
          "send the block again"};
}

}  // namespace paisql::rest
