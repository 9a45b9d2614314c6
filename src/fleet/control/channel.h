#pragma once

// Lines of text, and now and then a descriptor, between the processes of a home, over a Unix socket
// that only the home's owner can reach.

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "base/events/event_loop.h"
#include "base/files/files.h"

namespace paisql::fleet {

// One end of a connection. It belongs to the loop's thread, and the loop outlives it.
class Channel {
 public:
  // `take` gets each line, without its end, and the descriptor that came along, which is mostly not
  // open. It must not destroy the channel.
  using Take = std::function<void(const std::string& line, Descriptor passed)>;
  Channel(EventLoop& loop, Descriptor socket, Take take);
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // Sends the line as soon as the other side reads. It sends the descriptor `passed` along, which
  // stays the caller's and must stay open until then.
  void Send(std::string_view line, int passed = -1);
  // The other side has closed the connection.
  bool ended() const { return ended_; }

 private:
  void Read();
  void Flush();

  EventLoop& loop_;
  Descriptor socket_;
  Take take_;
  std::string incoming_;
  Descriptor passed_;
  std::deque<std::pair<std::string, int>> outgoing_;
  EventLoop::Watch reads_;
  EventLoop::Watch writes_;
  bool ended_ = false;
};

}  // namespace paisql::fleet
