#pragma once

// The program that has started this one, known by a pipe of which it holds the other end.

#include <thread>

#include "base/files/files.h"

namespace paisql::shell {

// As long as it lives: when nobody holds the other end of the pipe any more, since its owner has
// ended or was killed, this process gets SIGTERM, which ends the statement that runs and its job.
// Nothing is read from the descriptor, which stays its caller's. There may be one;
// std::system_error when the system starts no thread or has no descriptors left.
class OwnerWatch {
 public:
  explicit OwnerWatch(int descriptor);
  ~OwnerWatch();
  OwnerWatch(const OwnerWatch&) = delete;
  OwnerWatch& operator=(const OwnerWatch&) = delete;

 private:
  Descriptor stop_;
  std::thread thread_;
};

}  // namespace paisql::shell
