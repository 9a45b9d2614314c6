#include "console/services/front_client.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/files/files.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "base/whole_number.h"

namespace paisql::console {

namespace {

constexpr size_t kMostHead = size_t{64} << 10;

Error NotReached(const FrontAddress& front) {
  return {ErrorCode::kEnvironment,
          fmt::format("no service answers at {}:{}", front.host, front.port),
          {},
          "SHOW SERVICES starts the processes again where some are to run"};
}

Error TooLate(int64_t limit_ms) {
  return {ErrorCode::kInstanceCancelled,
          fmt::format("the service has not answered within {} s", limit_ms / 1000),
          {},
          "its log says what it does; metadata.rpc.keepalive bounds the time of a request"};
}

Error NoHttp() {
  return {ErrorCode::kIo, "what the service has sent is not an answer of HTTP", {}, ""};
}

// Until when somebody waits, at most, and what ends the waiting.
struct Patience {
  int64_t deadline_ms = 0;
  int64_t limit_ms = 0;
  std::stop_token stop;
};

bool AwaitSocket(int socket, short events, const Patience& patience) {
  constexpr int64_t kLookMs = 200;  // at the stop
  while (!patience.stop.stop_requested()) {
    const int64_t left = patience.deadline_ms - SteadyMs();
    if (left <= 0) return false;
    pollfd one{socket, events, 0};
    const int ready = poll(&one, 1, static_cast<int>(std::min(left, kLookMs)));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
  return false;
}

Result<Descriptor> Connect(const FrontAddress& front, const Patience& patience) {
  Descriptor made(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_port = htons(static_cast<uint16_t>(front.port));
  // The front listens on this machine, whatever else its address may reach.
  const std::string host = front.host == "0.0.0.0" ? "127.0.0.1" : front.host;
  if (inet_pton(AF_INET, host.c_str(), &name.sin_addr) != 1) return NotReached(front);
  const int done = connect(made.get(), reinterpret_cast<const sockaddr*>(&name), sizeof(name));
  if (done == 0) return made;
  if (errno != EINPROGRESS || !AwaitSocket(made.get(), POLLOUT, patience)) {
    return NotReached(front);
  }
  int error = 0;
  socklen_t size = sizeof(error);
  (void)getsockopt(made.get(), SOL_SOCKET, SO_ERROR, &error, &size);
  if (error != 0) return NotReached(front);
  return made;
}

std::string RequestText(const FrontAddress& front, const FrontRequest& request) {
  std::string text = fmt::format("{} {} HTTP/1.1\r\nHost: {}:{}\r\nConnection: close\r\n",
                                 request.method, request.target, front.host, front.port);
  for (const auto& [name, value] : request.headers) text += name + ": " + value + "\r\n";
  if (request.method != "GET") text += fmt::format("Content-Length: {}\r\n", request.body.size());
  return text + "\r\n" + request.body;
}

Status SendAll(int socket, std::string_view text, const Patience& patience) {
  while (!text.empty()) {
    const ssize_t sent = send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      text.remove_prefix(static_cast<size_t>(sent));
      continue;
    }
    if (errno == EINTR) continue;
    // One that refuses a large body answers before it has read it.
    if (errno != EAGAIN) return Status::Ok();
    if (!AwaitSocket(socket, POLLOUT, patience)) return TooLate(patience.limit_ms);
  }
  return Status::Ok();
}

std::string HeaderOf(const std::vector<std::string>& lines, std::string_view name) {
  for (const std::string& line : lines) {
    const size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    if (EqualsIgnoreCase(line.substr(0, colon), name)) {
      return std::string(Trim(std::string_view(line).substr(colon + 1)));
    }
  }
  return "";
}

// The bytes of chunks so far; `whole`: the last one has come.
std::string Unchunked(std::string_view text, bool& whole) {
  std::string body;
  while (true) {
    const size_t line = text.find("\r\n");
    if (line == std::string_view::npos) return body;
    size_t size = 0;
    for (const char c : text.substr(0, line)) {
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) break;
      size = size * 16 + static_cast<size_t>(digit);
    }
    text.remove_prefix(line + 2);
    if (size == 0) {
      whole = true;
      return body;
    }
    body += text.substr(0, size);
    if (text.size() < size + 2) return body;
    text.remove_prefix(size + 2);
  }
}

}  // namespace

std::optional<Result<FrontAnswer>> ReadFrontAnswer(const std::string& received, bool ended,
                                                   size_t most_body) {
  constexpr std::string_view kVersion = "HTTP/1.";
  constexpr size_t kStatusAt = 9;
  const size_t head_end = received.find("\r\n\r\n");
  if (head_end == std::string::npos) {
    if (ended || received.size() > kMostHead) return Result<FrontAnswer>(NoHttp());
    return std::nullopt;
  }
  std::vector<std::string> lines = Split(received.substr(0, head_end), '\n');
  for (std::string& line : lines) {
    if (line.ends_with('\r')) line.pop_back();
  }
  FrontAnswer answer;
  answer.status = lines[0].starts_with(kVersion) && lines[0].size() > kStatusAt + 2
                      ? WholeNumberOr(lines[0].substr(kStatusAt, 3), 0)
                      : 0;
  if (answer.status == 0) return Result<FrontAnswer>(NoHttp());
  answer.content_type = HeaderOf(lines, "content-type");
  answer.request_id = HeaderOf(lines, "x-request-id");
  const std::string_view rest = std::string_view(received).substr(head_end + 4);
  const std::string length = HeaderOf(lines, "content-length");
  bool whole = ended;
  if (EqualsIgnoreCase(HeaderOf(lines, "transfer-encoding"), "chunked")) {
    answer.body = Unchunked(rest, whole);
  } else {
    answer.body = std::string(rest);
    const auto size = ParseNumber<int64_t>(length);
    whole = whole || (size.has_value() && static_cast<int64_t>(rest.size()) >= *size);
  }
  answer.bytes = static_cast<int64_t>(answer.body.size());
  if (answer.body.size() > most_body) {
    answer.body.resize(most_body);
    answer.truncated = true;
    whole = true;
  }
  if (!whole) return std::nullopt;
  return Result<FrontAnswer>(std::move(answer));
}

Result<FrontAnswer> AskFront(const FrontAddress& front, const FrontRequest& request,
                             size_t most_body, int64_t limit_ms, const std::stop_token& stop) {
  const Patience patience{SteadyMs() + limit_ms, limit_ms, stop};
  PAISQL_ASSIGN(const Descriptor asking, Connect(front, patience));
  PAISQL_TRY(SendAll(asking.get(), RequestText(front, request), patience));
  std::string received;
  std::array<char, 1 << 16> piece{};
  while (true) {
    if (!AwaitSocket(asking.get(), POLLIN, patience)) return TooLate(limit_ms);
    const ssize_t count = recv(asking.get(), piece.data(), piece.size(), 0);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count > 0) received.append(piece.data(), static_cast<size_t>(count));
    // It ends, and has taken the connection before.
    if (received.empty()) return NotReached(front);
    if (std::optional<Result<FrontAnswer>> read =
            ReadFrontAnswer(received, count <= 0, most_body)) {
      return *std::move(read);
    }
  }
}

}  // namespace paisql::console
