#pragma once

// Explains the failure of a request in our words. The client library reports failures as texts
// alone, whose names of errors are those of the protocol; a table knows them.

#include <string>

#include "arrow/status.h"
#include "oss/endpoint.h"
#include "oss/object_store.h"

namespace paisql::oss {

// The operation on an object, as messages have it: "oss://b/k cannot be read".
struct Attempt {
  std::string name;  // "oss://b/k"
  std::string verb;  // "read"
};

// Ok for a success.
StoreStatus StatusOf(const arrow::Status& status, const Attempt& attempt, const Endpoint& endpoint,
                     const std::string& bucket);

// "oss://b/k; No such file or directory", as of a bucket that is a folder.
StoreStatus Missing(const std::string& name);

}  // namespace paisql::oss
