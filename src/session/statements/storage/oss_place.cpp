#include "session/statements/storage/oss_place.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <map>

#include "base/files/files.h"
#include "base/text.h"
#include "oss/stoppable_store.h"

namespace paisql::session {

namespace {

constexpr int64_t kNanosecondsInSecond = 1'000'000'000;

oss::Object ObjectFrom(const oss::StoredObject& stored) {
  return {stored.folder ? stored.key + "/" : stored.key, stored.bytes,
          stored.modified_ns / kNanosecondsInSecond};
}

// The names beside the place's object, for a guess at what was meant.
std::vector<std::string> NamesBeside(const OssPlace& place) {
  std::vector<std::string> names;
  if (place.store == nullptr) {
    const auto listed = ListFolder(ParentFolder(place.path));
    return listed.ok() ? *listed : names;
  }
  std::vector<oss::StoredObject> objects;
  const size_t slash = place.url.key.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : place.url.key.substr(0, slash);
  if (!place.store->List(folder, true, &objects).ok()) return names;
  for (const oss::StoredObject& object : objects) {
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

Result<OssPlace> FindPlace(const syntax::Word& word, Run& run) {
  OssPlace place;
  PAISQL_ASSIGN_AT(word.range, place.url, oss::ParseOssUrl(word.text));
  const store::Home& home = run.state.home();
  place.folder = home.OssPath() + "/" + place.url.bucket;
  place.path = oss::LocalPath(home, place.url);
  if (run.state.checking()) return place;
  PAISQL_ASSIGN_AT(word.range, const oss::Bucket bucket,
                   oss::RequireBucket(home, place.url.bucket));
  if (bucket.remote) PAISQL_TRY(OpenStoreOf(&place, word, run));
  return place;
}

Status OpenStoreOf(OssPlace* place, const syntax::Word& word, Run& run) {
  const jobs::Installation& installation = run.state.options().installation;
  oss::StoreStatus status;
  place->store = oss::OpenStoppableStore(
      {installation.oss_remote, installation.python}, place->url.bucket,
      oss::DescriptionPath(run.state.home(), place->url.bucket), run.state.stop_token(), &status);
  return PlaceStatus(status, word.range);
}

Status PlaceStatus(const oss::StoreStatus& status, const SourceRange& range) {
  if (status.ok()) return Status::Ok();
  if (status.problem == oss::StoreProblem::kStopped) {
    return Error{ErrorCode::kInstanceCancelled, status.text, {}, ""};
  }
  const size_t cure = status.text.find("; ");
  const std::string hint = cure == std::string::npos ? "" : status.text.substr(cure + 2);
  return Error{ErrorCode::kFileOperation, status.text.substr(0, cure), range, hint};
}

Error NoSuchObject(const OssPlace& place, const syntax::Word& word) {
  const std::string& key = place.url.key;
  const std::string near = DidYouMean(key.substr(key.rfind('/') + 1), NamesBeside(place));
  return Error{ErrorCode::kFileOperation, place.Name(key) + " does not exist", word.range,
               near.empty() ? "OSS LS oss://" + place.url.bucket + "/; lists the objects" : near};
}

Result<std::optional<oss::Object>> LookAt(const OssPlace& place, const std::string& key,
                                          const syntax::Word& word, bool of_link) {
  if (place.store != nullptr) {
    oss::StoredObject stored;
    const oss::StoreStatus status = place.store->Look(key, &stored);
    if (status.problem == oss::StoreProblem::kNotFound) return std::optional<oss::Object>();
    PAISQL_TRY(PlaceStatus(status, word.range));
    return std::optional(ObjectFrom(stored));
  }
  struct stat info = {};
  const std::string path = place.folder + (key.empty() ? "" : "/" + key);
  if ((of_link ? lstat(path.c_str(), &info) : stat(path.c_str(), &info)) != 0) {
    return std::optional<oss::Object>();
  }
  const bool folder = S_ISDIR(info.st_mode);
  return std::optional(
      oss::Object{folder ? key + "/" : key, folder ? 0 : info.st_size, info.st_mtime});
}

Result<std::vector<oss::Object>> ObjectsOf(const OssPlace& place, const std::string& prefix,
                                           bool one_level, const syntax::Word& word, Run& run) {
  if (place.store == nullptr) {
    auto objects = oss::ListObjects({place.folder, prefix, one_level},
                                    [&run] { return run.state.CheckInterrupted(); });
    if (!objects.ok()) return WithRange(std::move(objects).error(), word.range);
    return objects;
  }
  const size_t slash = prefix.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : prefix.substr(0, slash);
  std::vector<oss::StoredObject> stored;
  PAISQL_TRY(PlaceStatus(place.store->List(folder, one_level, &stored), word.range));
  std::vector<oss::Object> objects;
  for (const oss::StoredObject& one : stored) {
    const bool listed = one_level || !one.folder;
    if (listed && one.key.starts_with(prefix)) objects.push_back(ObjectFrom(one));
  }
  return objects;
}

Result<std::string> ReadPart(const OssPlace& place, int64_t from, int64_t count,
                             const syntax::Word& word) {
  if (place.store == nullptr) {
    PAISQL_ASSIGN_AT(word.range, std::string bytes, ReadPartOfFile(place.path, from, count));
    return bytes;
  }
  std::unique_ptr<oss::StoreReader> reader;
  PAISQL_TRY(PlaceStatus(place.store->OpenReader(place.url.key, &reader), word.range));
  std::string bytes(static_cast<size_t>(count), '\0');
  size_t done = 0;
  PAISQL_TRY(PlaceStatus(
      reader->Read(static_cast<uint64_t>(from), bytes.size(), bytes.data(), &done), word.range));
  bytes.resize(done);
  return bytes;
}

Status RemoveObjects(const OssPlace& place, const std::vector<oss::Object>& objects,
                     const syntax::Word& word, Run& run) {
  // One key of each folder, the longest folder first.
  std::map<std::string, std::string, std::greater<>> folders;
  for (const oss::Object& object : objects) {
    PAISQL_TRY(run.state.CheckInterrupted());
    if (place.store == nullptr) {
      PAISQL_TRY_AT(word.range, oss::RemoveObject(place.folder, object.key));
      continue;
    }
    const oss::StoreStatus removed = place.store->RemoveObject(object.key);
    // What somebody else has removed meanwhile is gone, too.
    if (removed.problem != oss::StoreProblem::kNotFound) {
      PAISQL_TRY(PlaceStatus(removed, word.range));
    }
    folders[object.key.substr(0, object.key.rfind('/') + 1)] = object.key;
  }
  for (const auto& [folder, key] : folders) {
    PAISQL_TRY(PlaceStatus(place.store->RemoveEmptyFoldersAbove(key), word.range));
  }
  return Status::Ok();
}

}  // namespace paisql::session
