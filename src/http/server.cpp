#include "http/server.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

#include "base/events/unix_socket.h"
#include "http/server_loop.h"

namespace paisql::http {

namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using Acceptor = asio::basic_socket_acceptor<asio::generic::stream_protocol>;

constexpr auto kAcceptPause = std::chrono::milliseconds(50);  // while the system has no descriptors
constexpr int kBacklog = 4096;

class BoostServer final : public Server {
 public:
  BoostServer(ServerOptions options, Handler& handler, ServerCounts& counts)
      : options_(std::move(options)), counts_(counts) {
    for (int i = 0; i < std::max(options_.threads, 1); ++i) {
      loops_.push_back(
          std::make_unique<ServerLoop>(static_cast<size_t>(i), options_, handler, counts));
    }
    acceptor_ = std::make_unique<Acceptor>(loops_[0]->context());
    pause_ = std::make_unique<asio::steady_timer>(loops_[0]->context());
  }
  ~BoostServer() override {
    for (const auto& loop : loops_) loop->Stop();
    acceptor_.reset();
    pause_.reset();
  }
  BoostServer(const BoostServer&) = delete;
  BoostServer& operator=(const BoostServer&) = delete;

  Status Listen() {
    boost::system::error_code error;
    if (options_.listener >= 0) return ListenAt(options_.listener);
    if (!options_.socket.empty()) {
      PAISQL_ASSIGN(Descriptor listener, ListenAtUnix(options_.socket, kBacklog));
      PAISQL_TRY(ListenAt(listener.get()));
      (void)listener.Release();  // the acceptor has it
      return Status::Ok();
    }
    const auto address = asio::ip::make_address(options_.host, error);
    if (error) return Refused("is not an address");
    const tcp::endpoint endpoint(address, static_cast<uint16_t>(options_.port));
    acceptor_->open(endpoint.protocol(), error);
    if (!error) acceptor_->set_option(Acceptor::reuse_address(true), error);
    if (!error) acceptor_->bind(endpoint, error);
    if (!error) acceptor_->listen(kBacklog, error);
    if (error) return Refused("cannot be listened at: " + error.message());
    Begin();
    return Status::Ok();
  }

  int port() const override { return port_; }

  bool Drain(int timeout_ms) override {
    std::mutex mutex;
    std::condition_variable changed;
    size_t left = loops_.size();
    asio::post(loops_[0]->context(), [this] {
      boost::system::error_code ignored;
      acceptor_->close(ignored);
      pause_->cancel();
    });
    for (const auto& loop : loops_) {
      loop->Drain([&] {
        const std::lock_guard lock(mutex);
        --left;
        changed.notify_one();
      });
    }
    std::unique_lock lock(mutex);
    const bool done = changed.wait_for(lock, std::chrono::milliseconds(timeout_ms),
                                       [&left] { return left == 0; });
    lock.unlock();
    for (const auto& loop : loops_) loop->Stop();
    return done;
  }

 private:
  Status ListenAt(int listener) {
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    boost::system::error_code error;
    if (getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length) != 0) {
      return Refused("has no socket that listens");
    }
    const int protocol = address.ss_family == AF_UNIX ? 0 : IPPROTO_TCP;
    acceptor_->assign({address.ss_family, protocol}, listener, error);
    if (error) return Refused("cannot be listened at: " + error.message());
    Begin();
    return Status::Ok();
  }
  void Begin() {
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    (void)getsockname(acceptor_->native_handle(), reinterpret_cast<sockaddr*>(&address), &length);
    if (address.ss_family == AF_INET) {
      port_ = ntohs(reinterpret_cast<const sockaddr_in&>(address).sin_port);
    } else if (address.ss_family == AF_INET6) {
      port_ = ntohs(reinterpret_cast<const sockaddr_in6&>(address).sin6_port);
    }
    Accept();
    for (const auto& loop : loops_) loop->Start();
  }
  Status Refused(const std::string& why) const {
    return Error{ErrorCode::kEnvironment,
                 options_.host + ":" + std::to_string(options_.port) + " " + why,
                 {},
                 "choose another --host or --port; port 0 takes a free one"};
  }

  void Accept() {
    next_ = (next_ + 1) % loops_.size();
    acceptor_->async_accept(loops_[next_]->context(),
                            [this](const boost::system::error_code& error, StreamSocket socket) {
                              if (!acceptor_->is_open()) return;
                              if (error) return AcceptLater();
                              ++counts_.accepted;
                              boost::system::error_code ignored;
                              socket.set_option(tcp::no_delay(true), ignored);
                              loops_[next_]->Take(std::move(socket));
                              Accept();
                            });
  }
  // The system may be out of descriptors, and would say so again at once.
  void AcceptLater() {
    pause_->expires_after(kAcceptPause);
    pause_->async_wait([this](const boost::system::error_code& error) {
      if (!error && acceptor_->is_open()) Accept();
    });
  }

  const ServerOptions options_;
  ServerCounts& counts_;
  std::vector<std::unique_ptr<ServerLoop>> loops_;
  std::unique_ptr<Acceptor> acceptor_;
  std::unique_ptr<asio::steady_timer> pause_;
  size_t next_ = 0;
  int port_ = 0;
};

}  // namespace

Response Handler::RefusalFor(const Request& /*head*/, int status, std::string text) {
  return {status, "text/plain; charset=utf-8", std::move(text)};
}

Result<std::unique_ptr<Server>> Server::Start(const ServerOptions& options, Handler& handler,
                                              ServerCounts& counts) {
  auto server = std::make_unique<BoostServer>(options, handler, counts);
  PAISQL_TRY(server->Listen());
  return std::unique_ptr<Server>(std::move(server));
}

}  // namespace paisql::http
