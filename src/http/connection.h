#pragma once

// A connection reads requests one after the other, hands each to the handler and sends its answer.
// It belongs to one thread's loop; other threads may call only Answer. Private to this folder.

#include <boost/asio/io_context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "http/message.h"
#include "http/server.h"
#include "http/sockets.h"

namespace paisql::http {

// A buffer that a large message has blown up is given back.
inline constexpr size_t kKeptBufferBytes = size_t{64} << 10;

class Connection;

// The thread's parts that its connections share.
class ConnectionHost : public Loop {
 public:
  virtual boost::asio::io_context& context() = 0;
  virtual const ServerOptions& options() const = 0;
  virtual Handler& handler() = 0;
  virtual ServerCounts& counts() = 0;
  virtual bool draining() const = 0;
  virtual void Forget(Connection& connection) = 0;
};

class Connection final : public Asker,
                         public RequestParts,
                         public std::enable_shared_from_this<Connection> {
 public:
  Connection(StreamSocket socket, ConnectionHost& host);

  void ReadHead();
  // Ends what has taken too long. `now_ms` is of SteadyMs.
  void Sweep(int64_t now_ms);
  void Close();
  // Nothing of a request has been read, and none is being answered.
  bool idle() const { return state_ == State::kHead && buffer_.size() == 0; }
  int64_t deadline_ms() const { return deadline_ms_; }

  Loop& loop() override { return host_; }
  void Answer(uint64_t question, Response response) override;

  void EachHeader(const HeaderTaker& take) const override;
  std::optional<uint64_t> BodyLength() const override;
  void LimitBody(uint64_t bytes) override;
  std::string TakeBody() override;

 private:
  enum class State { kHead, kBody, kAnswer, kWrite, kLinger, kClosed };
  using ErrorCode = boost::system::error_code;

  void Enter(State state, int timeout_ms);
  void OnHead(const ErrorCode& error);
  void ReadBody();
  void OnBody(const ErrorCode& error);
  void Ask();
  // Reports what is wrong with bytes that are not a request, and closes.
  void Reject(const ErrorCode& error);
  void Write(Response response);
  void OnWritten(const ErrorCode& error);
  // The client may still be sending what nobody reads: an answer would be lost in its buffers if
  // the connection ended at once.
  void Linger();
  Request View();

  ConnectionHost& host_;
  StreamSocket socket_;
  boost::beast::flat_buffer buffer_;
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser_;
  std::string answer_head_;  // both as they are being written
  std::string answer_body_;
  std::optional<Response> refusal_;  // sent when the rest of the body has been read
  uint64_t body_limit_ = 0;
  State state_ = State::kHead;
  uint64_t question_ = 0;
  int64_t deadline_ms_ = 0;
  bool closes_ = false;    // after the answer
  bool handling_ = false;  // the handler runs, whose views must hold
  bool written_ = false;   // its answer meanwhile
};

}  // namespace paisql::http
