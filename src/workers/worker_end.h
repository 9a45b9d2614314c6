#pragma once

// A worker's own end of the socket.

#include <mutex>
#include <optional>

#include "workers/protocol.h"

namespace paisql::workers {

class WorkerEnd {
 public:
  explicit WorkerEnd(int descriptor = kWorkerSocket) : descriptor_(descriptor) {}

  // Waits for the owner's next request; nullopt when the owner has closed the socket. Any thread
  // may call it: each request goes to one of them.
  std::optional<Frame> Next();
  // False when the owner has gone. Any thread may call it.
  bool Send(const Frame& frame);

 private:
  const int descriptor_;
  std::mutex reading_;
  std::mutex writing_;
  FrameReader frames_;
};

}  // namespace paisql::workers
