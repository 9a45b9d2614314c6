#pragma once

// A way to the tests' server that can break in a COMMIT.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <thread>

#include "store/store_fixture.h"

namespace paisql::store {

// Forwards what a client and the server say. It belongs to the test's thread, and serves each
// connection in a thread of its own.
class CommitProxy {
 public:
  enum class Break { kNever, kBeforeCommit, kAfterCommit };

  // `address` is that of the server, with 127.0.0.1 and a port.
  explicit CommitProxy(const std::string& address) : address_(address) {
    const size_t begin = address.find(kHost) + kHost.size();
    server_port_ = std::stoi(address.substr(begin));
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in place = Place(0);
    socklen_t size = sizeof place;
    EXPECT_EQ(bind(listener_, reinterpret_cast<sockaddr*>(&place), size), 0);
    EXPECT_EQ(listen(listener_, 8), 0);
    getsockname(listener_, reinterpret_cast<sockaddr*>(&place), &size);
    address_.replace(begin, std::to_string(server_port_).size(),
                     std::to_string(ntohs(place.sin_port)));
    acceptor_ = std::thread([this] { Accept(); });
  }
  ~CommitProxy() {
    Refuse();
    ended_ = true;
    Release();
    for (std::thread& one : connections_) one.join();
    close(listener_);
  }
  CommitProxy(const CommitProxy&) = delete;
  CommitProxy& operator=(const CommitProxy&) = delete;

  const std::string& address() const { return address_; }

  // Breaks the connection of the next COMMIT, before the server hears of it or before the client
  // hears its answer; `meanwhile` runs first.
  void BreakNext(Break when, std::function<void()> meanwhile = {}) {
    meanwhile_ = std::move(meanwhile);
    break_ = when;
  }
  // Takes the connections from now on, and forwards nothing of them until Release.
  void Hold() { holds_ = true; }
  // Serves the connections that come from now on; those that are held stay so.
  void StopHolding() { holds_ = false; }
  void AwaitHeld() const { held_.wait(0); }
  void Release() {
    released_ = true;
    released_.notify_all();
  }
  // Takes no more connections.
  void Refuse() {
    shutdown(listener_, SHUT_RDWR);
    if (acceptor_.joinable()) acceptor_.join();
  }

 private:
  static constexpr std::string_view kHost = "@127.0.0.1:";

  static sockaddr_in Place(int port) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    place.sin_port = htons(static_cast<uint16_t>(port));
    return place;
  }

  void Accept() {
    while (true) {
      const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (client < 0) return;
      const bool held = holds_;
      connections_.emplace_back([this, client, held] {
        if (held) AwaitRelease();
        Serve(client);
      });
    }
  }

  void AwaitRelease() {
    ++held_;
    held_.notify_all();
    released_.wait(false);
  }

  void Serve(int client) {
    const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in place = Place(server_port_);
    if (!ended_ && connect(server, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0) {
      while (ForwardOne(client, server)) continue;
    }
    close(server);
    close(client);
  }

  // Whether the connection goes on.
  bool ForwardOne(int client, int server) {
    std::array<pollfd, 2> ends{pollfd{client, POLLIN, 0}, pollfd{server, POLLIN, 0}};
    if (poll(ends.data(), ends.size(), -1) < 0) return false;
    const bool from_client = ends[0].revents != 0;
    const ssize_t bytes = read(from_client ? client : server, buffer().data(), buffer().size());
    if (bytes <= 0) return false;
    const std::string_view said(buffer().data(), static_cast<size_t>(bytes));
    const int target = from_client ? server : client;
    Break when = Break::kNever;
    if (from_client && said.find(std::string_view("COMMIT\0", 7)) != said.npos) {
      when = break_.exchange(Break::kNever);
    }
    if (when != Break::kBeforeCommit && !Write(target, said)) return false;
    if (when == Break::kNever) return true;
    if (when == Break::kAfterCommit) (void)!read(server, buffer().data(), buffer().size());
    if (meanwhile_) meanwhile_();
    return false;
  }

  static std::array<char, 65536>& buffer() {
    static thread_local std::array<char, 65536> bytes;
    return bytes;
  }

  static bool Write(int target, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = send(target, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (written <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(written));
    }
    return true;
  }

  std::string address_;
  int server_port_ = 0;
  int listener_ = -1;
  std::thread acceptor_;
  std::list<std::thread> connections_;  // the acceptor's, until it has ended
  std::atomic<int> held_ = 0;
  std::atomic<bool> holds_ = false;
  std::atomic<bool> released_ = false;
  std::atomic<bool> ended_ = false;
  std::atomic<Break> break_ = Break::kNever;
  std::function<void()> meanwhile_;
};

}  // namespace paisql::store
