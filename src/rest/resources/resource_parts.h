#pragma once

// Parts of resources that clients have sent and not joined yet, in a folder of a lease: nothing of
// them stays when the server ends. A part that nobody joins goes after a day. Safe from any thread.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "base/result.h"
#include "rest/bodies/body_reader.h"
#include "store/home/lease.h"

namespace paisql::rest {

class ResourceParts {
 public:
  // The file goes with its last owner.
  struct Part {
    std::string path;
    int64_t bytes = 0;
    int64_t made_ms = 0;
    ~Part();
  };
  using PartPtr = std::shared_ptr<const Part>;

  // `key` tells users, places and names apart. A part of the same key is replaced.
  Status Keep(const store::Home& home, const std::string& key, BodyReader& body);
  // Null for an unknown one.
  PartPtr Find(const std::string& key) const;
  // Whether it was there.
  bool Remove(const std::string& key);

  // Resources that a client has made as temporary ones, by their keys: it is told so.
  void MarkTemporary(const std::string& key, bool temporary);
  bool IsTemporary(const std::string& key) const;

 private:
  Result<std::string> NewPath(const store::Home& home);

  mutable std::mutex mutex_;
  std::unique_ptr<store::Lease> lease_;  // outlives the parts
  int64_t made_ = 0;
  std::map<std::string, PartPtr> parts_;
  std::set<std::string> temporary_;
};

}  // namespace paisql::rest
