#include "http/connection.h"

#include <openssl/err.h>
#include <openssl/sslerr.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <utility>

#include "base/system/clock.h"
#include "http/answer_head.h"
#include "http/tls.h"

namespace paisql::http {

namespace {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;

// A refused body up to here is read and dropped, so that the connection can go on.
constexpr uint64_t kDroppedBodyBytes = uint64_t{64} << 10;
constexpr int kLingerMs = 2000;
constexpr size_t kDroppedAtOnceBytes = 4096;
constexpr std::string_view kPlainText = "text/plain; charset=utf-8";
// More than any head; a line about a chunk that is longer ends the connection.
constexpr size_t kBufferBytes = size_t{256} << 10;

std::string_view Text(boost::beast::string_view text) { return {text.data(), text.size()}; }

// A request whose end is where this server and a server before it might see it differently.
bool HasUnclearEnd(const beast_http::request_header<>& head, bool chunked) {
  if (head.count(beast_http::field::transfer_encoding) == 0) return false;
  return !chunked || head.version() < 11;
}

}  // namespace

Connection::Connection(StreamSocket socket, ConnectionHost& host)
    : host_(host),
      transport_(std::move(socket),
                 host.options().tls == nullptr ? nullptr : host.options().tls->state()),
      buffer_(kBufferBytes) {}

void Connection::Enter(State state, int timeout_ms) {
  state_ = state;
  deadline_ms_ = SteadyMs() + timeout_ms;
}

void Connection::Start() {
  if (!transport_.encrypts()) return ReadHead();
  Enter(State::kHandshake, host_.options().handshake_timeout_ms);
  transport_.AsyncHandshake(
      [self = shared_from_this()](const ErrorCode& error) { self->OnHandshake(error); });
}

void Connection::OnHandshake(const ErrorCode& error) {
  if (state_ != State::kHandshake) return;
  if (!error) return ReadHead();
  if (error.category() == asio::error::get_ssl_category() &&
      ERR_GET_REASON(static_cast<unsigned long>(error.value())) == SSL_R_HTTP_REQUEST) {
    std::string head;
    WriteHead({400, kPlainText, std::string(kTlsOnly)}, false, Framing::kLength, head);
    (void)SendNow(transport_.socket().native_handle(), {head, kTlsOnly, {}});
    return Linger();
  }
  Close();
}

void Connection::ReadHead() {
  if (host_.draining() && buffer_.size() == 0) return Close();
  Enter(State::kHead, host_.options().idle_timeout_ms);
  closes_ = false;
  refusal_.reset();
  progress_ = 0;
  spool_folder_.clear();
  spooled_ = nullptr;
  parser_.emplace();
  parser_->header_limit(static_cast<uint32_t>(host_.options().head_limit_bytes));
  body_limit_ = host_.options().body_limit_bytes;
  parser_->body_limit(body_limit_);
  beast_http::async_read_header(
      transport_, buffer_, *parser_,
      [self = shared_from_this()](const ErrorCode& error, size_t) { self->OnHead(error); });
}

void Connection::OnHead(const ErrorCode& error) {
  if (state_ != State::kHead) return;
  if (error) return Reject(error);
  if (HasUnclearEnd(parser_->get(), parser_->chunked())) {
    closes_ = true;
    return Refuse(400, "this is not an HTTP request: its Transfer-Encoding is not known\n");
  }
  ++question_;
  refusal_ = host_.handler().Admit(View());
  if (refusal_.has_value() && !parser_->is_done()) {
    const auto length = parser_->content_length();
    const bool waits = Text(parser_->get()[beast_http::field::expect]) == "100-continue";
    if (waits || !length.has_value() || *length > kDroppedBodyBytes) {
      closes_ = true;
      return Write(*std::exchange(refusal_, std::nullopt));
    }
  }
  ReadBody();
}

void Connection::Ask() {
  if (refusal_.has_value()) return Write(*std::exchange(refusal_, std::nullopt));
  Enter(State::kAnswer, host_.options().answer_timeout_ms);
  handling_ = true;
  written_ = false;
  host_.handler().Handle(View(), Reply(shared_from_this(), question_));
  handling_ = false;
  if (written_) OnWritten({});
}

void Connection::Answer(uint64_t question, Response response) {
  // On another thread nothing of the connection may be looked at.
  if (!host_.context().get_executor().running_in_this_thread()) {
    asio::post(host_.context(),
               [self = shared_from_this(), question, response = std::move(response)]() mutable {
                 self->Answer(question, std::move(response));
               });
    return;
  }
  if (state_ == State::kAnswer && question == question_) Write(std::move(response));
}

void Connection::Reject(const ErrorCode& error) {
  // The end of the stream, a reset, or half a request.
  const bool is_http =
      error.category() == beast_http::make_error_code(beast_http::error::bad_version).category();
  if (!is_http || error == beast_http::error::end_of_stream ||
      error == beast_http::error::partial_message) {
    return Close();
  }
  closes_ = true;
  Rejection rejection = RejectionOf(error, host_.options(), body_limit_);
  Refuse(rejection.status, std::move(rejection.text));
}

void Connection::Refuse(int status, std::string text) {
  if (parser_->is_header_done()) {
    return Write(host_.handler().RefusalFor(View(), status, std::move(text)));
  }
  Write({status, kPlainText, std::move(text)});
}

void Connection::Linger() {
  const bool says_farewell = state_ == State::kWrite && transport_.encrypts();
  Enter(State::kLinger, kLingerMs);
  buffer_.clear();
  if (!says_farewell) return DropInput();
  transport_.AsyncFarewell([self = shared_from_this()](const ErrorCode&) {
    if (self->state_ == State::kLinger) self->DropInput();
  });
}

void Connection::DropInput() {
  ErrorCode ignored;
  transport_.socket().shutdown(StreamSocket::shutdown_send, ignored);
  transport_.socket().async_read_some(buffer_.prepare(kDroppedAtOnceBytes),
                                      [self = shared_from_this()](const ErrorCode& error, size_t) {
                                        if (self->state_ != State::kLinger) return;
                                        if (error) return self->Close();
                                        self->DropInput();
                                      });
}

void Connection::Sweep(int64_t now_ms) {
  if (now_ms < deadline_ms_ || state_ == State::kClosed) return;
  if (state_ != State::kBody && state_ != State::kAnswer) {
    if (state_ != State::kLinger && !idle()) ++host_.counts().timeouts;
    return Close();
  }
  ++host_.counts().timeouts;
  // Nobody knows where the next request would begin in a body that never ended.
  const bool in_body = state_ == State::kBody;
  closes_ = closes_ || in_body;
  if (in_body) transport_.Cancel();
  Refuse(408, in_body ? "the body did not arrive in time\n" : "the request took too long\n");
}

void Connection::Close() {
  if (state_ == State::kClosed) return;
  state_ = State::kClosed;
  transport_.Close();
  spooled_ = nullptr;
  DropSource();
  host_.Forget(*this);
}

void Connection::EachHeader(const HeaderTaker& take) const {
  for (const auto& header : parser_->get()) take(Text(header.name_string()), Text(header.value()));
}

Request Connection::View() {
  const auto& message = parser_->get();
  const auto field = [&message](beast_http::field name) { return Text(message[name]); };
  return {Text(message.method_string()),
          Text(message.target()),
          field(beast_http::field::authorization),
          field(beast_http::field::content_type),
          field(beast_http::field::content_md5),
          field(beast_http::field::content_encoding),
          field(beast_http::field::accept_encoding),
          field(beast_http::field::date),
          field(beast_http::field::host),
          Text(message["X-Request-Id"]),
          message.body(),
          this};
}

}  // namespace paisql::http
