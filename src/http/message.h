#pragma once

// HTTP requests and answers as handlers see them. Only this folder sees types of the HTTP library.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "http/spooled_body.h"

namespace paisql::http {

// One header, as received.
using HeaderTaker = std::function<void(std::string_view name, std::string_view value)>;

// The parts of a request that few handlers use.
class RequestParts {
 public:
  virtual ~RequestParts() = default;
  // Calls `take` for each header, in their order.
  virtual void EachHeader(const HeaderTaker& take) const = 0;
  // The length of the body, as the head says; nullopt when the head does not say it.
  virtual std::optional<uint64_t> BodyLength() const = 0;
  // Replaces the server's limit for this request. Call before the body is read.
  virtual void LimitBody(uint64_t bytes) = 0;
  // Moves the body out without a copy. Invalidates Request::body.
  virtual std::string TakeBody() = 0;
  // Has a body that is larger than so many bytes written to a file of the folder, by
  // Handler::RunElsewhere, instead of keeping it in memory. Call before the body is read.
  virtual void SpoolBody(uint64_t beyond_bytes, const std::string& folder) = 0;
  // Moves the file out that has the body; null when the body is in memory.
  virtual std::shared_ptr<const SpooledBody> TakeSpooledBody() = 0;
};

// Views into what has been received: they hold until the function that got the request returns.
struct Request {
  std::string_view method;  // "POST"
  std::string_view target;  // path and query, as received
  // Headers, "" for one that is not there.
  std::string_view authorization;
  std::string_view content_type;
  std::string_view content_md5;
  std::string_view content_encoding;
  std::string_view accept_encoding;
  std::string_view date;
  std::string_view host;
  std::string_view request_id;
  std::string_view body;          // "" as long as only the head is there
  RequestParts* parts = nullptr;  // of a server's request: holds as long as the views
};

// The rest of an answer that is not in memory as a whole. Its functions are called one after the
// other by Handler::RunElsewhere, so they may wait.
class BodySource {
 public:
  virtual ~BodySource() = default;
  // The next bytes, "" at the end. It is called when the client has taken the piece before the last
  // one, so a slow client holds two pieces and no thread. After an error the connection is cut off,
  // so that the client notices that its answer is not whole.
  virtual Result<std::string> Next() = 0;
};

struct Response {
  int status = 200;
  std::string_view content_type = "text/plain; charset=utf-8";
  std::string body{};
  std::string_view content_encoding{};  // "" for a body that is not compressed
  std::string request_id{};             // "" for an answer that does not tell it
  // Further ones, which must not be those above nor about the connection.
  std::vector<std::pair<std::string, std::string>> headers{};
  // What follows the body; null for nothing. The answer is then sent in chunks.
  std::shared_ptr<BodySource> source{};
};

// A thread that reads requests. A handler that gathers requests read together needs to know it.
class Loop {
 public:
  virtual ~Loop() = default;
  // From 0, below Server::loop_count().
  virtual size_t index() const = 0;
  // Calls the function on the loop's thread, after everything that is ready there now. Any thread
  // may post.
  virtual void Post(std::function<void()> function) = 0;
};

// The party that waits for an answer.
class Asker {
 public:
  virtual ~Asker() = default;
  virtual Loop& loop() = 0;
  virtual void Answer(uint64_t question, Response response) = 0;
};

// The right to answer one request. Copies are the same right; the first answer counts, and one that
// comes after the client was told of a timeout is dropped. Send may be called from any thread.
class Reply {
 public:
  Reply(std::shared_ptr<Asker> asker, uint64_t question)
      : asker_(std::move(asker)), question_(question) {}

  Loop& loop() const { return asker_->loop(); }
  void Send(Response response) const { asker_->Answer(question_, std::move(response)); }

 private:
  std::shared_ptr<Asker> asker_;
  uint64_t question_;
};

}  // namespace paisql::http
