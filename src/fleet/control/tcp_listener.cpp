#include "fleet/control/tcp_listener.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/whole_number.h"

namespace paisql::fleet {

namespace {

constexpr int kBacklog = 4096;
constexpr int kHighestPort = 65535;

union AnyAddress {
  sockaddr_storage any;
  sockaddr_in v4;
  sockaddr_in6 v6;
};

// The length of the address; 0 for a host that is not a numeric address.
socklen_t Fill(const TcpAddress& address, AnyAddress* out) {
  std::memset(out, 0, sizeof *out);
  const auto port = htons(static_cast<uint16_t>(address.port));
  if (inet_pton(AF_INET, address.host.c_str(), &out->v4.sin_addr) == 1) {
    out->v4.sin_family = AF_INET;
    out->v4.sin_port = port;
    return sizeof out->v4;
  }
  if (inet_pton(AF_INET6, address.host.c_str(), &out->v6.sin6_addr) == 1) {
    out->v6.sin6_family = AF_INET6;
    out->v6.sin6_port = port;
    return sizeof out->v6;
  }
  return 0;
}

Error Wrong(const std::string& text) {
  return {ErrorCode::kInvalidCommand,
          "'" + text + "' is not an address such as 127.0.0.1:8080",
          {},
          ""};
}

}  // namespace

Result<TcpAddress> ReadTcpAddress(const std::string& text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string::npos) return Wrong(text);
  TcpAddress address = {text.substr(0, colon), WholeNumberOr(text.substr(colon + 1), -1)};
  if (address.host.starts_with('[') && address.host.ends_with(']')) {
    address.host = address.host.substr(1, address.host.size() - 2);
  }
  AnyAddress any;
  if (address.port < 0 || address.port > kHighestPort || Fill(address, &any) == 0) {
    return Wrong(text);
  }
  return address;
}

Result<Descriptor> ListenAtTcp(const TcpAddress& address) {
  const std::string text = address.host + ":" + std::to_string(address.port);
  AnyAddress any;
  const socklen_t length = Fill(address, &any);
  if (length == 0) return Wrong(text);
  Descriptor listener(socket(any.any.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int yes = 1;
  if (!listener.open() ||
      setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      bind(listener.get(), reinterpret_cast<const sockaddr*>(&any), length) != 0 ||
      listen(listener.get(), kBacklog) != 0) {
    return Error{ErrorCode::kEnvironment,
                 text + " cannot be listened at: " + std::strerror(errno),
                 {},
                 "another program may have the port"};
  }
  return listener;
}

TcpAddress AddressOf(const Descriptor& listener) {
  AnyAddress any;
  socklen_t length = sizeof any;
  if (getsockname(listener.get(), reinterpret_cast<sockaddr*>(&any), &length) != 0) return {};
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (any.any.ss_family == AF_INET) {
    inet_ntop(AF_INET, &any.v4.sin_addr, text.data(), text.size());
    return {text.data(), ntohs(any.v4.sin_port)};
  }
  inet_ntop(AF_INET6, &any.v6.sin6_addr, text.data(), text.size());
  return {text.data(), ntohs(any.v6.sin6_port)};
}

}  // namespace paisql::fleet
