#pragma once

// A thread of the server, with the connections that it serves. Take, Drain, Post and Stop may be
// called from any thread; the rest belongs to the loop's own. Its end closes the connections.
// Private to this folder.

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <thread>
#include <unordered_set>

#include "http/connection.h"

namespace paisql::http {

class ServerLoop final : public ConnectionHost {
 public:
  // The options, the handler and the counts outlive it.
  ServerLoop(size_t index, const ServerOptions& options, Handler& handler, ServerCounts& counts);
  ~ServerLoop() override;
  ServerLoop(const ServerLoop&) = delete;
  ServerLoop& operator=(const ServerLoop&) = delete;

  void Start();
  void Stop();
  void Take(StreamSocket socket);
  // `empty` is called on this thread when the last connection is gone.
  void Drain(std::function<void()> empty);

  size_t index() const override { return index_; }
  void Post(std::function<void()> function) override;
  boost::asio::io_context& context() override { return context_; }
  const ServerOptions& options() const override { return options_; }
  Handler& handler() override { return handler_; }
  ServerCounts& counts() override { return counts_; }
  bool draining() const override { return draining_; }
  void Forget(Connection& connection) override;

 private:
  void Run();
  void Sweep();
  // Closes the connection of this thread that has been idle longest when there are too many.
  void MakeRoom();

  const size_t index_;
  const ServerOptions& options_;
  Handler& handler_;
  ServerCounts& counts_;
  boost::asio::io_context context_{1};
  boost::asio::steady_timer timer_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::unordered_set<std::shared_ptr<Connection>> connections_;
  std::function<void()> empty_;
  bool draining_ = false;
  std::thread thread_;
};

}  // namespace paisql::http
