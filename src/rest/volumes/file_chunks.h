#pragma once

// Bytes of a file for an answer, in the chunks of volumes' tunnels.

#include <cstdint>
#include <string>

#include "base/byte_source.h"
#include "rest/call.h"

namespace paisql::rest {

// 200 with so many bytes from an offset, or what there is of them.
Answer AnswerChunks(const Call& call, const std::string& path, int64_t offset, int64_t size);
// The bytes of a body that is in chunks, which may be compressed. It holds as long as the call.
Result<std::unique_ptr<ByteSource>> ChunksOf(const Call& call);

}  // namespace paisql::rest
