#include "rest/tunnel/block_room.h"

#include <string>

namespace paisql::rest {

namespace {

Error Exceeded(const std::string& most, const std::string& hint) {
  Error error{
      ErrorCode::kTunnel, "a session keeps " + most + " at most until its commit", {}, hint};
  error.about.kind = ErrorSubject::Kind::kSystemLimit;
  return error;
}

}  // namespace

Status BlockRoom::Exchange(const session::UploadedBlock& comes,
                           std::span<const session::UploadedBlock> go) {
  const size_t blocks = blocks_ + 1 - go.size();
  int64_t bytes = bytes_ + comes.bytes;
  for (const session::UploadedBlock& one : go) bytes -= one.bytes;
  if (blocks > limits_.blocks) {
    return Exceeded(std::to_string(limits_.blocks) + " blocks",
                    "send more rows in each, or commit and begin another session");
  }
  if (bytes > limits_.bytes) {
    return Exceeded(std::to_string(limits_.bytes >> 20) + " MB of files",
                    "commit and begin another session");
  }
  blocks_ = blocks;
  bytes_ = bytes;
  return Status::Ok();
}

}  // namespace paisql::rest
