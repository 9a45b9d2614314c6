#pragma once

// The catalog's rows about roles, as plain values.

#include <cstdint>
#include <string>
#include <vector>

namespace paisql::store {

// One permission of a role: what it may do with the objects of a bucket.
struct Grant {
  std::string action;  // "oss:GetObject"
  std::string bucket;  // "" for all buckets

  bool operator==(const Grant&) const = default;
};

// The identity of a job towards the buckets that it reads and writes (oss/access.h). Names compare
// without regard to letter case.
struct Role {
  std::string name;
  std::string arn;  // "acs:ram::1:role/name"
  std::vector<Grant> grants = {};
  int64_t created_ms = 0;  // UTC milliseconds since the epoch
};

}  // namespace paisql::store
