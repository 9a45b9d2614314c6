#include "libraries/oss_remote/s3_store.h"

#include <algorithm>

#include "libraries/oss_remote/failures.h"
#include "libraries/oss_remote/writer.h"
#include "oss/bucket_path.h"

namespace paisql::oss {

namespace {

namespace fs = arrow::fs;

// The most bytes that an endpoint copies by itself, in one request.
constexpr int64_t kMostCopied = int64_t{5} << 30;
constexpr size_t kCopyBytes = size_t{4} << 20;

// As the library names it.
constexpr const char* kNoBucket = "NO_SUCH_BUCKET";

// A key such as "a/../../b" or "a//b" is another object's name here, and as a path of this machine
// it could lie anywhere.
bool CanBeNamed(const std::string& key) {
  const BucketPath named = ReadBucketPath("oss://b/" + key);
  return named.problem.empty() && named.key == key;
}

std::string Parent(const std::string& key) {
  const size_t slash = key.rfind('/');
  return slash == std::string::npos ? "" : key.substr(0, slash);
}

}  // namespace

S3Store::S3Store(std::string bucket, Endpoint endpoint, std::shared_ptr<fs::S3FileSystem> files)
    : bucket_(std::move(bucket)),
      endpoint_(std::move(endpoint)),
      files_(std::move(files)),
      root_(endpoint_.bucket + (endpoint_.prefix.empty() ? "" : "/" + endpoint_.prefix)) {}

std::string S3Store::PathOf(const std::string& key) const {
  return key.empty() ? root_ : root_ + "/" + key;
}

StoredObject S3Store::ObjectOf(const fs::FileInfo& info) const {
  StoredObject object;
  if (info.path().size() > root_.size()) object.key = info.path().substr(root_.size() + 1);
  object.folder = info.type() == fs::FileType::Directory;
  object.bytes = object.folder ? 0 : info.size();
  if (info.mtime() != fs::kNoTime) object.modified_ns = info.mtime().time_since_epoch().count();
  return object;
}

StoreStatus S3Store::Told(const arrow::Status& status, const std::string& key,
                          const char* verb) const {
  return status.ok() ? StoreStatus{} : StatusOf(status, {NameOf(key), verb}, endpoint_, bucket_);
}

Judge S3Store::JudgeOf(const std::string& key, const char* verb) const {
  return [this, key, verb](const arrow::Status& status) { return Told(status, key, verb); };
}

StoreStatus S3Store::Check() {
  fs::FileSelector selector;
  selector.base_dir = root_ + "/.paisql";  // nobody's, so that the answer is short
  selector.allow_not_found = true;
  // Only what is listed says why it is denied.
  StoreStatus listed = Told(files_->GetFileInfo(selector).status(), "", "reached");
  if (!listed.ok()) return listed;
  const StoreStatus found = NothingAt("");
  return found.problem == StoreProblem::kNotFound ? StoreStatus{} : found;
}

StoreStatus S3Store::NothingAt(const std::string& key) {
  if (!bucket_seen_) {
    const auto info = files_->GetFileInfo(endpoint_.bucket);
    if (info.ok() && info->type() == fs::FileType::NotFound) {
      return Told(arrow::Status::IOError(kNoBucket), key, "found");
    }
    bucket_seen_ = true;
  }
  return Missing(NameOf(key));
}

StoreStatus S3Store::Look(const std::string& key, StoredObject* object) {
  *object = {};
  object->folder = key.empty();
  // The bucket itself: who may see its objects need not be allowed to look at it.
  if (key.empty()) return {};
  const auto info = files_->GetFileInfo(PathOf(key));
  if (!info.ok()) return Told(info.status(), key, "looked at");
  if (info->type() == fs::FileType::NotFound) return NothingAt(key);
  *object = ObjectOf(*info);
  return {};
}

StoreStatus S3Store::List(const std::string& folder, bool one_level,
                          std::vector<StoredObject>* objects) {
  objects->clear();
  fs::FileSelector selector;
  selector.base_dir = PathOf(folder);
  selector.allow_not_found = true;
  selector.recursive = !one_level;
  const auto infos = files_->GetFileInfo(selector);
  if (!infos.ok()) return Told(infos.status(), folder, "listed");
  for (const fs::FileInfo& info : *infos) {
    StoredObject object = ObjectOf(info);
    if (CanBeNamed(object.key)) objects->push_back(std::move(object));
  }
  std::sort(objects->begin(), objects->end(),
            [](const StoredObject& a, const StoredObject& b) { return a.key < b.key; });
  return {};
}

StoreStatus S3Store::OpenReader(const std::string& key, std::unique_ptr<StoreReader>* reader) {
  StoredObject object;
  StoreStatus looked = Look(key, &object);
  if (!looked.ok()) return looked;
  if (object.folder) return {StoreProblem::kIsFolder, NameOf(key) + "; Is a directory"};
  fs::FileInfo info(PathOf(key), fs::FileType::File);
  info.set_size(object.bytes);
  const auto file = files_->OpenInputFile(info);
  if (!file.ok()) return Told(file.status(), key, "read");
  *reader = std::make_unique<RemoteReader>(*file, object.bytes, JudgeOf(key, "read"));
  return {};
}

StoreStatus S3Store::ReadRange(const std::string& key, int64_t object_bytes, int64_t offset,
                               int64_t count, std::string* bytes) {
  fs::FileInfo info(PathOf(key), fs::FileType::File);
  info.set_size(object_bytes);  // so nobody asks for it
  const auto file = files_->OpenInputFile(info);
  if (!file.ok()) return Told(file.status(), key, "read");
  bytes->resize(static_cast<size_t>(count));
  StoreStatus status = Told(ReadExactly(**file, offset, count, bytes->data()), key, "read");
  return status.problem == StoreProblem::kNotFound ? NothingAt(key) : status;
}

StoreStatus S3Store::OpenWriter(const std::string& key, bool append,
                                std::unique_ptr<StoreWriter>* writer) {
  const auto open = [files = files_, path = PathOf(key)] {
    return files->OpenOutputStream(path, nullptr);
  };
  auto made = std::make_unique<RemoteWriter>(open, JudgeOf(key, "written"));
  if (append) {
    std::unique_ptr<StoreReader> reader;
    StoreStatus opened = OpenReader(key, &reader);
    if (!opened.ok() && opened.problem != StoreProblem::kNotFound) return opened;
    std::string bytes(reader == nullptr ? 0 : kCopyBytes, '\0');
    for (size_t count = bytes.size(); reader != nullptr && count == bytes.size();) {
      const auto at = static_cast<uint64_t>(made->Written());
      StoreStatus status = reader->Read(at, bytes.size(), bytes.data(), &count);
      if (status.ok()) status = made->Append(bytes.data(), count);
      if (!status.ok()) return status;
    }
  }
  *writer = std::move(made);
  return {};
}

StoreStatus S3Store::MakeFolder(const std::string& key) {
  StoredObject object;
  StoreStatus looked = Look(key, &object);
  if (looked.ok()) return {StoreProblem::kExists, NameOf(key) + "; File exists"};
  if (looked.problem != StoreProblem::kNotFound) return looked;
  return Told(files_->CreateDir(PathOf(key), true), key, "made");
}

StoreStatus S3Store::RemoveObject(const std::string& key) {
  StoredObject object;
  StoreStatus looked = Look(key, &object);
  if (!looked.ok()) return looked;
  if (object.folder) return {StoreProblem::kIsFolder, NameOf(key) + "; Is a directory"};
  return Told(files_->DeleteFile(PathOf(key)), key, "removed");
}

StoreStatus S3Store::RemoveFolder(const std::string& key) {
  std::vector<StoredObject> below;
  StoreStatus status = List(key, true, &below);
  if (!status.ok()) return status;
  if (!below.empty()) return {StoreProblem::kNotEmpty, NameOf(key) + "; Directory not empty"};
  StoredObject object;
  status = Look(key, &object);
  if (!status.ok()) return status;
  if (!object.folder) return {StoreProblem::kIsNoFolder, NameOf(key) + "; Not a directory"};
  if (key.empty()) return {StoreProblem::kNotEmpty, NameOf(key) + "; DROP BUCKET removes it"};
  return Told(files_->DeleteDir(PathOf(key)), key, "removed");
}

StoreStatus S3Store::RemoveEmptyFoldersAbove(const std::string& key) {
  for (std::string folder = Parent(key); !folder.empty(); folder = Parent(folder)) {
    StoreStatus status = RemoveFolder(folder);
    if (status.problem == StoreProblem::kNotEmpty) return {};
    if (!status.ok() && status.problem != StoreProblem::kNotFound) return status;
  }
  return {};
}

StoreStatus S3Store::Copy(const std::string& from, const std::string& to, int64_t bytes) {
  if (bytes < kMostCopied) {
    return Told(files_->CopyFile(PathOf(from), PathOf(to)), from, "copied");
  }
  std::unique_ptr<StoreReader> reader;
  std::unique_ptr<StoreWriter> writer;
  StoreStatus status = OpenReader(from, &reader);
  if (status.ok()) status = OpenWriter(to, false, &writer);
  std::string buffer(kCopyBytes, '\0');
  for (size_t count = buffer.size(); status.ok() && count == buffer.size();) {
    const auto at = static_cast<uint64_t>(writer->Written());
    status = reader->Read(at, buffer.size(), buffer.data(), &count);
    if (status.ok()) status = writer->Append(buffer.data(), count);
  }
  return status.ok() ? writer->Close() : status;
}

StoreStatus S3Store::Rename(const std::string& from, const std::string& to) {
  StoredObject source;
  StoreStatus status = Look(from, &source);
  if (!status.ok() || from == to) return status;
  if (to.starts_with(from + "/")) {
    return {StoreProblem::kIsFolder, NameOf(to) + "; lies in " + NameOf(from)};
  }
  if (!source.folder) {
    status = Copy(from, to, source.bytes);
    return status.ok() ? RemoveObject(from) : status;
  }
  std::vector<StoredObject> objects;
  status = List(from, false, &objects);
  if (!status.ok()) return status;
  status = Told(files_->CreateDir(PathOf(to), true), to, "made");
  for (const StoredObject& object : objects) {
    if (!status.ok()) return status;
    const std::string target = to + object.key.substr(from.size());
    status = object.folder ? Told(files_->CreateDir(PathOf(target), true), target, "made")
                           : Copy(object.key, target, object.bytes);
  }
  // Everything is there; only now something goes. From the inside out.
  for (auto object = objects.rbegin(); object != objects.rend() && status.ok(); ++object) {
    status = object->folder ? RemoveFolder(object->key) : RemoveObject(object->key);
    if (status.problem == StoreProblem::kNotFound) status = {};
  }
  return status.ok() ? RemoveFolder(from) : status;
}

}  // namespace paisql::oss
