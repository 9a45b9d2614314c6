// How a connection writes its answers.

#include <fmt/format.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <new>
#include <utility>

#include "base/system/clock.h"
#include "http/answer_head.h"
#include "http/connection.h"

namespace paisql::http {

namespace {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;

constexpr std::string_view kChunkEnd = "\r\n";
constexpr std::string_view kLastChunk = "0\r\n\r\n";

// A source that finds no memory fails alone.
Result<std::string> PieceOf(BodySource& source) {
  try {
    return source.Next();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kEnvironment, "an answer found no memory", {}, ""};
  }
}

}  // namespace

void Connection::Write(Response response) {
  Enter(State::kWrite, host_.options().write_timeout_ms);
  const auto& request = parser_->get();
  const bool is_old = parser_->is_header_done() && request.version() < 11;
  // A HEAD is told how long the body would be, or that nobody knows it yet.
  const bool is_head = request.method() == beast_http::verb::head;
  chunked_ = response.source != nullptr && !is_old;
  if (host_.draining() || !parser_->is_done() || !request.keep_alive()) closes_ = true;
  if (response.source != nullptr && is_old) closes_ = true;
  const Framing framing = response.source == nullptr ? Framing::kLength
                          : chunked_                 ? Framing::kChunks
                                                     : Framing::kToTheEnd;
  WriteHead(response, !closes_, framing, answer_head_);
  answer_body_ = is_head ? "" : std::move(response.body);
  answer_end_ = "";
  source_ = std::move(response.source);
  if (is_head) DropSource();
  if (chunked_ && !answer_body_.empty()) {
    answer_head_ += fmt::format("{:x}\r\n", answer_body_.size());
    answer_end_ = kChunkEnd;
  }
  if (source_ != nullptr) AskForPiece();
  SendParts();
}

void Connection::SendParts() {
  progress_ = 0;
  left_ = transport_.WriteNow({answer_head_, answer_body_, answer_end_});
  if (SizeOf(left_) == 0) {
    written_ = handling_;
    if (!handling_) OnWritten({});
    return;
  }
  WriteRest();
}

void Connection::WriteRest() {
  const std::array<asio::const_buffer, 3> parts = {asio::buffer(left_[0]), asio::buffer(left_[1]),
                                                   asio::buffer(left_[2])};
  transport_.async_write_some(
      parts, [self = shared_from_this()](const ErrorCode& error, size_t bytes) {
        if (self->state_ != State::kWrite) return;
        self->left_ = Without(self->left_, bytes);
        if (error || SizeOf(self->left_) == 0) return self->OnWritten(error);
        self->progress_ += bytes;
        if (self->source_ != nullptr && self->progress_ >= kProgressBytes) {
          self->progress_ = 0;
          self->Enter(State::kWrite, self->host_.options().write_timeout_ms);
        }
        self->WriteRest();
      });
}

void Connection::OnWritten(const ErrorCode& error) {
  if (state_ != State::kWrite) return;
  if (error) return Close();
  if (source_ == nullptr) return EndAnswer();
  if (piece_.has_value()) return SendPiece();
  Enter(State::kPiece, host_.options().answer_timeout_ms);
}

void Connection::AskForPiece() {
  host_.handler().RunElsewhere([self = shared_from_this(), source = source_]() mutable {
    Result<std::string> piece = PieceOf(*source);
    source = nullptr;
    asio::post(self->host_.context(),
               [self, piece = std::move(piece)]() mutable { self->TakePiece(std::move(piece)); });
  });
}

void Connection::TakePiece(Result<std::string> piece) {
  if (state_ != State::kWrite && state_ != State::kPiece) return;
  piece_ = std::move(piece);
  if (state_ == State::kPiece) SendPiece();
}

void Connection::SendPiece() {
  Result<std::string> piece = *std::exchange(piece_, std::nullopt);
  if (!piece.ok()) {
    transport_.CloseByReset();
    return Close();
  }
  Enter(State::kWrite, host_.options().write_timeout_ms);
  answer_body_ = *std::move(piece);
  answer_head_.clear();
  answer_end_ = "";
  if (answer_body_.empty()) {
    DropSource();
    if (chunked_) answer_end_ = kLastChunk;
  } else {
    if (chunked_) {
      answer_head_ = fmt::format("{:x}\r\n", answer_body_.size());
      answer_end_ = kChunkEnd;
    }
    AskForPiece();
  }
  SendParts();
}

void Connection::EndAnswer() {
  if (answer_body_.capacity() > kKeptBufferBytes) answer_body_ = {};
  if (closes_) return Linger();
  if (buffer_.size() == 0 && buffer_.capacity() > kKeptBufferBytes) buffer_.shrink_to_fit();
  ReadHead();
}

void Connection::DropSource() {
  piece_.reset();
  if (source_ == nullptr) return;
  host_.handler().RunElsewhere(
      [source = std::exchange(source_, nullptr)]() mutable { source = nullptr; });
}

}  // namespace paisql::http
