// Any bytes are a request or not: the server answers in the form of HTTP, or closes the connection,
// and then answers others.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/assert.h"
#include "base/files/files.h"
#include "http/server.h"

namespace {

namespace http = paisql::http;

// Looks at every part of a request. Small limits let short inputs reach them.
class Reader final : public http::Handler {
 public:
  std::optional<http::Response> Admit(const http::Request& head) override {
    head.parts->LimitBody(3000);
    head.parts->SpoolBody(100, "/tmp");
    if (head.target == "/no") return http::Response{403, "text/plain", "not here"};
    return std::nullopt;
  }
  void Handle(const http::Request& request, const http::Reply& reply) override {
    size_t seen = request.method.size() + request.target.size() + request.authorization.size();
    request.parts->EachHeader([&seen](std::string_view name, std::string_view value) {
      seen += name.size() + value.size();
    });
    http::Response response;
    response.body = request.parts->TakeBody();
    if (const auto file = request.parts->TakeSpooledBody()) {
      paisql::Result<std::string> body = file->ReadAt(0, file->size());
      PAISQL_ASSERT(body.ok() && body.value().size() == file->size(), "a body got shorter");
      response.body = *std::move(body);
    }
    PAISQL_ASSERT(response.body.size() <= 3000, "a body beyond its limit");
    response.body += std::to_string(seen);
    reply.Send(std::move(response));
  }
};

class Running {
 public:
  Running() {
    http::ServerOptions options;
    options.threads = 1;
    options.head_limit_bytes = 4096;
    auto made = http::Server::Start(options, reader_, counts_);
    PAISQL_ASSERT(made.ok(), "the server does not begin");
    server_ = *std::move(made);
  }
  std::string Ask(std::string_view bytes) const {
    const paisql::Descriptor client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(server_->port()));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(client.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      return "";
    }
    (void)send(client.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    (void)shutdown(client.get(), SHUT_WR);
    std::string answer;
    std::array<char, 4096> buffer{};
    while (true) {
      const ssize_t count = read(client.get(), buffer.data(), buffer.size());
      if (count <= 0) return answer;
      answer.append(buffer.data(), static_cast<size_t>(count));
    }
  }

 private:
  Reader reader_;
  http::ServerCounts counts_;
  std::unique_ptr<http::Server> server_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Running server;
  const std::string answer = server.Ask({reinterpret_cast<const char*>(data), size});
  PAISQL_ASSERT(answer.empty() || answer.starts_with("HTTP/1.1 "), "an answer that is not HTTP");
  return 0;
}
