#pragma once

// Serves a home over HTTP: the pages of the console, and, unless it is a console alone, the
// platform's protocol. Belongs to the thread that opens it; it makes answers on threads of its own.

#include <memory>
#include <string>

#include "base/result.h"
#include "console/console.h"
#include "http/tls.h"
#include "rest/identity/identity_book.h"
#include "server/server_flags.h"
#include "session/session.h"

namespace paisql::server {

class HomeServer {
 public:
  // Opens the home, and listens. kEnvironment for a home or an address that cannot be used.
  static Result<std::unique_ptr<HomeServer>> Open(const ServerFlags& flags,
                                                  const session::SessionOptions& options);
  HomeServer();
  ~HomeServer();
  HomeServer(const HomeServer&) = delete;
  HomeServer& operator=(const HomeServer&) = delete;

  // "http://127.0.0.1:8080"
  std::string Url() const;
  bool has_pages() const;
  rest::IdentityBook& identities();
  http::TlsIdentity* tls();  // null where the server speaks plain HTTP

  // Ends what runs, and answers what has arrived. False where a statement did not stop in time:
  // then the process can only end at once.
  bool Stop();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace paisql::server
