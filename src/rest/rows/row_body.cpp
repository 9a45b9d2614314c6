#include "rest/rows/row_body.h"

namespace paisql::rest {

namespace {

constexpr size_t kPieceBytes = size_t{512} << 10;
// Batches of usual rows, so that the last of a piece finds room.
constexpr size_t kRoomOfBatch = size_t{160} << 10;

}  // namespace

Result<std::string> RowBody::Next() {
  if (cost_ != nullptr) cost_->Resume();
  std::string packed;
  std::string piece;
  if (packer_ == nullptr && large_) piece.reserve(kPieceBytes + kRoomOfBatch);
  while (!ended_ && packed.size() < kPieceBytes && piece.size() < kPieceBytes) {
    engine::Batch batch;
    if (most_bytes_ == 0 || bytes_ < most_bytes_) {
      const TransferCost::Measured measured(cost_.get(), TransferCost::kStore);
      PAISQL_ASSIGN(batch, next_());
    }
    const size_t had = piece.size();
    ended_ = !batch;
    if (ended_) {
      PAISQL_TRY(encoder_->Finish(piece));
      next_ = nullptr;  // lets the rows go
    } else {
      PAISQL_TRY(encoder_->Add(std::move(batch), piece));
    }
    bytes_ += piece.size() - had;
    if (packer_ == nullptr) continue;
    packer_->Add(piece, packed);
    piece.clear();
    if (ended_) packer_->Finish(packed);
  }
  if (cost_ != nullptr) cost_->Pause();
  large_ = piece.size() >= kPieceBytes;
  return packer_ == nullptr ? std::move(piece) : std::move(packed);
}

const Codec* WantedCodec(const std::string& accept_encoding) { return FindCodec(accept_encoding); }

}  // namespace paisql::rest
