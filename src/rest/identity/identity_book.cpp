#include "rest/identity/identity_book.h"

#include <utility>

namespace paisql::rest {

namespace {

Result<std::shared_ptr<const Identities>> Read(const std::string& path, const std::string& key) {
  if (path.empty()) return std::make_shared<const Identities>(key);
  PAISQL_ASSIGN(IdentitiesById identities, ReadUserFile(path));
  return std::make_shared<const Identities>(std::move(identities), key);
}

}  // namespace

Result<std::unique_ptr<IdentityBook>> IdentityBook::Open(std::string path, std::string key) {
  PAISQL_ASSIGN(std::shared_ptr<const Identities> first, Read(path, key));
  return std::make_unique<IdentityBook>(std::move(path), std::move(key), std::move(first));
}

std::shared_ptr<const Identities> IdentityBook::Now() const {
  const std::lock_guard lock(mutex_);
  return now_;
}

Status IdentityBook::Reread() {
  PAISQL_ASSIGN(std::shared_ptr<const Identities> read, Read(path_, key_));
  const std::lock_guard lock(mutex_);
  now_ = std::move(read);
  return Status::Ok();
}

}  // namespace paisql::rest
