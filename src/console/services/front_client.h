#pragma once

// Asks the front of a home's services over HTTP, one request a connection, and waits for the
// answer. Any thread may ask; nobody waits longer than the limit.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace paisql::console {

struct FrontAddress {
  std::string host;
  int port = 0;
};

struct FrontRequest {
  std::string method = "GET";
  std::string target;  // path and query as they are sent: no blank and no control character
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
};

struct FrontAnswer {
  int status = 0;
  std::string content_type;
  std::string request_id;
  std::string body;
  int64_t bytes = 0;       // of the body as far as it was read
  bool truncated = false;  // the body goes on, and nobody has read it
};

// kEnvironment when nobody takes the connection, kInstanceCancelled when no whole answer has come
// within the limit or before the stop, kIo for what is not HTTP.
Result<FrontAnswer> AskFront(const FrontAddress& front, const FrontRequest& request,
                             size_t most_body, int64_t limit_ms, const std::stop_token& stop = {});

// Reads an answer as it came: its head, and a body by Content-Length, in chunks, or to the end.
// nullopt as long as it is not whole; `ended`: no more will come. Pure.
std::optional<Result<FrontAnswer>> ReadFrontAnswer(const std::string& received, bool ended,
                                                   size_t most_body);

}  // namespace paisql::console
