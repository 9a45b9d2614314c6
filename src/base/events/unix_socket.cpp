#include "base/events/unix_socket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace paisql {

namespace {

constexpr mode_t kOwnerAlone = 0600;

// A socket's own path may have 107 bytes only; the folder's descriptor is a short name for it.
class SocketAddress {
 public:
  explicit SocketAddress(const std::string& path)
      : folder_(open(ParentFolder(path).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)),
        name_("/proc/self/fd/" + std::to_string(folder_.get()) + path.substr(path.rfind('/'))) {
    address_.sun_family = AF_UNIX;
    name_.copy(address_.sun_path, sizeof address_.sun_path - 1);
  }
  const std::string& name() const { return name_; }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address_); }
  static constexpr socklen_t kSize = sizeof(sockaddr_un);

 private:
  Descriptor folder_;
  std::string name_;
  sockaddr_un address_{};
};

Descriptor MakeSocket() {
  return Descriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

}  // namespace

Result<Descriptor> ListenAtUnix(const std::string& path, int backlog) {
  const SocketAddress address(path);
  Descriptor listener = MakeSocket();
  (void)unlink(address.name().c_str());
  // Nobody can connect before it listens, so the mode is never too wide.
  if (!listener.open() || bind(listener.get(), address.get(), SocketAddress::kSize) != 0 ||
      chmod(address.name().c_str(), kOwnerAlone) != 0 || listen(listener.get(), backlog) != 0) {
    return FileError("listen at", path, errno);
  }
  return listener;
}

std::optional<Descriptor> ConnectToUnix(const std::string& path) {
  const SocketAddress address(path);
  Descriptor socket = MakeSocket();
  if (!socket.open() || connect(socket.get(), address.get(), SocketAddress::kSize) != 0) return {};
  return socket;
}

Descriptor AcceptOne(const Descriptor& listener) {
  return Descriptor(accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
}

ProcessIdentity PeerOf(const Descriptor& socket) {
  ucred credentials{};
  socklen_t length = sizeof credentials;
  if (getsockopt(socket.get(), SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return {};
  return IdentityOf(credentials.pid);
}

}  // namespace paisql
