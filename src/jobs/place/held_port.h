#pragma once

// A TCP port of this machine that is kept for a child process. Private to jobs.

#include <string>
#include <vector>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql::jobs {

// Choosing a free port and giving its number away would be a race: until the child binds it, the
// kernel may give it to anybody. So the supervisor binds a socket and keeps it for the job's whole
// life, without ever listening on it. Both sockets have SO_REUSEADDR (gRPC sets it), so Linux lets
// the child bind and listen beside it, at its start and after every restart; but a bound port is
// never chosen for somebody who asks for any port, and never refused to the child.
class HeldPort {
 public:
  static Result<HeldPort> Take();
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  HeldPort(Descriptor socket, int port) : socket_(std::move(socket)), port_(port) {}

  Descriptor socket_;
  int port_;
};

}  // namespace paisql::jobs
