#include "http/connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/status.hpp>
#include <iterator>
#include <utility>

#include "base/system/clock.h"

namespace paisql::http {

namespace {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;

// A refused body up to here is read and dropped, so that the connection can go on.
constexpr uint64_t kDroppedBodyBytes = uint64_t{64} << 10;
constexpr int kLingerMs = 2000;

std::string_view Text(boost::beast::string_view text) { return {text.data(), text.size()}; }

// Reasons that the library has no text for.
std::string_view ReasonOf(int status) {
  switch (status) {
    case 450:
      return "Queue Full";
    default:
      return "";
  }
}

struct Problem {
  beast_http::error error;
  std::string_view text;
};

constexpr Problem kProblems[] = {
    {beast_http::error::bad_method, "its method is malformed"},
    {beast_http::error::bad_target, "its path is malformed"},
    {beast_http::error::bad_version, "its version is neither HTTP/1.0 nor HTTP/1.1"},
    {beast_http::error::bad_line_ending, "a line of its head does not end with CR LF"},
    {beast_http::error::bad_field, "the name of a header is malformed"},
    {beast_http::error::bad_value, "the value of a header is malformed"},
    {beast_http::error::bad_obs_fold, "the value of a header is malformed"},
    {beast_http::error::bad_content_length, "its Content-Length is not a number"},
    {beast_http::error::bad_transfer_encoding, "its Transfer-Encoding is not known"},
    {beast_http::error::bad_chunk, "a chunk of its body is malformed"},
    {beast_http::error::bad_chunk_extension, "a chunk of its body is malformed"},
    {beast_http::error::partial_message, "it ends too early"},
};

std::string_view ProblemOf(const boost::system::error_code& error) {
  const auto* found = std::find_if(std::begin(kProblems), std::end(kProblems),
                                   [&](const Problem& one) { return error == one.error; });
  return found == std::end(kProblems) ? "it is malformed" : found->text;
}

// Written here and not by the library, whose messages are made to be changed: each line of theirs
// is memory and a part of the answer of its own.
void WriteHead(const Response& response, bool keep_alive, std::string& out) {
  const auto status = static_cast<unsigned>(response.status);
  std::string_view reason = ReasonOf(response.status);
  if (reason.empty()) reason = Text(beast_http::obsolete_reason(beast_http::int_to_status(status)));
  out.clear();
  fmt::format_to(std::back_inserter(out), "HTTP/1.1 {} {}\r\n", status, reason);
  // One that is passed on has its type among the further headers.
  if (!response.content_type.empty()) {
    fmt::format_to(std::back_inserter(out), "Content-Type: {}\r\n", response.content_type);
  }
  if (!response.content_encoding.empty()) {
    fmt::format_to(std::back_inserter(out), "Content-Encoding: {}\r\n", response.content_encoding);
  }
  if (!response.request_id.empty()) {
    fmt::format_to(std::back_inserter(out), "X-Request-Id: {}\r\n", response.request_id);
  }
  for (const auto& [name, value] : response.headers) {
    fmt::format_to(std::back_inserter(out), "{}: {}\r\n", name, value);
  }
  if (!keep_alive) out += "Connection: close\r\n";
  fmt::format_to(std::back_inserter(out), "Content-Length: {}\r\n\r\n", response.body.size());
}

Response ResponseOf(const boost::system::error_code& error, const ServerOptions& options,
                    uint64_t body_limit) {
  if (error == beast_http::error::body_limit) {
    return {
        413, "text/plain; charset=utf-8",
        "the body is larger than this server takes: " + std::to_string(body_limit) + " bytes\n"};
  }
  if (error == beast_http::error::header_limit) {
    return {431, "text/plain; charset=utf-8",
            "the head of the request is larger than this server takes: " +
                std::to_string(options.head_limit_bytes) + " bytes\n"};
  }
  return {400, "text/plain; charset=utf-8",
          "this is not an HTTP request: " + std::string(ProblemOf(error)) + "\n"};
}

}  // namespace

Connection::Connection(StreamSocket socket, ConnectionHost& host)
    : host_(host), socket_(std::move(socket)) {}

void Connection::Enter(State state, int timeout_ms) {
  state_ = state;
  deadline_ms_ = SteadyMs() + timeout_ms;
}

void Connection::ReadHead() {
  if (host_.draining() && buffer_.size() == 0) return Close();
  Enter(State::kHead, host_.options().idle_timeout_ms);
  closes_ = false;
  refusal_.reset();
  parser_.emplace();
  parser_->header_limit(static_cast<uint32_t>(host_.options().head_limit_bytes));
  body_limit_ = host_.options().body_limit_bytes;
  parser_->body_limit(body_limit_);
  beast_http::async_read_header(
      socket_, buffer_, *parser_,
      [self = shared_from_this()](const ErrorCode& error, size_t) { self->OnHead(error); });
}

void Connection::OnHead(const ErrorCode& error) {
  if (state_ != State::kHead) return;
  if (error) return Reject(error);
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

void Connection::ReadBody() {
  Enter(State::kBody, host_.options().body_timeout_ms);
  if (!parser_->is_done() && buffer_.size() > 0) {
    // Take the bytes that came along with the head at once.
    ErrorCode error;
    parser_->eager(true);
    buffer_.consume(parser_->put(buffer_.data(), error));
    if (error && error != beast_http::error::need_more) return Reject(error);
  }
  if (parser_->is_done()) return Ask();
  if (Text(parser_->get()[beast_http::field::expect]) == "100-continue") {
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    ErrorCode ignored;  // a connection that is broken is noticed when it is read
    asio::write(socket_, asio::buffer(kContinue), ignored);
  }
  beast_http::async_read(
      socket_, buffer_, *parser_,
      [self = shared_from_this()](const ErrorCode& error, size_t) { self->OnBody(error); });
}

void Connection::OnBody(const ErrorCode& error) {
  if (state_ != State::kBody) return;
  if (error) return Reject(error);
  Ask();
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
  Write(ResponseOf(error, host_.options(), body_limit_));
}

void Connection::Write(Response response) {
  Enter(State::kWrite, host_.options().write_timeout_ms);
  const auto& request = parser_->get();
  if (host_.draining() || !parser_->is_done() || !request.keep_alive()) closes_ = true;
  WriteHead(response, !closes_, answer_head_);
  answer_body_ = std::move(response.body);
  // A HEAD is told how long the body would be.
  if (request.method() == beast_http::verb::head) answer_body_.clear();
  const TwoParts left = SendNow(socket_.native_handle(), {answer_head_, answer_body_});
  if (left.first.empty() && left.second.empty()) {
    written_ = handling_;
    if (!handling_) OnWritten({});
    return;
  }
  const std::array<asio::const_buffer, 2> answer = {asio::buffer(left.first),
                                                    asio::buffer(left.second)};
  asio::async_write(socket_, answer, [self = shared_from_this()](const ErrorCode& error, size_t) {
    self->OnWritten(error);
  });
}

void Connection::OnWritten(const ErrorCode& error) {
  if (state_ != State::kWrite) return;
  if (error) return Close();
  if (answer_body_.capacity() > kKeptBufferBytes) answer_body_ = {};
  if (closes_) return Linger();
  if (buffer_.size() == 0 && buffer_.capacity() > kKeptBufferBytes) buffer_.shrink_to_fit();
  ReadHead();
}

void Connection::Linger() {
  if (state_ != State::kLinger) {
    Enter(State::kLinger, kLingerMs);
    ErrorCode ignored;
    socket_.shutdown(StreamSocket::shutdown_send, ignored);
    buffer_.clear();
  }
  socket_.async_read_some(buffer_.prepare(4096),
                          [self = shared_from_this()](const ErrorCode& error, size_t) {
                            if (self->state_ != State::kLinger) return;
                            if (error) return self->Close();
                            self->Linger();
                          });
}

void Connection::Sweep(int64_t now_ms) {
  if (now_ms < deadline_ms_ || state_ == State::kClosed) return;
  if (state_ == State::kLinger || state_ == State::kHead || state_ == State::kWrite) {
    if (state_ != State::kLinger && !idle()) ++host_.counts().timeouts;
    return Close();
  }
  ++host_.counts().timeouts;
  // Nobody knows where the next request would begin in a body that never ended.
  const bool in_body = state_ == State::kBody;
  closes_ = closes_ || in_body;
  ErrorCode ignored;
  if (in_body) socket_.cancel(ignored);
  Write({408, "text/plain; charset=utf-8",
         in_body ? "the body did not arrive in time\n" : "the request took too long\n"});
}

void Connection::Close() {
  if (state_ == State::kClosed) return;
  state_ = State::kClosed;
  ErrorCode ignored;
  socket_.close(ignored);
  host_.Forget(*this);
}

void Connection::EachHeader(const HeaderTaker& take) const {
  for (const auto& header : parser_->get()) take(Text(header.name_string()), Text(header.value()));
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
