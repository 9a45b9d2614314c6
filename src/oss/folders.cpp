#include "oss/folders.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "base/files/files.h"
#include "base/text.h"
#include "oss/bucket.h"
#include "oss/endpoint.h"
#include "oss/objects.h"
#include "store/home/warehouse_place.h"

namespace paisql::oss {

namespace {

namespace fs = std::filesystem;

Error Refused(const std::string& detail, std::string hint) {
  return Error{ErrorCode::kInvalidMetaOperation, detail, {}, std::move(hint)};
}

std::string PathOf(const store::Home& home, const std::string& name) {
  return home.OssPath() + "/" + name;
}

Bucket EndpointBucket(Bucket bucket, int64_t modified_sec) {
  bucket.modified_sec = modified_sec;
  const Result<std::string> text = ReadFile(bucket.folder);
  const std::optional<Endpoint> endpoint = text.ok() ? ParseEndpoint(*text) : std::nullopt;
  if (endpoint.has_value()) {
    bucket.folder = endpoint->Location() + " at " + endpoint->Url();
  } else {
    bucket.problem = text.ok() ? WhyNoEndpoint(*text) : "cannot be read";
  }
  return bucket;
}

// nullopt unless the entry is a folder, a link or a file.
std::optional<Bucket> BucketAt(const store::Home& home, const std::string& name) {
  const std::string path = PathOf(home, name);
  struct stat entry = {};
  struct stat folder = {};
  if (lstat(path.c_str(), &entry) != 0) return std::nullopt;
  Bucket bucket;
  bucket.name = name;
  bucket.folder = path;
  bucket.elsewhere = S_ISLNK(entry.st_mode);
  bucket.missing = stat(path.c_str(), &folder) != 0;
  bucket.remote = S_ISREG(entry.st_mode);
  if (bucket.remote) return EndpointBucket(std::move(bucket), entry.st_mtime);
  if (!bucket.missing && !S_ISDIR(folder.st_mode)) return std::nullopt;
  if (bucket.elsewhere) {
    std::error_code code;
    bucket.folder = fs::read_symlink(path, code).string();
  }
  bucket.modified_sec = bucket.missing ? entry.st_mtime : folder.st_mtime;
  return bucket;
}

// Whether one is the other, or lies in it.
bool Holds(const fs::path& outer, const fs::path& inner) {
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

// Folders that hold nothing but such folders, from the inside out; each rmdir fails when something
// has come in meanwhile.
Status RemoveEmptyFolders(const std::string& path) {
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(path));
  for (const std::string& name : names) PAISQL_TRY(RemoveEmptyFolders(path + "/" + name));
  if (rmdir(path.c_str()) == 0 || errno == ENOENT) return Status::Ok();
  return FileError("remove", path, errno);
}

}  // namespace

Result<std::string> BucketName(std::string_view text) {
  const bool url = IsOssUrl(text);
  const std::string name = url ? std::string(text) : "oss://" + std::string(text);
  const bool plain = url || text.find_first_of("./\\?\x01\x02") == std::string_view::npos;
  const Result<OssUrl> parsed = ParseOssUrl(name);
  if (plain && parsed.ok() && parsed->key.empty()) return parsed->bucket;
  return Error{ErrorCode::kInvalidCommand,
               "'" + std::string(text.substr(0, text.find('\0'))) + "' is not a name of a bucket",
               {},
               "a name has letters, digits, '-' and '_': mybucket, or oss://mybucket/"};
}

Result<std::vector<Bucket>> ListBuckets(const store::Home& home) {
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(home.OssPath()));
  std::vector<Bucket> buckets;
  for (const std::string& name : names) {
    if (!BucketName(name).ok()) continue;
    if (std::optional<Bucket> bucket = BucketAt(home, name)) buckets.push_back(*std::move(bucket));
  }
  return buckets;
}

Result<std::optional<Bucket>> FindBucket(const store::Home& home, const std::string& name) {
  return BucketAt(home, name);
}

Result<Bucket> RequireBucket(const store::Home& home, const std::string& name) {
  PAISQL_ASSIGN(const store::WarehousePlace place, store::ReadWarehousePlace(home.path()));
  if (name == place.bucket && !name.empty()) {
    return Error{ErrorCode::kFileOperation,
                 "bucket '" + name + "' holds the data files of this home",
                 {},
                 "SELECT reads the tables; CREATE BUCKET with another prefix makes a bucket for "
                 "other objects"};
  }
  std::optional<Bucket> bucket = BucketAt(home, name);
  if (bucket.has_value() && !bucket->problem.empty()) return BadDescription(*bucket);
  if (bucket.has_value() && !bucket->missing) return *std::move(bucket);
  if (bucket.has_value()) {
    return Error{ErrorCode::kFileOperation,
                 "the folder " + bucket->folder + " of bucket '" + name + "' is not there",
                 {},
                 "put it back, or DROP BUCKET " + name + ";"};
  }
  PAISQL_ASSIGN(const std::vector<Bucket> buckets, ListBuckets(home));
  std::vector<std::string> names;
  for (const Bucket& one : buckets) names.push_back(one.name);
  const std::string near = DidYouMean(name, names);
  return Error{ErrorCode::kFileOperation,
               "bucket '" + name + "' does not exist",
               {},
               near.empty() ? "CREATE BUCKET " + name + ";" : near};
}

Error BadDescription(const Bucket& bucket) {
  return Error{ErrorCode::kFileOperation,
               "the file of bucket '" + bucket.name + "', " + bucket.folder + ", " + bucket.problem,
               {},
               "DROP BUCKET " + bucket.name +
                   "; removes this file alone, and CREATE BUCKET makes the bucket again"};
}

Error BucketExists(const std::string& name) {
  return Refused("bucket '" + name + "' already exists",
                 "SHOW BUCKETS; lists them, IF NOT EXISTS passes over it");
}

std::string DescriptionPath(const store::Home& home, const std::string& name) {
  return PathOf(home, name);
}

Status CreateBucket(const store::Home& home, const std::string& name) {
  PAISQL_TRY(MakeFolders(home.OssPath()));
  const std::string path = PathOf(home, name);
  if (mkdir(path.c_str(), 0777) == 0) return Status::Ok();
  return errno == EEXIST ? BucketExists(name) : FileError("make", path, errno);
}

Status CreateBucketAt(const store::Home& home, const std::string& name, const std::string& folder) {
  std::error_code code;
  const fs::path real = fs::canonical(folder, code);
  if (code || !fs::is_directory(real, code)) {
    return Error{ErrorCode::kIo,
                 folder + (fs::exists(folder, code) ? " is not a folder" : " does not exist"),
                 {},
                 "LOCATION names a folder that is there: mkdir -p " + folder};
  }
  const fs::path home_folder = fs::canonical(home.path(), code);
  if (Holds(home_folder, real) || Holds(real, home_folder)) {
    return Error{ErrorCode::kInvalidCommand,
                 real.string() + " lies in the home or around it",
                 {},
                 "CREATE BUCKET " + name + "; makes a folder of the home"};
  }
  PAISQL_TRY(MakeFolders(home.OssPath()));
  const std::string path = PathOf(home, name);
  if (symlink(real.c_str(), path.c_str()) == 0) return Status::Ok();
  return errno == EEXIST ? BucketExists(name) : FileError("make", path, errno);
}

Status DropBucket(const store::Home& home, const std::string& name) {
  const std::string path = PathOf(home, name);
  const std::optional<Bucket> bucket = BucketAt(home, name);
  if (bucket.has_value() && (bucket->elsewhere || bucket->remote)) {
    if (unlink(path.c_str()) == 0) return Status::Ok();
    return FileError("remove", path, errno);
  }
  PAISQL_ASSIGN(const bool empty, HoldsNoObject(path));
  if (!empty) {
    return Refused("bucket '" + name + "' is not empty",
                   "OSS RM -r oss://" + name + "/; removes what it holds");
  }
  return RemoveEmptyFolders(path);
}

}  // namespace paisql::oss
