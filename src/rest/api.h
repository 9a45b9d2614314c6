#pragma once

// The HTTP side of the server: reads requests, and answers each on a thread of its pool, since
// answers read the catalog and files.

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "http/server.h"
#include "rest/call.h"
#include "rest/identity/identity_book.h"
#include "rest/service.h"

namespace paisql::rest {

class Api final : public http::Handler {
 public:
  // `prefix` is what endpoints have before the routes: "/api", or "".
  Api(Service& service, const IdentityBook& identities, std::string prefix, int threads);
  ~Api() override;
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  std::optional<http::Response> Admit(const http::Request& head) override;
  void Handle(const http::Request& request, const http::Reply& reply) override;
  // Answers what has arrived. Call it before the server ends, to whose connections the answers go.
  void Finish();

 private:
  Answer AnswerTo(const Call& call);
  void Work();

  Service& service_;
  const IdentityBook& identities_;
  const std::string prefix_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> waiting_;
  bool ending_ = false;
  std::vector<std::jthread> workers_;
};

// The request's parts; the path without the prefix. Never fails: what cannot be decoded stays as it
// is.
Call CallOf(const http::Request& request, std::string_view prefix);

}  // namespace paisql::rest
