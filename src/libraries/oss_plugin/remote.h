#pragma once

// Objects of buckets that lie at an endpoint (oss/object_store.h), for TensorFlow. Statuses come
// set.

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "libraries/oss_plugin/open_files.h"
#include "oss/object_store.h"

namespace paisql::oss {

void SetStoreStatus(TF_Status* status, const StoreStatus& outcome);

// The buckets at endpoints that the process has used. From any thread.
class RemoteBuckets {
 public:
  // Null for a bucket that is a folder, or is not there; and, with the status set, for one that
  // cannot be opened.
  std::shared_ptr<ObjectStore> Find(const std::string& root, const std::string& bucket,
                                    TF_Status* status);

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<ObjectStore>> open_;
};

void OpenRemoteReadable(const std::shared_ptr<ObjectStore>& store, const std::string& key,
                        TF_RandomAccessFile* file, TF_Status* status);
void OpenRemoteWritable(const std::shared_ptr<ObjectStore>& store, const std::string& key,
                        bool append, TF_WritableFile* file, TF_Status* status);
void OpenRemoteRegion(ObjectStore& store, const std::string& key, TF_ReadOnlyMemoryRegion* region,
                      TF_Status* status);

// The names in a folder; TF_NOT_FOUND where there is none, TF_FAILED_PRECONDITION for an object.
std::vector<std::string> NamesAt(ObjectStore& store, const std::string& key, TF_Status* status);

}  // namespace paisql::oss
