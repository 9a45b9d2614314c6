#pragma once

// Resolves an oss:// name in a process of a job, and says whether the operation is allowed.

#include <memory>
#include <optional>
#include <string>

#include "libraries/oss_plugin/remote.h"
#include "oss/access.h"
#include "tensorflow/c/experimental/filesystem/filesystem_interface.h"

namespace paisql::oss {

// The job's environment, read when the file system is first used.
struct Buckets {
  std::string root;              // $PAISQL_OSS_ROOT
  std::optional<Access> access;  // $PAISQL_OSS_ACCESS; nothing: everything is allowed
  RemoteBuckets remote;
};

// The target of a name: a path, or a key of a store.
struct Place {
  std::string path;
  std::shared_ptr<ObjectStore> store;
  std::string key;
};

// The buckets of the file system.
Buckets& Of(const TF_Filesystem* filesystem);

// The place for an operation that one of the two actions allows; nothing, with the status set, when
// the URI stands for none, neither is allowed, or the bucket cannot be opened.
std::optional<Place> PlaceFor(const TF_Filesystem* filesystem, const char* uri, Action action,
                              Action other, TF_Status* status);
std::optional<Place> PlaceFor(const TF_Filesystem* filesystem, const char* uri, Action action,
                              TF_Status* status);
// Whether something is there may be asked by who may read it, and by who may list it.
std::optional<Place> PlaceToLookAt(const TF_Filesystem* filesystem, const char* uri,
                                   TF_Status* status);

}  // namespace paisql::oss
