// Bodies and answers that are too large for memory.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "http/server.h"
#include "unit/http/raw_client.h"

namespace paisql::http {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Gives texts one after the other; then an error, where there is one.
class Texts final : public BodySource {
 public:
  explicit Texts(std::vector<std::string> texts, bool fails = false)
      : texts_(std::move(texts)), fails_(fails) {}
  Result<std::string> Next() override {
    if (next_ < texts_.size()) return texts_[next_++];
    if (fails_) return Error{ErrorCode::kIo, "no more", {}, ""};
    return std::string();
  }

 private:
  const std::vector<std::string> texts_;
  const bool fails_;
  size_t next_ = 0;
};

constexpr size_t kPieceBytes = size_t{32} << 20;
constexpr size_t kPieces = 4;

// Large pieces, which fit into no buffer of the system. Notes how far it was before its client.
class Large final : public BodySource {
 public:
  Large(const std::atomic<size_t>& taken, std::atomic<size_t>& most_ahead)
      : taken_(taken), most_ahead_(most_ahead) {}
  Result<std::string> Next() override {
    if (made_ == kPieces) return std::string();
    most_ahead_ = std::max(most_ahead_.load(), ++made_ * kPieceBytes - taken_);
    return std::string(kPieceBytes, 'x');
  }

 private:
  const std::atomic<size_t>& taken_;
  std::atomic<size_t>& most_ahead_;
  size_t made_ = 0;
};

class Streams final : public Handler {
 public:
  explicit Streams(std::string folder) : folder_(std::move(folder)) {}

  std::optional<Response> Admit(const Request& head) override {
    head.parts->LimitBody(uint64_t{8} << 20);
    head.parts->SpoolBody(1000, folder_);
    return std::nullopt;
  }
  void Handle(const Request& request, const Reply& reply) override {
    Response response;
    if (request.target == "/texts") {
      response.body = "first ";
      response.source = std::make_shared<Texts>(std::vector<std::string>{"second ", "third"});
    } else if (request.target == "/fails") {
      response.source = std::make_shared<Texts>(std::vector<std::string>{"begun"}, true);
    } else if (request.target == "/large") {
      response.source = std::make_shared<Large>(taken, most_ahead);
    } else if (const auto file = request.parts->TakeSpooledBody()) {
      Result<std::string> body = file->ReadAt(0, file->size());
      response.body = "a file: " + std::to_string(body.value().size()) + body.value().substr(0, 1) +
                      body.value().substr(body.value().size() - 1);
    } else {
      response.body = "a text: " + request.parts->TakeBody();
    }
    reply.Send(std::move(response));
  }
  void RunElsewhere(std::function<void()> work) override {
    const std::lock_guard lock(mutex_);
    threads_.emplace_back(std::move(work));
  }
  void Finish() {
    std::vector<std::jthread> threads;
    const std::lock_guard lock(mutex_);
    threads.swap(threads_);
  }

  std::atomic<size_t> taken = 0;
  std::atomic<size_t> most_ahead = 0;

 private:
  const std::string folder_;
  std::mutex mutex_;
  std::vector<std::jthread> threads_;
};

class StreamTest : public ::testing::Test {
 protected:
  explicit StreamTest(std::string folder = ::testing::TempDir(), ServerOptions options = {})
      : streams_(std::move(folder)) {
    options.threads = 1;
    options.body_limit_bytes = size_t{1} << 30;
    auto server = Server::Start(options, streams_, counts_);
    EXPECT_TRUE(server.ok());
    server_ = *std::move(server);
  }
  ~StreamTest() override {
    if (server_ != nullptr) {
      EXPECT_TRUE(server_->Drain(60'000));
    }
    streams_.Finish();
    server_ = nullptr;
    streams_.Finish();
  }

  std::string Get(const std::string& target, const std::string& version = "1.1") {
    return Ask(server_->port(),
               "GET " + target + " HTTP/" + version + "\r\nConnection: close\r\n\r\n");
  }

  Streams streams_;
  ServerCounts counts_;
  std::unique_ptr<Server> server_;
};

TEST_F(StreamTest, SendsInChunks) {
  const std::string answer = Get("/texts");
  EXPECT_THAT(answer, HasSubstr("Transfer-Encoding: chunked\r\n"));
  EXPECT_THAT(answer, Not(HasSubstr("Content-Length")));
  EXPECT_THAT(answer, EndsWith("\r\n\r\n6\r\nfirst \r\n7\r\nsecond \r\n5\r\nthird\r\n0\r\n\r\n"));
}

TEST_F(StreamTest, TheConnectionGoesOnAfterAStream) {
  const std::string head = "GET /texts HTTP/1.1\r\n";
  const std::string answer =
      Ask(server_->port(), head + "\r\n" + head + "Connection: close\r\n\r\n");
  const size_t first = answer.find("0\r\n\r\n");
  ASSERT_NE(first, std::string::npos);
  EXPECT_THAT(answer.substr(first + 5), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(answer, EndsWith("0\r\n\r\n"));
}

TEST_F(StreamTest, OldClientsReadToTheEnd) {
  const std::string answer = Get("/texts", "1.0");
  EXPECT_THAT(answer, Not(HasSubstr("chunked")));
  EXPECT_THAT(answer, EndsWith("\r\n\r\nfirst second third"));
}

TEST_F(StreamTest, HeadHasNoBody) {
  const std::string answer =
      Ask(server_->port(), "HEAD /texts HTTP/1.1\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(answer, EndsWith("Transfer-Encoding: chunked\r\n\r\n"));
}

TEST_F(StreamTest, AnErrorCutsTheAnswerOff) {
  EXPECT_THAT(Get("/fails"), Not(EndsWith("0\r\n\r\n")));
  EXPECT_THAT(Get("/texts"), EndsWith("0\r\n\r\n"));
}

TEST_F(StreamTest, AClientThatVanishesEndsItsStreamAlone) {
  {
    const Descriptor client = Connected(server_->port());
    EXPECT_TRUE(WriteAll(client.get(), "GET /large HTTP/1.1\r\n\r\n"));
    char byte = 0;
    EXPECT_EQ(read(client.get(), &byte, 1), 1);
  }
  EXPECT_THAT(Get("/texts"), EndsWith("0\r\n\r\n"));
}

TEST_F(StreamTest, ASlowReaderHoldsTwoPieces) {
  const Descriptor client = Connected(server_->port());
  EXPECT_TRUE(WriteAll(client.get(), "GET /large HTTP/1.1\r\nConnection: close\r\n\r\n"));
  std::string buffer(size_t{1} << 20, '\0');
  while (true) {
    const ssize_t count = read(client.get(), buffer.data(), buffer.size());
    if (count <= 0) break;
    streams_.taken += static_cast<size_t>(count);
  }
  EXPECT_GT(streams_.taken, kPieces * kPieceBytes);
  // Two pieces are the server's; the system's buffers have less than another one.
  EXPECT_LT(streams_.most_ahead, 3 * kPieceBytes);
}

TEST_F(StreamTest, LargeBodiesGoToAFile) {
  EXPECT_THAT(Ask(server_->port(), Post("/", "small")), EndsWith("\r\n\r\na text: small"));
  const std::string large = "a" + std::string(3 << 20, 'b') + "c";
  EXPECT_THAT(Ask(server_->port(), Post("/", large)), EndsWith("\r\n\r\na file: 3145730ac"));
  EXPECT_THAT(Ask(server_->port(), Post("/", std::string(1000, 'x'))), EndsWith("xxx"));
  EXPECT_THAT(Ask(server_->port(), Post("/", std::string(1001, 'x'))), EndsWith("a file: 1001xx"));
}

TEST_F(StreamTest, ChunksGoToAFile) {
  std::string body;
  for (int i = 0; i < 100; ++i) body += "3e8;name=value\r\n" + std::string(1000, 'x') + "\r\n";
  const std::string head =
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
  EXPECT_THAT(Ask(server_->port(), head + body + "0\r\n\r\n"), EndsWith("a file: 100000xx"));
  EXPECT_THAT(Ask(server_->port(), head + body + "not a size\r\n"), StartsWith("HTTP/1.1 400"));
}

TEST_F(StreamTest, OneWhoIsAskedToWaitIsToldToContinue) {
  const Descriptor client = Connected(server_->port());
  EXPECT_TRUE(WriteAll(client.get(),
                       "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n"
                       "Connection: close\r\n\r\n"));
  std::string first(25, '\0');
  ASSERT_EQ(read(client.get(), first.data(), first.size()), 25);
  EXPECT_EQ(first, "HTTP/1.1 100 Continue\r\n\r\n");
  EXPECT_TRUE(WriteAll(client.get(), std::string(5000, 'x')));
  EXPECT_THAT(ReadToTheEnd(client), EndsWith("a file: 5000xx"));
}

TEST_F(StreamTest, AnEndOfTheServerCutsStreamsOff) {
  const Descriptor client = Connected(server_->port());
  EXPECT_TRUE(WriteAll(client.get(), "GET /large HTTP/1.1\r\nConnection: close\r\n\r\n"));
  char byte = 0;
  EXPECT_EQ(read(client.get(), &byte, 1), 1);
  EXPECT_FALSE(server_->Drain(10));
  streams_.Finish();
  server_ = nullptr;
  EXPECT_THAT(ReadToTheEnd(client), Not(EndsWith("0\r\n\r\n")));
}

ServerOptions Impatient() {
  ServerOptions options;
  options.body_timeout_ms = 100;
  options.write_timeout_ms = 100;
  return options;
}

class SlowTest : public StreamTest {
 protected:
  SlowTest() : StreamTest(::testing::TempDir(), Impatient()) {}
};

TEST_F(SlowTest, ASlowBodyIsTold) {
  const Descriptor client = Connected(server_->port());
  EXPECT_TRUE(WriteAll(client.get(), "POST / HTTP/1.1\r\nContent-Length: 5000\r\n\r\nbegun"));
  EXPECT_THAT(ReadToTheEnd(client), StartsWith("HTTP/1.1 408"));
}

TEST_F(SlowTest, ASlowReaderIsCutOff) {
  const Descriptor client = Connected(server_->port());
  EXPECT_TRUE(WriteAll(client.get(), "GET /large HTTP/1.1\r\nConnection: close\r\n\r\n"));
  while (counts_.timeouts == 0) std::this_thread::yield();
  EXPECT_THAT(ReadToTheEnd(client), Not(EndsWith("0\r\n\r\n")));
}

class NoRoomTest : public StreamTest {
 protected:
  NoRoomTest() : StreamTest("/nowhere") {}
};

TEST_F(NoRoomTest, IsToldBeforeTheBodyHasEnded) {
  const std::string answer = Ask(server_->port(), Post("/", std::string(100'000, 'x')));
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 507"));
  EXPECT_THAT(answer, HasSubstr("/nowhere"));
}

}  // namespace
}  // namespace paisql::http
