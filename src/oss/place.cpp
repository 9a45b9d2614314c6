#include "oss/place.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <map>

#include "base/files/files.h"
#include "base/text.h"
#include "oss/endpoints.h"
#include "oss/stoppable_store.h"

namespace paisql::oss {

namespace {

constexpr int64_t kNanosecondsInSecond = 1'000'000'000;

Object ObjectFrom(const StoredObject& stored) {
  return {stored.folder ? stored.key + "/" : stored.key, stored.bytes,
          stored.modified_ns / kNanosecondsInSecond};
}

// The names beside the place's object, for a guess at what was meant.
std::vector<std::string> NamesBeside(const Place& place) {
  std::vector<std::string> names;
  if (place.store == nullptr) {
    const auto listed = ListFolder(ParentFolder(place.path));
    return listed.ok() ? *listed : names;
  }
  std::vector<StoredObject> objects;
  const size_t slash = place.url.key.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : place.url.key.substr(0, slash);
  if (!place.store->List(folder, true, &objects).ok()) return names;
  for (const StoredObject& object : objects) {
    names.push_back(object.key.substr(object.key.rfind('/') + 1));
  }
  return names;
}

Result<std::string> ReadPartOfFile(const std::string& path, int64_t from, int64_t count) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return FileError("read", path, errno);
  std::string bytes(static_cast<size_t>(count), '\0');
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = pread(file.get(), bytes.data() + done, bytes.size() - done,
                              static_cast<off_t>(from) + static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError("read", path, errno);
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

}  // namespace

Result<Place> FindPlace(std::string_view name, const SourceRange& range, const Caller& caller) {
  Place place;
  place.range = range;
  PAISQL_ASSIGN_AT(range, place.url, ParseOssUrl(name));
  place.folder = caller.home.OssPath() + "/" + place.url.bucket;
  place.path = LocalPath(caller.home, place.url);
  if (caller.checks_only) return place;
  PAISQL_ASSIGN_AT(range, const Bucket bucket, RequireBucket(caller.home, place.url.bucket));
  if (!bucket.remote) return place;
  StoreStatus status;
  place.store =
      OpenStoppableStore(caller.library, place.url.bucket,
                         DescriptionPath(caller.home, place.url.bucket), caller.stop, &status);
  PAISQL_TRY(PlaceStatus(status, range));
  return place;
}

Status PlaceStatus(const StoreStatus& status, const SourceRange& range) {
  if (status.ok()) return Status::Ok();
  if (status.problem == StoreProblem::kStopped) {
    return Error{ErrorCode::kInstanceCancelled, status.text, {}, ""};
  }
  const size_t cure = status.text.find("; ");
  const std::string hint = cure == std::string::npos ? "" : status.text.substr(cure + 2);
  return Error{ErrorCode::kFileOperation, status.text.substr(0, cure), range, hint};
}

Error NoSuchObject(const Place& place) {
  const std::string& key = place.url.key;
  const std::string near = DidYouMean(key.substr(key.rfind('/') + 1), NamesBeside(place));
  return Error{ErrorCode::kFileOperation, place.Name(key) + " does not exist", place.range,
               near.empty() ? "OSS LS oss://" + place.url.bucket + "/; lists the objects" : near};
}

Result<std::optional<Object>> LookAt(const Place& place, const std::string& key, bool of_link) {
  if (place.store != nullptr) {
    StoredObject stored;
    const StoreStatus status = place.store->Look(key, &stored);
    if (status.problem == StoreProblem::kNotFound) return std::optional<Object>();
    PAISQL_TRY(PlaceStatus(status, place.range));
    return std::optional(ObjectFrom(stored));
  }
  struct stat info = {};
  const std::string path = place.folder + (key.empty() ? "" : "/" + key);
  if ((of_link ? lstat(path.c_str(), &info) : stat(path.c_str(), &info)) != 0) {
    return std::optional<Object>();
  }
  const bool folder = S_ISDIR(info.st_mode);
  return std::optional(Object{folder ? key + "/" : key, folder ? 0 : info.st_size, info.st_mtime});
}

Result<std::vector<Object>> ObjectsOf(const Place& place, const std::string& prefix, bool one_level,
                                      const Caller& caller) {
  if (place.store == nullptr) {
    auto objects = ListObjects({place.folder, prefix, one_level}, caller.stopped);
    if (!objects.ok()) return WithRange(std::move(objects).error(), place.range);
    return objects;
  }
  const size_t slash = prefix.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : prefix.substr(0, slash);
  std::vector<StoredObject> stored;
  PAISQL_TRY(PlaceStatus(place.store->List(folder, one_level, &stored), place.range));
  std::vector<Object> objects;
  for (const StoredObject& one : stored) {
    const bool listed = one_level || !one.folder;
    if (listed && one.key.starts_with(prefix)) objects.push_back(ObjectFrom(one));
  }
  return objects;
}

Result<std::string> ReadPart(const Place& place, int64_t from, int64_t count) {
  if (place.store == nullptr) {
    PAISQL_ASSIGN_AT(place.range, std::string bytes, ReadPartOfFile(place.path, from, count));
    return bytes;
  }
  std::unique_ptr<StoreReader> reader;
  PAISQL_TRY(PlaceStatus(place.store->OpenReader(place.url.key, &reader), place.range));
  std::string bytes(static_cast<size_t>(count), '\0');
  size_t done = 0;
  PAISQL_TRY(PlaceStatus(
      reader->Read(static_cast<uint64_t>(from), bytes.size(), bytes.data(), &done), place.range));
  bytes.resize(done);
  return bytes;
}

Status RemoveObjects(const Place& place, const std::vector<Object>& objects, const Caller& caller) {
  // One key of each folder, the longest folder first.
  std::map<std::string, std::string, std::greater<>> folders;
  for (const Object& object : objects) {
    PAISQL_TRY(caller.stopped());
    if (place.store == nullptr) {
      PAISQL_TRY_AT(place.range, RemoveObject(place.folder, object.key));
      continue;
    }
    const StoreStatus removed = place.store->RemoveObject(object.key);
    // An object that another process removed meanwhile is gone, too.
    if (removed.problem != StoreProblem::kNotFound) {
      PAISQL_TRY(PlaceStatus(removed, place.range));
    }
    folders[object.key.substr(0, object.key.rfind('/') + 1)] = object.key;
  }
  for (const auto& [folder, key] : folders) {
    PAISQL_TRY(PlaceStatus(place.store->RemoveEmptyFoldersAbove(key), place.range));
  }
  return Status::Ok();
}

Status CreateBucketAtEndpoint(const std::string& name, const Endpoint& endpoint,
                              const SourceRange& name_range, const SourceRange& location_range,
                              const Caller& caller) {
  PAISQL_ASSIGN_AT(name_range, NewDescription description,
                   NewDescription::Write(caller.home, name, endpoint));
  StoreStatus opened;
  const std::shared_ptr<ObjectStore> store =
      OpenStoppableStore(caller.library, name, description.path(), caller.stop, &opened);
  Status reached = PlaceStatus(opened.ok() ? store->Check() : opened, location_range);
  if (!reached.ok()) {
    // The cures are for a bucket that exists.
    Error error = reached.error();
    const std::string drop = "DROP BUCKET " + name + "; and ";
    if (const size_t at = error.hint.find(drop); at != std::string::npos) {
      error.hint.erase(at, drop.size());
    }
    return error;
  }
  PAISQL_TRY(caller.stopped());
  PAISQL_TRY_AT(name_range, description.Publish());
  return Status::Ok();
}

}  // namespace paisql::oss
