// How a connection reads the body of a request, into memory or into a file.

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <utility>

#include "http/connection.h"

namespace paisql::http {

namespace {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;

constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

void Connection::ReadBody() {
  Enter(State::kBody, host_.options().body_timeout_ms);
  if (!parser_->is_done() && buffer_.size() > 0) {
    // Take the bytes that came along with the head at once.
    ErrorCode error;
    parser_->eager(true);
    buffer_.consume(parser_->put(buffer_.data(), error));
    if (error && error != beast_http::error::need_more) return Reject(error);
  }
  parser_->eager(false);  // a part of a body for a file ends with the bytes that have been read
  // The part that came along may be all, and larger than what is kept in memory.
  if (parser_->is_done()) return spool_folder_.empty() ? Ask() : OnBodyPart({});
  if (parser_->get()[beast_http::field::expect] != "100-continue") return ContinueBody();
  asio::async_write(transport_, asio::buffer(kContinue),
                    [self = shared_from_this()](const ErrorCode& error, size_t) {
                      if (self->state_ != State::kBody) return;
                      if (error) return self->Close();
                      self->ContinueBody();
                    });
}

void Connection::ContinueBody() {
  if (spool_folder_.empty()) {
    beast_http::async_read(
        transport_, buffer_, *parser_,
        [self = shared_from_this()](const ErrorCode& error, size_t) { self->OnBody(error); });
  } else {
    beast_http::async_read_some(
        transport_, buffer_, *parser_,
        [self = shared_from_this()](const ErrorCode& error, size_t) { self->OnBodyPart(error); });
  }
}

void Connection::OnBody(const ErrorCode& error) {
  if (state_ != State::kBody) return;
  if (error) return Reject(error);
  Ask();
}

void Connection::OnBodyPart(const ErrorCode& error) {
  if (state_ != State::kBody) return;
  if (error) return Reject(error);
  const size_t size = parser_->get().body().size();
  const bool done = parser_->is_done();
  if (size > spool_beyond_ || (done && spooled_ != nullptr && size > 0)) return SpoolPart();
  if (done) return Ask();
  if (size >= progress_ + kProgressBytes) {
    progress_ = size;
    Enter(State::kBody, host_.options().body_timeout_ms);
  }
  ContinueBody();
}

void Connection::SpoolPart() {
  Enter(State::kBody, host_.options().body_timeout_ms);
  host_.handler().RunElsewhere([self = shared_from_this(), file = spooled_, folder = spool_folder_,
                                part = std::move(parser_->get().body())]() mutable {
    Status written;
    if (file == nullptr) {
      Result<std::shared_ptr<SpooledBody>> made = SpooledBody::Make(folder);
      if (made.ok()) {
        file = *std::move(made);
      } else {
        written = made.error();
      }
    }
    if (written.ok()) written = file->Append(part);
    part.clear();
    asio::post(self->host_.context(),
               [self, file = std::move(file), part = std::move(part), written]() mutable {
                 self->OnSpooled(std::move(file), std::move(part), written);
               });
  });
}

void Connection::OnSpooled(std::shared_ptr<SpooledBody> file, std::string buffer,
                           const Status& written) {
  if (state_ != State::kBody) return;
  if (!written.ok()) {
    closes_ = true;
    return Refuse(507, written.error().ToString() + "\n");
  }
  Enter(State::kBody, host_.options().body_timeout_ms);
  progress_ = 0;
  spooled_ = std::move(file);
  parser_->get().body() = std::move(buffer);  // which has its memory
  if (!parser_->is_done()) return ContinueBody();
  parser_->get().body() = {};
  Ask();
}

std::optional<uint64_t> Connection::BodyLength() const {
  const auto length = parser_->content_length();
  if (!length.has_value()) return std::nullopt;
  return *length;
}

void Connection::LimitBody(uint64_t bytes) {
  body_limit_ = bytes;
  parser_->body_limit(bytes);
}

std::string Connection::TakeBody() { return std::move(parser_->get().body()); }

void Connection::SpoolBody(uint64_t beyond_bytes, const std::string& folder) {
  spool_beyond_ = beyond_bytes;
  spool_folder_ = folder;
}

std::shared_ptr<const SpooledBody> Connection::TakeSpooledBody() { return std::move(spooled_); }

}  // namespace paisql::http
