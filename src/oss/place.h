#pragma once

// Buckets and objects, wherever a bucket lies: in a folder of this machine, or at an endpoint. A
// place knows the range of the text that named it, and errors carry that range.

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "oss/bucket.h"
#include "oss/endpoint.h"
#include "oss/folders.h"
#include "oss/object_store.h"
#include "oss/objects.h"
#include "oss/remote_library.h"

namespace paisql::oss {

// The caller of work on objects: its home, the library that opens endpoints, and the token that
// interrupts long work.
struct Caller {
  const store::Home& home;
  RemoteLibrary library;
  std::stop_token stop;
  Stopped stopped;
  bool checks_only = false;  // names are read, and nothing is looked at
};

// An oss:// name of a bucket that exists.
struct Place {
  OssUrl url;
  SourceRange range;
  std::string folder;                  // of the bucket; without a store
  std::string path;                    // of the key; without a store
  std::shared_ptr<ObjectStore> store;  // of a bucket at an endpoint

  // "oss://bucket/key"
  std::string Name(std::string_view key) const {
    return "oss://" + url.bucket + "/" + std::string(key);
  }
};

Result<Place> FindPlace(std::string_view name, const SourceRange& range, const Caller& caller);

// kFileOperation for what an endpoint has refused, or not done; kInstanceCancelled where the caller
// was interrupted while it waited.
Status PlaceStatus(const StoreStatus& status, const SourceRange& range);

// kFileOperation: the place's object does not exist.
Error NoSuchObject(const Place& place);

// Finds the object of the key; a folder's key ends with a slash. nullopt for nothing. In a bucket
// that is a folder the function follows links, unless `of_link`.
Result<std::optional<Object>> LookAt(const Place& place, const std::string& key,
                                     bool of_link = false);

// The objects whose keys begin with the prefix; with `one_level`, deeper ones by their folder.
Result<std::vector<Object>> ObjectsOf(const Place& place, const std::string& prefix, bool one_level,
                                      const Caller& caller);

// At most `count` bytes of the place's object.
Result<std::string> ReadPart(const Place& place, int64_t from, int64_t count);

// With the folders above them that hold nothing more.
Status RemoveObjects(const Place& place, const std::vector<Object>& objects, const Caller& caller);

// A bucket at an endpoint. One that cannot be reached is not made: its properties are wrong more
// often than its service is down.
Status CreateBucketAtEndpoint(const std::string& name, const Endpoint& endpoint,
                              const SourceRange& name_range, const SourceRange& location_range,
                              const Caller& caller);

}  // namespace paisql::oss
