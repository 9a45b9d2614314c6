#include "tools/eas/bench_client.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>

#include "base/text.h"
#include "base/whole_number.h"

namespace paisql::tools {

namespace {

constexpr time_t kMostSeconds = 60;
constexpr std::string_view kScheme = "http://";

bool IsLoopback(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    const auto* four = reinterpret_cast<const sockaddr_in*>(address);
    return (ntohl(four->sin_addr.s_addr) >> 24) == 127;
  }
  return address->sa_family == AF_INET6 &&
         IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr) != 0;
}

using AddressList = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

AddressList Resolve(const BenchAddress& address) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(address.host.c_str(), address.port.c_str(), &wanted, &found) != 0) {
    found = nullptr;
  }
  return {found, freeaddrinfo};
}

// The value of a header in a head of lines; nullopt for none.
std::optional<std::string_view> HeaderOf(std::string_view head, std::string_view name) {
  size_t begin = head.find("\r\n");
  while (begin != std::string_view::npos && begin + 2 < head.size()) {
    begin += 2;
    const size_t end = std::min(head.find("\r\n", begin), head.size());
    const std::string_view line = head.substr(begin, end - begin);
    const size_t colon = line.find(':');
    if (colon != std::string_view::npos && EqualsIgnoreCase(line.substr(0, colon), name)) {
      return Trim(line.substr(colon + 1));
    }
    begin = end == head.size() ? std::string_view::npos : end;
  }
  return std::nullopt;
}

}  // namespace

Result<BenchAddress> ReadBenchAddress(const std::string& address) {
  const size_t slash = address.find('/', kScheme.size());
  const size_t colon = address.rfind(':', slash);
  if (!address.starts_with(kScheme) || slash == std::string::npos || colon < kScheme.size()) {
    return Error{
        ErrorCode::kInvalidCommand, "the service answers at no address: " + address, {}, ""};
  }
  BenchAddress read{address.substr(kScheme.size(), colon - kScheme.size()),
                    address.substr(colon + 1, slash - colon - 1), address.substr(slash)};
  if (read.host.starts_with('[') && read.host.ends_with(']')) {
    read.host = read.host.substr(1, read.host.size() - 2);
  }
  const AddressList found = Resolve(read);
  if (found == nullptr || !IsLoopback(found->ai_addr)) {
    return Error{ErrorCode::kUnsupported,
                 "bench asks services at loopback addresses alone, not at " + read.host,
                 {},
                 "start the services of the home with the front at 127.0.0.1"};
  }
  return read;
}

std::string BenchRequest(const BenchAddress& address, const std::string& token,
                         const std::string& body) {
  const std::string_view text = Trim(body);
  const bool is_json = text.starts_with('{') || text.starts_with('[');
  return "POST " + address.path + " HTTP/1.1\r\nHost: " + address.host + ":" + address.port +
         "\r\nAuthorization: " + token +
         "\r\nContent-Type: " + (is_json ? "application/json" : "application/octet-stream") +
         "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

bool BenchClient::Connect() {
  received_.clear();
  const AddressList found = Resolve(address_);
  if (found == nullptr) return false;
  socket_ =
      Descriptor(socket(found->ai_family, found->ai_socktype | SOCK_CLOEXEC, found->ai_protocol));
  if (!socket_.open()) return false;
  const timeval limit{kMostSeconds, 0};
  const int on = 1;
  setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(socket_.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  setsockopt(socket_.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (connect(socket_.get(), found->ai_addr, found->ai_addrlen) == 0) return true;
  socket_.Close();
  return false;
}

bool BenchClient::Send(const std::string& request) {
  size_t sent = 0;
  while (sent < request.size()) {
    const ssize_t more =
        send(socket_.get(), request.data() + sent, request.size() - sent, MSG_NOSIGNAL);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return false;
    sent += static_cast<size_t>(more);
  }
  return true;
}

bool BenchClient::ReadMore() {
  std::array<char, size_t{64} << 10> part{};
  for (;;) {
    const ssize_t more = recv(socket_.get(), part.data(), part.size(), 0);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return false;
    received_.append(part.data(), static_cast<size_t>(more));
    return true;
  }
}

BenchAnswer BenchClient::Fail(const std::string& why) {
  socket_.Close();
  return {0, why};
}

BenchAnswer BenchClient::Read() {
  size_t end = std::string::npos;
  while ((end = received_.find("\r\n\r\n")) == std::string::npos) {
    if (!ReadMore()) return Fail("the connection ended before the answer");
  }
  const std::string head = received_.substr(0, end);
  const int length = WholeNumberOr(HeaderOf(head, "content-length").value_or(""), -1);
  const int status = WholeNumberOr(head.size() < 12 ? "" : std::string_view(head).substr(9, 3), 0);
  if (length < 0 || status < 100) return Fail("the answer has no length or no status");
  const size_t whole = end + 4 + static_cast<size_t>(length);
  while (received_.size() < whole) {
    if (!ReadMore()) return Fail("the connection ended within the answer");
  }
  BenchAnswer answer{status, received_.substr(end + 4, static_cast<size_t>(length))};
  received_.erase(0, whole);
  const auto connection = HeaderOf(head, "connection");
  if (connection.has_value() && EqualsIgnoreCase(*connection, "close")) socket_.Close();
  return answer;
}

BenchAnswer BenchClient::Ask(const std::string& request) {
  if (!socket_.open() && !Connect()) return Fail("no connection: " + std::string(strerror(errno)));
  if (!Send(request)) return Fail("the connection ended before the request was sent");
  return Read();
}

}  // namespace paisql::tools
