#pragma once

// A connection reads requests one after the other, hands each to the handler and sends its answer.
// It belongs to one thread's loop; other threads may call only Answer. Private to this folder.

#include <boost/asio/io_context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "http/gathered_body.h"
#include "http/message.h"
#include "http/server.h"
#include "http/sockets.h"
#include "http/transport.h"

namespace paisql::http {

// A buffer that a large message has blown up is given back.
inline constexpr size_t kKeptBufferBytes = size_t{64} << 10;

class Connection;

// A large body or answer has the whole time for each part of this size.
inline constexpr size_t kProgressBytes = size_t{64} << 10;

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

  void Start();
  // Ends what has taken too long. `now_ms` is of SteadyMs.
  void Sweep(int64_t now_ms);
  void Close();
  // Nothing of a request has been read, and none is being answered.
  bool idle() const {
    return state_ == State::kHandshake || (state_ == State::kHead && buffer_.size() == 0);
  }
  int64_t deadline_ms() const { return deadline_ms_; }

  Loop& loop() override { return host_; }
  void Answer(uint64_t question, Response response) override;

  void EachHeader(const HeaderTaker& take) const override;
  std::optional<uint64_t> BodyLength() const override;
  void LimitBody(uint64_t bytes) override;
  std::string TakeBody() override;
  void SpoolBody(uint64_t beyond_bytes, const std::string& folder) override;
  std::shared_ptr<const SpooledBody> TakeSpooledBody() override;

 private:
  enum class State {
    kHandshake,
    kHead,
    kBody,
    kAnswer,
    kWrite,
    kPiece,  // the client has what there is, and the source makes more
    kLinger,
    kClosed
  };
  using ErrorCode = boost::system::error_code;

  void Enter(State state, int timeout_ms);
  void OnHandshake(const ErrorCode& error);
  void ReadHead();
  void OnHead(const ErrorCode& error);

  // These are in connection_body.cpp.
  void ReadBody();
  void ContinueBody();
  void OnBody(const ErrorCode& error);
  // A body for a file is read in parts; each is written before the next is read.
  void OnBodyPart(const ErrorCode& error);
  void SpoolPart();
  void OnSpooled(std::shared_ptr<SpooledBody> file, std::string buffer, const Status& written);

  void Ask();
  // Reports what is wrong with bytes that are not a request, and closes.
  void Reject(const ErrorCode& error);
  void Refuse(int status, std::string text);

  // These are in connection_answer.cpp.
  void Write(Response response);
  // Sends the head, the piece and its end.
  void SendParts();
  void WriteRest();
  void OnWritten(const ErrorCode& error);
  void AskForPiece();
  void TakePiece(Result<std::string> piece);
  // Sends the piece that the source has made meanwhile.
  void SendPiece();
  void EndAnswer();
  // Lets the source go on a thread that may wait.
  void DropSource();

  // The client may still be sending what nobody reads: an answer would be lost in its buffers if
  // the connection ended at once.
  void Linger();
  void DropInput();
  Request View();

  ConnectionHost& host_;
  Transport transport_;
  boost::beast::flat_buffer buffer_;
  std::optional<boost::beast::http::request_parser<GatheredBody>> parser_;
  // What is being written: the head of the answer or of a chunk, a piece of the body, its end.
  std::string answer_head_;
  std::string answer_body_;
  std::string_view answer_end_;
  Parts left_;           // of these, what has not been written
  size_t progress_ = 0;  // bytes since the deadline was moved
  std::shared_ptr<BodySource> source_;
  std::optional<Result<std::string>> piece_;  // the next one, as soon as it is made
  // A body beyond so many bytes goes to a file of the folder; "" for a body in memory.
  uint64_t spool_beyond_ = 0;
  std::string spool_folder_;
  std::shared_ptr<SpooledBody> spooled_;
  std::optional<Response> refusal_;  // sent when the rest of the body has been read
  uint64_t body_limit_ = 0;
  State state_ = State::kHandshake;
  uint64_t question_ = 0;
  int64_t deadline_ms_ = 0;
  bool closes_ = false;    // after the answer
  bool handling_ = false;  // the handler runs, whose views must hold
  bool written_ = false;   // its answer meanwhile
  bool chunked_ = false;   // the answer is sent in chunks
};

}  // namespace paisql::http
