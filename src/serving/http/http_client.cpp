#include "serving/http/http_client.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/system/steady_clock.h"
#include "base/text.h"
#include "serving/http/connection.h"

namespace paisql::serving {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;

// Servers close what is idle for longer, and a request that meets that would have to be repeated.
constexpr int64_t kIdleMs = 20000;
constexpr size_t kIdlePerPort = 256;
constexpr size_t kKeptBufferBytes = size_t{64} << 10;

// What is about the connection, and what the writer of the answer makes itself.
constexpr std::array<std::string_view, 6> kOwnHeaders = {
    "connection", "keep-alive", "content-length", "transfer-encoding", "upgrade", "trailer"};

bool IsOwnHeader(std::string_view name) {
  return std::any_of(kOwnHeaders.begin(), kOwnHeaders.end(),
                     [name](std::string_view own) { return EqualsIgnoreCase(own, name); });
}

// One connection: requests one after the other, on one thread.
class Outgoing : public std::enable_shared_from_this<Outgoing> {
 public:
  Outgoing(asio::io_context& context, int port) : socket_(context), timer_(context), port_(port) {}

  int port() const { return port_; }
  int64_t idle_since_ms() const { return idle_since_ms_; }
  // Whether the other side has closed it, or said what nobody has asked for.
  bool IsStale() {
    char byte = 0;
    return recv(socket_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0 ||
           (errno != EAGAIN && errno != EWOULDBLOCK);
  }

  // `over` gets the answer, and whether the connection can be used again.
  using Over = std::function<void(ClientAnswer, bool)>;
  void Send(ClientRequest request, int timeout_ms, Over over) {
    request_ = std::move(request);
    over_ = std::move(over);
    request_.head += "Content-Length: " + std::to_string(request_.body->size()) + "\r\n\r\n";
    timer_.expires_after(std::chrono::milliseconds(timeout_ms));
    timer_.async_wait([self = shared_from_this()](const ErrorCode& error) {
      if (!error) self->End({ClientEnd::kTimeout, {}});
    });
    if (socket_.is_open()) return Exchange();
    socket_.async_connect(
        tcp::endpoint(asio::ip::address_v4::loopback(), static_cast<uint16_t>(port_)),
        [self = shared_from_this()](const ErrorCode& error) {
          if (error) return self->End({ClientEnd::kNotReached, {}});
          ErrorCode ignored;
          self->socket_.set_option(tcp::no_delay(true), ignored);
          self->Exchange();
        });
  }
  void Close() {
    ErrorCode ignored;
    socket_.close(ignored);
  }

 private:
  // Reads while it writes: a server may refuse a body that it has not read yet.
  void Exchange() {
    if (over_ == nullptr) return;
    written_ = false;
    parser_.emplace();
    parser_->body_limit(boost::none);
    const std::array<asio::const_buffer, 2> parts = {asio::buffer(request_.head),
                                                     asio::buffer(*request_.body)};
    asio::async_write(
        socket_, parts,
        [self = shared_from_this(), body = request_.body](const ErrorCode& error, size_t) {
          if (!error) self->written_ = true;
        });
    http::async_read(
        socket_, buffer_, *parser_,
        [self = shared_from_this()](const ErrorCode& error, size_t) { self->OnAnswer(error); });
  }

  void OnAnswer(const ErrorCode& error) {
    if (error) return End({ClientEnd::kBroken, {}});
    auto& message = parser_->get();
    ClientAnswer answer;
    answer.response.status = static_cast<int>(message.result_int());
    answer.response.content_type = "";
    for (const auto& header : message) {
      const std::string_view name(header.name_string().data(), header.name_string().size());
      if (IsOwnHeader(name)) continue;
      answer.response.headers.emplace_back(
          name, std::string_view(header.value().data(), header.value().size()));
    }
    answer.response.body = std::move(message.body());
    End(std::move(answer));
  }

  void End(ClientAnswer answer) {
    if (over_ == nullptr) return;
    timer_.cancel();
    const bool again = answer.end == ClientEnd::kAnswered && written_ && buffer_.size() == 0 &&
                       parser_->get().keep_alive();
    parser_.reset();
    if (!again) Close();
    if (buffer_.capacity() > kKeptBufferBytes) buffer_.shrink_to_fit();
    request_ = {};
    idle_since_ms_ = SteadyMs();
    std::exchange(over_, nullptr)(std::move(answer), again);
  }

  tcp::socket socket_;
  asio::steady_timer timer_;
  boost::beast::flat_buffer buffer_;
  std::optional<http::response_parser<http::string_body>> parser_;
  ClientRequest request_;
  Over over_;
  const int port_;
  int64_t idle_since_ms_ = 0;
  bool written_ = false;
};

}  // namespace

// The idle connections of one loop.
class HttpClient::Pool {
 public:
  std::shared_ptr<Outgoing> Take(asio::io_context& context, int port) {
    std::vector<std::shared_ptr<Outgoing>>& idle = idle_[port];
    while (!idle.empty()) {
      const std::shared_ptr<Outgoing> last = std::move(idle.back());
      idle.pop_back();
      if (last->idle_since_ms() + kIdleMs > SteadyMs() && !last->IsStale()) return last;
      last->Close();
    }
    return std::make_shared<Outgoing>(context, port);
  }
  void Give(std::shared_ptr<Outgoing> connection) {
    std::vector<std::shared_ptr<Outgoing>>& idle = idle_[connection->port()];
    if (idle.size() >= kIdlePerPort) return connection->Close();
    idle.push_back(std::move(connection));
  }
  void KeepOnly(const std::vector<int>& ports) {
    std::erase_if(idle_, [&ports](const auto& entry) {
      return std::find(ports.begin(), ports.end(), entry.first) == ports.end();
    });
  }

 private:
  std::unordered_map<int, std::vector<std::shared_ptr<Outgoing>>> idle_;
};

HttpClient::HttpClient(size_t loops) {
  for (size_t i = 0; i < loops; ++i) pools_.push_back(std::make_unique<Pool>());
}

HttpClient::~HttpClient() = default;

void HttpClient::Send(Loop& loop, int port, ClientRequest request, int timeout_ms, Done done) {
  Pool& pool = *pools_[loop.index()];
  // Every loop is one of HttpServer's.
  asio::io_context& context = static_cast<ConnectionHost&>(loop).context();
  const std::shared_ptr<Outgoing> connection = pool.Take(context, port);
  // What ends keeps itself until it has said so.
  connection->Send(std::move(request), timeout_ms,
                   [&pool, weak = std::weak_ptr(connection), done = std::move(done)](
                       ClientAnswer answer, bool again) {
                     if (auto ended = weak.lock(); again && ended != nullptr) {
                       pool.Give(std::move(ended));
                     }
                     done(std::move(answer));
                   });
}

void HttpClient::KeepOnly(Loop& loop, const std::vector<int>& ports) {
  pools_[loop.index()]->KeepOnly(ports);
}

void HttpClient::Stop() {
  for (const auto& pool : pools_) pool->KeepOnly({});
}

}  // namespace paisql::serving
