#pragma once

// The buckets of a home: the entries of its oss/. One is a folder there, a link to a folder
// anywhere else, or a file that describes an endpoint (oss/endpoints.h). The list shows the entries
// on the disk: a script's first write, and a user's mkdir, make buckets, too. Each change is one
// call of the kernel, so it happens or not.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/home/home.h"

namespace paisql::oss {

struct Bucket {
  std::string name;
  std::string folder;  // where its objects lie; at an endpoint "s3://bucket/prefix at https://…"
  bool elsewhere = false;    // a folder that is not of the home
  bool remote = false;       // at an endpoint: no folder of this machine
  bool missing = false;      // elsewhere, and not there now
  std::string problem;       // of a description that cannot be read; "" for none
  int64_t modified_sec = 0;  // when an entry of the folder was last made or removed
};

// "b" of "b" and of every oss:// name of the bucket itself; kInvalidCommand for other names.
Result<std::string> BucketName(std::string_view text);

// Sorted by name.
Result<std::vector<Bucket>> ListBuckets(const store::Home& home);
Result<std::optional<Bucket>> FindBucket(const store::Home& home, const std::string& name);
// kFileOperation, with the nearest names, when it is not there, or cannot be used as it is; also
// for the bucket that holds the home's data files, of which nothing but a commit may take any.
Result<Bucket> RequireBucket(const store::Home& home, const std::string& name);

// kFileOperation, for a bucket with a problem.
Error BadDescription(const Bucket& bucket);
// kInvalidMetaOperation.
Error BucketExists(const std::string& name);

// The file that describes a bucket at an endpoint.
std::string DescriptionPath(const store::Home& home, const std::string& name);

// An empty folder of the home; kInvalidMetaOperation when there is such a bucket.
Status CreateBucket(const store::Home& home, const std::string& name);
// A folder, by its absolute path, that is there already. It may hold nothing of the home, nor lie
// in it: a job that empties a bucket must not empty a table.
Status CreateBucketAt(const store::Home& home, const std::string& name, const std::string& folder);
// Deletes a bucket. Of a bucket elsewhere it deletes only the link or the description, even a
// broken one. It deletes a folder of the home only when empty; else kInvalidMetaOperation.
Status DropBucket(const store::Home& home, const std::string& name);

}  // namespace paisql::oss
