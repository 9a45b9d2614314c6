#pragma once

// The identities that count now. The file of users can be read again while the server runs. Safe
// from any thread.

#include <memory>
#include <mutex>
#include <string>

#include "rest/identity/identities.h"

namespace paisql::rest {

class IdentityBook {
 public:
  // `path`: the file of users, "" for none. `key`: what signs tokens.
  static Result<std::unique_ptr<IdentityBook>> Open(std::string path, std::string key);
  // Open's part.
  IdentityBook(std::string path, std::string key, std::shared_ptr<const Identities> first)
      : path_(std::move(path)), key_(std::move(key)), now_(std::move(first)) {}

  std::shared_ptr<const Identities> Now() const;
  bool has_file() const { return !path_.empty(); }
  // Reads the file again. A file with an error changes nothing.
  Status Reread();

 private:
  const std::string path_;
  const std::string key_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Identities> now_;
};

}  // namespace paisql::rest
