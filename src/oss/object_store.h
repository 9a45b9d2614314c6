#pragma once

// Objects of a bucket that lies at an endpoint, not in a folder of this machine. The library
// libpaisql_oss_remote.so (libraries/oss_remote/) has the one implementation; the program and
// TensorFlow's file system plugin open it through oss/remote_library.h. Nothing but the standard
// library is used here: all three are built together, and pass nothing else between them.
//
// Keys are as oss/bucket_path.h makes them: "dir/file", "" for the bucket itself. Every function
// may be called from any thread, those of one writer from one thread at a time. A store outlives
// what it has opened.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace paisql::oss {

enum class StoreProblem {
  kNone,
  kNotFound,     // there is no such object or folder
  kExists,       // there is something already
  kIsFolder,     // a folder where an object is wanted
  kIsNoFolder,   // an object where a folder is wanted
  kNotEmpty,     // a folder that holds something
  kDenied,       // the endpoint does not let the keys do it, or does not know them
  kBadBucket,    // no such bucket there, or in another region
  kUnreachable,  // no connection, none in time, or an endpoint that fails
  kStopped,      // who waited was told to stop (oss/stoppable_store.h)
  kBroken,       // what came is not what the endpoint has
};

// The outcome of an operation. The text names the operation, the object, the problem and the cure;
// it has no secrets.
struct StoreStatus {
  StoreProblem problem = StoreProblem::kNone;
  std::string text;

  bool ok() const { return problem == StoreProblem::kNone; }
};

struct StoredObject {
  std::string key;
  int64_t bytes = 0;
  int64_t modified_ns = 0;  // since the epoch; 0 where the endpoint tells none, as of a folder
  bool folder = false;
};

class StoreReader {
 public:
  virtual ~StoreReader() = default;
  virtual int64_t size() const = 0;
  // Fills the buffer; `done` is less than `count` at the object's end alone. From any thread. What
  // is read in a row is fetched ahead.
  virtual StoreStatus Read(uint64_t offset, size_t count, char* buffer, size_t* done) = 0;
};

// The object appears, or replaces the one that is there, as a whole: when the writer is closed, and
// as long as it is small at each Publish.
class StoreWriter {
 public:
  // Gives up the object unless Close came before.
  virtual ~StoreWriter() = default;
  virtual StoreStatus Append(const char* bytes, size_t count) = 0;
  virtual int64_t Written() const = 0;  // bytes, in the object that is appended to included
  virtual StoreStatus Publish() = 0;
  virtual StoreStatus Close() = 0;  // once
};

class ObjectStore {
 public:
  virtual ~ObjectStore() = default;

  // Whether the bucket can be listed with these keys: one request or two.
  virtual StoreStatus Check() = 0;
  virtual StoreStatus Look(const std::string& key, StoredObject* object) = 0;
  // Lists a folder, sorted by key, with keys from the bucket on: one level, or everything below it.
  // A missing folder is empty.
  virtual StoreStatus List(const std::string& folder, bool one_level,
                           std::vector<StoredObject>* objects) = 0;
  virtual StoreStatus OpenReader(const std::string& key, std::unique_ptr<StoreReader>* reader) = 0;
  // All `count` bytes from `offset` on of an object that has `object_bytes`, in one request.
  virtual StoreStatus ReadRange(const std::string& key, int64_t object_bytes, int64_t offset,
                                int64_t count, std::string* bytes) = 0;
  // `append` begins with what the object holds already.
  virtual StoreStatus OpenWriter(const std::string& key, bool append,
                                 std::unique_ptr<StoreWriter>* writer) = 0;
  virtual StoreStatus MakeFolder(const std::string& key) = 0;
  virtual StoreStatus RemoveObject(const std::string& key) = 0;
  virtual StoreStatus RemoveFolder(const std::string& key) = 0;  // an empty one
  // Takes away the folders above the key, up to the bucket, that hold nothing.
  virtual StoreStatus RemoveEmptyFoldersAbove(const std::string& key) = 0;
  // By copying and removing, also of all that a folder holds. Objects in the way are replaced.
  virtual StoreStatus Rename(const std::string& from, const std::string& to) = 0;
};

// The library exports this function under kOpenStoreName. It opens a store for `bucket`, which
// messages name, from the text of the bucket's file (oss/endpoint.h). It returns null and sets the
// problem where the text is not such a description or keys are missing.
using OpenStoreFunction = ObjectStore* (*)(const std::string& bucket,
                                           const std::string& description, StoreStatus* status);
inline constexpr const char* kOpenStoreName = "paisql_open_store";

}  // namespace paisql::oss
