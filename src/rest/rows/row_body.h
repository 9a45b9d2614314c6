#pragma once

// The body of an answer with rows, made while the client reads it: one batch after another goes
// through an encoder and a codec. Memory is that of a batch.

#include <functional>
#include <memory>
#include <string>

#include "base/coding/codec/codec.h"
#include "http/message.h"
#include "rest/rows/row_encoder.h"

namespace paisql::rest {

class RowBody final : public http::BodySource {
 public:
  // At the end a batch that is false.
  using NextRows = std::function<Result<engine::Batch>()>;

  // `codec` may be null. With `most_bytes` the body ends after the batch that reaches so many bytes
  // before they are packed; 0: after all rows. `cost`, which may be null, is measured.
  RowBody(NextRows next, std::unique_ptr<RowEncoder> encoder, const Codec* codec,
          uint64_t most_bytes = 0, std::shared_ptr<TransferCost> cost = nullptr)
      : next_(std::move(next)),
        encoder_(std::move(encoder)),
        packer_(codec == nullptr ? nullptr : codec->pack()),
        most_bytes_(most_bytes),
        cost_(std::move(cost)) {}

  Result<std::string> Next() override;

 private:
  NextRows next_;
  std::unique_ptr<RowEncoder> encoder_;
  std::unique_ptr<Packer> packer_;
  const uint64_t most_bytes_;
  const std::shared_ptr<TransferCost> cost_;
  uint64_t bytes_ = 0;
  bool ended_ = false;
  bool large_ = false;  // the last piece was, so the next may be
};

// The codec that a client asks for by Accept-Encoding; null for none. Libraries offer lists of what
// they can unpack by themselves: only a client that names one codec wants it.
const Codec* WantedCodec(const std::string& accept_encoding);

}  // namespace paisql::rest
