#include "jobs/place/held_port.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>

namespace paisql::jobs {

Result<HeldPort> HeldPort::Take() {
  Descriptor held(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int on = 1;
  sockaddr_in name{};
  name.sin_family = AF_INET;
  // Holds the port at all addresses: a server that binds 0.0.0.0 must find it free, too.
  name.sin_addr.s_addr = htonl(INADDR_ANY);
  socklen_t size = sizeof name;
  auto* const generic = reinterpret_cast<sockaddr*>(&name);
  if (!held.open() || setsockopt(held.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
      bind(held.get(), generic, size) != 0 || getsockname(held.get(), generic, &size) != 0) {
    return FileError("take", "a port of 127.0.0.1", errno);
  }
  return HeldPort(std::move(held), ntohs(name.sin_port));
}

}  // namespace paisql::jobs
