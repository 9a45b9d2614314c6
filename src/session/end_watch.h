#pragma once

// Waits beside the running statement for a descriptor that becomes readable, as that of a process
// that ends does, and then requests a stop.

#include <stop_token>
#include <thread>

#include "base/files/files.h"

namespace paisql::session {

class EndWatch {
 public:
  // A descriptor that is not open is never readable.
  EndWatch(Descriptor watched, std::stop_source on_readable);
  ~EndWatch();
  EndWatch(const EndWatch&) = delete;
  EndWatch& operator=(const EndWatch&) = delete;

 private:
  Descriptor watched_;
  Descriptor stop_;  // an eventfd that ends the thread
  std::thread thread_;
};

}  // namespace paisql::session
