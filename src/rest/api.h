#pragma once

// The HTTP side of the server: reads requests, and answers each on a thread of its pool, since
// answers read the catalog and files.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "http/server.h"
#include "rest/call.h"
#include "rest/identity/identity_book.h"
#include "rest/service.h"
#include "rest/workers.h"

namespace paisql::rest {

struct ApiOptions {
  std::string prefix;  // what endpoints have before the routes: "/api", or ""
  int threads = 4;     // that make answers
  uint64_t upload_limit_bytes = 0;
  std::string spool_folder;  // for bodies that are too large for memory
};

class Api final : public http::Handler {
 public:
  Api(Service& service, const IdentityBook& identities, ApiOptions options);
  ~Api() override;
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  std::optional<http::Response> Admit(const http::Request& head) override;
  void Handle(const http::Request& request, const http::Reply& reply) override;
  http::Response RefusalFor(const http::Request& head, int status, std::string text) override;
  void RunElsewhere(std::function<void()> work) override { pieces_.Run(std::move(work)); }
  // Answers what has arrived. Call it before the server ends, to whose connections the answers go.
  void Finish();

 private:
  Answer AnswerTo(const Call& call);
  std::optional<http::Response> AdmitBody(const http::Request& head) const;

  Service& service_;
  const IdentityBook& identities_;
  const ApiOptions options_;
  Workers answers_;
  Workers pieces_;  // of bodies and sources: an answer that takes long must not hold them
};

// The parts of the request's head; the path without the prefix. Never fails: what cannot be decoded
// stays as it is.
Call CallOf(const http::Request& request, std::string_view prefix);

}  // namespace paisql::rest
