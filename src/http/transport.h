#pragma once

// A client's end of a connection, plain or encrypted, as a stream of the library. It belongs to one
// thread's loop. Private to this folder.

#include <boost/asio/ssl/stream.hpp>
#include <memory>
#include <optional>
#include <utility>

#include "http/sockets.h"
#include "http/tls_state.h"

namespace paisql::http {

class Transport {
 public:
  using executor_type = LoopExecutor;
  using ErrorCode = boost::system::error_code;

  // `tls` is null for a plain connection.
  Transport(StreamSocket socket, std::shared_ptr<TlsState> tls)
      : socket_(std::move(socket)), tls_(std::move(tls)) {
    if (tls_ != nullptr) encrypted_.emplace(socket_, tls_->context);
  }
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  executor_type get_executor() { return socket_.get_executor(); }
  bool encrypts() const { return encrypted_.has_value(); }
  // The socket without the encryption.
  StreamSocket& socket() { return socket_; }

  template <class Buffers, class Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    if (!encrypts()) return socket_.async_read_some(buffers, std::forward<Handler>(handler));
    encrypted_->async_read_some(buffers, std::forward<Handler>(handler));
  }
  template <class Buffers, class Handler>
  void async_write_some(const Buffers& buffers, Handler&& handler) {
    if (!encrypts()) return socket_.async_write_some(buffers, std::forward<Handler>(handler));
    encrypted_->async_write_some(buffers, std::forward<Handler>(handler));
  }
  // What is left to write after what is written at once, which an encrypted connection cannot.
  Parts WriteNow(const Parts& parts) {
    return encrypts() ? parts : SendNow(socket_.native_handle(), parts);
  }

  // Both only for one that encrypts.
  template <class Handler>
  void AsyncHandshake(Handler&& handler) {
    encrypted_->async_handshake(boost::asio::ssl::stream_base::server,
                                std::forward<Handler>(handler));
  }
  // Says that nothing comes any more, and waits until the client has said it, too.
  template <class Handler>
  void AsyncFarewell(Handler&& handler) {
    encrypted_->async_shutdown(std::forward<Handler>(handler));
  }

  void Cancel() {
    ErrorCode ignored;
    socket_.cancel(ignored);
  }
  void Close() {
    ErrorCode ignored;
    socket_.close(ignored);
  }
  // The client sees a reset instead of an end.
  void CloseByReset() {
    ErrorCode ignored;
    socket_.set_option(boost::asio::socket_base::linger(true, 0), ignored);
    socket_.close(ignored);
  }

 private:
  StreamSocket socket_;
  const std::shared_ptr<TlsState> tls_;
  std::optional<boost::asio::ssl::stream<StreamSocket&>> encrypted_;
};

}  // namespace paisql::http
