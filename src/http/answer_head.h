#pragma once

// The lines before the body of an answer, and the answers to what is not a request. Private to this
// folder.

#include <boost/system/error_code.hpp>
#include <cstdint>
#include <string>

#include "http/message.h"
#include "http/server.h"

namespace paisql::http {

// How a client finds the end of an answer.
enum class Framing {
  kLength,    // by the length of the body
  kChunks,    // the body is sent in chunks
  kToTheEnd,  // the body ends with the connection: clients of HTTP/1.0 know no chunks
};

// Replaces `out` by the head of the response.
void WriteHead(const Response& response, bool keep_alive, Framing framing, std::string& out);

struct Rejection {
  int status = 400;
  std::string text;
};

// What to say about bytes that are not a request, or not one that the server takes.
Rejection RejectionOf(const boost::system::error_code& error, const ServerOptions& options,
                      uint64_t body_limit);

}  // namespace paisql::http
