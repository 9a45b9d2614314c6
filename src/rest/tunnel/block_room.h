#pragma once

// What the blocks of one session may take until its commit: a client may put any number of them
// into one upsert or under one key of a stream. Not safe from several threads: the mutex of its
// session guards it.

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.h"
#include "session/tables/table_upload.h"

namespace paisql::rest {

struct BlockLimits {
  size_t blocks = 20000;
  int64_t bytes = int64_t{100} << 30;  // of their files
};

class BlockRoom {
 public:
  explicit BlockRoom(BlockLimits limits = {}) : limits_(limits) {}

  // Counts the block that comes and no longer those that go. Where it finds no room, nothing
  // changes: kTunnel, which TunnelErrorOf calls QuotaExceeded.
  Status Exchange(const session::UploadedBlock& comes,
                  std::span<const session::UploadedBlock> go = {});

 private:
  const BlockLimits limits_;
  size_t blocks_ = 0;
  int64_t bytes_ = 0;
};

}  // namespace paisql::rest
