#pragma once

// The functions of users in Python and Java that a catalog has. What changes them is
// change::CreateFunction and change::DropFunction.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/catalog.h"
#include "store/functions.h"

namespace paisql::store {

// Whether a function with these resources is a class in Java. JARs are also archives of Python.
bool IsInJava(const std::vector<Resource>& resources, const std::vector<FunctionCode>& codes);

class FunctionCatalog {
 public:
  explicit FunctionCatalog(Catalog& catalog) : catalog_(catalog) {}

  // nullopt for an unknown name; letter case does not matter.
  Result<std::optional<UserFunction>> Find(const std::string& project, const std::string& name);
  Result<std::vector<UserFunction>> List(const std::string& project);  // sorted by name

 private:
  Catalog& catalog_;
};

}  // namespace paisql::store
