#pragma once

// A bucket at an S3-compatible endpoint, through Arrow's S3 file system: it signs, retries, reads
// ranges and writes in parts. A folder is a prefix of keys; an empty one is an object "folder/" of
// no bytes.

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "arrow/filesystem/s3fs.h"
#include "libraries/oss_remote/reader.h"
#include "oss/endpoint.h"
#include "oss/object_store.h"

namespace paisql::oss {

class S3Store : public ObjectStore {
 public:
  // `bucket` is the name of this machine.
  S3Store(std::string bucket, Endpoint endpoint, std::shared_ptr<arrow::fs::S3FileSystem> files);

  StoreStatus Check() override;
  StoreStatus Look(const std::string& key, StoredObject* object) override;
  StoreStatus List(const std::string& folder, bool one_level,
                   std::vector<StoredObject>* objects) override;
  StoreStatus OpenReader(const std::string& key, std::unique_ptr<StoreReader>* reader) override;
  StoreStatus ReadRange(const std::string& key, int64_t object_bytes, int64_t offset, int64_t count,
                        std::string* bytes) override;
  StoreStatus OpenWriter(const std::string& key, bool append,
                         std::unique_ptr<StoreWriter>* writer) override;
  StoreStatus MakeFolder(const std::string& key) override;
  StoreStatus RemoveObject(const std::string& key) override;
  StoreStatus RemoveFolder(const std::string& key) override;
  StoreStatus RemoveEmptyFoldersAbove(const std::string& key) override;
  StoreStatus Rename(const std::string& from, const std::string& to) override;

 private:
  // The key as the file system has it: "bucket/prefix/key".
  std::string PathOf(const std::string& key) const;
  // And back.
  StoredObject ObjectOf(const arrow::fs::FileInfo& info) const;
  std::string NameOf(const std::string& key) const { return "oss://" + bucket_ + "/" + key; }
  StoreStatus Told(const arrow::Status& status, const std::string& key, const char* verb) const;
  Judge JudgeOf(const std::string& key, const char* verb) const;
  // That there is no such object, or not even the bucket: the library does not tell them apart.
  StoreStatus NothingAt(const std::string& key);
  // One object; `bytes` long.
  StoreStatus Copy(const std::string& from, const std::string& to, int64_t bytes);

  const std::string bucket_;
  const Endpoint endpoint_;
  const std::shared_ptr<arrow::fs::S3FileSystem> files_;
  const std::string root_;
  std::atomic<bool> bucket_seen_ = false;
};

}  // namespace paisql::oss
