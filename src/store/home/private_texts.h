#pragma once

// Texts that only the home's owner may read, whoever else may read the home: tokens of services and
// what of their properties is a secret. Each is a file of mode 0600 below services/private/; the
// catalog, which others may read, holds its name.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/home/home.h"

namespace paisql::store {

class PrivateTexts {
 public:
  explicit PrivateTexts(const Home& home);

  // Stores the text durably; gives what stands in its place, "file:<32 hexadecimal digits>".
  Result<std::string> Put(std::string_view text) const;
  // nullopt for one that is gone or may not be read. One that others could read, after a chmod -R,
  // is closed again.
  std::optional<std::string> Get(const std::string& reference) const;

  static bool IsReference(std::string_view text);
  // All within a text, such as a JSON object.
  static void FindReferences(std::string_view text, std::set<std::string>& references);
  // The stored texts that are not among `known`.
  std::vector<std::string> Unknown(const std::set<std::string>& known) const;
  void Remove(const std::vector<std::string>& references) const;

 private:
  std::string PathOf(std::string_view reference) const;

  const std::string folder_;
};

}  // namespace paisql::store
