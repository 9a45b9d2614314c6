#include "http/server_loop.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <iterator>
#include <new>
#include <utility>
#include <vector>

#include "base/system/clock.h"

namespace paisql::http {

namespace {

namespace asio = boost::asio;

// A client that is too slow is noticed so much later at most, a quarter of the shortest limit.
constexpr int kLongestSweepMs = 500;

int SweepMs(const ServerOptions& options) {
  const int shortest =
      std::min({options.idle_timeout_ms, options.body_timeout_ms, options.answer_timeout_ms,
                options.write_timeout_ms, options.handshake_timeout_ms});
  return std::clamp(shortest / 4, 1, kLongestSweepMs);
}

}  // namespace

ServerLoop::ServerLoop(size_t index, const ServerOptions& options, Handler& handler,
                       ServerCounts& counts)
    : index_(index),
      options_(options),
      handler_(handler),
      counts_(counts),
      timer_(context_),
      work_(asio::make_work_guard(context_)) {}

ServerLoop::~ServerLoop() {
  Stop();
  // Handlers that wait hold connections, and these the loop.
  for (const auto& connection : std::exchange(connections_, {})) connection->Close();
}

void ServerLoop::Start() {
  Sweep();
  thread_ = std::thread([this] { Run(); });
}

void ServerLoop::Stop() {
  context_.stop();
  if (thread_.joinable()) thread_.join();
}

void ServerLoop::Take(StreamSocket socket) {
  asio::post(context_, [this, socket = std::make_shared<StreamSocket>(std::move(socket))] {
    if (draining_) return;
    MakeRoom();
    ++counts_.connections;
    const auto connection = std::make_shared<Connection>(std::move(*socket), *this);
    connections_.insert(connection);
    connection->Start();
  });
}

void ServerLoop::Drain(std::function<void()> empty) {
  asio::post(context_, [this, empty = std::move(empty)] {
    draining_ = true;
    empty_ = empty;
    const auto connections = connections_;
    for (const auto& connection : connections) {
      if (connection->idle()) connection->Close();
    }
    if (connections_.empty() && empty_) std::exchange(empty_, nullptr)();
  });
}

void ServerLoop::Post(std::function<void()> function) { asio::post(context_, std::move(function)); }

void ServerLoop::Forget(Connection& connection) {
  if (connections_.erase(connection.shared_from_this()) == 0) return;
  --counts_.connections;
  if (connections_.empty() && empty_) std::exchange(empty_, nullptr)();
}

// A connection that has found no memory for its request is closed by the sweep, when its time is
// over; the others go on.
void ServerLoop::Run() {
  while (true) {
    try {
      context_.run();
      return;
    } catch (const std::bad_alloc&) {
      ++counts_.out_of_memory;
    }
  }
}

void ServerLoop::Sweep() {
  timer_.expires_after(std::chrono::milliseconds(SweepMs(options_)));
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    const int64_t now_ms = SteadyMs();
    const auto due = [now_ms](const auto& connection) {
      return connection->deadline_ms() <= now_ms;
    };
    std::vector<std::shared_ptr<Connection>> late;
    std::copy_if(connections_.begin(), connections_.end(), std::back_inserter(late), due);
    for (const auto& connection : late) connection->Sweep(now_ms);
    Sweep();
  });
}

void ServerLoop::MakeRoom() {
  if (static_cast<size_t>(counts_.connections) < options_.max_connections) return;
  std::shared_ptr<Connection> oldest;
  for (const auto& connection : connections_) {
    if (!connection->idle()) continue;
    if (oldest == nullptr || connection->deadline_ms() < oldest->deadline_ms()) {
      oldest = connection;
    }
  }
  if (oldest == nullptr) return;
  ++counts_.closed_for_others;
  oldest->Close();
}

}  // namespace paisql::http
