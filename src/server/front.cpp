#include "server/front.h"

#include <utility>

#include "console/pages/page_files.h"

namespace paisql::server {

namespace {

constexpr std::string_view kPages = "/console/";
constexpr std::string_view kHealthPath = "/healthz";

http::Response Hardened(http::Response response) {
  console::Harden(response);
  return response;
}

http::Response ToConsole() {
  http::Response response;
  response.status = 302;
  response.headers.emplace_back("Location", kPages);
  return Hardened(std::move(response));
}

http::Response NotHere() {
  http::Response response;
  response.status = 404;
  response.body = "the console is at /console/\n";
  return Hardened(std::move(response));
}

}  // namespace

http::Handler& Front::HandlerOf(const http::Request& request) {
  if (api_ == nullptr || console::Site::Has(request.target)) return site_;
  return *api_;
}

std::optional<http::Response> Front::Admit(const http::Request& head) {
  if (head.target == "/" || head.target == "/console") return ToConsole();
  if (api_ == nullptr && head.target == kHealthPath) return Hardened({.body = "ok\n"});
  if (api_ == nullptr && !console::Site::Has(head.target)) return NotHere();
  return HandlerOf(head).Admit(head);
}

void Front::Handle(const http::Request& request, const http::Reply& reply) {
  HandlerOf(request).Handle(request, reply);
}

http::Response Front::RefusalFor(const http::Request& head, int status, std::string text) {
  return HandlerOf(head).RefusalFor(head, status, std::move(text));
}

// Both handlers make pieces of answers; the threads of one are enough.
void Front::RunElsewhere(std::function<void()> work) {
  if (api_ == nullptr) return site_.RunElsewhere(std::move(work));
  api_->RunElsewhere(std::move(work));
}

}  // namespace paisql::server
