#include "http/client.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/buffer.hpp>
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

#include "base/events/unix_socket.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "http/connection.h"
#include "http/sockets.h"

namespace paisql::http {

namespace {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
using Clock = std::chrono::steady_clock;
using Timer = asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, LoopExecutor>;
using BoostError = boost::system::error_code;

// Servers close what is idle for longer, and a request that meets that would have to be repeated.
constexpr int64_t kIdleMs = 20000;
// One that has been used so short a time ago is not looked at first: a server that ends at this
// moment might as well end when it has the request.
constexpr int64_t kFreshMs = 10;
constexpr size_t kIdlePerServer = 256;

// Headers of the connection, and headers that the writer of the answer makes itself.
constexpr std::array<std::string_view, 6> kOwnHeaders = {
    "connection", "keep-alive", "content-length", "transfer-encoding", "upgrade", "trailer"};

bool IsOwnHeader(std::string_view name) {
  return std::any_of(kOwnHeaders.begin(), kOwnHeaders.end(),
                     [name](std::string_view own) { return EqualsIgnoreCase(own, name); });
}

// One connection: requests one after the other, on one thread.
class Outgoing : public std::enable_shared_from_this<Outgoing> {
 public:
  Outgoing(asio::io_context& context, std::string path)
      : socket_(context), timer_(context), path_(std::move(path)) {}

  const std::string& path() const { return path_; }
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
    deadline_ = Clock::now() + std::chrono::milliseconds(timeout_ms);
    // One that runs for an earlier request goes on, unless this one is to end before it rings.
    if (!timer_runs_ || timer_.expiry() > deadline_) AwaitDeadline();
    if (socket_.is_open()) return Exchange();
    // Either at once or not at all: nobody waits for a connection of this machine.
    if (std::optional<Descriptor> connected = ConnectToUnix(path_); connected.has_value()) {
      BoostError error;
      socket_.assign(asio::local::stream_protocol(), connected->get(), error);
      if (!error) {
        (void)connected->Release();  // the socket has it
        return Exchange();
      }
    }
    asio::post(socket_.get_executor(), [self = shared_from_this()] {
      self->End({ClientEnd::kNotReached, {}});
    });
  }
  void Close() {
    BoostError ignored;
    socket_.close(ignored);
  }

 private:
  void AwaitDeadline() {
    timer_.expires_at(deadline_);
    timer_runs_ = true;
    timer_.async_wait([weak = weak_from_this()](const BoostError& error) {
      const std::shared_ptr<Outgoing> self = weak.lock();
      if (error || self == nullptr) return;
      self->timer_runs_ = false;
      if (self->over_ == nullptr) return;
      if (Clock::now() < self->deadline_) return self->AwaitDeadline();
      self->End({ClientEnd::kTimeout, {}});
    });
  }
  // Reads while it writes: a server may refuse a body that it has not read yet.
  void Exchange() {
    if (over_ == nullptr) return;
    parser_.emplace();
    parser_->body_limit(boost::none);
    Write();
    beast_http::async_read(
        socket_, buffer_, *parser_,
        [self = shared_from_this()](const BoostError& error, size_t) { self->OnAnswer(error); });
  }

  void Write() {
    const Parts left = SendNow(socket_.native_handle(), {request_.head, *request_.body, {}});
    written_ = SizeOf(left) == 0;
    if (written_) return;
    const std::array<asio::const_buffer, 2> parts = {asio::buffer(left[0]), asio::buffer(left[1])};
    asio::async_write(
        socket_, parts,
        [self = shared_from_this(), body = request_.body](const BoostError& error, size_t) {
          if (!error) self->written_ = true;
        });
  }

  void OnAnswer(const BoostError& error) {
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
    const bool again = answer.end == ClientEnd::kAnswered && written_ && buffer_.size() == 0 &&
                       parser_->get().keep_alive();
    parser_.reset();
    if (!again) Close();
    if (buffer_.capacity() > kKeptBufferBytes) buffer_.shrink_to_fit();
    request_ = {};
    idle_since_ms_ = SteadyMs();
    std::exchange(over_, nullptr)(std::move(answer), again);
  }

  UnixSocket socket_;
  Timer timer_;
  bool timer_runs_ = false;
  Clock::time_point deadline_;
  boost::beast::flat_buffer buffer_;
  std::optional<beast_http::response_parser<beast_http::string_body>> parser_;
  ClientRequest request_;
  Over over_;
  const std::string path_;
  int64_t idle_since_ms_ = 0;
  bool written_ = false;
};

}  // namespace

// The idle connections of one loop.
class Client::Pool {
 public:
  std::shared_ptr<Outgoing> Take(asio::io_context& context, const std::string& path) {
    std::vector<std::shared_ptr<Outgoing>>& idle = idle_[path];
    while (!idle.empty()) {
      const std::shared_ptr<Outgoing> last = std::move(idle.back());
      idle.pop_back();
      const int64_t idle_ms = SteadyMs() - last->idle_since_ms();
      if (idle_ms < kFreshMs || (idle_ms < kIdleMs && !last->IsStale())) return last;
      last->Close();
    }
    return std::make_shared<Outgoing>(context, path);
  }
  void Give(std::shared_ptr<Outgoing> connection) {
    std::vector<std::shared_ptr<Outgoing>>& idle = idle_[connection->path()];
    if (idle.size() >= kIdlePerServer) return connection->Close();
    idle.push_back(std::move(connection));
  }
  void KeepOnly(const std::vector<std::string>& paths) {
    std::erase_if(idle_, [&paths](const auto& entry) {
      return std::find(paths.begin(), paths.end(), entry.first) == paths.end();
    });
  }

 private:
  std::unordered_map<std::string, std::vector<std::shared_ptr<Outgoing>>> idle_;
};

Client::Client(size_t loops) {
  for (size_t i = 0; i < loops; ++i) pools_.push_back(std::make_unique<Pool>());
}

Client::~Client() = default;

void Client::Send(Loop& loop, const std::string& socket, ClientRequest request, int timeout_ms,
                  Done done) {
  Pool& pool = *pools_[loop.index()];
  // Every loop is one of Server's.
  asio::io_context& context = static_cast<ConnectionHost&>(loop).context();
  const std::shared_ptr<Outgoing> connection = pool.Take(context, socket);
  // An ending connection keeps itself alive until it has called `done`.
  connection->Send(std::move(request), timeout_ms,
                   [&pool, weak = std::weak_ptr(connection), done = std::move(done)](
                       ClientAnswer answer, bool again) {
                     if (auto ended = weak.lock(); again && ended != nullptr) {
                       pool.Give(std::move(ended));
                     }
                     done(std::move(answer));
                   });
}

void Client::KeepOnly(Loop& loop, const std::vector<std::string>& sockets) {
  pools_[loop.index()]->KeepOnly(sockets);
}

void Client::After(Loop& loop, int milliseconds, std::function<void()> function) {
  const auto timer =
      std::make_shared<asio::steady_timer>(static_cast<ConnectionHost&>(loop).context());
  timer->expires_after(std::chrono::milliseconds(milliseconds));
  // The timer lives as long as it is waited for.
  timer->async_wait([timer, function = std::move(function)](const BoostError& error) {
    if (!error) function();
  });
}

void Client::Stop() {
  for (const auto& pool : pools_) pool->KeepOnly({});
}

}  // namespace paisql::http
