#pragma once

// The secrets of a service, which stand in files of its owner (store/home/private_texts.h): its
// token, and properties whose names or values are secrets. Private to the store.

#include <string>
#include <vector>

#include "base/result.h"
#include "store/catalog/catalog_state.h"

namespace paisql::store {

class ServiceSecrets {
 public:
  explicit ServiceSecrets(CatalogState& state) : state_(state) {}

  // The text that the catalog holds in place of the token. A copy of the catalog, in memory, keeps
  // the token itself.
  Result<std::string> HiddenToken(const std::string& token);
  Result<std::string> HiddenProperties(const std::string& text);

  // The other way. False when some cannot be read; they are then base/secrets' kRedacted.
  bool ShowToken(std::string* token) const;
  bool ShowProperties(std::string* text) const;

  // Within the write that has changed rows: the files that no row names any more.
  Result<std::vector<std::string>> Forsaken() const;
  // When that has been committed.
  void Remove(const std::vector<std::string>& forsaken) const;

 private:
  CatalogState& state_;
};

}  // namespace paisql::store
