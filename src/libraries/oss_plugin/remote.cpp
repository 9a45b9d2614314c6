#include "libraries/oss_plugin/remote.h"

#include <dlfcn.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

#include "libraries/oss_plugin/status.h"
#include "oss/remote_library.h"

namespace paisql::oss {

namespace {

constexpr const char* kRemoteLibrary = "libpaisql_oss_remote.so";

// Beside this library.
std::string LibraryPath() {
  Dl_info info = {};
  if (dladdr(reinterpret_cast<const void*>(&LibraryPath), &info) == 0) return "";
  const std::filesystem::path path =
      std::filesystem::path(info.dli_fname).parent_path() / kRemoteLibrary;
  std::error_code code;
  return std::filesystem::exists(path, code) ? path.string() : "";
}

TF_Code CodeOf(StoreProblem problem) {
  switch (problem) {
    case StoreProblem::kNone:
      return TF_OK;
    case StoreProblem::kNotFound:
      return TF_NOT_FOUND;
    case StoreProblem::kExists:
      return TF_ALREADY_EXISTS;
    case StoreProblem::kIsFolder:
    case StoreProblem::kIsNoFolder:
    case StoreProblem::kNotEmpty:
    case StoreProblem::kBadBucket:
      return TF_FAILED_PRECONDITION;
    case StoreProblem::kDenied:
      return TF_PERMISSION_DENIED;
    case StoreProblem::kUnreachable:
      return TF_UNAVAILABLE;
    case StoreProblem::kStopped:
      return TF_CANCELLED;
    case StoreProblem::kBroken:
      return TF_DATA_LOSS;
  }
  return TF_UNKNOWN;
}

class RemoteReadable : public ReadableFile {
 public:
  RemoteReadable(std::shared_ptr<ObjectStore> store, std::unique_ptr<StoreReader> reader)
      : store_(std::move(store)), reader_(std::move(reader)) {}

  int64_t Read(uint64_t offset, size_t count, char* buffer, TF_Status* status) override {
    size_t done = 0;
    const StoreStatus outcome = reader_->Read(offset, count, buffer, &done);
    SetStoreStatus(status, outcome);
    if (!outcome.ok()) return -1;
    if (done < count) SetStatus(status, TF_OUT_OF_RANGE, "end of file");
    return static_cast<int64_t>(done);
  }

 private:
  const std::shared_ptr<ObjectStore> store_;
  const std::unique_ptr<StoreReader> reader_;
};

class RemoteWritable : public WritableFile {
 public:
  RemoteWritable(std::shared_ptr<ObjectStore> store, std::unique_ptr<StoreWriter> writer)
      : store_(std::move(store)), writer_(std::move(writer)) {}

  // A script that closes nothing has what it wrote all the same, as of a local file.
  ~RemoteWritable() override {
    if (!closed_) (void)writer_->Close();
  }

  void Append(const char* bytes, size_t count, TF_Status* status) override {
    SetStoreStatus(status, writer_->Append(bytes, count));
  }
  int64_t Tell() const override { return writer_->Written(); }
  void Flush(TF_Status* status) override { SetStoreStatus(status, writer_->Publish()); }
  void Sync(TF_Status* status) override { SetStoreStatus(status, writer_->Publish()); }
  void Close(TF_Status* status) override {
    closed_ = true;
    SetStoreStatus(status, writer_->Close());
  }
  void Abandon() override { closed_ = true; }

 private:
  const std::shared_ptr<ObjectStore> store_;
  const std::unique_ptr<StoreWriter> writer_;
  bool closed_ = false;
};

class FetchedRegion : public MemoryRegion {
 public:
  explicit FetchedRegion(std::string bytes) : bytes_(std::move(bytes)) {}

  const void* data() const override { return bytes_.data(); }
  size_t size() const override { return bytes_.size(); }

 private:
  const std::string bytes_;
};

}  // namespace

void SetStoreStatus(TF_Status* status, const StoreStatus& outcome) {
  SetStatus(status, CodeOf(outcome.problem), outcome.text.c_str());
}

std::shared_ptr<ObjectStore> RemoteBuckets::Find(const std::string& root, const std::string& bucket,
                                                 TF_Status* status) {
  SetStatus(status, TF_OK, "");
  const std::string path = root + "/" + bucket;
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return nullptr;
  const std::lock_guard lock(mutex_);
  std::shared_ptr<ObjectStore>& store = open_[bucket];
  if (store != nullptr) return store;
  const char* python = std::getenv("PAISQL_PYTHON");
  StoreStatus outcome;
  store = OpenRemoteStore({LibraryPath(), python == nullptr ? "" : python}, bucket, path, &outcome);
  SetStoreStatus(status, outcome);
  return store;
}

void OpenRemoteReadable(const std::shared_ptr<ObjectStore>& store, const std::string& key,
                        TF_RandomAccessFile* file, TF_Status* status) {
  std::unique_ptr<StoreReader> reader;
  const StoreStatus outcome = store->OpenReader(key, &reader);
  SetStoreStatus(status, outcome);
  if (!outcome.ok()) return;
  Give(std::unique_ptr<ReadableFile>(std::make_unique<RemoteReadable>(store, std::move(reader))),
       file);
}

void OpenRemoteWritable(const std::shared_ptr<ObjectStore>& store, const std::string& key,
                        bool append, TF_WritableFile* file, TF_Status* status) {
  std::unique_ptr<StoreWriter> writer;
  const StoreStatus outcome = store->OpenWriter(key, append, &writer);
  SetStoreStatus(status, outcome);
  if (!outcome.ok()) return;
  Give(std::unique_ptr<WritableFile>(std::make_unique<RemoteWritable>(store, std::move(writer))),
       file);
}

void OpenRemoteRegion(ObjectStore& store, const std::string& key, TF_ReadOnlyMemoryRegion* region,
                      TF_Status* status) {
  std::unique_ptr<StoreReader> reader;
  StoreStatus outcome = store.OpenReader(key, &reader);
  std::string bytes;
  if (outcome.ok()) {
    bytes.resize(static_cast<size_t>(reader->size()));
    size_t done = 0;
    outcome = reader->Read(0, bytes.size(), bytes.data(), &done);
  }
  SetStoreStatus(status, outcome);
  if (!outcome.ok()) return;
  Give(std::unique_ptr<MemoryRegion>(std::make_unique<FetchedRegion>(std::move(bytes))), region);
}

std::vector<std::string> NamesAt(ObjectStore& store, const std::string& key, TF_Status* status) {
  std::vector<StoredObject> objects;
  std::vector<std::string> names;
  StoreStatus outcome = store.List(key, true, &objects);
  // A name that holds nothing may be an empty folder, an object, or nothing.
  StoredObject there;
  if (outcome.ok() && objects.empty()) outcome = store.Look(key, &there);
  SetStoreStatus(status, outcome);
  if (!outcome.ok()) return names;
  if (objects.empty() && !there.folder) {
    SetStoreStatus(status, {StoreProblem::kIsNoFolder, key + "; Not a directory"});
  }
  for (const StoredObject& object : objects) {
    names.push_back(object.key.substr(object.key.rfind('/') + 1));
  }
  return names;
}

}  // namespace paisql::oss
