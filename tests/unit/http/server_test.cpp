// A server and its client over real sockets of this machine.

#include "http/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/files/files.h"
#include "http/client.h"
#include "unit/http/raw_client.h"

namespace paisql::http {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// Answers with the method, the path and the body; refuses /no.
class Echo : public Handler {
 public:
  std::optional<Response> Admit(const Request& head) override {
    if (head.target == "/no") return Response{403, "text/plain", "not here"};
    return std::nullopt;
  }
  void Handle(const Request& request, const Reply& reply) override {
    Response response;
    response.body = std::string(request.method) + " " + std::string(request.target) + " " +
                    std::string(request.body);
    reply.Send(std::move(response));
  }
};

// Passes requests on to the server at a Unix socket.
class Forward final : public Handler {
 public:
  explicit Forward(std::string socket) : socket_(std::move(socket)) {}
  std::optional<Response> Admit(const Request&) override { return std::nullopt; }
  void Handle(const Request& request, const Reply& reply) override {
    ClientRequest passed;
    passed.head = "POST " + std::string(request.target) + " HTTP/1.1\r\nHost: there\r\n";
    passed.body = std::make_shared<std::string>(request.body);
    client_.Send(reply.loop(), socket_, std::move(passed), 60'000, [reply](ClientAnswer answer) {
      if (answer.end == ClientEnd::kAnswered) return reply.Send(std::move(answer.response));
      Response response;
      response.status = answer.end == ClientEnd::kNotReached ? 503 : 502;
      reply.Send(std::move(response));
    });
  }
  void Stop() { client_.Stop(); }

 private:
  const std::string socket_;
  Client client_{1};
};

class ServerTest : public ::testing::Test {
 protected:
  std::unique_ptr<Server> Start(Handler& handler, const std::string& socket = "") {
    ServerOptions options;
    options.threads = 1;
    options.body_limit_bytes = 100;
    options.socket = socket;
    auto server = Server::Start(options, handler, counts_);
    EXPECT_TRUE(server.ok()) << server.error().ToString();
    return server.ok() ? *std::move(server) : nullptr;
  }
  ServerCounts counts_;
};

TEST_F(ServerTest, AnswersRequestsInTheirOrder) {
  Echo echo;
  const auto server = Start(echo);
  const std::string said = Ask(
      server->port(), Post("/a", "1", false) + Post("/no", "2", false) + Post("/b?c=d", "three"));
  EXPECT_THAT(said, StartsWith("HTTP/1.1 200 OK\r\n"));
  const size_t first = said.find("POST /a 1");
  const size_t second = said.find("HTTP/1.1 403");
  ASSERT_NE(second, std::string::npos);
  EXPECT_LT(first, second);
  EXPECT_THAT(said, EndsWith("POST /b?c=d three"));
}

TEST_F(ServerTest, BadRequestsAreAnsweredInWords) {
  Echo echo;
  const auto server = Start(echo);
  struct Case {
    std::string bytes;
    const char* status;
  };
  const Case cases[] = {
      {"POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n", "HTTP/1.1 400"},
      {"POST /a HTTP/1.1\r\nbad header\r\n\r\n", "HTTP/1.1 400"},
      {Post("/a", std::string(101, 'x')), "HTTP/1.1 413"},
      // What servers disagree about, so that one would take a body for the next request.
      {"POST /a HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx", "HTTP/1.1 400"},
      {"POST /a HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
       "HTTP/1.1 400"},
      {"POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n",
       "HTTP/1.1 400"},
      {"POST /a HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", "HTTP/1.1 400"},
      {"POST /a HTTP/1.1\r\nTransfer-Encoding: chunked, identity\r\n\r\n", "HTTP/1.1 400"},
      {"POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "HTTP/1.1 400"},
      {"POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "HTTP/1.1 400"},
      {"POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n", "HTTP/1.1 413"},
      {"POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;" + std::string(1 << 20, 'x'),
       "HTTP/1.1 400"},
      {"GET /" + std::string(1 << 15, 'x') + " HTTP/1.1\r\n\r\n", "HTTP/1.1 431"},
  };
  for (const Case& one : cases) {
    EXPECT_THAT(Ask(server->port(), one.bytes), StartsWith(one.status)) << one.bytes.substr(0, 60);
  }
  EXPECT_THAT(Ask(server->port(), Post("/a", "still there")), HasSubstr("still there"));
}

TEST_F(ServerTest, RefusesWhatIsNotAnAddress) {
  Echo echo;
  ServerOptions options;
  options.host = "nowhere";
  ServerCounts counts;
  EXPECT_EQ(Server::Start(options, echo, counts).error().code, ErrorCode::kEnvironment);
}

TEST_F(ServerTest, PassesOnToAUnixSocket) {
  const std::string folder = ::testing::TempDir() + "http-" + std::to_string(getpid());
  ASSERT_TRUE(MakeFolders(folder).ok());
  Echo echo;
  const std::string socket = folder + "/socket";
  Forward forward(socket);
  const auto front = Start(forward);
  EXPECT_THAT(Ask(front->port(), Post("/a", "x")), StartsWith("HTTP/1.1 503"));
  auto back = Start(echo, socket);
  EXPECT_THAT(Ask(front->port(), Post("/a", "1", false) + Post("/a", "2")), EndsWith("POST /a 2"));
  back.reset();
  EXPECT_THAT(Ask(front->port(), Post("/a", "x")), StartsWith("HTTP/1.1 50"));
  EXPECT_TRUE(front->Drain(60'000));
  forward.Stop();
  std::filesystem::remove_all(folder);
}

TEST_F(ServerTest, DrainsWhatIsIdle) {
  Echo echo;
  const auto server = Start(echo);
  EXPECT_THAT(Ask(server->port(), Post("/a", "x")), EndsWith("POST /a x"));
  EXPECT_TRUE(server->Drain(60'000));
  EXPECT_EQ(counts_.accepted, 1);
  EXPECT_EQ(counts_.connections, 0);
}

}  // namespace
}  // namespace paisql::http
