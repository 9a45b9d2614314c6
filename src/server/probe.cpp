#include "server/probe.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>

#include "base/files/files.h"
#include "http/tls.h"

namespace paisql::server {

namespace {

constexpr int kWaitSeconds = 3;
constexpr std::string_view kQuestion =
    "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
constexpr size_t kMostBytes = size_t{64} << 10;
constexpr std::string_view kReady = "HTTP/1.1 200 ";

Error NotReady(int port, std::string_view why) {
  return Error{
      ErrorCode::kEnvironment,
      "the server at 127.0.0.1:" + std::to_string(port) + " is not ready: " + std::string(why),
      {},
      ""};
}

bool Connect(int socket, int port) {
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_port = htons(static_cast<uint16_t>(port));
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return connect(socket, reinterpret_cast<const sockaddr*>(&name), sizeof(name)) == 0;
}

}  // namespace

Status ProbeServer(int port) {
  const Descriptor asking(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const timeval wait{kWaitSeconds, 0};
  (void)setsockopt(asking.get(), SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof(wait));
  (void)setsockopt(asking.get(), SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof(wait));
  if (!Connect(asking.get(), port)) return NotReady(port, "nobody listens there");
  if (send(asking.get(), kQuestion.data(), kQuestion.size(), MSG_NOSIGNAL) !=
      static_cast<ssize_t>(kQuestion.size())) {
    return NotReady(port, "it takes no question");
  }
  std::string answer;
  std::array<char, 256> piece{};
  while (answer.size() < kMostBytes) {
    const ssize_t read = recv(asking.get(), piece.data(), piece.size(), 0);
    if (read <= 0) break;
    answer.append(piece.data(), static_cast<size_t>(read));
  }
  if (answer.empty()) return NotReady(port, "it does not answer");
  // A server that speaks TLS alone says so in plain: its loops are at work.
  if (answer.starts_with(kReady) || answer.ends_with(http::kTlsOnly)) return Status::Ok();
  return NotReady(port, "its answer is " + answer.substr(0, answer.find('\r')));
}

}  // namespace paisql::server
