#include "http/answer_head.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/status.hpp>
#include <iterator>

namespace paisql::http {

namespace {

namespace beast_http = boost::beast::http;

// Reasons that the library has no text for.
std::string_view ReasonOf(int status) {
  switch (status) {
    case 450:
      return "Queue Full";
    default:
      return "";
  }
}

struct Problem {
  beast_http::error error;
  std::string_view text;
};

constexpr Problem kProblems[] = {
    {beast_http::error::bad_method, "its method is malformed"},
    {beast_http::error::bad_target, "its path is malformed"},
    {beast_http::error::bad_version, "its version is neither HTTP/1.0 nor HTTP/1.1"},
    {beast_http::error::bad_line_ending, "a line of its head does not end with CR LF"},
    {beast_http::error::bad_field, "the name of a header is malformed"},
    {beast_http::error::bad_value, "the value of a header is malformed"},
    {beast_http::error::bad_obs_fold, "the value of a header is malformed"},
    {beast_http::error::bad_content_length, "its Content-Length is not a number"},
    {beast_http::error::multiple_content_length, "it has two lengths"},
    {beast_http::error::bad_transfer_encoding, "its Transfer-Encoding is not known"},
    {beast_http::error::bad_chunk, "a chunk of its body is malformed"},
    {beast_http::error::bad_chunk_extension, "a chunk of its body is malformed"},
    {beast_http::error::partial_message, "it ends too early"},
};

std::string_view ProblemOf(const boost::system::error_code& error) {
  const auto* found = std::find_if(std::begin(kProblems), std::end(kProblems),
                                   [&](const Problem& one) { return error == one.error; });
  return found == std::end(kProblems) ? "it is malformed" : found->text;
}

}  // namespace

// Written here and not by the library, whose messages are made to be changed: each line of theirs
// is memory and a part of the answer of its own.
void WriteHead(const Response& response, bool keep_alive, Framing framing, std::string& out) {
  const auto status = static_cast<unsigned>(response.status);
  std::string_view reason = ReasonOf(response.status);
  if (reason.empty()) reason = beast_http::obsolete_reason(beast_http::int_to_status(status));
  out.clear();
  fmt::format_to(std::back_inserter(out), "HTTP/1.1 {} {}\r\n", status, reason);
  // One that is passed on has its type among the further headers.
  if (!response.content_type.empty()) {
    fmt::format_to(std::back_inserter(out), "Content-Type: {}\r\n", response.content_type);
  }
  if (!response.content_encoding.empty()) {
    fmt::format_to(std::back_inserter(out), "Content-Encoding: {}\r\n", response.content_encoding);
  }
  if (!response.request_id.empty()) {
    fmt::format_to(std::back_inserter(out), "X-Request-Id: {}\r\n", response.request_id);
  }
  for (const auto& [name, value] : response.headers) {
    fmt::format_to(std::back_inserter(out), "{}: {}\r\n", name, value);
  }
  if (!keep_alive) out += "Connection: close\r\n";
  switch (framing) {
    case Framing::kLength:
      fmt::format_to(std::back_inserter(out), "Content-Length: {}\r\n", response.body.size());
      break;
    case Framing::kChunks:
      out += "Transfer-Encoding: chunked\r\n";
      break;
    case Framing::kToTheEnd:
      break;
  }
  out += "\r\n";
}

Rejection RejectionOf(const boost::system::error_code& error, const ServerOptions& options,
                      uint64_t body_limit) {
  if (error == beast_http::error::body_limit) {
    return {413, "the body is larger than this server takes: " + std::to_string(body_limit) +
                     " bytes\n"};
  }
  if (error == beast_http::error::header_limit) {
    return {431, "the head of the request is larger than this server takes: " +
                     std::to_string(options.head_limit_bytes) + " bytes\n"};
  }
  return {400, "this is not an HTTP request: " + std::string(ProblemOf(error)) + "\n"};
}

}  // namespace paisql::http
