#pragma once

// With what a server proves who it is, and speaks encrypted. Safe from any thread.

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/result.h"

namespace paisql::http {

// The answer to a client that speaks plain HTTP to a port of TLS. It is sent in plain, too.
inline constexpr std::string_view kTlsOnly =
    "this server speaks HTTPS: its endpoint begins with https://\n";

class TlsState;  // with types of the library (tls_state.h)

class TlsIdentity {
 public:
  // The certificate, with those that vouch for it, and its key, both as PEM. kEnvironment for files
  // that cannot be read, do not fit each other or need a password, and for a key that others than
  // its owner may read.
  static Result<std::unique_ptr<TlsIdentity>> Read(const std::string& certificate_file,
                                                   const std::string& key_file);
  TlsIdentity(std::string certificate_file, std::string key_file);
  ~TlsIdentity();
  TlsIdentity(const TlsIdentity&) = delete;
  TlsIdentity& operator=(const TlsIdentity&) = delete;

  // Reads both files again, for connections that come from now on. After an error nothing is
  // changed.
  Status ReadAgain();
  // When the certificate ends, in milliseconds since 1970.
  int64_t ends_ms() const;

  std::shared_ptr<TlsState> state() const;

 private:
  const std::string certificate_file_;
  const std::string key_file_;
  mutable std::mutex mutex_;
  std::shared_ptr<TlsState> state_;
};

}  // namespace paisql::http
