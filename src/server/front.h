#pragma once

// Gives each request to the side of the server that answers it: the console's pages, or the
// platform's protocol.

#include <functional>
#include <optional>
#include <string>

#include "console/site.h"
#include "http/server.h"
#include "rest/api.h"

namespace paisql::server {

class Front final : public http::Handler {
 public:
  // Both outlive the front. `api` may be null: the server has pages alone.
  Front(console::Site& site, rest::Api* api) : site_(site), api_(api) {}

  std::optional<http::Response> Admit(const http::Request& head) override;
  void Handle(const http::Request& request, const http::Reply& reply) override;
  http::Response RefusalFor(const http::Request& head, int status, std::string text) override;
  void RunElsewhere(std::function<void()> work) override;

 private:
  http::Handler& HandlerOf(const http::Request& request);

  console::Site& site_;
  rest::Api* const api_;
};

}  // namespace paisql::server
