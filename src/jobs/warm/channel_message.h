#pragma once

// A message to a warm process (src/python/paisql/warm/messages.py): 8 bytes of length, little
// endian, then JSON, with descriptors beside it. Private to jobs.

#include <nlohmann/json.hpp>
#include <vector>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql::jobs {

// A pair of connected sockets, both closed by exec.
struct SocketPair {
  Descriptor ours;
  Descriptor theirs;
};
Result<SocketPair> MakeSocketPair();

// Sends all of it, with copies of the descriptors. kIo when nobody listens any more, and for texts
// that are not UTF-8.
Status SendMessage(int socket, const nlohmann::json& json, const std::vector<int>& descriptors);

}  // namespace paisql::jobs
